// Some pages of a tensor, or parts of its pages, into a circular buffer.
#include "records.h"

using namespace ttnn_ccl;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0);
    constexpr auto args = TensorAccessorArgs<1>();
    const auto from = TensorAccessor(args, get_common_arg_val<uint32_t>(0));
    const uint32_t bytes = get_common_arg_val<uint32_t>(1);
    // Page p of the slice is page p / inner * step + place + p % inner of the tensor, at an offset.
    const uint32_t inner = get_common_arg_val<uint32_t>(2), step = get_common_arg_val<uint32_t>(3);
    const uint32_t place = get_common_arg_val<uint32_t>(4),
                   offset = get_common_arg_val<uint32_t>(5);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Ahead<cb, kNoRecords> ahead;
    uint32_t id = first / inner * step + place + first % inner, left = inner - first % inner;
    for (uint32_t i = 0; i < count; i++, id++, left--) {
        if (left == 0) {
            id += step - inner;
            left = inner;
        }
        noc_async_read(from.get_noc_addr(id, offset), ahead.begin({}), bytes);
    }
    ahead.end();
}
