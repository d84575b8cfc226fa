// Pages of tensors that are interleaved over DRAM, for one data-movement processor that reads,
// works and writes by itself.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

constexpr uint32_t kPageWords = 1024, kPageBytes = 4 * kPageWords;

using Words = volatile tt_l1_ptr uint32_t*;

inline uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}
inline Words words_at(uint32_t address) {
    return reinterpret_cast<Words>(address);
}

// Compile-time argument 0 is a circular buffer that serves as memory of this processor alone.
inline uint32_t scratch() {
    return (get_write_ptr(get_compile_time_arg_val(0)) + 63) & ~63u;
}

using Dram = TensorAccessorArgs<1>;
// The tensor whose address is a common argument.
inline auto tensor_of(uint32_t argument, uint32_t page_bytes = kPageBytes) {
    return TensorAccessor(Dram(), common(argument), page_bytes);
}

// A NoC command may overtake a store of its processor, but not one whose word was loaded back.
inline void settle(Words stored) {
    [[maybe_unused]] const uint32_t word = *stored;
}
// A page whose last word was stored last.
template <class Tensor>
inline void send_page(uint32_t page, const Tensor& to, uint32_t at, uint32_t bytes = kPageBytes) {
    settle(words_at(at + bytes - 4));
    noc_async_write_page(page, to, at);
}

// Pages in order: while one is worked on, the next one is on its way. Takes two pages of memory.
template <class Tensor>
class Fetched {
 public:
    Fetched(const Tensor& from, uint32_t memory, uint32_t bytes, uint32_t first, uint32_t count)
        : from_(from), memory_(memory), bytes_(bytes), next_(first), end_(first + count) {
        fetch();
    }

    // Valid until the next call. What is written from the page must have left by then.
    uint32_t next() {
        noc_async_read_barrier();
        const uint32_t page = slot();
        ++next_;
        fetch();
        return page;
    }

 private:
    uint32_t slot() const { return memory_ + (next_ & 1) * bytes_; }
    void fetch() {
        if (next_ != end_) noc_async_read_page(next_, from_, slot());
    }

    const Tensor& from_;
    const uint32_t memory_, bytes_;
    uint32_t next_;
    const uint32_t end_;
};
