// What a kernel is compiled without, so that one object serves more than one request: what is
// another on another chip, and what its program decides about circular buffers and settings.
//
// Nothing of a part that is withheld is defined, not even for #ifdef (poisoned, or declared and
// never defined: see kernel_begin.h, compute_begin.h, any_chip.h). A kernel that reaches it does
// not compile, and is compiled again with it; then its values are in the key. So an object cannot
// hold a value that its key lacks. What our headers need of these things they read while the kernel
// runs, from tables that the loader fills in.
#pragma once

#include <cstdint>
#include <string>

#include "jit/jit.hpp"

namespace ironbird::jit {

using Parts = std::uint32_t;  // a set of these
enum : Parts {
    kOfChip = 1,
    kOfBuffers = 2,  // formats and tiles
    kOfWidth = 4,    // of Dst
    kOfSync = 8,
    kOfFidelity = 16,
    kOfApproximation = 32,
    kOfL1Banks = 64,  // where interleaved pages in L1 lie: products with the same DRAM differ in it
    kEverything = 127
};

// The request with these parts and no others.
Request with_parts(const Request& request, Parts parts);

// The parts that the kernel's own text seems to name. A wrong guess costs one more compilation.
Parts guessed_parts(const Request& request);

// `parts` and those that the compiler's errors name as missing; all parts if they name no new one.
Parts widened(Parts parts, const std::string& compiler_output);

}  // namespace ironbird::jit
