// Blackhole products. Sources as in wormhole.cpp.
#include <array>

#include "arch/families.hpp"

namespace ironbird::arch {
namespace {

// M: soc_descriptors/blackhole_140_arch.yaml
constexpr std::uint32_t kColumns[] = {1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16};
constexpr std::uint32_t kRows[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
// Without the columns that the board of E had lost: two of 7, 10 and 11, as the cost of its
// multicasts tells.
constexpr std::uint32_t kColumnsMeasured[] = {1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15, 16, 10, 11};

// By channel; the last two of the die are the ones that are fused off here (M: the same file).
constexpr Physical kEthernet[] = {{1, 1}, {16, 1}, {2, 1}, {15, 1}, {3, 1}, {14, 1},
                                  {4, 1}, {13, 1}, {5, 1}, {12, 1}, {6, 1}, {11, 1}};

constexpr DramBank bank(std::uint32_t controller, Physical noc0, Physical noc1) {
    return {.controller = controller, .offset = 0, .endpoint = {noc0, noc1}};
}

// M: the same file, worker endpoints by NoC.
constexpr DramBank kBanks[] = {
    bank(0, {0, 11}, {0, 1}), bank(1, {0, 2}, {0, 10}), bank(2, {0, 9}, {0, 4}),
    bank(3, {0, 5}, {0, 7}),  bank(4, {9, 11}, {9, 1}), bank(5, {9, 3}, {9, 10}),
    bank(6, {9, 8}, {9, 4}),  bank(7, {9, 6}, {9, 7}),
};

// Fitted to data/silicon/gemm.csv: in blocks of products one unpacker does not slow the other, and
// fills need no set-up of their own (bf16 HiFi2 at 36 cycles a tile, bfp8 LoFi at 18).
constexpr TensixTiming tensix() {
    TensixTiming t = kTensix;
    t.unpack_fill = 0;
    t.block_shared = false;
    t.block_shared_quarters = 0;
    t.untilize = 60;  // tt-metal commit 54ab4ac7c41, the newer form
    return t;
}

constexpr Product p150() {
    return {
        .name = "p150",
        .family = Family::blackhole,
        .board = "one Blackhole, 140 Tensix cores",
        .noc_grid = {17, 12},
        .tensix_columns = kColumns,
        .tensix_rows = kRows,
        .harvested_rows = 0,
        .harvested_columns = 0,
        .compute_grid = {13, 10},  // M: core_descriptors/blackhole_140_arch.yaml
        .tensix_virtual_start = {1, 2},
        .clock_mhz = 1350,
        .memory = {.l1_bytes = 1572864,
                   .zeros_base = 13536,
                   .zeros_bytes = 512,
                   .kernel_config_base = 40960,
                   .kernel_config_bytes = 69 * 1024,
                   .unreserved_base = 111616,
                   .dram_bank_bytes = 4278190080,
                   .dram_unreserved_base = 64 + 64 + (1 << 20)},  // M: bh_hal.cpp
        .alignment =
            {.l1 = 16, .dram_read = 64, .dram_write = 16, .pcie_read = 64, .pcie_write = 16},
        .dram = kBanks,
        .dram_controllers = 8,
        .noc = {.flit_bytes = 64,
                .max_packet_bytes = 16384,
                .hop_cycles = 9,      // E: 8.65 fitted
                .read_fixed = 71,     // E: 226 and 373 less hops, issue, poll and payload
                .write_fixed = 66,    // E: 208 and 358, likewise
                .depart_cycles = 25,  // assumed: longer than Wormhole's
                // Fitted as Wormhole's, to the same rows of E.
                .read_bytes_per_cycle = 61.8,
                .write_bytes_per_cycle = 62.4,
                .packet_cycles = 2,
                .atomic_cycles = 5,  // Wormhole's, assumed
                .reserve_cycles = 8,
                .reserve_hop_cycles = 16,
                .request_slots = 4,  // fitted to E: all from all of 4, 9 and 110 cores
                .buffer_cycles = 8,
                .request_stall = {130, 40},
                .response_stall = {26, 24},
                .dram_response_stall = {64, 96},  // Wormhole's, like the sharers
                .dram_response_longer = 30,
                .dram_sharers_few = 2,
                .dram_sharers_many = 14,
                // As Wormhole's, from E: 35 and 23 to one core, pages 23.8 and 27.4. Setting state:
                // with the stateful rows of one core, too.
                .issue = {.read = 33,
                          .read_stateful = 32,
                          .read_page = 20,
                          .write = 21,
                          .write_stateful = 18,
                          .write_page = 24,
                          .multicast = 22,
                          .atomic = 21,
                          .inline_write = 21,
                          .set_state = 18}},
        .dram_timing = {.read_extra = 108,
                        .write_extra = 22,
                        .bytes_per_cycle = 42.5,  // E: one endpoint, 2 to 16 KiB
                        // Chosen by full-grid writes, though all of E's are held out; Wormhole's
                        // share of the bandwidth would be 23.8.
                        .shared_write_bytes_per_cycle = 24.5,
                        .request_interval = 15.5,  // E: full grid, 64 B; issue 55898 has 16.4
                        .write_interval = 5.1,     // E: the same
                        .partial_bytes = 0,
                        .partial_cycles = 0},
        .ethernet = {.links = 12,
                     .tiles = kEthernet,
                     .processors = 2,
                     .queues = 3,
                     .l1_bytes = 512 * 1024,  // M: dev_mem_map.h, and the following
                     .unreserved_base = 0x15b40,
                     .unreserved_bytes = 366368,
                     .info_base = 0x6fe70,
                     .kernel_config_base = 0xf330,
                     .kernel_config_bytes = 26 * 1024,
                     .bytes_per_cycle = 37,  // 50 GB/s
                     .frame_bytes = 1500,    // I: EthernetTile
                     .frame_overhead = 52,
                     .latency_cycles = 480,  // assumed: what a hop of the fabric leaves for it
                     .command_cycles = 20},  // Wormhole's
        // M: dev_mem_map.h. Router: fitted to M: routing/golden, p150 x 4.
        .fabric = {.routing_table = 0x85e0,
                   .connections = 0x8ff0,
                   .most_payload = 15232,
                   .router = {.look_sender = 20,
                              .look_receiver = 25,
                              .mesh_look = 14,
                              .turn = 15,
                              .send = 80,
                              .complete = 25,
                              .credit = 30,
                              .forward = 155,
                              .write = 70,
                              .further_write = 45,
                              .acknowledge = 40,
                              .flush = 8,
                              .two_processors = true}},
        // M: tech_reports/PCIe_bandwidth: 57.8 GB/s from 8 KiB on.
        .pcie = {.read_bytes_per_cycle = 42.8, .write_bytes_per_cycle = 42.8, .issue = 74},
        .calls = call_costs(1030),
        // As Wormhole's.
        .launch = {.program = 1730,
                   .config = 515,
                   .config_one = 297,
                   .config_bytes_per_cycle = 28,
                   .group = 545,
                   .arguments = 256,
                   .core_arguments = 33,
                   .core_argument_rate = 140,
                   .core_argument_peak = 60,
                   .cb_setup = 8,
                   .host_ns = 5000,
                   .write_page_ns = 24,
                   .read_page_ns = 30,
                   .write_gb_per_s = 21.5,
                   .read_gb_per_s = 14.5},
        .tensix = tensix(),
        .limits = limits(64),
        .dram_gb_per_s = 512,
        .chips = 1,
        .assumed =
            "departure delay, ordering rules (Wormhole's), cost of CB calls, set-up "
            "of Tensix calls, the host's part of an enqueue, latency of Ethernet links",
    };
}

constexpr Product p100a() {
    Product p = p150();
    p.name = "p100a";
    p.board = "one Blackhole, 120 Tensix cores, no Ethernet";
    p.ethernet = {};
    p.tensix_columns = kColumnsMeasured;
    p.harvested_columns = 2;
    p.compute_grid = {11, 10};
    p.dram = std::span(kBanks).first(7);  // vendor: 28 GB, 448 GB/s
    p.dram_controllers = 7;
    p.dram_gb_per_s = 448;
    return p;
}

constexpr std::array kProducts = {p100a(), p150()};

}  // namespace

std::span<const Product> blackhole_products() {
    return kProducts;
}

}  // namespace ironbird::arch
