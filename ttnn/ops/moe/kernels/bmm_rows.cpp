// The rows of each item, which all cores of its group need: once for each strip of columns.
#include "../../../kernels/local_copy.h"
#include "../../../kernels/mover.h"
#include "../../../kernels/pages.h"
#include "bmm.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kStaging = tt::CBIndex::c_2, kPlan = tt::CBIndex::c_4;
using Args = TensorAccessorArgs<0>;

// Blocks are asked for in ascending order.
template <typename Matrix>
class Source {
 public:
    Source(const MoverWork& work, const Matrix& matrix, uint32_t plan)
        : work_(work), matrix_(matrix), plan_(plan) {}

    uint32_t rows(uint32_t item) const { return tile_rows(at<uint32_t>(plan_ + 4 * item)); }
    uint32_t blocks(uint32_t item) const { return work_.passes * rows(item) * work_.blocks; }

    void read(uint32_t block, uint32_t to) {
        while (block - begin_ >= blocks(item_)) begin_ += blocks(item_++);
        const uint32_t within = block - begin_, k = within % work_.blocks * work_.steps;
        const uint32_t row = work_.expert(item_) * work_.rows + within / work_.blocks % rows(item_);
        for (uint32_t s = 0; s < work_.steps; ++s, to += bytes_)
            noc_async_read_page(row * work_.inner + k + s, matrix_, to);
    }
    void finish(uint32_t, uint32_t) const {}

 private:
    const MoverWork& work_;
    const Matrix& matrix_;
    const uint32_t plan_, bytes_ = page_bytes(kIn);
    uint32_t item_ = 0, begin_ = 0;
};

}  // namespace

void kernel_main() {
    const MoverWork work;
    if (work.items == 0) return;
    const Group group(1);
    const auto matrix = TensorAccessor(Args(), get_common_arg_val<uint32_t>(13), page_bytes(kIn));
    cb_wait_front(kPlan, 1);
    Source<decltype(matrix)> source(work, matrix, get_read_ptr(kPlan));
    uint32_t total = 0;
    for (uint32_t item = 0; item < work.items; ++item) total += source.blocks(item);
    Mover mover(source, group, kIn, kStaging, work.steps, work.steps * page_bytes(kIn), total, 0);
    for (uint32_t block = 0; block < total; ++block) mover.step();
    cb_pop_front(kPlan, 1);
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
