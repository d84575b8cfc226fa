// Source lines of code addresses in a kernel.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "abi/kernel.hpp"

namespace ironbird::jit {

// The innermost position outside our headers, through inlining; empty when there is none.
// Addresses are return addresses (a faulting instruction: its address plus one); those outside the
// object that holds `inside` are passed over.
abi::SourceLine locate_source(const std::string& object, std::uintptr_t inside,
                              std::span<const std::uintptr_t> addresses);

}  // namespace ironbird::jit
