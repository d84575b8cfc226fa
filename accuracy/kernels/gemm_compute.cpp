// One core's share of a product: the packer adds the blocks of the inner dimension up in L1, the
// last one takes the sum back and finishes it. Leaves the cycles of the math processor.
#include "api/compute/common.h"
#include "api/compute/matmul.h"
#include "risc_common.h"

namespace {

constexpr uint32_t kIn0 = 0, kIn1 = 1, kOut = 16, kPartials = 24;
constexpr uint32_t kRows = get_compile_time_arg_val(0), kColumns = get_compile_time_arg_val(1);
constexpr uint32_t kInner = get_compile_time_arg_val(2), kBlocks = get_compile_time_arg_val(3);
constexpr uint32_t kSubRows = get_compile_time_arg_val(4);
constexpr uint32_t kSubColumns = get_compile_time_arg_val(5);
constexpr uint32_t kCuts = get_compile_time_arg_val(6);  // blocks of the result
constexpr uint32_t kResult = get_compile_time_arg_val(7);
constexpr uint32_t kSubTiles = kSubRows * kSubColumns, kTiles = kRows * kColumns;

void reload() {
    copy_tile_to_dst_init_short_with_dt(kIn1, kPartials);
    cb_wait_front(kPartials, kSubTiles);
    for (uint32_t i = 0; i < kSubTiles; ++i) copy_tile(kPartials, i, i);
    cb_pop_front(kPartials, kSubTiles);
    reconfig_data_format_srca(kPartials, kIn1);
    matmul_block_init(kIn0, kIn1, 0, kSubColumns, kSubRows, kInner);
}

void pack(uint32_t cb) {
    cb_reserve_back(cb, kSubTiles);
    tile_regs_wait();
    for (uint32_t i = 0; i < kSubTiles; ++i) pack_tile(i, cb);
    tile_regs_release();
    cb_push_back(cb, kSubTiles);
}

void sub_block(uint32_t row, uint32_t column, bool last) {
    tile_regs_acquire();
    if (last && kBlocks > 1) reload();
    for (uint32_t k = 0; k < kInner; ++k)
        matmul_block(kIn0, kIn1, row * kInner + k, k * kColumns + column, 0, 0, kSubColumns,
                     kSubRows, kInner);
    tile_regs_commit();
    pack(last ? kOut : kPartials);
}

// The sums so far lie where the next ones go.
void begin_block(uint32_t b, bool last) {
    if (b == 0) pack_reconfig_data_format(last ? kOut : kPartials);
    if (b == 1 && !last) pack_reconfig_l1_acc(1);
    if (b != 0 && last) {
        pack_reconfig_l1_acc(0);
        pack_reconfig_data_format(kOut);
    }
    if (b == 0 || last) return;
    cb_wait_front(kPartials, kTiles);
    cb_pop_front(kPartials, kTiles);
}

void block(uint32_t b) {
    const bool last = b + 1 == kBlocks;
    begin_block(b, last);
    cb_wait_front(kIn0, kRows * kInner);
    cb_wait_front(kIn1, kInner * kColumns);
    for (uint32_t r = 0; r < kRows; r += kSubRows)
        for (uint32_t c = 0; c < kColumns; c += kSubColumns) sub_block(r, c, last);
    cb_pop_front(kIn0, kRows * kInner);
    cb_pop_front(kIn1, kInner * kColumns);
}

}  // namespace

void kernel_main() {
    const uint32_t begin = get_timestamp_32b();
    compute_kernel_hw_startup<SrcOrder::Reverse>(kIn0, kIn1, kOut);
    matmul_block_init(kIn0, kIn1, 0, kSubColumns, kSubRows, kInner);
    for (uint32_t o = 0; o < kCuts; ++o)
        for (uint32_t b = 0; b < kBlocks; ++b) block(b);
    MATH((*reinterpret_cast<volatile tt_l1_ptr uint32_t*>(kResult) = get_timestamp_32b() - begin));
}
