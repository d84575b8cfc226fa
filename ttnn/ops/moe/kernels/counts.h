// How many rows each expert has: pages of one number each, or one page of all.
#pragma once

#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"

// Common arguments from `first` on: address, bytes from page to page, whether there is one page.
template <typename Args>
class Counts {
    static constexpr uint32_t kSlot = 64;

 public:
    Counts(uint32_t first, uint32_t scratch) : first_(first), scratch_(scratch) {}

    // Begins to read; they are there after a barrier.
    void read(uint32_t expert, uint32_t slot) const {
        const auto from = TensorAccessor(Args(), word(0), word(1));
        const uint32_t page = whole() ? 0 : expert, offset = whole() ? 4 * expert : 0;
        // The address must be one that the NoC can read from.
        noc_async_read(from.get_noc_addr(page, offset & ~63u), scratch_ + slot * kSlot,
                       (offset & 63u) + 4);
    }
    void read_all(uint32_t experts) const {
        for (uint32_t e = 0; e < experts; ++e) read(e, e);
        noc_async_read_barrier();
    }
    uint32_t get(uint32_t expert, uint32_t slot) const {
        const uint32_t offset = whole() ? (4 * expert & 63u) : 0;
        return at<uint32_t>(scratch_ + slot * kSlot + offset);
    }
    uint32_t operator[](uint32_t expert) const { return get(expert, expert); }

 private:
    uint32_t word(uint32_t i) const { return get_common_arg_val<uint32_t>(first_ + i); }
    bool whole() const { return word(2) != 0; }

    const uint32_t first_, scratch_;
};
