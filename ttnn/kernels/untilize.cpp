// Blocks of tiles into rows, by the packer: as many tiles at a time as Dst holds.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/pack_untilize.h"

void kernel_main() {
    constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
    constexpr uint32_t width = get_compile_time_arg_val(0);
    constexpr uint32_t part = width < 4 ? width : 4;
    const uint32_t count = get_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(in, out);
    pack_untilize_init<part, width>(in, out);
    for (uint32_t block = 0; block < count; ++block) {
        cb_reserve_back(out, width);
        for (uint32_t i = 0; i < width / part; ++i) {
            cb_wait_front(in, part);
            pack_untilize_block<part, width>(in, 1, out, i);
            cb_pop_front(in, part);
        }
        cb_push_back(out, width);
    }
    pack_untilize_uninit(out);
}
