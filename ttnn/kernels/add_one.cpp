// One more for every number of a tensor in rows, in place.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"
#include "local_copy.h"

void kernel_main() {
    using Args = TensorAccessorArgs<0>;
    const uint32_t elements = get_common_arg_val<uint32_t>(1);
    const bool skips_negative = get_common_arg_val<uint32_t>(2) != 0;
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const auto pages =
        TensorAccessor(Args(4), get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(3));
    const uint32_t held = get_write_ptr(tt::CBIndex::c_0);
    auto* numbers = reinterpret_cast<volatile tt_l1_ptr int32_t*>(held);
    for (uint32_t page = first; page < first + count; ++page) {
        noc_async_read(pages.get_noc_addr(page), held, elements * 4);
        noc_async_read_barrier();
        for (uint32_t i = 0; i < elements; ++i)
            if (!skips_negative || numbers[i] >= 0) numbers[i] = numbers[i] + 1;
        settle(held + (elements - 1) * 4);
        noc_async_write(held, pages.get_noc_addr(page), elements * 4);
        noc_async_write_barrier();
    }
}
