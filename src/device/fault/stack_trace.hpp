// Where a fiber stands: return addresses along its chain of frame pointers.
#pragma once

#include <cstdint>

#include "device/core/processor.hpp"

namespace ironbird::device {

// Follows saved frame pointers inside the stack of a block. Safe in a signal handler.
inline Trace walk_stack(const void* frame, const std::uint8_t* block, std::uintptr_t first = 0) {
    Trace trace;
    if (first != 0) trace.address[trace.count++] = first;
    const auto low = reinterpret_cast<std::uintptr_t>(block) + IB_CONTEXT_BYTES;
    const auto high = reinterpret_cast<std::uintptr_t>(block) + IB_BLOCK_BYTES - 16;
    auto at = reinterpret_cast<std::uintptr_t>(frame);
    while (at >= low && at <= high && at % 8 == 0 && trace.count < trace.address.size()) {
        const auto* saved = reinterpret_cast<const std::uintptr_t*>(at);
        if (saved[1] == 0) break;
        trace.address[trace.count++] = saved[1];
        if (saved[0] <= at) break;
        at = saved[0];
    }
    return trace;
}

}  // namespace ironbird::device
