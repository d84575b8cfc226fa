// Rows of tokens times strips of columns: a row of results is summed over the whole inner dimension
// in Dst, as many tiles at a time as that holds.
#include "bmm.h"

#include <cstdint>

#include "api/compute/common.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1, kOut = tt::CBIndex::c_16;
constexpr uint32_t kPlan = tt::CBIndex::c_3;
constexpr bool kResident = get_compile_time_arg_val(0) != 0;
constexpr uint32_t kDst = get_compile_time_arg_val(1);

uint32_t prepared = 0;

void prepare(uint32_t width) {
    if (prepared == width) return;
    matmul_block_init(kA, kB, 0, width, 1, 1);
    prepared = width;
}

// Columns from `first` on. What stays in L1 is waited for as it comes.
void sum(const Work& work, uint32_t first, uint32_t width) {
    for (uint32_t block = 0; block < work.blocks; ++block) {
        const uint32_t begin = kResident ? block * work.steps : 0, end = begin + work.steps;
        cb_wait_front(kA, end);
        cb_wait_front(kB, end * work.width);
        for (uint32_t k = begin; k < end; ++k)
            matmul_block(kA, kB, k, k * work.width + first, 0, 0, width, 1, 1);
        if constexpr (kResident) continue;
        cb_pop_front(kA, work.steps);
        cb_pop_front(kB, work.steps * work.width);
    }
}

void row(const Work& work, uint32_t width) {
    cb_reserve_back(kOut, work.width);
    for (uint32_t first = 0; first < width; first += kDst) {
        const uint32_t now = width - first < kDst ? width - first : kDst;
        prepare(now);
        tile_regs_acquire();
        sum(work, first, now);
        tile_regs_commit();
        tile_regs_wait();
        for (uint32_t i = 0; i < now; ++i) pack_tile<true>(i, kOut, first + i);
        tile_regs_release();
    }
    cb_push_back(kOut, work.width);
    if constexpr (kResident) cb_pop_front(kA, work.inner);
}

// A core without columns takes what its group is sent.
void drain(const Work& work, uint32_t rows) {
    for (uint32_t i = 0; i < rows * work.blocks; ++i) {
        cb_wait_front(kA, work.steps);
        cb_pop_front(kA, work.steps);
    }
}

}  // namespace

void kernel_main() {
    const Work work;
    if (work.items == 0) return;
    compute_kernel_hw_startup<SrcOrder::Reverse>(kA, kB, kOut);
    cb_wait_front(kPlan, 1);
    for (uint32_t item = 0; item < work.items; ++item) {
        const uint32_t rows = tile_rows(read_tile_value(kPlan, 0, item));
        for (uint32_t pass = 0; pass < work.passes && rows != 0; ++pass) {
            const uint32_t width = work.width_of(item, pass);
            if (width == 0) {
                drain(work, rows);
                continue;
            }
            for (uint32_t i = 0; i < rows; ++i) row(work, width);
            if constexpr (kResident) cb_pop_front(kB, work.inner * work.width);
        }
    }
    cb_pop_front(kPlan, 1);
}
