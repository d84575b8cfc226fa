// Tiles of the part that this device has, as a number in its memory says.
#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t cb = tt::CBIndex::c_0;
    constexpr auto args = TensorAccessorArgs<0>();
    constexpr auto number_args = TensorAccessorArgs<args.next_compile_time_args_offset()>();
    const auto tiles = TensorAccessor(args, get_common_arg_val<uint32_t>(0));
    const auto number = TensorAccessor(number_args, get_common_arg_val<uint32_t>(1));
    const uint32_t held = get_write_ptr(tt::CBIndex::c_1);
    noc_async_read(number.get_noc_addr(0), held, 4);
    noc_async_read_barrier();
    const uint32_t first =
        at<uint32_t>(held) * get_common_arg_val<uint32_t>(2) + get_arg_val<uint32_t>(0);
    const uint32_t count = get_arg_val<uint32_t>(1);
    for (uint32_t tile = 0; tile < count; ++tile) {
        cb_reserve_back(cb, 1);
        noc_async_read_page(first + tile, tiles, get_write_ptr(cb));
        noc_async_read_barrier();
        cb_push_back(cb, 1);
    }
}
