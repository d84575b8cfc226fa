// Wormhole B0 products. Sources: M = tt-metal e4f9f0bb8de, I = tt-isa-documentation 393047195,
// E = silicon points of tt-metal's NoC estimator.
#include <array>

#include "arch/families.hpp"

namespace ironbird::arch {
namespace {

// M: soc_descriptors/wormhole_b0_80_arch.yaml
constexpr std::uint32_t kColumns[] = {1, 2, 3, 4, 6, 7, 8, 9};
constexpr std::uint32_t kRows[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};
// The rows that a board has lost differ from board to board. These are those of the board that E
// was measured on, as the cost of its multicasts tells (16 cycles a hop): one row of 4 and 5, one
// of 10 and 11.
constexpr std::uint32_t kRowsMeasured[] = {1, 2, 3, 4, 7, 8, 9, 10, 5, 11};
constexpr std::uint64_t kBankBytes = 1ull << 30;

constexpr DramBank bank(std::uint32_t index, Physical endpoint) {
    return {.controller = index / 2,
            .offset = (index % 2) * kBankBytes,
            .endpoint = {endpoint, endpoint}};
}

// M: the same file, dram_views with their worker endpoints.
constexpr DramBank kBanks[] = {
    bank(0, {0, 11}), bank(1, {0, 1}),  bank(2, {0, 5}),  bank(3, {0, 7}),
    bank(4, {5, 1}),  bank(5, {5, 11}), bank(6, {5, 2}),  bank(7, {5, 9}),
    bank(8, {5, 8}),  bank(9, {5, 3}),  bank(10, {5, 5}), bank(11, {5, 7}),
};

// By channel (M: soc descriptors).
constexpr Physical kEthernet[] = {{9, 0}, {1, 0}, {8, 0}, {2, 0}, {7, 0}, {3, 0}, {6, 0}, {4, 0},
                                  {9, 6}, {1, 6}, {8, 6}, {2, 6}, {7, 6}, {3, 6}, {6, 6}, {4, 6}};

// What unpackers share in blocks of products: fitted to rows of data/silicon/gemm.csv that are not
// held out, with an operand in L1 (bf16 HiFi2 and bfp8 LoFi).
constexpr TensixTiming tensix() {
    TensixTiming t = kTensix;
    t.unpack_fill = 2;
    t.block_shared = true;
    t.block_shared_quarters = 1;
    t.untilize = 49;  // 16 rows of two packs and one more each
    return t;
}

constexpr Product kBase = {
    .name = "",
    .family = Family::wormhole,
    .board = "",
    .noc_grid = {10, 12},
    .tensix_columns = kColumns,
    .tensix_rows = kRows,
    .harvested_rows = 0,
    .harvested_columns = 0,
    .compute_grid = {8, 9},
    .tensix_virtual_start = {18, 18},  // M: noc_parameters.h
    .clock_mhz = 1000,
    .memory = {.l1_bytes = 1499136,  // M: dev_mem_map.h, and the following
               .zeros_base = 13312,
               .zeros_bytes = 512,
               .kernel_config_base = 35008,
               .kernel_config_bytes = 69 * 1024,
               .unreserved_base = 105664,
               .dram_bank_bytes = kBankBytes,
               // M: wh_hal.cpp: barrier word, print ring header and 1 MiB of print ring
               .dram_unreserved_base = 32 + 32 + (1 << 20)},
    .alignment = {.l1 = 16, .dram_read = 32, .dram_write = 16, .pcie_read = 32, .pcie_write = 16},
    .dram = kBanks,
    .dram_controllers = 6,
    .noc = {.flit_bytes = 32,
            .max_packet_bytes = 8192,
            .hop_cycles = 9,      // I: NoC/README.md
            .read_fixed = 62,     // E: 205 cycles in a column less hops, issue, poll and payload
            .write_fixed = 66,    // E: 210 and 293, likewise
            .depart_cycles = 10,  // assumed
            .read_bytes_per_cycle = 29.6,    // fitted to E: 28.6 from one core, 30.6 from many
            .write_bytes_per_cycle = 31.35,  // fitted to E: 1 to 8 KiB, one core to one
            .packet_cycles = 2,              // the same
            .atomic_cycles = 5,              // I: TensixTile/L1.md
            // Fitted to E: all unlinked multicasts of one sender, 4 to 56 receivers, 64 B.
            .reserve_cycles = 9,
            .reserve_hop_cycles = 16,
            .request_slots = 4,  // fitted to E: all from all (Blackhole's; held out here)
            // Fitted to E: all to all, rows, columns (requests); all from all (responses); full
            // grid from DRAM, and I: DRAMTile, 12 and 48 readers (stall, sharers).
            .buffer_cycles = 8,
            .request_stall = {130, 40},
            .response_stall = {26, 24},
            .dram_response_stall = {64, 96},
            .dram_response_longer = 75,
            .dram_sharers_few = 2,
            .dram_sharers_many = 14,
            // E at 64 B, less the 2 to 4 cycles of the measuring loop: reads 25 from one core and
            // 19 from many; pages 22.7 (one page again and again) and 37.2 (another each time, of
            // which 12 are the loop's). Setting state: fitted to E, stateful writes to a row and a
            // column of cores, up to 512 B.
            .issue = {.read = 20,
                      .read_stateful = 15,
                      .read_page = 23,
                      .write = 20,
                      .write_stateful = 18,
                      .write_page = 27,
                      .multicast = 21,
                      .atomic = 20,
                      .inline_write = 20,
                      .set_state = 17}},
    .dram_timing = {.read_extra = 104,                     // E: 397 against 293
                    .write_extra = 130,                    // E: 425 against 293
                    .bytes_per_cycle = 22.3,               // I: DRAMTile
                    .shared_write_bytes_per_cycle = 12.5,  // fitted to E: full grid, 512 B to 8 KiB
                    .request_interval = 6.8,               // tt-metal issue 55898
                    .write_interval = 6.8,                 // the same, assumed
                    .partial_bytes = 64,                   // E: 17007 cycles for 256 writes of 64 B
                    .partial_cycles = 66},                 // to one bank, 6773 of 128 B
    .ethernet = {.links = 16,
                 .tiles = kEthernet,
                 .processors = 1,
                 .queues = 2,
                 .l1_bytes = 256 * 1024,  // M: eth_l1_address_map.h, and the following
                 .unreserved_base = 0x11000,
                 .unreserved_bytes = 183296,
                 .info_base = 0x3dc30,
                 .kernel_config_base = 0x3f120,
                 .kernel_config_bytes = 640,
                 .bytes_per_cycle = 12.5,  // M: tech_reports/EthernetMultichip
                 .frame_bytes = 1500,      // I: EthernetTile
                 .frame_overhead = 50,
                 // Fitted to M: tests/tt_metal/microbenchmarks/ethernet: 894 ns there and back for
                 // 16 B, 57 ns from one 16 B packet to the next.
                 .latency_cycles = 380,
                 .command_cycles = 15},
    // M: dev_mem_map.h. Router: fitted to M: routing/golden, T3000 (data/silicon/fabric.csv).
    .fabric = {.routing_table = 0x7320,
               .connections = 0x7d30,
               .most_payload = 7616,
               .router = {.look_sender = 20,
                          .look_receiver = 20,
                          .mesh_look = 25,
                          .turn = 12,
                          .send = 98,
                          .complete = 20,
                          .credit = 64,
                          .forward = 90,
                          .write = 82,
                          .further_write = 48,
                          .acknowledge = 35,
                          .flush = 13,
                          .two_processors = false}},
    // M: data movement tests, floor of one core; command: Blackhole's, assumed.
    .pcie = {.read_bytes_per_cycle = 20.1, .write_bytes_per_cycle = 20.1, .issue = 70},
    .calls = call_costs(800),
    // Fitted to the traced rows of data/silicon/dispatch.csv that are not held out. Assumed: the
    // host's part of an enqueue.
    .launch = {.program = 1570,
               .config = 455,
               .config_one = 256,
               .config_bytes_per_cycle = 20,
               .group = 415,
               .arguments = 228,
               .core_arguments = 23,
               .core_argument_rate = 60,
               .core_argument_peak = 17.6,
               .cb_setup = 20,
               .host_ns = 5000,
               .write_page_ns = 32,
               .read_page_ns = 46,
               .write_gb_per_s = 11.8,
               .read_gb_per_s = 10},
    .tensix = tensix(),
    .limits = limits(32),
    .dram_gb_per_s = 288,
    .chips = 1,
    .assumed =
        "departure delay, cost of CB calls, set-up of Tensix calls, "
        "the host's part of an enqueue",
};

constexpr Product n150() {
    Product p = kBase;
    p.name = "n150";
    p.board = "one Wormhole, 72 Tensix cores";
    p.harvested_rows = 1;     // I: NoC/Coordinates.md
    p.compute_grid = {8, 8};  // M: core_descriptors/wormhole_b0_80_arch.yaml
    return p;
}

constexpr Product n300() {
    Product p = kBase;
    p.name = "n300";
    p.board = "one of the two Wormholes of the board, 64 Tensix cores";
    p.tensix_rows = kRowsMeasured;
    p.harvested_rows = 2;
    p.compute_grid = {8, 7};
    return p;
}

constexpr std::array kProducts = {n150(), n300()};

}  // namespace

std::span<const Product> wormhole_products() {
    return kProducts;
}

}  // namespace ironbird::arch
