// Batches of rows, each from somewhere else, and zeros behind the last of a list. One processor
// takes every nth batch, so that long and short lists are spread over all.
#include "counts.h"

namespace {

enum Order : uint32_t { kScatter, kUnpack, kPack };
constexpr Order kOrder = Order(get_compile_time_arg_val(0));
constexpr uint32_t kFirstCb = get_compile_time_arg_val(1);
constexpr uint32_t kBatch = 16;

using CountArgs = TensorAccessorArgs<2>;
using InArgs = TensorAccessorArgs<CountArgs::next_compile_time_args_offset()>;
using OutArgs = TensorAccessorArgs<InArgs::next_compile_time_args_offset()>;
using ListArgs = TensorAccessorArgs<OutArgs::next_compile_time_args_offset()>;

uint32_t word(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}
uint32_t at_most(uint32_t value, uint32_t limit) {
    return value < limit ? value : limit;
}

class Rows {
 public:
    Rows() {
        counts_.read_all(experts_);
        fill(zeros_, slot_, 0);
        settle(zeros_ + slot_ - 4);
    }

    void batch(uint32_t unit) {
        const uint32_t per_list = (list_rows_ + kBatch - 1) / kBatch, list = unit / per_list;
        const uint32_t first = unit % per_list * kBatch, end = at_most(first + kBatch, list_rows_);
        const uint32_t rows = at_most(length(list), list_rows_);
        uint32_t live = rows <= first ? 0 : at_most(rows, end) - first;
        find(list, first, live);
        const uint32_t base = list * list_rows_ + first;
        for (uint32_t done = 0; done < live; done += held_)
            copy(base, done, at_most(done + held_, live));
        const uint32_t zero_end = all_zeros_ ? end : at_most(end, (rows + 31) & ~31u);
        for (uint32_t i = first + live; i < zero_end; ++i)
            noc_async_write(zeros_, out_.get_noc_addr(list * list_rows_ + i), bytes_);
    }

 private:
    uint32_t length(uint32_t list) const {
        if constexpr (kOrder != kPack) return counts_[list];
        return before(experts_);
    }
    uint32_t before(uint32_t expert) const {
        uint32_t sum = 0;
        for (uint32_t e = 0; e < expert; ++e) sum += at_most(counts_[e], expert_rows_);
        return sum;
    }

    // Where the rows of a batch come from.
    void find(uint32_t list, uint32_t first, uint32_t live) {
        if (live == 0) return;
        if constexpr (kOrder == kScatter) {
            const auto lists = TensorAccessor(ListArgs(), word(7), word(8));
            noc_async_read(lists.get_noc_addr(list, first * 4), list_, live * 4);
            noc_async_read_barrier();
            for (uint32_t i = 0; i < live; ++i) source_[i] = at<uint32_t>(list_ + 4 * i);
        } else if constexpr (kOrder == kUnpack) {
            const uint32_t row = before(list) + first;
            for (uint32_t i = 0; i < live; ++i) source_[i] = row + i;
        } else {
            find_packed(first, live);
        }
    }
    void find_packed(uint32_t first, uint32_t live) {
        uint32_t expert = 0, row = first;
        const auto next = [&] {
            while (row >= at_most(counts_[expert], expert_rows_))
                row -= at_most(counts_[expert++], expert_rows_);
        };
        for (uint32_t i = 0; i < live; ++i, ++row) {
            next();
            source_[i] = expert * expert_rows_ + row;
        }
    }

    void copy(uint32_t base, uint32_t begin, uint32_t end) {
        noc_async_writes_flushed();  // of what was held before
        for (uint32_t i = begin; i < end; ++i)
            noc_async_read(in_.get_noc_addr(source_[i]), rows_ + (i - begin) * slot_, bytes_);
        noc_async_read_barrier();
        for (uint32_t i = begin; i < end; ++i)
            noc_async_write(rows_ + (i - begin) * slot_, out_.get_noc_addr(base + i), bytes_);
    }

    const uint32_t experts_ = word(9), expert_rows_ = word(10), list_rows_ = word(11);
    const uint32_t bytes_ = word(12), slot_ = (bytes_ + 63) & ~63u, held_ = word(14);
    const bool all_zeros_ = word(15) != 0;
    const uint32_t rows_ = get_write_ptr(kFirstCb), zeros_ = get_write_ptr(kFirstCb + 1);
    const uint32_t list_ = get_write_ptr(kFirstCb + 3);
    const Counts<CountArgs> counts_{0, get_write_ptr(kFirstCb + 2)};
    const TensorAccessor<tensor_accessor::SpecOf<InArgs>> in_{InArgs(), word(3), word(4)};
    const TensorAccessor<tensor_accessor::SpecOf<OutArgs>> out_{OutArgs(), word(5), word(6)};
    uint32_t source_[kBatch];
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), step = get_arg_val<uint32_t>(1);
    Rows rows;
    for (uint32_t unit = first; unit < word(13); unit += step) rows.batch(unit);
    noc_async_write_barrier();
}
