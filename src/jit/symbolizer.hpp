// Source lines of code addresses in a kernel.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abi/kernel.hpp"
#include "jit/paths.hpp"

namespace ironbird::jit {

// The frames behind code addresses, innermost first, seen through inlining, that are not in our own
// headers. Addresses are return addresses (a faulting instruction: its address plus one); those
// outside the object that holds `inside` are passed over. Starts another process.
std::vector<abi::SourceLine> source_frames(const Paths& paths, const std::string& object,
                                           std::uintptr_t inside,
                                           std::span<const std::uintptr_t> addresses);

}  // namespace ironbird::jit
