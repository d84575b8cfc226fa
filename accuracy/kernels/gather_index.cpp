// Looks each index of a tile up in every tile of its row: those that point into it are copied.
#include "api/dataflow/dataflow_api.h"
#include "stopwatch.hpp"

namespace {

constexpr uint32_t kInput = 0, kIndex = 1, kOutput = 16;
constexpr uint32_t kFace = 16, kLines = 64;  // a line of a face; all lines of a tile
constexpr bool kRescan = get_compile_time_arg_val(0) != 0;
constexpr auto kAccessor = TensorAccessorArgs<1>();

using Words = volatile tt_l1_ptr uint32_t*;

void look_up(uint32_t tile, uint32_t width) {
    const Words input = reinterpret_cast<Words>(get_read_ptr(kInput));
    const Words index = reinterpret_cast<Words>(get_read_ptr(kIndex));
    const Words output = reinterpret_cast<Words>(get_write_ptr(kOutput));
    uint32_t i = 0;
    for (uint32_t line = 0; line < kLines; ++line) {
        const uint32_t above = (line / 32 * width + line % kFace) * kFace;
        for (const uint32_t end = i + kFace; i < end; ++i) {
            const uint32_t at = index[i], column = at & (width - 1);
            uint32_t place = uint16_t(above + column / kFace * kFace * kFace + column % kFace);
            // GCC at -O2 finds the place of every index before it looks whether the index is
            // wanted; here the compiler would not.
            asm("" : "+r"(place));
            if (at >> __builtin_ctz(width) == tile) output[i] = input[place];
        }
    }
}

}  // namespace

void kernel_main() {
    const auto indices = TensorAccessor(kAccessor, get_arg_val<uint32_t>(0), get_tile_size(kIndex));
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    const uint32_t inputs = get_arg_val<uint32_t>(3);
    const uint32_t width = get_arg_val<uint32_t>(5);  // not known to the compiler
    const Stopwatch watch(get_arg_val<uint32_t>(4));
    for (uint32_t i = 0; i < count; ++i) {
        cb_reserve_back(kIndex, 1);
        noc_async_read_page(first + i, indices, get_write_ptr(kIndex));
        noc_async_read_barrier();
        cb_push_back(kIndex, 1);
        cb_wait_front(kIndex, 1);
        for (uint32_t tile = 0; tile < inputs; ++tile) {
            cb_wait_front(kInput, 1);
            if (kRescan || tile == 0) look_up(tile, width);
            cb_pop_front(kInput, 1);
        }
        cb_pop_front(kIndex, 1);
    }
    watch.stop();
}
