// Experts and their weights, a tile of either for every row of tiles. Before that a tile for the
// compute kernel, of which every number is that of its row.
#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kRanks = tt::CBIndex::c_1;
constexpr uint32_t kWeights = tt::CBIndex::c_16, kExperts = tt::CBIndex::c_17;
using WeightArgs = TensorAccessorArgs<0>;
using ExpertArgs = TensorAccessorArgs<WeightArgs::next_compile_time_args_offset()>;

// Left and right faces are the same.
void make_ranks() {
    constexpr uint32_t kFaceBytes = 1024, kRowBytes = 64;
    cb_reserve_back(kRanks, 1);
    const uint32_t tile = get_write_ptr(kRanks);
    for (uint32_t row = 0; row < 32; ++row)
        fill(tile + row / 16 * 2 * kFaceBytes + row % 16 * kRowBytes, kRowBytes, row);
    settle(tile + 3 * kFaceBytes - 4);
    for (uint32_t face = 0; face < 4; face += 2)
        noc_async_read(get_noc_addr(tile + face * kFaceBytes), tile + (face + 1) * kFaceBytes,
                       kFaceBytes);
    noc_async_read_barrier();
    cb_push_back(kRanks, 1);
}

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
    make_ranks();
    for (uint32_t row = first; row < first + count; ++row) {
        write(kWeights, row, weights);
        write(kExperts, row, experts);
        noc_async_writes_flushed();
        cb_pop_front(kWeights, 1);
        cb_pop_front(kExperts, 1);
    }
    noc_async_write_barrier();
}
