// Blocks of rows into tiles, as many as the plan says.
#include <cstdint>

#include "api/compute/common.h"
#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/tilize.h"

void kernel_main() {
    constexpr uint32_t in = tt::CBIndex::c_0, plan = tt::CBIndex::c_3, out = tt::CBIndex::c_16;
    const uint32_t width = get_common_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(in, out);
    tilize_init(in, width, out);
    cb_wait_front(plan, 1);
    const uint32_t count = read_tile_value(plan, 0, 0);
    for (uint32_t block = 0; block < count; ++block) {
        cb_wait_front(in, width);
        cb_reserve_back(out, width);
        tilize_block(in, width, out);
        cb_push_back(out, width);
        cb_pop_front(in, width);
    }
    cb_pop_front(plan, 1);
}
