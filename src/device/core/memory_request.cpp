// Reads, writes and atomics on memory.
#include "device/core/memory_request.hpp"

#include <cstring>

#include "abi/ib_abi.h"

namespace ironbird::device {
namespace {

std::uint32_t load(const std::uint8_t* at) {
    std::uint32_t v = 0;
    std::memcpy(&v, at, 4);
    return v;
}

void store(std::uint8_t* at, std::uint32_t v) {
    std::memcpy(at, &v, 4);
}

// The NoC adds in the low bits that `wrap` names (its value plus one of them) and leaves the rest.
std::uint32_t incremented(std::uint32_t old, std::uint32_t by, std::uint32_t wrap) {
    if (wrap >= 31) return old + by;
    const std::uint32_t mask = (2u << wrap) - 1;
    return (old & ~mask) | ((old + by) & mask);
}

void apply_atomic(noc::Transaction& t, std::uint8_t* at) {
    const std::uint32_t old = load(at);
    switch (t.operation) {
        case IB_ATOMIC_INC:
            store(at, incremented(old, t.value, t.wrap));
            break;
        case IB_ATOMIC_SWAP:
            store(at, t.value);
            break;
        default:
            if (old == t.wrap) store(at, t.value);
            break;
    }
    if ((t.flags & IB_NOC_MULTICAST) == 0) t.value = old;
}

void apply_inline(const noc::Transaction& t, std::uint8_t* at) {
    if (t.byte_enable == kAdds) return store(at, load(at) + t.value);
    for (std::uint32_t i = 0; i < 4; i++)
        if ((t.byte_enable >> i & 1) != 0) at[i] = static_cast<std::uint8_t>(t.value >> (8 * i));
}

}  // namespace

void apply_request(noc::Transaction& t, std::uint8_t* memory) {
    switch (t.kind) {
        case noc::Kind::read:
            if (t.payload != nullptr) std::memcpy(t.payload, memory, t.size);
            break;
        case noc::Kind::write:
            if (t.payload != nullptr) std::memcpy(memory, t.payload, t.size);
            break;
        case noc::Kind::inline_write:
            apply_inline(t, memory);
            break;
        case noc::Kind::atomic:
            apply_atomic(t, memory);
            break;
    }
}

}  // namespace ironbird::device
