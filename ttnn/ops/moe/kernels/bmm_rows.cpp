// The rows of each item, which all cores of its group need, once for each strip of columns; and the
// products to where they go, as they are ready. What is written takes NoC 1: on NoC 0 the banks of
// a column share the way to them.
#include "../../../kernels/mover.h"
#include "ahead.h"
#include "bmm_products.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_0, kStaging = tt::CBIndex::c_2, kPlan = tt::CBIndex::c_4;
using Args = TensorAccessorArgs<0>;
using OutArgs = TensorAccessorArgs<Args::next_compile_time_args_offset()>;

// Blocks are asked for in ascending order. A core without a group takes them as they come.
template <typename Matrix>
class Source {
 public:
    Source(const MoverWork& work, const Matrix& matrix, const Plan& plan)
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
        const uint32_t row = first_row_ + within / work_.blocks % rows_;
        // Cores that read the same rows for themselves do not all ask the same memory at a time.
        uint32_t s = work_.banks != 0 ? work_.index % work_.steps : 0;
        for (uint32_t i = 0; i < work_.steps; ++i) {
            noc_async_read_page(row * work_.inner + k + s, matrix_, to + s * bytes_);
            if (++s == work_.steps) s = 0;
        }
    }

 private:
    uint32_t rows(uint32_t item) const { return tile_rows(plan_[item]); }
    uint32_t blocks(uint32_t item) const { return passes(item) * rows(item) * work_.blocks; }
    void look() {
        if (item_ == work_.items) return;
        rows_ = rows(item_);
        first_row_ = work_.expert(item_) * work_.rows + plan_.first_row(item_);
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
    const Plan& plan_;
    const uint32_t bytes_ = page_bytes(kIn);
    uint32_t item_ = 0, begin_ = 0, end_ = 0, rows_ = 0, first_row_ = 0, next_ = 0, total_ = 0;
};

}  // namespace

void kernel_main() {
    const MoverWork work;
    if (work.items == 0) return;
    const Group group(1);
    const auto matrix = TensorAccessor(Args(), get_common_arg_val<uint32_t>(18), page_bytes(kIn));
    cb_wait_front(kPlan, 1);
    const Plan plan(get_read_ptr(kPlan), work.items);
    const Order order(work, 22);
    Writer<OutArgs> writer(work, plan, order);
    Source<decltype(matrix)> source(work, matrix, plan);
    const uint32_t total = source.total();
    // Products that wait may be what there is no room for.
    const auto some_room = [&] {
        writer.ready();
        while (!cb_pages_reservable_at_back(kIn, work.steps)) writer.ready();
    };
    if (work.banks != 0) {
        const uint32_t held = work.resident ? work.inner : work.steps;
        Ahead ahead(source, kIn, work.steps, page_bytes(kIn), 2 * held / work.steps);
        for (uint32_t block = 0; block < total; ++block) {
            some_room();
            ahead.take();
        }
    } else {
        Mover mover(source, group, kIn, kStaging, work.steps, work.steps * page_bytes(kIn), total,
                    0);
        for (uint32_t block = 0; block < total; ++block) {
            some_room();
            mover.step();
        }
    }
    writer.finish();
    cb_pop_front(kPlan, 1);
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
