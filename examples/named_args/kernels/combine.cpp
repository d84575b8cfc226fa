// index * scale + offset + BIAS, from four kinds of argument.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t scale = get_named_compile_time_arg_val("scale");
    constexpr uint32_t page_bytes = get_named_compile_time_arg_val("page_bytes");
    const uint32_t index = get_arg_val<uint32_t>(0);
    const uint32_t offset = get_common_arg_val<uint32_t>(1);

    const uint32_t l1 = get_write_ptr(tt::CBIndex::c_0);
    *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1) = index * scale + offset + BIAS;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto result = TensorAccessor(args, get_common_arg_val<uint32_t>(0), page_bytes);
    noc_async_write_page(index, result, l1);
    noc_async_write_barrier();
}
