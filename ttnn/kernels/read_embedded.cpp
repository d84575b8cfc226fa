// Rows of a table in the order of a list of their numbers.
#include "boxes.h"

namespace {

constexpr uint32_t kOut = tt::CBIndex::c_0, kIndices = tt::CBIndex::c_1;
using IndexArgs = TensorAccessorArgs<0>;
using TableArgs = TensorAccessorArgs<IndexArgs::next_compile_time_args_offset()>;

// The list, of which a part is held.
class Indices {
 public:
    uint32_t operator[](uint32_t i) {
        const uint32_t page = i / per_page_, offset = (i - page * per_page_) * 4;
        if (page != page_ || offset < begin_ || offset >= end_) {
            page_ = page;
            begin_ = offset & ~63u;
            const uint32_t left = per_page_ * 4 - begin_;
            end_ = begin_ + (left < kScratchBytes ? left : kScratchBytes);
            noc_async_read(from_.get_noc_addr(page, begin_), held_, end_ - begin_);
            noc_async_read_barrier();
        }
        return *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(held_ + offset - begin_);
    }

 private:
    const uint32_t per_page_ = common(9);
    const TensorAccessor<tensor_accessor::SpecOf<IndexArgs>> from_{IndexArgs(), common(0),
                                                                   common(10)};
    const uint32_t held_ = (get_write_ptr(kIndices) + 63) & ~63u;
    uint32_t page_ = ~0u, begin_ = 0, end_ = 0;
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const Chunks chunks;
    const uint32_t slot = Chunks::slot_bytes(), batch = Chunks::batch(), bytes = common(6);
    const auto table = TensorAccessor(TableArgs(), common(7), common(8));
    Indices indices;
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_reserve_back(kOut, now);
        uint32_t to = get_write_ptr(kOut);
        for (uint32_t i = 0; i < now; ++i, to += slot) {
            const uint32_t unit = first + done + i, row = indices[chunks.page_of(unit)];
            noc_async_read(table.get_noc_addr(row, chunks.begin(unit) * bytes), to,
                           chunks.elements(unit) * bytes);
        }
        noc_async_read_barrier();
        cb_push_back(kOut, now);
        done += now;
    }
}
