// The distinct values of a slice with the row where each was first seen, in the order of rows: one
// bit a value says whether it was. Common arguments: addresses of values, lists and counts; pages
// of a column, its rows, slices, range of the values, jobs. Page k of a job's list is page k * jobs
// + job of the lists, so that what is used of them lies together.
#include "jobs.h"

namespace {

constexpr uint32_t kPairs = kPageWords / 2;

template <class Tensor>
class List {
 public:
    List(const Tensor& to, uint32_t memory, uint32_t job) : to_(to), memory_(memory), page_(job) {}

    void add(uint32_t value, uint32_t row) {
        Words pair = words_at(memory_) + 2 * (count_ % kPairs);
        pair[0] = value;
        pair[1] = row;
        if (++count_ % kPairs == 0) write();
    }
    uint32_t finish() {
        if (count_ % kPairs != 0) write();
        return count_;
    }

 private:
    void write() {
        settle(words_at(memory_) + 2 * ((count_ - 1) % kPairs) + 1);
        noc_async_write_page(page_, to_, memory_);
        noc_async_writes_flushed();
        page_ += common(7);
    }

    const Tensor& to_;
    const uint32_t memory_;
    uint32_t page_, count_ = 0;
};

}  // namespace

void kernel_main() {
    const uint32_t first = get_arg_val<uint32_t>(0), jobs = get_arg_val<uint32_t>(1);
    const auto values = tensor_of(0), lists = tensor_of(1);
    const auto counts = tensor_of(2, 64);
    const uint32_t pages = common(3), rows = common(4), slices = common(5);
    const uint32_t bitmap_words = (common(6) + 31) / 32;
    const uint32_t memory = scratch(), list_page = memory + 2 * kPageBytes;
    const uint32_t count_at = list_page + kPageBytes;
    const Words seen = words_at(count_at + 64);
    // What leaves is whole pages: behind a list lies nothing that was there before.
    for (uint32_t at = list_page; at < count_at + 64; at += 4) *words_at(at) = 0;
    for (uint32_t job = first; job < first + jobs; ++job) {
        const Slice slice = slice_of(job, slices, pages);
        const uint32_t begin = slice.column * pages + slice.first;
        for (uint32_t i = 0; i < bitmap_words; ++i) seen[i] = 0;
        List list(lists, list_page, job);
        Fetched fetched(values, memory, kPageBytes, begin, slice.count);
        for (uint32_t page = slice.first; page < slice.first + slice.count; ++page) {
            const Words words = words_at(fetched.next());
            const uint32_t row = page * kPageWords;
            const uint32_t count = rows - row < kPageWords ? rows - row : kPageWords;
            for (uint32_t i = 0; i < count; ++i) {
                const uint32_t value = words[i], bits = seen[value / 32];
                const uint32_t bit = 1u << (value % 32);
                if ((bits & bit) != 0) continue;
                seen[value / 32] = bits | bit;
                list.add(value, row + i);
            }
        }
        words_at(count_at)[0] = list.finish();
        settle(words_at(count_at));
        noc_async_write_page(job, counts, count_at);
        noc_async_writes_flushed();
    }
    noc_async_write_barrier();
}
