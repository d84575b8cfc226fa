// Writes a page with the bytes that pad it.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t page = get_arg_val<uint32_t>(1);
    const auto to = TensorAccessor(args, get_arg_val<uint32_t>(0), page);
    auto* words = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(0));
    for (uint32_t i = 0; i < 16; ++i) {
        words[i] = i;
    }
    if (words[15] != 15) {
        return;  // loaded back and used: the stores have arrived
    }
#if REPAIRED
    const uint32_t size = page;
#else
    const uint32_t size = 64;
#endif
    noc_async_write(get_write_ptr(0), to.get_noc_addr(0), size);
    noc_async_write_barrier();
}
