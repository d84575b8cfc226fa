// The rows of each item, which all cores of its group need: once for each strip of columns.
#include "../../../kernels/local_copy.h"
#include "../../../kernels/mover.h"
#include "../../../kernels/pages.h"
#include "ahead.h"
#include "bmm.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kStaging = tt::CBIndex::c_2, kPlan = tt::CBIndex::c_4;
using Args = TensorAccessorArgs<0>;

// Blocks are asked for in ascending order. A core without a group takes them as they come.
template <typename Matrix>
class Source {
 public:
    Source(const MoverWork& work, const Matrix& matrix, uint32_t plan)
        : work_(work), matrix_(matrix), plan_(plan) {
        for (uint32_t item = 0; item < work.items; ++item) total_ += blocks(item);
        look();
    }

    uint32_t total() const { return total_; }
    bool more() const { return next_ < total_; }
    void ask(uint32_t to) { read(next_++, to); }
    void finish(uint32_t, uint32_t) const {}

    void read(uint32_t block, uint32_t to) {
        while (block >= end_) {
            begin_ = end_;
            ++item_;
            look();
        }
        const uint32_t within = block - begin_, k = within % work_.blocks * work_.steps;
        const uint32_t row = work_.expert(item_) * work_.rows + within / work_.blocks % rows_;
        // Cores that read the same rows for themselves do not all ask the same memory at a time.
        uint32_t s = work_.banks != 0 ? work_.index % work_.steps : 0;
        for (uint32_t i = 0; i < work_.steps; ++i) {
            noc_async_read_page(row * work_.inner + k + s, matrix_, to + s * bytes_);
            if (++s == work_.steps) s = 0;
        }
    }

 private:
    uint32_t rows(uint32_t item) const { return tile_rows(at<uint32_t>(plan_ + 4 * item)); }
    uint32_t blocks(uint32_t item) const { return passes(item) * rows(item) * work_.blocks; }
    void look() {
        if (item_ == work_.items) return;
        rows_ = rows(item_);
        end_ = begin_ + blocks(item_);
    }
    // A core that belongs to no group leaves out those without columns.
    uint32_t passes(uint32_t item) const {
        if (work_.banks == 0) return work_.passes;
        uint32_t some = 0;
        while (some < work_.passes && work_.width_of(item, some) != 0) ++some;
        return some;
    }

    const MoverWork& work_;
    const Matrix& matrix_;
    const uint32_t plan_, bytes_ = page_bytes(kIn);
    uint32_t item_ = 0, begin_ = 0, end_ = 0, rows_ = 0, next_ = 0, total_ = 0;
};

}  // namespace

void kernel_main() {
    const MoverWork work;
    if (work.items == 0) return;
    const Group group(1);
    const auto matrix = TensorAccessor(Args(), get_common_arg_val<uint32_t>(17), page_bytes(kIn));
    cb_wait_front(kPlan, 1);
    Source<decltype(matrix)> source(work, matrix, get_read_ptr(kPlan));
    const uint32_t total = source.total();
    if (work.banks != 0) {
        const uint32_t held = work.resident ? work.inner : work.steps;
        Ahead ahead(source, kIn, work.steps, page_bytes(kIn), 2 * held / work.steps);
        for (uint32_t block = 0; block < total; ++block) ahead.take();
    } else {
        Mover mover(source, group, kIn, kStaging, work.steps, work.steps * page_bytes(kIn), total,
                    0);
        for (uint32_t block = 0; block < total; ++block) mover.step();
    }
    cb_pop_front(kPlan, 1);
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
