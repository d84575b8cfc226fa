// Blocks of rows into tiles.
#include "api/compute/tilize.h"

#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"

void kernel_main() {
    constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
    const uint32_t count = get_arg_val<uint32_t>(0), width = get_common_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(in, out);
    tilize_init(in, width, out);
    for (uint32_t block = 0; block < count; ++block) {
        cb_wait_front(in, width);
        cb_reserve_back(out, width);
        tilize_block(in, width, out);
        cb_push_back(out, width);
        cb_pop_front(in, width);
    }
}
