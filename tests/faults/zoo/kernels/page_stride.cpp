// Reads the pages of bank 0, taking the page size for the distance between pages.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t page = 544;
    constexpr auto args = TensorAccessorArgs<0>();
    const uint32_t base = get_arg_val<uint32_t>(0), l1 = get_arg_val<uint32_t>(1);
    const uint32_t rows = get_arg_val<uint32_t>(2);
    const auto from = TensorAccessor(args, base, page);
    for (uint32_t row = 0; row < rows; ++row) {
#if REPAIRED
        const uint32_t banks = get_arg_val<uint32_t>(3);
        noc_async_read(from.get_noc_addr(row * banks), l1 + row * 576, page);
#else
        const uint64_t at = get_noc_addr_from_bank_id<true>(0, base + row * page);
        noc_async_read(at, l1 + row * page, page);
#endif
    }
    noc_async_read_barrier();
}
