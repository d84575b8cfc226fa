// What a request does to the memory that it reaches, be it L1 or DRAM.
#pragma once

#include <cstdint>

#include "noc/transaction.hpp"

namespace ironbird::device {

// Takes the bytes of a read into the transaction's payload, or applies a write, inline write or
// atomic; `memory` is the host address of the target address. A lone atomic keeps the old value.
void apply_request(noc::Transaction& t, std::uint8_t* memory);

}  // namespace ironbird::device
