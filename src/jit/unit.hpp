// The translation unit and the compiler's arguments for a request.
#pragma once

#include <string>
#include <vector>

#include "jit/jit.hpp"

namespace ironbird::jit {

// The generated text: prelude, prologue, kernel_begin.h, the kernel, kernel_end.h.
std::string unit_text(const Paths& paths, const Request& request);

// The text from which the precompiled header is made.
std::string header_text();

// Language, defines and include roots: what the precompiled header and its users have in common.
std::vector<std::string> common_arguments(const JitOptions& options, const Request& request);

// Beyond those, for one kernel: the pass and the user's folders.
std::vector<std::string> kernel_arguments(const JitOptions& options, const Request& request);

}  // namespace ironbird::jit
