// Adds two shares and writes the sum to its page.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const auto to = TensorAccessor(args, get_common_arg_val<uint32_t>(0), 64);
    const uint32_t page = get_arg_val<uint32_t>(0);
    const uint32_t sum = get_arg_val<uint32_t>(1) + get_arg_val<uint32_t>(2);
    const uint32_t l1 = get_write_ptr(0);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    for (uint32_t i = 0; i < 16; ++i) {
        words[i] = sum;
    }
    if (words[15] != sum) {
        return;  // loaded back and used: the stores have arrived
    }
    noc_async_write_page(page, to, l1);
    noc_async_write_barrier();
}
