// Strips of the experts' matrices, and how many rows each item has.
#include "../../../kernels/pages.h"
#include "ahead.h"
#include "bmm_movers.h"
#include "counts.h"

namespace {

constexpr uint32_t kIn = tt::CBIndex::c_1;
constexpr uint32_t kPlan = tt::CBIndex::c_3, kOtherPlan = tt::CBIndex::c_4;
constexpr uint32_t kFirstCount = 22;
using Args = TensorAccessorArgs<0>;
using CountArgs = TensorAccessorArgs<Args::next_compile_time_args_offset()>;
using Matrix = TensorAccessor<tensor_accessor::SpecOf<Args>>;

// What all items of this core have, for the other two kernels. Groups that share all rows have as
// many each, give or take one; zeros behind the rows of an item are those of one of them.
void tell(const MoverWork& work, const Plan& plan, const Plan& other) {
    const Counts<CountArgs> counts(kFirstCount, get_write_ptr(tt::CBIndex::c_6));
    for (uint32_t item = 0; item < work.items; ++item) counts.read(work.expert(item), item);
    noc_async_read_barrier();
    const uint32_t tokens = room_for_tokens();
    const auto kept = [&](uint32_t item) {
        const uint32_t count = counts.get(work.expert(item), item);
        return count < tokens ? count : tokens;
    };
    const uint32_t shares = get_common_arg_val<uint32_t>(21), share = get_arg_val<uint32_t>(2);
    uint32_t all = 0;
    for (uint32_t item = 0; item < work.items; ++item) all += tile_rows(kept(item));
    const uint32_t begin = all * share / shares, end = all * (share + 1) / shares;
    cb_reserve_back(kPlan, 1);
    cb_reserve_back(kOtherPlan, 1);
    for (uint32_t item = 0, row = 0; item < work.items; ++item) {
        const uint32_t count = kept(item), rows = tile_rows(count);
        const uint32_t from = begin > row ? begin - row : 0;  // rows of the item
        const uint32_t to = end > row + rows ? rows : end > row ? end - row : 0;
        const uint32_t last = to == rows ? count : 32 * to;
        const uint32_t own = from < to ? last - 32 * from : 0;
        const uint32_t zeros_from = item % shares == share ? count : tokens;
        plan.set(item, own, from, zeros_from);
        other.set(item, own, from, zeros_from);
        row += rows;
    }
    cb_push_back(kPlan, 1);
    cb_push_back(kOtherPlan, 1);
}

// Blocks of one matrix, or of two that lie together as Dst takes them: some columns of the gate,
// then as many of the other.
class Strips {
 public:
    Strips(const MoverWork& work, const Plan& plan, const Order& order)
        : work_(work), plan_(plan), order_(order), at_(work) {
        skip();
    }

    bool more() const { return !at_.end(); }
    void ask(uint32_t to) {
        if (block_ == 0) begin(at_);
        block(block_, to);
        if (++block_ < work_.blocks) return;
        block_ = 0;
        at_.next();
        skip();
    }

    // Of a strip that is not in its turn.
    void begin(const Strip& strip) {
        const uint32_t expert = work_.expert(strip.item);
        const uint32_t place = work_.column(strip.item, strip.pass);
        width_ = strip.width;
        page_ = expert * work_.inner * work_.columns;
        for (uint32_t j = 0; j < width_; ++j) columns_[j] = order_(expert, place + j);
        if (work_.banks != 0) find_runs();
    }
    void block(uint32_t block, uint32_t to) {
        if (work_.banks != 0) return from_bank(to);
        uint32_t page = page_ + block * work_.steps * work_.columns;
        for (uint32_t s = 0; s < work_.steps; ++s, page += work_.columns, to += row_bytes_)
            for (uint32_t j = 0; j < width_; j += work_.chunk) {
                const uint32_t end = width_ - j < work_.chunk ? width_ : j + work_.chunk;
                some(first_, page, j, end, to + work_.factors * j * bytes_);
                if (work_.factors > 1) some(second_, page, j, end, to + (j + end) * bytes_);
            }
    }
    uint32_t bytes() const { return bytes_; }

 private:
    static constexpr uint32_t kMostRuns = 16;  // bmm.cpp

    void skip() {
        while (!at_.end() && (plan_[at_.item] == 0 || at_.width == 0)) at_.next();
    }

    void some(const Matrix& matrix, uint32_t page, uint32_t begin, uint32_t end, uint32_t to) {
        for (uint32_t j = begin; j < end; ++j, to += bytes_)
            noc_async_read_page(page + columns_[j], matrix, to);
    }

    // Columns that lie behind each other in the bank: where they are, and their place in a row.
    void find_runs() {
        runs_ = 0;
        for (uint32_t j = 0; j < width_; j += work_.share) {
            const uint32_t begin = j / work_.chunk * work_.chunk, left = width_ - begin;
            const uint32_t now = left < work_.chunk ? left : work_.chunk;
            uint32_t place = (begin * work_.factors + j - begin) * bytes_;
            for (uint32_t f = 0; f < work_.factors; ++f, ++runs_, place += now * bytes_) {
                from_[runs_] = (f == 0 ? first_ : second_).get_noc_addr(page_ + columns_[j]);
                place_[runs_] = place;
            }
        }
    }
    // Rows of tiles are as far from each other in a bank as the bank has columns in a run.
    void from_bank(uint32_t to) {
        const uint32_t bytes = work_.share * bytes_, pitch = work_.run * bytes_;
        for (uint32_t i = 0; i < runs_; ++i) {
            uint64_t from = from_[i];
            uint32_t place = to + place_[i];
            for (uint32_t s = 0; s < work_.steps; ++s, from += pitch, place += row_bytes_)
                noc_async_read(from, place, bytes);
            from_[i] = from;
        }
    }

    const MoverWork& work_;
    const Plan& plan_;
    const Order& order_;
    const uint32_t bytes_ = page_bytes(kIn), row_bytes_ = work_.pitch * bytes_;
    const Matrix first_{Args(), get_common_arg_val<uint32_t>(18), bytes_};
    const Matrix second_{Args(), get_common_arg_val<uint32_t>(19), bytes_};
    Strip at_;
    uint32_t block_ = 0, page_ = 0, width_ = 0, runs_ = 0;
    uint16_t columns_[kMostWidth];
    uint64_t from_[kMostRuns];
    uint32_t place_[kMostRuns];
};

// A strip that L1 does not hold, once for every row.
void stream(const MoverWork& work, Strips& strips, uint32_t rows, const Strip& strip) {
    const uint32_t pages = work.steps * work.pitch;
    strips.begin(strip);
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t block = 0; block < work.blocks; ++block) {
            cb_reserve_back(kIn, pages);
            strips.block(block, get_write_ptr(kIn));
            noc_async_read_barrier();
            cb_push_back(kIn, pages);
        }
}

}  // namespace

void kernel_main() {
    const MoverWork work;
    if (work.items == 0) return;
    const Plan plan(get_write_ptr(kPlan), work.items);
    tell(work, plan, Plan(get_write_ptr(kOtherPlan), work.items));
    const uint32_t places = get_common_arg_val<uint32_t>(20);  // for strips
    const Order order(work, 25);
    Strips strips(work, plan, order);
    Ahead ahead(strips, kIn, work.steps * work.pitch, strips.bytes(), places * work.blocks);
    for (Strip strip(work); !strip.end(); strip.next()) {
        const uint32_t rows = tile_rows(plan[strip.item]);
        if (rows == 0 || strip.width == 0) continue;
        if (!work.resident) {
            stream(work, strips, rows, strip);
            continue;
        }
        for (uint32_t block = 0; block < work.blocks; ++block) ahead.take();
    }
}
