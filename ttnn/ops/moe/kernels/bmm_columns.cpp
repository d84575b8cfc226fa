// Strips of the experts' matrices, and the products to where they go: those that are ready are
// written between two blocks. Rows without tokens become zeros.
#include "bmm_columns.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_1;
using Args = TensorAccessorArgs<0>;
using OutArgs = TensorAccessorArgs<Args::next_compile_time_args_offset()>;
using CountArgs = TensorAccessorArgs<OutArgs::next_compile_time_args_offset()>;
using Matrix = TensorAccessor<tensor_accessor::SpecOf<Args>>;

// What all items of this core have, for the other two kernels.
void tell(const MoverWork& work, const Plan& plan, uint32_t tokens) {
    const Counts<CountArgs> counts(kFirstCount, get_write_ptr(tt::CBIndex::c_6));
    for (uint32_t item = 0; item < work.items; ++item) counts.read(work.expert(item), item);
    noc_async_read_barrier();
    constexpr uint32_t kOtherPlan = tt::CBIndex::c_4;
    const uint32_t other = get_write_ptr(kOtherPlan);
    cb_reserve_back(kPlan, 1);
    cb_reserve_back(kOtherPlan, 1);
    for (uint32_t item = 0; item < work.items; ++item) {
        const uint32_t count = counts.get(work.expert(item), item);
        const uint32_t kept = count < tokens ? count : tokens;
        plan.set(item, kept);
        at<uint32_t>(other + 4 * item) = kept;
    }
    cb_push_back(kPlan, 1);
    cb_push_back(kOtherPlan, 1);
}

// Blocks of one matrix, or of two that lie together as Dst takes them: some columns of the gate,
// then as many of the other.
class Strips {
 public:
    Strips(const MoverWork& work, const Order& order) : work_(work), order_(order) {}

    void ask(uint32_t item, uint32_t pass, uint32_t block, uint32_t to) {
        const uint32_t expert = work_.expert(item), count = work_.width_of(item, pass);
        const uint32_t place = work_.column(item, pass);
        if (block == 0 || held_ != place || of_ != expert)
            for (uint32_t j = 0; j < count; ++j) columns_[j] = order_(expert, place + j);
        held_ = place;
        of_ = expert;
        uint32_t page = (expert * work_.inner + block * work_.steps) * work_.columns;
        for (uint32_t s = 0; s < work_.steps; ++s, page += work_.columns, to += row_bytes_)
            for (uint32_t j = 0; j < count; j += work_.chunk) {
                const uint32_t end = count - j < work_.chunk ? count : j + work_.chunk;
                some(first_, page, j, end, to + work_.factors * j * bytes_);
                if (work_.factors > 1) some(second_, page, j, end, to + (j + end) * bytes_);
            }
    }
    uint32_t bytes() const { return bytes_; }

 private:
    static constexpr uint32_t kMostWidth = 32;

    void some(const Matrix& matrix, uint32_t page, uint32_t begin, uint32_t end, uint32_t to) {
        for (uint32_t j = begin; j < end; ++j, to += bytes_)
            noc_async_read_page(page + columns_[j], matrix, to);
    }

    const MoverWork& work_;
    const Order& order_;
    const uint32_t bytes_ = page_bytes(kIn), row_bytes_ = work_.pitch * bytes_;
    const Matrix first_{Args(), get_common_arg_val<uint32_t>(13), bytes_};
    const Matrix second_{Args(), get_common_arg_val<uint32_t>(14), bytes_};
    uint32_t held_ = ~0u, of_ = ~0u;
    uint16_t columns_[kMostWidth];
};

// Blocks of all strips in their order. As far as there is room, several are on their way at a time,
// each with a transaction number of its own, so that memory never waits for this core.
class Ahead {
 public:
    Ahead(const MoverWork& work, const Plan& plan, Strips& strips, uint32_t places)
        : work_(work), plan_(plan), strips_(strips), slots_(places * work.blocks) {
        skip();
    }
    ~Ahead() { noc_async_read_set_trid(0); }

    // The next block is in its circular buffer.
    void take() {
        if (asked_ == taken_) ask();
        while (!done() && asked_ - taken_ < kMost &&
               cb_pages_reservable_at_back(kIn, (asked_ - taken_ + 1) * pages_))
            ask();
        noc_async_read_barrier_with_trid(1 + taken_ % kMost);
        cb_push_back(kIn, pages_);
        ++taken_;
    }

 private:
    static constexpr uint32_t kMost = 4;

    uint32_t item() const { return strip_ / work_.passes; }
    uint32_t width() const { return work_.width_of(item(), strip_ % work_.passes); }
    bool done() const { return strip_ == work_.items * work_.passes; }
    void skip() {
        while (!done() && (plan_[item()] == 0 || width() == 0)) ++strip_;
    }
    // All that has been asked for and not pushed stays reserved.
    void ask() {
        cb_reserve_back(kIn, (asked_ - taken_ + 1) * pages_);
        noc_async_read_set_trid(1 + asked_ % kMost);
        strips_.ask(item(), strip_ % work_.passes, block_,
                    start_ + asked_ % slots_ * pages_ * strips_.bytes());
        ++asked_;
        if (++block_ < work_.blocks) return;
        block_ = 0;
        ++strip_;
        skip();
    }

    const MoverWork& work_;
    const Plan& plan_;
    Strips& strips_;
    const uint32_t slots_;  // blocks that the circular buffer holds
    const uint32_t pages_ = work_.steps * work_.pitch, start_ = get_write_ptr(kIn);
    uint32_t strip_ = 0, block_ = 0, asked_ = 0, taken_ = 0;
};

// A strip that L1 does not hold, once for every row.
template <typename Writer>
void stream(const MoverWork& work, Strips& strips, Writer& writer, uint32_t rows, uint32_t item,
            uint32_t pass) {
    const uint32_t pages = work.steps * work.pitch;
    for (uint32_t row = 0; row < rows; ++row) {
        if (row != 0) writer.write_row();
        for (uint32_t block = 0; block < work.blocks; ++block) {
            cb_reserve_back(kIn, pages);
            strips.ask(item, pass, block, get_write_ptr(kIn));
            noc_async_read_barrier();
            cb_push_back(kIn, pages);
        }
    }
}

}  // namespace

void kernel_main() {
    const MoverWork work;
    if (work.items == 0) return;
    const uint32_t places = get_common_arg_val<uint32_t>(19);  // for strips
    const Plan plan;
    tell(work, plan, get_common_arg_val<uint32_t>(17));
    const Order order;
    Writer<OutArgs> writer(work, plan, order);
    Strips strips(work, order);
    const uint32_t all = work.items * work.passes;
    Ahead ahead(work, plan, strips, places);
    for (uint32_t strip = 0; strip < all; ++strip) {
        const uint32_t item = strip / work.passes, pass = strip % work.passes;
        const uint32_t rows = tile_rows(plan[item]), width = work.width_of(item, pass);
        if (!work.resident || strip >= places)
            writer.finish(work.resident ? strip + 1 - places : strip);
        if (rows == 0 || width == 0) continue;
        if (!work.resident) {
            stream(work, strips, writer, rows, item, pass);
            continue;
        }
        for (uint32_t block = 0; block < work.blocks; ++block) {
            ahead.take();
            writer.ready();
        }
    }
    writer.finish(all);
    noc_async_write_barrier();
}
