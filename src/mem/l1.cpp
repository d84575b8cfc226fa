// Lays out the spans.
#include "mem/l1.hpp"

#include "base/fault.hpp"

namespace ironbird::mem {

L1::L1(std::uint32_t cores, std::uint32_t bytes) : mapping_(cores * kSpan), bytes_(bytes) {
    invariant(bytes <= kSpan && bytes % 4096 == 0, "an L1 of whole pages that fits its span");
    for (std::uint32_t core = 0; core < cores; core++)
        mapping_.close(core * kSpan + bytes, kSpan - bytes);
}

bool L1::contains(const void* address) const {
    const auto* a = static_cast<const std::uint8_t*>(address);
    return a >= mapping_.data() && a < mapping_.data() + mapping_.size();
}

}  // namespace ironbird::mem
