// Three operands through Dst and the vector unit: tiles, of which a row, a column or an element may
// be broadcast over the tile, or numbers. The operation comes with the program.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_unary/fill.h"
#include "api/compute/pack.h"
#include "api/compute/reconfig_data_format.h"
#include "broadcast.h"
#ifdef TRISC_MATH  // the other processors are compiled once for all operations
#include TTNN_HEADER
#endif

namespace {

constexpr uint32_t kOut = tt::CBIndex::c_16, kNumber = 4;

// How each operand is broadcast, or that it is a number; and whether formats differ. In an
// argument, three bits for each operand.
struct How {
    uint32_t word;
    uint32_t kind(uint32_t operand) const { return word >> 3 * operand & 7; }
    bool mixed() const { return (word >> 9 & 1) != 0; }
};

#ifdef TRISC_MATH
void fill_number(uint32_t operand) {
    const uint32_t bits = get_common_arg_val<uint32_t>(operand);
    fill_tile_init();
    if constexpr (TTNN_FORMAT == DataFormat::Float32)
        fill_tile_bitcast(operand, bits);
    else
        fill_tile_int<TTNN_FORMAT>(operand, bits);
}
#endif

// Operands that are tiles have the CBs from 0 on. Returns the next one's.
uint32_t load(How how, uint32_t operand, uint32_t cb) {
    if (how.kind(operand) == kNumber) {
        MATH(fill_number(operand));
        return cb;
    }
    const auto broadcast = BroadcastType(how.kind(operand));
    if (how.mixed()) reconfig_data_format(cb, cb);
    cb_wait_front(cb, 1);
    load_broadcast(broadcast, cb, operand);
    cb_pop_front(cb, 1);
    return cb + 1;
}

}  // namespace

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    [[maybe_unused]] const uint32_t value = get_common_arg_val<uint32_t>(3);
    const How how{get_common_arg_val<uint32_t>(4)};
    compute_kernel_hw_startup(0, 0, kOut);
    for (uint32_t i = 0; i < count; ++i) {
        cb_reserve_back(kOut, 1);
        tile_regs_acquire();
        load(how, 2, load(how, 1, load(how, 0, 0)));
        MATH(TTNN_INIT);
        MATH(TTNN_TILE);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, kOut);
        tile_regs_release();
        cb_push_back(kOut, 1);
    }
}
