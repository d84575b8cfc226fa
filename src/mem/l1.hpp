// The L1 memories of all cores of a chip: one mapping, a fixed span for each core.
#pragma once

#include <cstdint>

#include "mem/mapping.hpp"

namespace ironbird::mem {

class L1 {
 public:
    // Kernels find their core's L1 by adding an address below the span to its base.
    static constexpr std::size_t kSpan = std::size_t{2} << 20;

    // Past `bytes` of each span there is no access, so that a stray address is caught.
    L1(std::uint32_t cores, std::uint32_t bytes);

    std::uint8_t* of(std::uint32_t core) const { return mapping_.data() + core * kSpan; }
    std::uint32_t bytes() const { return bytes_; }

    // Whether a host address lies in any of the spans.
    bool contains(const void* address) const;

 private:
    Mapping mapping_;
    std::uint32_t bytes_;
};

}  // namespace ironbird::mem
