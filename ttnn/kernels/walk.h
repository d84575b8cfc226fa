// A walk over the tiles of several tensors at once: nested loops, innermost first, with a stride of
// each tensor in each of them, which is 0 where a tensor has one tile for many.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

// Common arguments from `first` on: for each loop its extent and the strides of all tensors. Loops
// that are not needed have an extent of 1.
template <uint32_t tensors>
class Walk {
 public:
    static constexpr uint32_t kDims = 8;

    Walk(uint32_t first, uint32_t position) : first_(first) {
        for (uint32_t d = 0; d < kDims; ++d) {
            at_[d] = position % extent(d);
            position /= extent(d);
            for (uint32_t t = 0; t < tensors; ++t) page[t] += at_[d] * stride(d, t);
        }
    }

    void next() {
        for (uint32_t d = 0; d < kDims; ++d) {
            for (uint32_t t = 0; t < tensors; ++t) page[t] += stride(d, t);
            if (++at_[d] < extent(d)) return;
            for (uint32_t t = 0; t < tensors; ++t) page[t] -= extent(d) * stride(d, t);
            at_[d] = 0;
        }
    }

    uint32_t page[tensors] = {};

 private:
    uint32_t extent(uint32_t d) const {
        return get_common_arg_val<uint32_t>(first_ + (tensors + 1) * d);
    }
    uint32_t stride(uint32_t d, uint32_t t) const {
        return get_common_arg_val<uint32_t>(first_ + (tensors + 1) * d + 1 + t);
    }

    const uint32_t first_;
    uint32_t at_[kDims];
};
