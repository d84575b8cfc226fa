// Strips of the experts' matrices, and the products to where they go: those that are ready are
// written between two blocks. Rows without tokens become zeros.
#include "../../../kernels/pages.h"
#include "bmm.h"
#include "counts.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_1, kOut = tt::CBIndex::c_16;
constexpr uint32_t kPlan = tt::CBIndex::c_3, kOtherPlan = tt::CBIndex::c_4;
constexpr uint32_t kZero = tt::CBIndex::c_5, kCounts = tt::CBIndex::c_6;
constexpr bool kResident = get_compile_time_arg_val(0) != 0;
constexpr uint32_t kOutBytes = get_compile_time_arg_val(1);  // of an element; 1: with exponents
constexpr auto kArgs = TensorAccessorArgs<2>();
constexpr auto kOutArgs = TensorAccessorArgs<kArgs.next_compile_time_args_offset()>();
using CountArgs = TensorAccessorArgs<kOutArgs.next_compile_time_args_offset()>;

// Row `first` and those below of a tile: faces have 16 rows of 16.
void clear_rows(uint32_t tile, uint32_t first) {
    const uint32_t start = tile + (kOutBytes == 1 ? 64 : 0), row_bytes = 16 * kOutBytes;
    for (uint32_t face = 0; face < 4; ++face) {
        const uint32_t top = face / 2 * 16, from = first > top ? first - top : 0;
        if (from < 16) fill(start + (face * 16 + from) * row_bytes, (16 - from) * row_bytes, 0);
    }
    settle(start + 64 * row_bytes - 4);
}

// What all items of this core have, for the other two kernels.
class Plan {
 public:
    Plan(const MoverWork& work, uint32_t tokens) : address_(get_write_ptr(kPlan)) {
        const Counts<CountArgs> counts(13, get_write_ptr(kCounts));
        for (uint32_t item = 0; item < work.items; ++item) counts.read(work.expert(item), item);
        noc_async_read_barrier();
        const uint32_t other = get_write_ptr(kOtherPlan);
        cb_reserve_back(kPlan, 1);
        cb_reserve_back(kOtherPlan, 1);
        for (uint32_t item = 0; item < work.items; ++item) {
            const uint32_t count = counts.get(work.expert(item), item);
            const uint32_t kept = count < tokens ? count : tokens;
            at<uint32_t>(address_ + 4 * item) = kept;
            at<uint32_t>(other + 4 * item) = kept;
        }
        cb_push_back(kPlan, 1);
        cb_push_back(kOtherPlan, 1);
    }
    uint32_t operator[](uint32_t item) const { return at<uint32_t>(address_ + 4 * item); }

 private:
    const uint32_t address_;
};

template <typename Matrix>
class Writer {
 public:
    Writer(const MoverWork& work, const Plan& plan, const Matrix& out)
        : work_(work), plan_(plan), out_(out) {
        fill(zero_, bytes_, 0);
        settle(zero_ + bytes_ - 4);
    }

    // Rows that wait.
    void ready() {
        while (strip_ < work_.items * work_.passes && row_ < live_rows() && width() != 0 &&
               cb_pages_available_at_front(kOut, work_.width))
            write_row();
    }
    // All strips before this one.
    void finish(uint32_t strip) {
        while (strip_ < strip) {
            if (width() != 0) {
                while (row_ < live_rows()) write_row();
                if (zeros_) write_zeros();
            }
            row_ = 0;
            ++strip_;
        }
    }
    void write_row() {
        cb_wait_front(kOut, work_.width);
        const uint32_t from = get_read_ptr(kOut), tail = plan_[item()] % 32;
        const uint32_t page = first_page(row_), count = width();
        for (uint32_t j = 0; j < count; ++j) {
            if (tail != 0 && row_ + 1 == live_rows()) clear_rows(from + j * bytes_, tail);
            noc_async_write_page(page + j, out_, from + j * bytes_);
        }
        noc_async_writes_flushed();
        cb_pop_front(kOut, work_.width);
        ++row_;
    }

 private:
    uint32_t item() const { return strip_ / work_.passes; }
    uint32_t pass() const { return strip_ % work_.passes; }
    uint32_t width() const { return work_.width_of(item(), pass()); }
    uint32_t live_rows() const { return tile_rows(plan_[item()]); }
    uint32_t first_page(uint32_t row) const {
        return (work_.expert(item()) * work_.rows + row) * work_.columns +
               work_.column(item(), pass());
    }
    void write_zeros() {
        const uint32_t count = width();
        for (uint32_t row = live_rows(); row < work_.rows; ++row)
            for (uint32_t j = 0; j < count; ++j)
                noc_async_write_page(first_page(row) + j, out_, zero_);
    }

    const MoverWork& work_;
    const Plan& plan_;
    const Matrix& out_;
    const bool zeros_ = get_common_arg_val<uint32_t>(16) != 0;
    const uint32_t bytes_ = page_bytes(kOut), zero_ = get_write_ptr(kZero);
    uint32_t strip_ = 0, row_ = 0;
};

template <typename Matrix>
void ask_for_block(const MoverWork& work, const Matrix& matrix, uint32_t page, uint32_t count,
                   uint32_t to) {
    const uint32_t bytes = page_bytes(kIn);
    for (uint32_t s = 0; s < work.steps; ++s)
        for (uint32_t j = 0; j < count; ++j)
            noc_async_read_page(page + s * work.columns + j, matrix,
                                to + (s * work.width + j) * bytes);
}

template <typename Matrix>
void read_block(const MoverWork& work, const Matrix& matrix, uint32_t page, uint32_t count) {
    cb_reserve_back(kIn, work.steps * work.width);
    ask_for_block(work, matrix, page, count, get_write_ptr(kIn));
    noc_async_read_barrier();
    cb_push_back(kIn, work.steps * work.width);
}

// Blocks of all strips in their order. As far as there is room, several are on their way at a time,
// each with a transaction number of its own, so that memory never waits for this core.
template <typename Matrix>
class Ahead {
 public:
    Ahead(const MoverWork& work, const Plan& plan, const Matrix& matrix, uint32_t places)
        : work_(work), plan_(plan), matrix_(matrix), slots_(places * work.blocks) {
        skip();
    }
    ~Ahead() { noc_async_read_set_trid(0); }

    // The next block is in its circular buffer.
    void take() {
        if (asked_ == taken_) {
            cb_reserve_back(kIn, pages_);
            ask();
        }
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
    void ask() {
        const uint32_t first = work_.expert(item()) * work_.inner * work_.columns +
                               work_.column(item(), strip_ % work_.passes);
        noc_async_read_set_trid(1 + asked_ % kMost);
        ask_for_block(work_, matrix_, first + block_ * work_.steps * work_.columns, width(),
                      start_ + asked_ % slots_ * pages_ * page_bytes(kIn));
        ++asked_;
        if (++block_ < work_.blocks) return;
        block_ = 0;
        ++strip_;
        skip();
    }

    const MoverWork& work_;
    const Plan& plan_;
    const Matrix& matrix_;
    const uint32_t slots_;  // blocks that the circular buffer holds
    const uint32_t pages_ = work_.steps * work_.width, start_ = get_write_ptr(kIn);
    uint32_t strip_ = 0, block_ = 0, asked_ = 0, taken_ = 0;
};

}  // namespace

void kernel_main() {
    const MoverWork work;
    if (work.items == 0) return;
    const auto matrix = TensorAccessor(kArgs, get_common_arg_val<uint32_t>(10));
    const auto out = TensorAccessor(kOutArgs, get_common_arg_val<uint32_t>(11));
    const uint32_t places = get_common_arg_val<uint32_t>(17);  // for strips
    const Plan plan(work, get_common_arg_val<uint32_t>(12));
    Writer writer(work, plan, out);
    const uint32_t strips = work.items * work.passes;
    Ahead ahead(work, plan, matrix, places);
    for (uint32_t strip = 0; strip < strips; ++strip) {
        const uint32_t item = strip / work.passes, pass = strip % work.passes;
        const uint32_t rows = tile_rows(plan[item]), width = work.width_of(item, pass);
        if (!kResident || strip >= places) writer.finish(kResident ? strip + 1 - places : strip);
        if (rows == 0 || width == 0) continue;
        if constexpr (kResident) {
            for (uint32_t block = 0; block < work.blocks; ++block) {
                ahead.take();
                writer.ready();
            }
            continue;
        }
        const uint32_t page =
            work.expert(item) * work.inner * work.columns + work.column(item, pass);
        for (uint32_t row = 0; row < rows; ++row) {
            if (row != 0) writer.write_row();
            for (uint32_t block = 0; block < work.blocks; ++block)
                read_block(work, matrix, page + block * work.steps * work.columns, width);
        }
    }
    writer.finish(strips);
    noc_async_write_barrier();
}
