// Two tiles through Dst and the vector unit. Either may be one row, one column or one element,
// which is broadcast over the tile; the second may be a number instead. The operations come with
// the program, and an argument says which one runs, as in unary.cpp.
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

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1, kOut = tt::CBIndex::c_16;

// How the operands come, in an argument: it is the same for all tiles.
struct How {
    BroadcastType broadcast_a, broadcast_b;
    bool mixed;   // formats of a and b differ
    bool number;  // b is a common argument
    bool steady;  // nothing changes from tile to tile: the unpacker is set up once
};

How how_of(uint32_t word) {
    return {BroadcastType(word & 3), BroadcastType(word >> 2 & 3), (word & 16) != 0,
            (word & 32) != 0, (word & 64) != 0};
}

void load(const How& how, BroadcastType broadcast, uint32_t before, uint32_t cb, uint32_t dst) {
    if (how.steady) return copy_tile(cb, 0, dst);
    if (how.mixed) reconfig_data_format(before, cb, before, cb);
    load_broadcast(broadcast, cb, dst);
}

#ifdef TRISC_MATH
template <class Init>
void fill_number(uint32_t bits, Init init) {
    fill_tile_init();
    if constexpr (TTNN_FORMAT == DataFormat::Float32)
        fill_tile_bitcast(1, bits);
    else
        fill_tile_int<TTNN_FORMAT>(1, bits);
    init();
}
#endif

}  // namespace

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0);
    [[maybe_unused]] const uint32_t number = get_common_arg_val<uint32_t>(0);
    const How how = how_of(get_common_arg_val<uint32_t>(1));
    compute_kernel_hw_startup(kA, how.number ? kA : kB, kOut);
    if (how.steady) copy_tile_init(kA);
    const auto each_tile = [&]([[maybe_unused]] auto init, [[maybe_unused]] auto tile) {
        MATH(init());
        for (uint32_t i = 0; i < count; ++i) {
            cb_wait_front(kA, 1);
            if (!how.number) cb_wait_front(kB, 1);
            cb_reserve_back(kOut, 1);
            tile_regs_acquire();
            load(how, how.broadcast_a, kB, kA, 0);
            if (how.number)
                MATH(fill_number(number, init));
            else
                load(how, how.broadcast_b, kA, kB, 1);
            MATH(tile());
            tile_regs_commit();
            tile_regs_wait();
            pack_tile(0, kOut);
            tile_regs_release();
            cb_pop_front(kA, 1);
            if (!how.number) cb_pop_front(kB, 1);
            cb_push_back(kOut, 1);
        }
    };
#ifdef TRISC_MATH
    switch (get_common_arg_val<uint32_t>(2)) { TTNN_CASES }
#else
    each_tile([] {}, [] {});
#endif
}
