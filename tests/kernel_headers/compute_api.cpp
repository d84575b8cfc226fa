// The compute API by its names of 2026 and of 2025, as a kernel of either year spells them.
#include <ironbird/prelude.h>
#define IB_CB_FORMATS 5, 0, 6, 8
#define IB_UNPACK_DST_FORMATS 5, 0, 6, 8
#define IB_CB_TILE_ROWS 32, 32, 16, 32
#define IB_CB_FACES 4, 4, 2, 4
#include <ironbird/kernel_begin.h>

#include "api/compute/bcast.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/experimental/fast_untilize.h"
#include "api/compute/matmul.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/reduce.h"
#include "api/compute/reduce_custom.h"
#include "api/compute/tile_move_copy.h"
#include "api/compute/tilize.h"
#include "api/compute/transpose.h"
#include "api/compute/transpose_dest.h"
#include "api/compute/untilize.h"
#include "compute_kernel_api/transpose_wh.h"
#include "compute_kernel_api/transpose_wh_dest.h"

// The prologue's tables are constants for kernels that name them.
static_assert(get_tile_num_faces(2) == 2 && get_tile_hw(2) == 16 * 32);
static_assert(get_operand_src_format(3) == uint32_t(DataFormat::Int32));
static_assert(ReluConfig::from_packed(0x3f800002).get_mode() == ReluType::MIN_THRESHOLD_RELU);
static_assert(ReluConfig::from_packed(0x3f800002).get_threshold() == 0x3f80);

constexpr auto kSum = PoolType::SUM;
constexpr auto kRow = ReduceDim::REDUCE_ROW;
constexpr auto kDstToA = EltwiseBinaryReuseDestType::DEST_TO_SRCA;

void of_2026() {
    compute_kernel_hw_startup(0, 2);
    compute_kernel_hw_startup<SrcOrder::Reverse>(0, 1, 2);
    matmul_init(0, 1, 1);
    matmul_block_init(0, 1, 0, 2, 2, 4);
    matmul_tiles(0, 1, 0, 0, 0);
    matmul_block(0, 1, 0, 0, 0, 0, 2, 2, 4);
    reconfig_data_format<SrcOrder::Reverse>(0, 1);
    reconfig_full_operand_srca(0, 1);
    pack_reconfig_data_format<true>(0, 2);
    add_init(0, 1, true, __builtin_LINE());
    mul_reuse_dest_init<kDstToA>(0);
    mul_reuse_dest_tiles<kDstToA>(0, 0, 0);
    add_tiles_bcast_rows(0, 1, 0, 0, 0, 3);
    mul_tiles_bcast<BroadcastType::COL>(0, 1, 0, 0, 0);
    unary_bcast_init<BroadcastType::ROW>(0);
    unary_bcast<BroadcastType::ROW>(0, 0, 0);
    reduce_init<kSum, kRow>(0, 1, 2);
    reduce_tile<kSum, kRow>(0, 1, 0, 0, 0);
    reduce_tile_math<kSum, kRow>(0, tensor_shape_from_num_faces(16, 2));
    reduce_uninit();
    reduce_block_max_row_runtime(0, 1, 0, 0, true, true);
    tilize_block(0, 4, 2, 0, 0);
    fast_tilize_block(0, 4, 2);
    fast_untilize_block<12>(0, 2);
    pack_untilize_dest<4, 8, false, false, TILE_C_DIM, 2>(2, 1, 1, 1);
    transpose_tile(1, 0, 0);
    transpose_dest<true>(0);
    pack_rows_init(4);
    pack_rows(0, 2);
    pack_relu_config(ReluConfig::zero());
    const uint32_t value = read_tile_value(0, 0, 3);
    PACK((llk_pack_init<PackMode::Default, false>(2, value)));
}

void of_2025() {
    mm_init(0, 1, 2);
    mm_block_init_short_with_dt(0, 1, 3, 0, 2, 2, 4);
    matmul_tiles(0, 1, 0, 0, 0, 0);
    acquire_dst();
    release_dst();
    binary_op_init_common(0, 1, 2);
    binary_tiles_init<true, ELWADD>(0, 1);
    binary_dest_reuse_tiles<ELWSUB, EltwiseBinaryReuseDestType::DEST_TO_SRCB>(0, 0, 0);
    init_bcast<ELWMUL, BroadcastType::SCALAR>(0, 1, 2);
    mul_tiles_bcast_scalar_init_short(0, 1);
    reconfig_data_format<true>(0, 1);
    reconfig_data_format_srca<false, true>(0, 1);
    copy_tile_to_dst_init_short_with_dt(0, 1);
    copy_block_matmul_partials(0, 0, 0, 2);
    pack_tile_block(0, 2, 2);
    tilizeA_B_reduce_init<true, false>(0, 1, 4, 2, 2, 8);
    unpack_tilizeA_B_block<true, true, false, true>(0, 1, 4, 0, 2, 8);
    pack_untilize_dest<4>(2, 1, 0, 8, 2);
    untilize_block(0, 4, 2);
    transpose_wh_init(0, 2);
    transpose_wh_dest(0);
    volatile uint32_t* tile;
    cb_get_tile(0, 0, &tile);
    MATH((llk_math_hw_configure_disaggregated<true, true>(0, 0)));
    PACK((llk_pack_relu_config(ReluType::ZERO_RELU)));
}

void kernel_main() {
    of_2026();
    of_2025();
}
#include <ironbird/kernel_end.h>
