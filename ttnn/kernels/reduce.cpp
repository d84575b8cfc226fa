// Lines of tiles into one tile each: combined element by element in Dst, then along the rows and
// down the columns of what is left, then times a factor. The operation comes with the program.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/eltwise_unary/binop_with_scalar.h"
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/pack.h"
#include "api/compute/sfpu_binary_bcast.h"
#include "api/compute/tile_move_copy.h"
#ifdef TRISC_MATH  // the other processors are compiled once for all operations
#include TTNN_HEADER
#endif

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kOut = tt::CBIndex::c_16;
// What is done with the tile that is left, in bits of an argument.
constexpr uint32_t kRows = 1;     // one number of each row is left
constexpr uint32_t kColumns = 2;  // of each column
constexpr uint32_t kScaled = 4;
constexpr uint32_t kSpread = 8;  // numbers of a row share an exponent

void take(uint32_t dst) {
    cb_wait_front(kIn, 1);
    copy_tile(kIn, 0, dst);
    cb_pop_front(kIn, 1);
}

// A reduction inside a tile leaves the matrix unit's addressing to be set up again.
void combine(uint32_t length) {
    copy_tile_init(kIn);
    MATH(TTNN_INIT);
    take(0);
    for (uint32_t i = 1; i < length; ++i) {
        take(1);
        MATH(TTNN_TILE);
    }
}

// The tile with the result.
uint32_t finish(uint32_t how, uint32_t factor) {
    if (how & (kRows | kColumns)) MATH((sfpu_reduce_init<PoolType::TTNN_POOL, TTNN_FORMAT>()));
    if (how & kRows)
        MATH((sfpu_reduce<PoolType::TTNN_POOL, TTNN_FORMAT, ReduceDim::REDUCE_ROW>(0)));
    if (how & kColumns)
        MATH((sfpu_reduce<PoolType::TTNN_POOL, TTNN_FORMAT, ReduceDim::REDUCE_COL>(0)));
    if (how & kScaled) {
        binop_with_scalar_tile_init();
        mul_unary_tile(0, factor);
    }
    if ((how & kSpread) == 0) return 0;
    fill_tile_init();
    fill_tile(1, 0.0f);
    sfpu_bcast_init<BroadcastType::COL>();
    sfpu_bcast<BroadcastType::COL, EltwiseBinaryType::ELWADD>(1, 0);
    return 1;
}

}  // namespace

// A line is cut into so many parts, the last of which may be shorter: each is a result.
void kernel_main() {
    const uint32_t parts = get_common_arg_val<uint32_t>(0);
    const uint32_t length = get_common_arg_val<uint32_t>(1);
    const uint32_t last = get_common_arg_val<uint32_t>(2);
    const uint32_t factor = get_common_arg_val<uint32_t>(3);
    const uint32_t how = get_common_arg_val<uint32_t>(4);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    unary_op_init_common(kIn, kOut);
    for (uint32_t i = first; i < first + count; ++i) {
        cb_reserve_back(kOut, 1);
        tile_regs_acquire();
        combine(i % parts == parts - 1 ? last : length);
        const uint32_t result = finish(how, factor);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(result, kOut);
        tile_regs_release();
        cb_push_back(kOut, 1);
    }
}
