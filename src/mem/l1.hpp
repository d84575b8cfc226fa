// The L1 memories of all cores of a chip: one mapping, a fixed span for each core.
#pragma once

#include <cstdint>
#include <span>

#include "mem/mapping.hpp"

namespace ironbird::mem {

class L1 {
 public:
    // Kernels find their core's L1 by adding an address below the span to its base.
    static constexpr std::size_t kSpan = std::size_t{2} << 20;

    // The sizes of all cores. Past its size there is no access to a span, so that a stray address
    // is caught.
    explicit L1(std::span<const std::uint32_t> bytes);

    std::uint8_t* of(std::uint32_t core) const { return mapping_.data() + core * kSpan; }

    // Whether a host address lies in any of the spans.
    bool contains(const void* address) const;

 private:
    Mapping mapping_;
};

}  // namespace ironbird::mem
