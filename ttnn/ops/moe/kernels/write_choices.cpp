// Experts and their weights, a tile of either for every row of tiles.
#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kWeights = tt::CBIndex::c_16, kExperts = tt::CBIndex::c_17;
using WeightArgs = TensorAccessorArgs<0>;
using ExpertArgs = TensorAccessorArgs<WeightArgs::next_compile_time_args_offset()>;

template <typename To>
void write(uint32_t cb, uint32_t page, const To& to) {
    cb_wait_front(cb, 1);
    noc_async_write_page(page, to, get_read_ptr(cb));
}

}  // namespace

void kernel_main() {
    const auto weights = TensorAccessor(WeightArgs(), get_common_arg_val<uint32_t>(0),
                                        get_common_arg_val<uint32_t>(1));
    const auto experts = TensorAccessor(ExpertArgs(), get_common_arg_val<uint32_t>(2),
                                        get_common_arg_val<uint32_t>(3));
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    for (uint32_t row = first; row < first + count; ++row) {
        write(kWeights, row, weights);
        write(kExperts, row, experts);
        noc_async_writes_flushed();
        cb_pop_front(kWeights, 1);
        cb_pop_front(kExperts, 1);
    }
    noc_async_write_barrier();
}
