// To each A tile the sum of all B tiles, in float all the way: through Dst and the vector unit.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1;
constexpr uint32_t kSum = tt::CBIndex::c_2, kOut = tt::CBIndex::c_16;

void pack_into(uint32_t cb) {
    cb_reserve_back(cb, 1);
    tile_regs_wait();
    pack_tile(0, cb);
    tile_regs_release();
    cb_push_back(cb, 1);
}

void load(uint32_t cb, uint32_t dst) {
    cb_wait_front(cb, 1);
    copy_tile_init(cb);
    copy_tile(cb, 0, dst);
    cb_pop_front(cb, 1);
}

void move(uint32_t from, uint32_t to) {
    tile_regs_acquire();
    load(from, 0);
    tile_regs_commit();
    pack_into(to);
}

void add_next() {
    tile_regs_acquire();
    load(kSum, 0);
    load(kB, 1);
    add_binary_tile_init();
    add_binary_tile(0, 1, 0);
    tile_regs_commit();
    pack_into(kSum);
}

}  // namespace

void kernel_main() {
    const uint32_t count = get_arg_val<uint32_t>(0), addends = get_arg_val<uint32_t>(1);
    compute_kernel_hw_startup(kA, kOut);
    for (uint32_t tile = 0; tile < count; ++tile) {
        move(kA, kSum);
        for (uint32_t j = 0; j < addends; ++j) add_next();
        move(kSum, kOut);
    }
}
