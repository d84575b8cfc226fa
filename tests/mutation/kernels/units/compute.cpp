// One operation of each kind on the same tile, a tile out for each.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/reduce.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/tilize.h"
#include "api/compute/transpose.h"

namespace {

constexpr uint32_t kIn = 0, kWide = 1, kOut = 16;

template <class Work>
ALWI void tile_out(Work work) {
    cb_reserve_back(kOut, 1);
    tile_regs_acquire();
    work();
    tile_regs_commit();
    tile_regs_wait();
    pack_tile(0, kOut);
    tile_regs_release();
    cb_push_back(kOut, 1);
}

ALWI void elements() {
    add_init(kIn, kIn);
    tile_out([] { add_tiles(kIn, kIn, 0, 0, 0); });
    sub_init(kIn, kIn);
    tile_out([] { sub_tiles(kIn, kIn, 0, 0, 0); });
    add_bcast_rows_init(kIn, kIn);
    tile_out([] { add_tiles_bcast_rows(kIn, kIn, 0, 0, 0); });
    mul_bcast_cols_init(kIn, kIn);
    tile_out([] { mul_tiles_bcast_cols(kIn, kIn, 0, 0, 0); });
}

ALWI void functions() {
    copy_tile_init(kIn);
    exp_tile_init();
    tile_out([] {
        copy_tile(kIn, 0, 0);
        exp_tile(0);
    });
    log_tile_init();
    tile_out([] {
        copy_tile(kIn, 0, 0);
        log_tile(0);
    });
}

ALWI void sums() {
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(kIn, kIn, kOut);
    tile_out([] { reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(kIn, kIn, 0, 0, 0); });
    reduce_uninit();
}

ALWI void formats() {
    reconfig_data_format_srca(kIn, kWide);
    copy_tile_init(kWide);
    tile_out([] { copy_tile(kWide, 0, 0); });
    reconfig_data_format_srca(kWide, kIn);
}

ALWI void rows() {
    cb_reserve_back(kOut, 1);
    tilize_init(kIn, 1, kOut);
    tilize_block(kIn, 1, kOut);
    tilize_uninit(kIn, kOut);
    cb_push_back(kOut, 1);
}

}  // namespace

void kernel_main() {
    compute_kernel_hw_startup(kIn, kIn, kOut);
    cb_wait_front(kIn, 1);
    cb_wait_front(kWide, 1);
    elements();
    transpose_init(kIn);
    tile_out([] { transpose_tile(kIn, 0, 0); });
    functions();
    sums();
    formats();
    rows();
    matmul_init(kIn, kIn);
    tile_out([] { matmul_tiles(kIn, kIn, 0, 0, 0); });
    cb_pop_front(kIn, 1);
    cb_pop_front(kWide, 1);
}
