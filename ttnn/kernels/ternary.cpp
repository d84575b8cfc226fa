// Three operands through Dst and the vector unit: tiles, of which a row, a column or an element may
// be spread over the tile, or numbers. The operation comes with the program.
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

constexpr uint32_t kOut = tt::CBIndex::c_16, kNumber = 4;
// How each operand is spread, or that it is a number.
constexpr uint32_t kKind[] = {get_compile_time_arg_val(0), get_compile_time_arg_val(1),
                              get_compile_time_arg_val(2)};
constexpr bool kMixed = get_compile_time_arg_val(3) != 0;  // formats differ
constexpr bool kWhole = get_compile_time_arg_val(4) != 0;  // integers

// Operands that are tiles have the CBs from 0 on.
constexpr uint32_t cb_of(uint32_t operand) {
    uint32_t cb = 0;
    for (uint32_t o = 0; o < operand; ++o) cb += kKind[o] != kNumber;
    return cb;
}

template <uint32_t operand>
void load() {
    constexpr uint32_t cb = cb_of(operand);
    if constexpr (kKind[operand] == kNumber) {
        const uint32_t bits = get_common_arg_val<uint32_t>(operand);
        fill_tile_init();
        if constexpr (kWhole)
            MATH((fill_tile_int<TTNN_FORMAT>(operand, bits)));
        else
            fill_tile_bitcast(operand, bits);
    } else {
        if constexpr (kMixed) reconfig_data_format(cb, cb);
        cb_wait_front(cb, 1);
        if constexpr (kKind[operand] == 0) {
            copy_tile_init(cb);
            copy_tile(cb, 0, operand);
        } else {
            unary_bcast_init<BroadcastType(kKind[operand])>(cb);
            unary_bcast<BroadcastType(kKind[operand])>(cb, 0, operand);
        }
        cb_pop_front(cb, 1);
    }
}

}  // namespace

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    [[maybe_unused]] const uint32_t value = get_common_arg_val<uint32_t>(3);
    compute_kernel_hw_startup(0, 0, kOut);
    for (uint32_t i = 0; i < count; ++i) {
        cb_reserve_back(kOut, 1);
        tile_regs_acquire();
        load<0>();
        load<1>();
        load<2>();
        MATH(TTNN_INIT);
        MATH(TTNN_TILE);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, kOut);
        tile_regs_release();
        cb_push_back(kOut, 1);
    }
}
