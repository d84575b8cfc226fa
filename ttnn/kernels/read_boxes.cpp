// Elements of a tensor in their order, gathered from boxes of other tensors; what no box covers is
// the fill value. An element is a number, or a whole tile where tiles move as they are.
#include "boxes.h"
#include "local_copy.h"

namespace {

constexpr uint32_t kOut = tt::CBIndex::c_0, kScratch = tt::CBIndex::c_1;
using Args = TensorAccessorArgs<0>;
constexpr uint32_t kAlignment = Args::is_dram ? DRAM_ALIGNMENT : L1_ALIGNMENT;

auto pages(const Source& source) {
    return TensorAccessor(Args(Boxes::accessor()), source.address, source.page_bytes);
}

class Reader {
 public:
    void chunk(uint32_t unit, uint32_t to) {
        const Chunk chunk = chunks_.chunk(unit);
        walk_.seek(chunk.first);
        for (uint32_t left = chunk.elements; left > 0;) {
            const Run run = walk_.run();
            const uint32_t count = run.count < left ? run.count : left;
            if (run.source == kFill)
                fill(to, count * bytes_, fill_);
            else
                take(run, count, to);
            to += count * bytes_;
            left -= count;
            walk_.advance(count);
        }
        if (chunk.padding > 0) fill(to, chunk.padding * bytes_, fill_);
    }

 private:
    // Elements of a run, page by page.
    void take(const Run& run, uint32_t count, uint32_t to) {
        const Source source = Boxes::source(run.source);
        uint32_t element = run.first;
        while (count > 0) {
            const Place place = source.place(element);
            const uint32_t here = in_page(run.stride, place.left);
            const uint32_t now = here < count ? here : count;
            if (run.stride == 1 || is_large_)
                read(source, place, now * bytes_, to);
            else
                pick(source, place, run.stride, now, to);
            element += now * run.stride;
            to += now * bytes_;
            count -= now;
        }
    }

    // How many elements of a run are taken at a time from a page that has `left` of them.
    uint32_t in_page(uint32_t stride, uint32_t left) const {
        if (stride == 1) return left;
        if (is_large_) return 1;
        return stride == 0 ? ~0u : (left + stride - 1) / stride;
    }

    // Straight to its place where the NoC's rule allows, else through the scratch buffer.
    void read(const Source& source, const Place& place, uint32_t bytes, uint32_t to) {
        uint32_t offset = place.offset * bytes_;
        if (((offset ^ to) & (kAlignment - 1)) == 0) {
            noc_async_read(address(source, place.page, offset), to, bytes);
            return;
        }
        while (bytes > 0) {
            const uint32_t from = window(source, place.page, offset, bytes);
            const uint32_t now = end_ - offset < bytes ? end_ - offset : bytes;
            move(to, from, now);
            offset += now, to += now, bytes -= now;
        }
    }

    void pick(const Source& source, const Place& place, uint32_t stride, uint32_t count,
              uint32_t to) {
        const uint32_t step = stride * bytes_;
        uint32_t offset = place.offset * bytes_;
        for (uint32_t i = 0; i < count; ++i, offset += step, to += bytes_)
            move(to, window(source, place.page, offset, (count - 1 - i) * step + bytes_), bytes_);
    }

    // Where the bytes from an offset of a page on lie in the scratch buffer, which then holds those
    // up to end_; as many as are wanted if they fit.
    uint32_t window(const Source& source, uint32_t page, uint32_t offset, uint32_t wanted) {
        const bool held = source.address == held_.address && source.page_bytes == held_.page_bytes;
        if (!held || page != held_page_ || offset < begin_ || offset + bytes_ > end_) {
            begin_ = offset & ~(kAlignment - 1);
            const uint32_t asked = offset - begin_ + wanted;
            const uint32_t bytes = asked < kScratchBytes ? asked : kScratchBytes;
            end_ = begin_ + bytes;
            held_ = source, held_page_ = page;
            noc_async_read(address(source, page, begin_), scratch_, bytes);
            noc_async_read_barrier();
        }
        return scratch_ + offset - begin_;
    }

    // A sharded source is the only one: its accessor, which costs some to make, is kept.
    uint64_t address(const Source& source, uint32_t page, uint32_t offset) const {
        if constexpr (Args::is_sharded) return first_.get_noc_addr(page, offset);
        return pages(source).get_noc_addr(page, offset);
    }

    const decltype(pages({})) first_ = pages(Boxes::source(0));
    const RowChunks chunks_;
    BoxWalk walk_;
    const uint32_t bytes_ = Boxes::element_bytes(), fill_ = Boxes::fill();
    const bool is_large_ = bytes_ >= kAlignment;  // a tile
    const uint32_t scratch_ = (get_write_ptr(kScratch) + 63) & ~63u;
    Source held_{};  // what the scratch buffer is a part of
    uint32_t held_page_ = 0, begin_ = 0, end_ = 0;
};

}  // namespace

void kernel_main() {
    const Units units;
    const uint32_t slot = Chunks::slot_bytes(), batch = Chunks::batch();
    Reader reader;
    for (uint32_t done = 0; done < units.count;) {
        const uint32_t now = units.count - done < batch ? units.count - done : batch;
        cb_reserve_back(kOut, now);
        const uint32_t to = get_write_ptr(kOut);
        for (uint32_t i = 0; i < now; ++i) reader.chunk(units[done + i], to + i * slot);
        noc_async_read_barrier();
        cb_push_back(kOut, now);
        done += now;
    }
}
