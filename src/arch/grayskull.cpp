// Grayskull products. No headers of this family are left upstream: what is not known is
// Wormhole's, and said to be assumed.
#include <array>

#include "arch/families.hpp"

namespace ironbird::arch {
namespace {

constexpr std::uint32_t kColumns[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
constexpr std::uint32_t kRows[] = {1, 2, 3, 4, 5, 7, 8, 9, 10, 11};

constexpr DramBank bank(std::uint32_t controller, Physical at) {
    return {.controller = controller, .offset = 0, .endpoint = {at, at}};
}

constexpr DramBank kBanks[] = {
    bank(0, {1, 0}), bank(1, {1, 6}), bank(2, {4, 0}),  bank(3, {4, 6}),
    bank(4, {7, 0}), bank(5, {7, 6}), bank(6, {10, 0}), bank(7, {10, 6}),
};

constexpr std::string_view kAssumed =
    "L1 map, alignments, CB and semaphore counts, all latencies and costs (Wormhole's)";

constexpr Product e150() {
    return {
        .name = "e150",
        .family = Family::grayskull,
        .board = "one Grayskull, 120 Tensix cores",
        .noc_grid = {13, 12},
        .tensix_columns = kColumns,
        .tensix_rows = kRows,
        .harvested_rows = 0,
        .harvested_columns = 0,
        .compute_grid = {12, 9},
        .tensix_virtual_start = {1, 1},  // no translation: virtual is physical
        .clock_mhz = 1200,
        .memory = {.l1_bytes = 1 << 20,
                   .zeros_base = 13312,
                   .zeros_bytes = 512,
                   .kernel_config_base = 35008,
                   .kernel_config_bytes = 69 * 1024,
                   .unreserved_base = 105664,
                   .dram_bank_bytes = 1ull << 30,
                   .dram_unreserved_base = 32 + 32 + (1 << 20)},
        .alignment =
            {.l1 = 16, .dram_read = 32, .dram_write = 16, .pcie_read = 32, .pcie_write = 16},
        .dram = kBanks,
        .dram_controllers = 8,
        .noc = {.flit_bytes = 32,
                .max_packet_bytes = 8192,
                .hop_cycles = 9,
                .niu_cycles = 5,
                .read_fixed = 62,
                .write_fixed = 66,
                .depart_cycles = 10,
                .read_bytes_per_cycle = 29.6,
                .write_bytes_per_cycle = 31.35,
                .packet_cycles = 2,
                .atomic_cycles = 5,
                .reserve_cycles = 9,
                .reserve_hop_cycles = 16,
                .reserve_wait_hop_cycles = 7,
                .buffer_cycles = 8,
                .request_stall = {90, 24},
                .response_stall = {26, 24},
                .dram_response_longer = 77,
                .issue = {.read = 25,
                          .read_stateful = 17,
                          .read_page = 36,
                          .write = 22,
                          .write_stateful = 20,
                          .write_page = 40,
                          .multicast = 22,
                          .atomic = 22,
                          .inline_write = 22}},
        .dram_timing = {.read_extra = 104,
                        .write_extra = 130,
                        .bytes_per_cycle =
                            118.4 / 8 / 1.2 * 0.93,  // vendor peak, Wormhole's share of it
                        .shared_write_bytes_per_cycle = 118.4 / 8 / 1.2 * 0.51,
                        .request_interval = 6.8,
                        .write_interval = 6.8,
                        .partial_bytes = 64,
                        .partial_cycles = 66},
        .ethernet = {},
        .pcie = {.read_bytes_per_cycle = 20.1, .write_bytes_per_cycle = 20.1, .issue = 70},
        .calls = {.cb_reserve = 14,
                  .cb_push = 12,
                  .cb_wait = 14,
                  .cb_pop = 12,
                  .semaphore_poll = 10,
                  .barrier_poll = 8,
                  .argument = 2,
                  .kernel_start = 800},
        // Assumed: Wormhole's, for launches and the Tensix engine.
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
        .tensix = {.unpack_bytes = 64,
                   .unpack_bytes_shared = 32,
                   .unpack_fill = 2,
                   .product = 16,
                   .elementwise = 8,
                   .reduce = 12,
                   .move = 8,
                   .pack_bytes = 64,
                   .pack_bytes_accumulating = 32,
                   .pack_fixed = 9,
                   .untilize = 49,
                   .call = 10,
                   .configure = 40,
                   .handover = 10,
                   .semaphore = 3,
                   .mailbox = 10},
        .limits = {.cbs = 32,
                   .semaphores = 16,
                   .transaction_ids = 16,
                   .max_outstanding_per_id = 255,
                   .runtime_args = 4096},
        .dram_gb_per_s = 118,
        .chips = 1,
        .assumed = kAssumed,
    };
}

constexpr Product e75() {
    Product p = e150();
    p.name = "e75";
    p.board = "one Grayskull, 96 Tensix cores";
    p.harvested_rows = 2;
    p.compute_grid = {12, 7};
    p.clock_mhz = 1000;
    p.dram_timing.bytes_per_cycle = 102.4 / 8 * 0.93;
    p.dram_gb_per_s = 102;
    return p;
}

constexpr std::array kProducts = {e75(), e150()};

}  // namespace

std::span<const Product> grayskull_products() {
    return kProducts;
}

}  // namespace ironbird::arch
