// Two tiles through Dst and the vector unit. Either may be one row, one column or one element,
// which is spread over the tile; the second may be a number instead. The operation comes with the
// program.
#include <cstdint>

#include "api/compute/bcast.h"
#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "api/compute/tile_move_copy.h"
#ifdef TRISC_MATH  // the other processors are compiled once for all operations
#include TTNN_HEADER
#endif

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kOut = tt::CBIndex::c_16;
constexpr auto kSpreadA = BroadcastType(get_compile_time_arg_val(0));
constexpr auto kSpreadB = BroadcastType(get_compile_time_arg_val(1));
constexpr bool kMixed = get_compile_time_arg_val(2) != 0;   // formats of a and b differ
constexpr bool kNumber = get_compile_time_arg_val(3) != 0;  // b is a common argument
constexpr bool kWhole = get_compile_time_arg_val(4) != 0;   // integers
constexpr uint32_t kB = kNumber ? kA : tt::CBIndex::c_1;
// Nothing changes from tile to tile: the unpacker is set up once.
constexpr bool kSteady =
    kSpreadA == BroadcastType::NONE && (kNumber || (kSpreadB == BroadcastType::NONE && !kMixed));

template <BroadcastType Spread>
void set_up(uint32_t before, uint32_t cb) {
    if constexpr (kMixed) reconfig_data_format(before, cb, before, cb);
    if constexpr (Spread == BroadcastType::NONE)
        copy_tile_init(cb);
    else
        unary_bcast_init<Spread>(cb);
}

template <BroadcastType Spread>
void load(uint32_t before, uint32_t cb, uint32_t dst) {
    if constexpr (!kSteady) set_up<Spread>(before, cb);
    if constexpr (Spread == BroadcastType::NONE)
        copy_tile(cb, 0, dst);
    else
        unary_bcast<Spread>(cb, 0, dst);
}

void fill(uint32_t bits) {
    fill_tile_init();
    if constexpr (kWhole)
        MATH((fill_tile_int<TTNN_FORMAT>(1, bits)));
    else
        fill_tile_bitcast(1, bits);
    MATH(TTNN_INIT);
}

}  // namespace

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    const uint32_t number = kNumber ? get_common_arg_val<uint32_t>(0) : 0;
    compute_kernel_hw_startup(kA, kB, kOut);
    if constexpr (kSteady) copy_tile_init(kA);
    MATH(TTNN_INIT);
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(kA, 1);
        if constexpr (!kNumber) cb_wait_front(kB, 1);
        cb_reserve_back(kOut, 1);
        tile_regs_acquire();
        load<kSpreadA>(kB, kA, 0);
        if constexpr (kNumber)
            fill(number);
        else
            load<kSpreadB>(kA, kB, 1);
        MATH(TTNN_TILE);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, kOut);
        tile_regs_release();
        cb_pop_front(kA, 1);
        if constexpr (!kNumber) cb_pop_front(kB, 1);
        cb_push_back(kOut, 1);
    }
}
