// Adds two named arguments, one of which it can do without.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    constexpr uint32_t sum =
        get_named_compile_time_arg_val("scale") + get_named_compile_time_arg_val("offset");
    const uint32_t l1 = get_write_ptr(0);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    for (uint32_t i = 0; i < 16; ++i) {
        words[i] = sum;
    }
    if (words[15] != sum) {
        return;  // loaded back and used: the stores have arrived
    }
    noc_async_write_page(0, to, l1);
    noc_async_write_barrier();
}
