// Takes an L1 address as a number, casts it, and works through the pointer.
#include "result.hpp"

void kernel_main() {
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_arg_val<uint32_t>(2));
    for (uint32_t i = 0; i < 16; ++i) words[i] = 7 * i;
    for (uint32_t i = 0; i < 16; ++i) words[i] = words[i] + 1;

    constexpr auto args = TensorAccessorArgs<0>();
    const auto result = TensorAccessor(args, get_arg_val<uint32_t>(0), 64);
    noc_async_write_page(0, result, get_arg_val<uint32_t>(2));
    noc_async_write_barrier();
}
