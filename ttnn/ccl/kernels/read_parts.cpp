// all_to_all: part j of this device's tensor for device j, where it becomes this device's part.
#include "records.h"

using namespace ttnn_ccl;

void kernel_main() {
    constexpr uint32_t cb = get_compile_time_arg_val(0), records = get_compile_time_arg_val(1);
    constexpr auto args = TensorAccessorArgs<2>();
    const auto from = TensorAccessor(args, get_common_arg_val<uint32_t>(0));
    const uint32_t bytes = get_common_arg_val<uint32_t>(1);
    const uint32_t length = get_common_arg_val<uint32_t>(2),
                   place = get_common_arg_val<uint32_t>(3);
    const auto parts = [](uint32_t i) {
        return Parts{get_common_arg_val<uint32_t>(i), get_common_arg_val<uint32_t>(i + 1),
                     get_common_arg_val<uint32_t>(i + 2)};
    };
    const Parts in = parts(4), out = parts(8);
    const uint32_t in_offset = get_common_arg_val<uint32_t>(7),
                   out_offset = get_common_arg_val<uint32_t>(11);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Batch<cb, records> batch;
    for (uint32_t next = 1; next <= length; next++) {
        const uint32_t to = (place + next) % length;
        for (uint32_t p = first; p < first + count; p++)
            batch.add(from, in.whole(to, p), to * in_offset, bytes, 1u << to, out.whole(place, p),
                      place * out_offset);
    }
    batch.push();
    end_of_records<records>();
}
