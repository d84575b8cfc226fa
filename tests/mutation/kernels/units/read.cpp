// A tile in BF16 for CB 0, and a tile of ones in float for CB 1.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto from = TensorAccessor(args, get_arg_val<uint32_t>(0), get_tile_size(0));
    cb_reserve_back(0, 1);
    noc_async_read_page(0, from, get_write_ptr(0));
    noc_async_read_barrier();
    cb_push_back(0, 1);

    cb_reserve_back(1, 1);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(1));
    for (uint32_t i = 0; i < 1024; ++i) words[i] = 0x3f800000;
    cb_push_back(1, 1);
}
