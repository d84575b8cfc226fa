// The tokens of one expert after the other: blocks of rows of the choices are searched for its
// number, and the weights are fetched of those tokens alone.
#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kRows = 128;   // of a block
constexpr uint32_t kPart = 1024;  // entries of the lists that are written at a time
constexpr uint32_t kNoToken = ~0u;

using Selected = TensorAccessorArgs<0>;
using Weights = TensorAccessorArgs<Selected::next_compile_time_args_offset()>;
using Counts = TensorAccessorArgs<Weights::next_compile_time_args_offset()>;
using Tokens = TensorAccessorArgs<Counts::next_compile_time_args_offset()>;
using Shares = TensorAccessorArgs<Tokens::next_compile_time_args_offset()>;
using Map = TensorAccessorArgs<Shares::next_compile_time_args_offset()>;
using Mapping = TensorAccessorArgs<Map::next_compile_time_args_offset()>;  // one page

uint32_t word(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}
template <typename Args>
auto tensor(uint32_t i) {
    return TensorAccessor(Args(), word(2 * i), word(2 * i + 1));
}

// An expert's lists, of which a part is held.
class Lists {
 public:
    explicit Lists(uint32_t expert) : expert_(expert) {}

    void add(uint32_t token, uint16_t weight) {
        at<uint32_t>(tokens_ + 4 * held_) = token;
        at<uint16_t>(shares_ + 2 * held_) = weight;
        if (++held_ == kPart) write();
    }
    // Fills what is left and returns how many there were.
    uint32_t finish(uint32_t width) {
        const uint32_t count = written_ + held_;
        while (written_ + held_ < width) pad(width);
        write();
        return count;
    }

 private:
    // The held part, as far as it goes.
    void pad(uint32_t width) {
        const uint32_t left = width - written_, end = left < kPart ? left : kPart;
        fill(tokens_ + 4 * held_, 4 * (end - held_), kNoToken);
        fill(shares_ + 2 * held_, 2 * (end - held_), 0);
        held_ = end;
        if (held_ == kPart) write();
    }
    void write() {
        if (held_ == 0) return;
        settle(shares_ + 2 * (held_ - 1));
        const auto tokens = tensor<Tokens>(3), map = tensor<Map>(5);
        const auto shares = tensor<Shares>(4);
        noc_async_write(tokens_, tokens.get_noc_addr(expert_, 4 * written_), 4 * held_);
        noc_async_write(tokens_, map.get_noc_addr(expert_, 4 * written_), 4 * held_);
        noc_async_write(shares_, shares.get_noc_addr(expert_, 2 * written_), 2 * held_);
        noc_async_write_barrier();
        written_ += held_;
        held_ = 0;
    }

    const uint32_t expert_;
    const uint32_t tokens_ = get_write_ptr(tt::CBIndex::c_4);
    const uint32_t shares_ = get_write_ptr(tt::CBIndex::c_5);
    uint32_t held_ = 0, written_ = 0;
};

// Rows of choices, a block at a time: in rows, or in tiles that have all choices of their tokens.
class Search {
 public:
    void block(uint32_t first, uint32_t rows, uint32_t expert, Lists& to) {
        if (tiled_) {
            read_tiles(first, rows);
            find_in_tiles(first, rows, expert, to);
            return;
        }
        read(first, rows);
        uint32_t found = 0;
        for (uint32_t row = 0; row < rows; ++row) find(first, row, expert, found);
        noc_async_read_barrier();
        for (uint32_t i = 0; i < found; ++i)
            to.add(first + row_[i], at<uint16_t>(weights_ + i * slot(2) + 2 * place_[i]));
    }

 private:
    static constexpr uint32_t kFace = 16, kFaceSize = 256, kTileSize = 1024;

    uint32_t slot(uint32_t bytes) const { return (chosen_ * bytes + 63) & ~63u; }

    void read(uint32_t first, uint32_t rows) {
        if (first == held_) return;
        held_ = first;
        for (uint32_t row = 0; row < rows; ++row)
            noc_async_read(from_.get_noc_addr(first + row), selected_ + row * selected_slot_,
                           chosen_ * 4);
        noc_async_read_barrier();
    }
    void find(uint32_t first, uint32_t row, uint32_t expert, uint32_t& found) {
        const uint32_t k = place(selected_ + row * selected_slot_, chosen_, expert);
        if (k == chosen_) return;
        noc_async_read(shares_.get_noc_addr(first + row), weights_ + found * slot(2), chosen_ * 2);
        row_[found] = row;
        place_[found++] = k;
    }

    void read_tiles(uint32_t first, uint32_t rows) {
        if (first == held_) return;
        held_ = first;
        for (uint32_t tile = 0; tile < (rows + 31) / 32; ++tile) {
            noc_async_read_page(first / 32 + tile, from_, selected_ + tile * kTileSize * 4);
            noc_async_read_page(first / 32 + tile, shares_,
                                weights_ + tile * kTileSize * weight_bytes_);
        }
        noc_async_read_barrier();
    }
    // A token's first choices lie in one face, others at the same place of the next.
    void find_in_tiles(uint32_t first, uint32_t rows, uint32_t expert, Lists& to) {
        const uint32_t near = chosen_ < kFace ? chosen_ : kFace, far = chosen_ - near;
        uint32_t at_row = 0;
        for (uint32_t row = 0; row < rows; ++row, at_row += kFace) {
            if (row != 0 && row % kFace == 0) at_row += kFaceSize;
            const uint32_t k = place(selected_ + 4 * at_row, near, expert);
            if (k != near) {
                to.add(first + row, weight(at_row + k));
            } else if (far != 0) {
                const uint32_t next = at_row + kFaceSize;
                const uint32_t other = place(selected_ + 4 * next, far, expert);
                if (other != far) to.add(first + row, weight(next + other));
            }
        }
    }
    // Rounded to the nearest.
    uint16_t weight(uint32_t i) const {
        if (weight_bytes_ == 2) return at<uint16_t>(weights_ + 2 * i);
        const uint32_t bits = at<uint32_t>(weights_ + 4 * i);
        return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    }

    // Of an expert among some; four are looked at together, as loads take their time.
    static uint32_t place(uint32_t list, uint32_t count, uint32_t expert) {
        uint32_t k = 0;
        for (; k + 4 <= count; k += 4, list += 16) {
            const uint32_t a = at<uint32_t>(list), b = at<uint32_t>(list + 4);
            const uint32_t c = at<uint32_t>(list + 8), d = at<uint32_t>(list + 12);
            if (a == expert) return k;
            if (b == expert) return k + 1;
            if (c == expert) return k + 2;
            if (d == expert) return k + 3;
        }
        for (; k < count && at<uint32_t>(list) != expert; list += 4) ++k;
        return k;
    }

    const uint32_t chosen_ = word(14), selected_slot_ = slot(4), weight_bytes_ = word(17);
    const bool tiled_ = word(18) != 0;
    const uint32_t selected_ = get_write_ptr(tt::CBIndex::c_0);
    const uint32_t weights_ = get_write_ptr(tt::CBIndex::c_1);
    const TensorAccessor<tensor_accessor::SpecOf<Selected>> from_{Selected(), word(0), word(1)};
    const TensorAccessor<tensor_accessor::SpecOf<Weights>> shares_{Weights(), word(2), word(3)};
    uint32_t held_ = ~0u;
    uint8_t row_[kRows];
    uint16_t place_[kRows];
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t tokens = word(13), width = word(15), experts = word(16);
    const uint32_t mapping = get_write_ptr(tt::CBIndex::c_2);
    const uint32_t number = get_write_ptr(tt::CBIndex::c_3);
    noc_async_read(TensorAccessor(Mapping(), word(12), experts * 4).get_noc_addr(0), mapping,
                   experts * 4);
    noc_async_read_barrier();
    Search search;
    for (uint32_t expert = first; expert < first + count; ++expert) {
        const uint32_t wanted = at<uint32_t>(mapping + 4 * expert);
        Lists lists(expert);
        for (uint32_t row = 0; row < tokens; row += kRows)
            search.block(row, tokens - row < kRows ? tokens - row : kRows, wanted, lists);
        at<uint32_t>(number) = lists.finish(width);
        settle(number);
        noc_async_write(number, tensor<Counts>(2).get_noc_addr(expert), 4);
        noc_async_write_barrier();
    }
}
