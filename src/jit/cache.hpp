// The folder of compiled kernels: content-keyed, private, written by atomic rename.
#pragma once

#include <cstdint>
#include <string>

namespace ironbird::jit {

// What `ironbird cache` shows.
struct CacheInfo {
    std::string folder;          // the one in use
    std::uint64_t entries = 0;   // kernels
    std::uint64_t programs = 0;  // host programs
    std::uint64_t bytes = 0;     // of everything, precompiled headers too
    std::uint64_t limit_bytes = 0;
};

}  // namespace ironbird::jit
