// Lays out the spans.
#include "mem/l1.hpp"

#include "base/fault.hpp"

namespace ironbird::mem {

L1::L1(std::span<const std::uint32_t> bytes) : mapping_(bytes.size() * kSpan) {
    for (std::size_t core = 0; core < bytes.size(); core++) {
        invariant(bytes[core] <= kSpan && bytes[core] % 4096 == 0,
                  "an L1 of whole pages that fits its span");
        mapping_.close(core * kSpan + bytes[core], kSpan - bytes[core]);
    }
}

bool L1::contains(const void* address) const {
    const auto* a = static_cast<const std::uint8_t*>(address);
    return a >= mapping_.data() && a < mapping_.data() + mapping_.size();
}

}  // namespace ironbird::mem
