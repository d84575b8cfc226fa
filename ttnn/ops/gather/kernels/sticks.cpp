// Row-major tensors: a stick of the input is there, the core's columns of the index are looked up.
#include "gather.h"

namespace {

constexpr uint32_t kInput = tt::CBIndex::c_0, kIndex = tt::CBIndex::c_1,
                   kOutput = tt::CBIndex::c_16;
constexpr auto kIndexArgs = TensorAccessorArgs<2>();
constexpr auto kOutArgs = TensorAccessorArgs<kIndexArgs.next_compile_time_args_offset()>();

}  // namespace

// Arguments: first row, rows, 0 if there is no work; columns from, to.
void kernel_main() {
    const Shapes shapes;
    const auto index = TensorAccessor(kIndexArgs, shapes.index);
    const auto out = TensorAccessor(kOutArgs, shapes.output);
    const uint32_t first = get_arg_val<uint32_t>(0), rows = get_arg_val<uint32_t>(1);
    const uint32_t from = get_arg_val<uint32_t>(3), to = get_arg_val<uint32_t>(4);
    const Indices indices = reinterpret_cast<Indices>(get_write_ptr(kIndex));
    const Elements results = reinterpret_cast<Elements>(get_write_ptr(kOutput));
    for (uint32_t row = first; row < first + rows; ++row) {
        if (to > from) {
            noc_async_read(index.get_noc_addr(row, from * kIndexBytes), get_write_ptr(kIndex),
                           (to - from) * kIndexBytes);
            noc_async_read_barrier();
            noc_async_writes_flushed();
        }
        cb_wait_front(kInput, 1);
        const Elements in = reinterpret_cast<Elements>(get_read_ptr(kInput));
        for (uint32_t i = 0; i < to - from; ++i) results[i] = in[shapes.at_most(indices[i])];
        cb_pop_front(kInput, 1);
        if (to > from)
            noc_async_write(get_write_ptr(kOutput), out.get_noc_addr(row, from * kElement),
                            (to - from) * kElement);
    }
    noc_async_write_barrier();
}
