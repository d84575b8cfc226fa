// What a request does to the memory that it reaches, be it L1 or DRAM.
#pragma once

#include <cstdint>

#include "noc/transaction.hpp"

namespace ironbird::device {

// Flags and semaphores steer kernels: they move even when data do not.
inline bool carries(const noc::Transaction& t, bool moves_data) {
    constexpr std::uint32_t kControlBytes = 64;
    return moves_data || t.size <= kControlBytes;
}

// In place of the bytes that an inline write changes: its value is added to the word.
inline constexpr std::uint8_t kAdds = 0x10;

// Takes the bytes of a read into the transaction's payload, or applies a write, inline write or
// atomic; `memory` is the host address of the target address. A lone atomic keeps the old value.
// Without a payload a read or write moves nothing.
void apply_request(noc::Transaction& t, std::uint8_t* memory);

}  // namespace ironbird::device
