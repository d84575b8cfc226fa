// Reads pages of a buffer into one CB, in batches of so many, with a barrier after each batch.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

void kernel_main() {
    constexpr uint32_t batch = get_compile_time_arg_val(0);
    constexpr uint32_t stride = get_compile_time_arg_val(1);  // of page numbers
    constexpr auto layout = TensorAccessorArgs<2>();
    const uint32_t first = get_arg_val<uint32_t>(1), pages = get_arg_val<uint32_t>(2);
    const uint32_t bytes = get_arg_val<uint32_t>(3);
    const auto from = TensorAccessor(layout, get_arg_val<uint32_t>(0), bytes);
    const uint32_t l1 = get_write_ptr(0);
    for (uint32_t i = 0; i < pages; i += batch) {
        for (uint32_t k = 0; k < batch; ++k)
            noc_async_read_page((first + i + k) * stride, from, l1 + k * bytes);  // issue
        noc_async_read_barrier();                                                 // barrier
    }
}
