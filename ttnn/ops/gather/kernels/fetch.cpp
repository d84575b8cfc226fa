// Each element by a read of its own, many under way at once: from memory, or from the L1 of the
// core that holds its tile. Both processors of a core run this, each on every other index tile.
#include "../../../kernels/mover.h"
#include "gather.h"

namespace {

constexpr uint32_t kLanding = tt::CBIndex::c_0, kIndex = tt::CBIndex::c_1;
constexpr uint32_t kOutput = tt::CBIndex::c_16, kPart = tt::CBIndex::c_3;
constexpr uint32_t kAlign = get_compile_time_arg_val(2);   // of reads
constexpr uint32_t kHalf = get_compile_time_arg_val(3);    // which processor this is
constexpr bool kParts = get_compile_time_arg_val(4) != 0;  // cores hold the input
constexpr auto kInArgs = TensorAccessorArgs<5>();
constexpr auto kIndexArgs = TensorAccessorArgs<kInArgs.next_compile_time_args_offset()>();
constexpr auto kOutArgs = TensorAccessorArgs<kIndexArgs.next_compile_time_args_offset()>();

constexpr uint32_t kAtOnce = 128;  // reads under way

using Flag = volatile tt_l1_ptr uint32_t*;

// All cores have come so far: the first one counts, and tells the others. Only one processor of a
// core takes part; the other follows it.
class Meeting {
 public:
    explicit Meeting(const Group& group) : group_(group) {}

    void meet() {
        ++turn_;
        const Flag here = reinterpret_cast<Flag>(get_semaphore(3));
        const Flag done = reinterpret_cast<Flag>(get_semaphore(2));
        if constexpr (kHalf == 1) {
            noc_semaphore_set(done, turn_);
            noc_semaphore_wait_min(here, turn_);
            return;
        }
        noc_semaphore_wait_min(done, turn_);
        const Flag told = reinterpret_cast<Flag>(get_semaphore(1));
        if (group_.size > 1) {
            if (group_.index == 0)
                call();
            else
                noc_semaphore_inc(group_.one(0, get_semaphore(0)), 1);
            if (group_.index != 0) noc_semaphore_wait_min(told, turn_);
        }
        noc_semaphore_set(here, turn_);
    }

 private:
    void call() {
        noc_semaphore_wait_min(reinterpret_cast<Flag>(get_semaphore(0)), turn_ * (group_.size - 1));
        noc_semaphore_set(reinterpret_cast<Flag>(get_semaphore(1)), turn_);
        noc_semaphore_set_multicast(get_semaphore(1), group_.all(get_semaphore(1)),
                                    group_.size - 1);
        noc_async_writes_flushed();
    }

    const Group& group_;
    uint32_t turn_ = 0;
};

template <typename In, typename Index, typename Out>
class Fetcher {
 public:
    Fetcher(const Shapes& shapes, const Group& group, const In& in, const Index& index,
            const Out& out)
        : shapes_(shapes), group_(group), in_(in), index_(index), out_(out) {}

    // The tiles of the row that this core holds for everybody.
    void load_part(uint32_t input_row) {
        uint32_t to = get_write_ptr(kPart);
        for (uint32_t t = group_.index; t < shapes_.in_tiles;
             t += group_.size, to += kTile * kElement)
            noc_async_read_page(input_row * shapes_.in_tiles + t, in_, to);
        noc_async_read_barrier();
    }

    void fetch_tile(uint32_t row, uint32_t tile) {
        const uint32_t page = row * shapes_.out_tiles + tile, rows = shapes_.valid_rows(row);
        for_faces(rows, [&](uint32_t offset, uint32_t elements) {
            noc_async_read(index_.get_noc_addr(page, offset * kIndexBytes),
                           index_at_ + offset * kIndexBytes, elements * kIndexBytes);
        });
        noc_async_read_barrier();
        noc_async_writes_flushed();
        input_row_ = shapes_.input_row(row);
        const uint32_t columns = shapes_.valid_columns(tile);
        for (uint32_t r = 0; r < rows; ++r)
            for (uint32_t c = 0; c < columns; ++c) ask(place_of(line_of(r), c), line_of(r));
        pick();
        for_faces(rows, [&](uint32_t offset, uint32_t elements) {
            noc_async_write(out_at_ + offset * kElement, out_.get_noc_addr(page, offset * kElement),
                            elements * kElement);
        });
    }

 private:
    void ask(uint32_t at, uint32_t line) {
        const uint32_t index = shapes_.at_most(reinterpret_cast<Indices>(index_at_)[at]);
        const uint32_t offset = place_of(line, index % 32) * kElement,
                       down = offset / kAlign * kAlign;
        const uint32_t tile = index / 32;
        const uint64_t from =
            kParts ? group_.one(tile % group_.size,
                                get_write_ptr(kPart) + tile / group_.size * kTile * kElement + down)
                   : in_.get_noc_addr(input_row_ * shapes_.in_tiles + tile, down);
        const uint32_t slot = landing_ + asked_ * kAlign;
        noc_async_read(from, slot, kAlign);
        source_[asked_] = static_cast<uint16_t>(offset - down);
        target_[asked_] = static_cast<uint16_t>(at);
        if (++asked_ == kAtOnce) pick();
    }

    void pick() {
        noc_async_read_barrier();
        for (uint32_t i = 0; i < asked_; ++i)
            reinterpret_cast<Elements>(out_at_)[target_[i]] =
                *reinterpret_cast<Elements>(landing_ + i * kAlign + source_[i]);
        asked_ = 0;
    }

    const Shapes& shapes_;
    const Group& group_;
    const In& in_;
    const Index& index_;
    const Out& out_;
    const uint32_t landing_ = get_write_ptr(kLanding) + kHalf * kAtOnce * kAlign;
    const uint32_t index_at_ = get_write_ptr(kIndex) + kHalf * kTile * kIndexBytes;
    const uint32_t out_at_ = get_write_ptr(kOutput) + kHalf * kTile * kElement;
    uint32_t input_row_ = 0, asked_ = 0;
    uint16_t source_[kAtOnce], target_[kAtOnce];
};

}  // namespace

// Arguments: index tiles first, first + step, … below end; the group.
void kernel_main() {
    const Shapes shapes;
    const auto in = TensorAccessor(kInArgs, shapes.input);
    const auto index = TensorAccessor(kIndexArgs, shapes.index);
    const auto out = TensorAccessor(kOutArgs, shapes.output);
    const uint32_t first = get_arg_val<uint32_t>(0), step = get_arg_val<uint32_t>(1);
    const uint32_t end = get_arg_val<uint32_t>(2);  // rows times tiles of a row
    const Group group(3);
    Fetcher fetcher(shapes, group, in, index, out);
    if constexpr (kParts) {
        Meeting meeting(group);
        for (uint32_t row = 0; row * shapes.out_tiles < end; ++row) {
            if constexpr (kHalf == 0) fetcher.load_part(shapes.input_row(row));
            meeting.meet();
            for (uint32_t t = first + kHalf * step; t < shapes.out_tiles; t += 2 * step)
                fetcher.fetch_tile(row, t);
            meeting.meet();
        }
    } else {
        for (uint32_t t = first + kHalf * step; t < end; t += 2 * step)
            fetcher.fetch_tile(t / shapes.out_tiles, t % shapes.out_tiles);
    }
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
