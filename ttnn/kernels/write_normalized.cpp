// What normalisation needs once on each core, then its results in the order of a walk: weights, and
// a tile of ones with zeros where the last tile of a line is padding.
#include "padding.h"
#include "pages.h"
#include "walk.h"

namespace {

constexpr uint32_t kOut = get_compile_time_arg_val(0), kWeight = get_compile_time_arg_val(1),
                   kBias = get_compile_time_arg_val(2), kEdge = get_compile_time_arg_val(3);
constexpr uint32_t kWalk = 6, kShards = kWalk + 2 * Walk<1>::kDims;
constexpr auto kTo = TensorAccessorArgs<4, kShards>();
using Weights = TensorAccessorArgs<kTo.next_compile_time_args_offset()>;
using Biases = TensorAccessorArgs<Weights::next_compile_time_args_offset()>;

template <typename Accessor>
void bring(uint32_t cb, const Accessor& from, uint32_t count) {
    const uint32_t tile_bytes = page_bytes(cb);
    cb_reserve_back(cb, count);
    uint32_t to = get_write_ptr(cb);
    for (uint32_t i = 0; i < count; ++i, to += tile_bytes) noc_async_read_page(i, from, to);
    noc_async_read_barrier();
    cb_push_back(cb, count);
}

void make_edge(uint32_t columns) {
    constexpr uint16_t kOne = 0x3f80;
    cb_reserve_back(kEdge, 1);
    const uint32_t tile = get_write_ptr(kEdge);
    fill_tile_part<uint16_t>(tile, 0, 0, kOne);
    fill_tile_part<uint16_t>(tile, 32, columns, 0);
    cb_push_back(kEdge, 1);
}

void write(uint32_t batch, uint32_t first, uint32_t count) {
    const auto to = TensorAccessor(kTo, get_common_arg_val<uint32_t>(0), page_bytes(kOut));
    const uint32_t tile_bytes = page_bytes(kOut);
    Walk<1> walk(kWalk, first);
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_wait_front(kOut, now);
        uint32_t from = get_read_ptr(kOut);
        for (uint32_t i = 0; i < now; ++i, from += tile_bytes, walk.next())
            noc_async_write_page(walk.page[0], to, from);
        noc_async_writes_flushed();
        cb_pop_front(kOut, now);
        done += now;
    }
    noc_async_write_barrier();
}

}  // namespace

void kernel_main() {
    const uint32_t length = get_common_arg_val<uint32_t>(3);
    const Weights weights(kTo.next_common_runtime_args_offset());
    const Biases biases(weights.next_common_runtime_args_offset());
    if constexpr (kEdge != 0) make_edge(get_common_arg_val<uint32_t>(4));
    if constexpr (kWeight != 0)
        bring(kWeight,
              TensorAccessor(weights, get_common_arg_val<uint32_t>(1), page_bytes(kWeight)),
              length);
    if constexpr (kBias != 0)
        bring(kBias, TensorAccessor(biases, get_common_arg_val<uint32_t>(2), page_bytes(kBias)),
              length);
    write(get_common_arg_val<uint32_t>(5), get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1));
}
