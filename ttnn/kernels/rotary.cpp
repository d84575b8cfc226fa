// x cos + turned(x) sin for lines of tiles: the halves of a line are swapped, or its tiles are
// multiplied by a matrix.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/matmul.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"

namespace {

constexpr uint32_t kX = tt::CBIndex::c_0, kCos = tt::CBIndex::c_1, kSin = tt::CBIndex::c_2,
                   kTurn = tt::CBIndex::c_3, kTurned = tt::CBIndex::c_4, kOut = tt::CBIndex::c_16;
constexpr bool kByMatrix = get_compile_time_arg_val(0) != 0;
constexpr bool kOneRow = get_compile_time_arg_val(1) != 0;  // of the tables, for all rows
constexpr auto kBroadcast = kOneRow ? BroadcastType::ROW : BroadcastType::NONE;

void pack(uint32_t cb) {
    tile_regs_commit();
    tile_regs_wait();
    cb_reserve_back(cb, 1);
    pack_tile(0, cb);
    cb_push_back(cb, 1);
    tile_regs_release();
}

void turn(uint32_t width) {
    reconfig_data_format(kX, kTurn, kSin, kX);  // a product of matrices has its operands swapped
    matmul_init(kX, kTurn);
    pack_reconfig_data_format(kOut, kTurned);
    for (uint32_t i = 0; i < width; ++i) {
        tile_regs_acquire();
        matmul_tiles(kX, kTurn, i, 0, 0);
        pack(kTurned);
    }
    cb_wait_front(kTurned, width);
    pack_reconfig_data_format(kTurned, kOut);
    reconfig_data_format(kTurn, kX, kX, kCos);
}

void times(uint32_t before, uint32_t from, uint32_t tile, uint32_t table, uint32_t i,
           uint32_t dst) {
    if (before != from) reconfig_data_format_srca(before, from);
    bcast_init<EltwiseBinaryType::ELWMUL, kBroadcast>(from, table);
    any_tiles_bcast<EltwiseBinaryType::ELWMUL, kBroadcast>(from, table, tile, i, dst);
}

void line(uint32_t width) {
    constexpr uint32_t kOther = kByMatrix ? kTurned : kX;
    const uint32_t half = width / 2;
    cb_wait_front(kX, width);
    cb_wait_front(kCos, width);
    cb_wait_front(kSin, width);
    if constexpr (kByMatrix) turn(width);
    for (uint32_t i = 0; i < width; ++i) {
        const bool first = i < half;
        tile_regs_acquire();
        times(kOther, kX, i, kCos, i, 0);
        times(kX, kOther, kByMatrix ? i : first ? i + half : i - half, kSin, i, 1);
        if (first && !kByMatrix) {
            sub_binary_tile_init();
            sub_binary_tile(0, 1, 0);
        } else {
            add_binary_tile_init();
            add_binary_tile(0, 1, 0);
        }
        pack(kOut);
    }
    if constexpr (kByMatrix) {
        reconfig_data_format_srca(kTurned, kX);
        cb_pop_front(kTurned, width);
    }
    cb_pop_front(kX, width);
    cb_pop_front(kCos, width);
    cb_pop_front(kSin, width);
}

}  // namespace

void kernel_main() {
    const uint32_t width = get_common_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(kX, kCos, kOut);
    if constexpr (kByMatrix) cb_wait_front(kTurn, 1);
    for (uint32_t i = 0; i < count; ++i) line(width);
}
