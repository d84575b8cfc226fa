// Inline assembly of the chip's processors that has a meaning here.
#pragma once

#include <cstdint>

#include "jit/pass/frame.hpp"
#include "jit/pass/report.hpp"
#include "llvm/ADT/StringRef.h"

namespace ironbird::pass {

// Statements in the text, empty ones not counted.
std::uint32_t count_statements(llvm::StringRef text);

// Whether it neither ends the kernel nor yields a value: nop, fence, a compiler barrier.
bool is_passive(llvm::StringRef text);

// Replaces what is known; refuses the rest by name, at its line.
void map_assembly(Frame& frame, Report& report);

}  // namespace ironbird::pass
