// reduce_scatter: own pages and one or two partial sums.
#include <cstdint>

#include "api/compute/compute_kernel_api.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/eltwise_binary_sfpu.h"
#include "api/compute/pack.h"
#include "api/compute/tile_move_copy.h"

namespace {

constexpr uint32_t kOwn = tt::CBIndex::c_0, kPartial = tt::CBIndex::c_1, kOther = tt::CBIndex::c_2,
                   kSum = tt::CBIndex::c_16;

void add(uint32_t cb) {
    cb_wait_front(cb, 1);
    copy_tile(cb, 0, 1);
    add_binary_tile(0, 1, 0);
}

void sums(uint32_t count, bool both) {
    for (uint32_t i = 0; i < count; ++i) {
        cb_wait_front(kOwn, 1);
        cb_reserve_back(kSum, 1);
        tile_regs_acquire();
        copy_tile(kOwn, 0, 0);
        add(kPartial);
        if (both) add(kOther);
        tile_regs_commit();
        tile_regs_wait();
        pack_tile(0, kSum);
        tile_regs_release();
        cb_pop_front(kOwn, 1);
        cb_pop_front(kPartial, 1);
        if (both) cb_pop_front(kOther, 1);
        cb_push_back(kSum, 1);
    }
}

}  // namespace

void kernel_main() {
    compute_kernel_hw_startup(kOwn, kPartial, kSum);
    copy_tile_init(kOwn);
    add_binary_tile_init();
    sums(get_arg_val<uint32_t>(0), false);
    sums(get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(2) != 0);
}
