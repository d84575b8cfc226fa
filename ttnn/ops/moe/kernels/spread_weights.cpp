// For each token a row with its weights at the experts that it goes to.
#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"

namespace {

using Selected = TensorAccessorArgs<0>;
using Weights = TensorAccessorArgs<Selected::next_compile_time_args_offset()>;
using Out = TensorAccessorArgs<Weights::next_compile_time_args_offset()>;

uint32_t word(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t chosen = word(6), experts = word(7);
    const auto selected = TensorAccessor(Selected(), word(0), word(1));
    const auto weights = TensorAccessor(Weights(), word(2), word(3));
    const auto out = TensorAccessor(Out(), word(4), word(5));
    const uint32_t numbers = get_write_ptr(tt::CBIndex::c_0);
    const uint32_t shares = get_write_ptr(tt::CBIndex::c_1);
    const uint32_t row = get_write_ptr(tt::CBIndex::c_2);
    for (uint32_t token = first; token < first + count; ++token) {
        noc_async_read(selected.get_noc_addr(token), numbers, chosen * 4);
        noc_async_read(weights.get_noc_addr(token), shares, chosen * 2);
        fill(row, experts * 2, 0);
        noc_async_read_barrier();
        for (uint32_t k = 0; k < chosen; ++k) {
            const uint32_t expert = at<uint32_t>(numbers + 4 * k);
            if (expert >= experts) continue;
            at<uint16_t>(row + 2 * expert) = at<uint16_t>(shares + 2 * k);
            settle(row + 2 * expert);
        }
        noc_async_write(row, out.get_noc_addr(token), experts * 2);
        noc_async_write_barrier();
    }
}
