// Looks each index of a tile up in every tile of its row: those that point into it are copied.
#include "api/dataflow/dataflow_api.h"
#include "stopwatch.hpp"

namespace {

constexpr uint32_t kInput = 0, kIndex = 1, kOutput = 16;
constexpr uint32_t kElements = 1024, kTileWidth = 32;
constexpr bool kRescan = get_compile_time_arg_val(0) != 0;
constexpr auto kAccessor = TensorAccessorArgs<1>();

using Words = volatile tt_l1_ptr uint32_t*;

void look_up(uint32_t tile) {
    const Words input = reinterpret_cast<Words>(get_read_ptr(kInput));
    const Words index = reinterpret_cast<Words>(get_read_ptr(kIndex));
    const Words output = reinterpret_cast<Words>(get_write_ptr(kOutput));
    for (uint32_t i = 0; i < kElements; ++i) {
        const uint32_t at = index[i];
        if (at / kTileWidth != tile) continue;
        output[i] = input[(i & ~(kTileWidth - 1)) + at % kTileWidth];
    }
}

}  // namespace

void kernel_main() {
    const auto indices = TensorAccessor(kAccessor, get_arg_val<uint32_t>(0), get_tile_size(kIndex));
    const uint32_t first = get_arg_val<uint32_t>(1), count = get_arg_val<uint32_t>(2);
    const uint32_t inputs = get_arg_val<uint32_t>(3);
    const Stopwatch watch(get_arg_val<uint32_t>(4));
    for (uint32_t i = 0; i < count; ++i) {
        cb_reserve_back(kIndex, 1);
        noc_async_read_page(first + i, indices, get_write_ptr(kIndex));
        noc_async_read_barrier();
        cb_push_back(kIndex, 1);
        cb_wait_front(kIndex, 1);
        for (uint32_t tile = 0; tile < inputs; ++tile) {
            cb_wait_front(kInput, 1);
            if (kRescan || tile == 0) look_up(tile);
            cb_pop_front(kInput, 1);
        }
        cb_pop_front(kIndex, 1);
    }
    watch.stop();
}
