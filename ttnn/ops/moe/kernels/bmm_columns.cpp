// Strips of the experts' matrices, and the products to where they go: those that are ready are
// written between two blocks. Rows without tokens become zeros.
#include "bmm_columns.h"

#include "ahead.h"

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
    const Matrix first_{Args(), get_common_arg_val<uint32_t>(17), bytes_};
    const Matrix second_{Args(), get_common_arg_val<uint32_t>(18), bytes_};
    Strip at_;
    uint32_t block_ = 0, page_ = 0, width_ = 0, runs_ = 0;
    uint16_t columns_[kMostWidth];
    uint64_t from_[kMostRuns];
    uint32_t place_[kMostRuns];
};

// A strip that L1 does not hold, once for every row.
template <typename Writer>
void stream(const MoverWork& work, Strips& strips, Writer& writer, uint32_t rows,
            const Strip& strip) {
    const uint32_t pages = work.steps * work.pitch;
    strips.begin(strip);
    for (uint32_t row = 0; row < rows; ++row) {
        if (row != 0) writer.write_row();
        for (uint32_t block = 0; block < work.blocks; ++block) {
            cb_reserve_back(kIn, pages);
            strips.block(block, get_write_ptr(kIn));
            noc_async_read_barrier();
            cb_push_back(kIn, pages);
        }
    }
}

}  // namespace

void kernel_main() {
    const MoverWork work;
    if (work.items == 0) return;
    const uint32_t places = get_common_arg_val<uint32_t>(23);  // for strips
    const Plan plan;
    tell(work, plan, get_common_arg_val<uint32_t>(21));
    const Order order(work);
    Writer<OutArgs> writer(work, plan, order);
    Strips strips(work, plan, order);
    Ahead ahead(strips, kIn, work.steps * work.pitch, strips.bytes(), places * work.blocks);
    for (Strip strip(work); !strip.end(); strip.next()) {
        const uint32_t rows = tile_rows(plan[strip.item]);
        if (!work.resident || strip.number >= places)
            writer.finish(work.resident ? strip.number + 1 - places : strip.number);
        if (rows == 0 || strip.width == 0) continue;
        if (!work.resident) {
            stream(work, strips, writer, rows, strip);
            continue;
        }
        for (uint32_t block = 0; block < work.blocks; ++block) {
            ahead.take();
            writer.ready();
        }
    }
    writer.finish(work.items * work.passes);
    noc_async_write_barrier();
}
