// Pages of a tensor, of which some slices are replaced: by slices of another tensor, or by a value.
// A list of numbers says which; the last entry for a slice counts.
#include "boxes.h"
#include "local_copy.h"

namespace {

constexpr uint32_t kOut = tt::CBIndex::c_0, kIndices = tt::CBIndex::c_1;
constexpr bool kFills = get_compile_time_arg_val(0);
using Args = TensorAccessorArgs<1>;
using IndexArgs = TensorAccessorArgs<Args::next_compile_time_args_offset()>;
constexpr uint32_t kNone = ~0u;

class Replaced {
 public:
    Replaced() {
        const auto list = TensorAccessor(IndexArgs(), common(9), common(10));
        noc_async_read(list.get_noc_addr(0), get_write_ptr(kIndices), entries_ * 4);
        noc_async_read_barrier();
    }

    // The entry that replaces a slice.
    uint32_t entry(uint32_t slice) const {
        const auto* list = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_write_ptr(kIndices));
        for (uint32_t i = entries_; i-- > 0;)
            if (list[i] == slice) return i;
        return kNone;
    }

 private:
    const uint32_t entries_ = common(11);
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const Chunks chunks;
    const uint32_t slot = Chunks::slot_bytes(), batch = Chunks::batch(), bytes = common(6);
    const auto kept = TensorAccessor(Args(), common(0), common(7));
    const uint32_t instead = common(8);  // the value, or the address of the other tensor
    const uint32_t entries = common(11), slices = common(12), inner = common(13);
    const Replaced replaced;
    for (uint32_t done = 0; done < count;) {
        const uint32_t now = count - done < batch ? count - done : batch;
        cb_reserve_back(kOut, now);
        uint32_t to = get_write_ptr(kOut);
        for (uint32_t i = 0; i < now; ++i, to += slot) {
            const uint32_t unit = first + done + i, page = chunks.page_of(unit);
            const uint32_t line = page / inner, outer = line / slices;
            const uint32_t entry = replaced.entry(line - outer * slices);
            const uint32_t offset = chunks.begin(unit) * bytes;
            const uint32_t size = chunks.elements(unit) * bytes;
            if (entry == kNone)
                noc_async_read(kept.get_noc_addr(page, offset), to, size);
            else if constexpr (kFills)
                fill(to, size, instead);
            else
                noc_async_read(
                    TensorAccessor(Args(), instead, common(7))
                        .get_noc_addr((outer * entries + entry) * inner + (page - line * inner),
                                      offset),
                    to, size);
        }
        noc_async_read_barrier();
        cb_push_back(kOut, now);
        done += now;
    }
}
