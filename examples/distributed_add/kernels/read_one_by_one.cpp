// Each A tile, then all B tiles, one read at a time.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1;
constexpr auto kArgsA = TensorAccessorArgs<0>();
constexpr auto kArgsB = TensorAccessorArgs<kArgsA.next_compile_time_args_offset()>();

template <class Accessor>
void fetch(uint32_t page, const Accessor& from, uint32_t cb) {
    cb_reserve_back(cb, 1);
    noc_async_read_page(page, from, get_write_ptr(cb));
    noc_async_read_barrier();
    cb_push_back(cb, 1);
}

}  // namespace

void kernel_main() {
    const auto a = TensorAccessor(kArgsA, get_arg_val<uint32_t>(0), get_tile_size(kA));
    const auto b = TensorAccessor(kArgsB, get_arg_val<uint32_t>(1), get_tile_size(kB));
    const uint32_t first = get_arg_val<uint32_t>(2), count = get_arg_val<uint32_t>(3);
    const uint32_t addends = get_arg_val<uint32_t>(4);
    for (uint32_t tile = first; tile < first + count; ++tile) {
        fetch(tile, a, kA);
        for (uint32_t j = 0; j < addends; ++j) fetch(j, b, kB);
    }
}
