// Blocks of tiles into rows, by the packer: as many tiles at a time as Dst holds. Only the packer
// has to be compiled for the width of a block.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/pack_untilize.h"

namespace {

constexpr uint32_t kPart = TTNN_PART;
#ifdef TRISC_PACK
constexpr uint32_t kWidth = TTNN_WIDTH;
#else
constexpr uint32_t kWidth = kPart;
#endif

}  // namespace

void kernel_main() {
    constexpr uint32_t in = tt::CBIndex::c_0, out = tt::CBIndex::c_16;
    const uint32_t count = get_arg_val<uint32_t>(0);
    const uint32_t width = get_common_arg_val<uint32_t>(0);
    compute_kernel_hw_startup(in, out);
    pack_untilize_init<kPart, kWidth>(in, out);
    for (uint32_t block = 0; block < count; ++block) {
        cb_reserve_back(out, width);
        for (uint32_t i = 0; i < width / kPart; ++i) {
            cb_wait_front(in, kPart);
            pack_untilize_block<kPart, kWidth>(in, 1, out, i);
            cb_pop_front(in, kPart);
        }
        cb_push_back(out, width);
    }
    pack_untilize_uninit(out);
}
