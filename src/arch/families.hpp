// The three families, a file each.
#pragma once

#include <span>

#include "arch/product.hpp"

namespace ironbird::arch {

// ---- what Wormhole and Blackhole have in common

// Assumed from load latencies (I: BabyRISCV): a poll is a 7- or 8-cycle load and a branch.
constexpr CallCosts call_costs(std::uint32_t kernel_start) {
    return {.cb_reserve = 14,
            .cb_push = 12,
            .cb_wait = 14,
            .cb_pop = 12,
            .semaphore_poll = 10,
            .barrier_poll = 8,
            .kernel_start = kernel_start};
}

constexpr Limits limits(std::uint32_t cbs) {
    return {.cbs = cbs,
            .semaphores = 16,
            .transaction_ids = 16,
            .max_outstanding_per_id = 255,  // the counter of an id has eight bits
            .runtime_args = 4096};
}

// I: MatrixUnit.md, UNPACR_Regular.md, L1.md. The gap between products is fitted to
// data/silicon/gemm.csv. Assumed: reductions (instruction count), set-up of calls, hand-over,
// reconfiguration. What blocks of products share and untilizing belong to the family.
inline constexpr TensixTiming kTensix = {.unpack_bytes = 64,
                                         .unpack_bytes_shared = 32,
                                         .unpack_fill = 0,
                                         .block_shared = false,
                                         .block_shared_quarters = 0,
                                         .product = 16,
                                         .elementwise = 8,
                                         .reduce = 12,
                                         .product_gap = 1,
                                         .move = 8,
                                         .pack_bytes = 64,
                                         .pack_bytes_accumulating = 32,
                                         .pack_fixed = 9,  // tt-metal commit 9a2e8e915c9
                                         .untilize = 0,
                                         .call = 10,
                                         .configure = 40,
                                         .handover = 10,
                                         .semaphore = 3,
                                         .mailbox = 10};

// ---- the products

std::span<const Product> grayskull_products();
std::span<const Product> wormhole_products();
std::span<const Product> blackhole_products();

}  // namespace ironbird::arch
