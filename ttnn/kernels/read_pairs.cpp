// The tiles of two tensors that belong together when shapes are broadcast: a walk over the tiles of
// the result, with a stride of 0 where a tensor has one tile for many.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kA = tt::CBIndex::c_0, kB = tt::CBIndex::c_1;
constexpr uint32_t kFirstDim = 5;  // common arguments before the dimensions, innermost first
constexpr uint32_t kDims = 8;      // loops that are not needed have an extent of 1
constexpr auto kArgsA = TensorAccessorArgs<0, kFirstDim + 3 * kDims>();
using ArgsB = TensorAccessorArgs<kArgsA.next_compile_time_args_offset()>;

class Walk {
 public:
    explicit Walk(uint32_t position) {
        for (uint32_t d = 0; d < kDims; ++d) {
            at_[d] = position % extent(d);
            position /= extent(d);
            a += at_[d] * stride_a(d);
            b += at_[d] * stride_b(d);
        }
    }

    void next() {
        for (uint32_t d = 0; d < kDims; ++d) {
            a += stride_a(d);
            b += stride_b(d);
            if (++at_[d] < extent(d)) return;
            a -= extent(d) * stride_a(d);
            b -= extent(d) * stride_b(d);
            at_[d] = 0;
        }
    }

    uint32_t a = 0, b = 0;

 private:
    static uint32_t extent(uint32_t d) { return get_common_arg_val<uint32_t>(kFirstDim + 3 * d); }
    static uint32_t stride_a(uint32_t d) {
        return get_common_arg_val<uint32_t>(kFirstDim + 3 * d + 1);
    }
    static uint32_t stride_b(uint32_t d) {
        return get_common_arg_val<uint32_t>(kFirstDim + 3 * d + 2);
    }

    uint32_t at_[kDims];
};

}  // namespace

void kernel_main() {
    const uint32_t bytes_a = get_common_arg_val<uint32_t>(2);
    const uint32_t bytes_b = get_common_arg_val<uint32_t>(3);
    const auto a = TensorAccessor(kArgsA, get_common_arg_val<uint32_t>(0), bytes_a);
    const ArgsB args_b(kArgsA.next_common_runtime_args_offset());
    const auto b = TensorAccessor(args_b, get_common_arg_val<uint32_t>(1), bytes_b);
    const uint32_t batch = get_common_arg_val<uint32_t>(4);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    Walk walk(first);
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_reserve_back(kA, now);
        cb_reserve_back(kB, now);
        uint32_t to_a = get_write_ptr(kA), to_b = get_write_ptr(kB);
        for (uint32_t i = 0; i < now; ++i, to_a += bytes_a, to_b += bytes_b) {
            noc_async_read_page(walk.a, a, to_a);
            noc_async_read_page(walk.b, b, to_b);
            walk.next();
        }
        noc_async_read_barrier();
        cb_push_back(kA, now);
        cb_push_back(kB, now);
        done += now;
    }
}
