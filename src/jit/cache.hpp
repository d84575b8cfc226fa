// The folder of compiled kernels: content-keyed, private, written by atomic rename.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ironbird::jit {

struct CacheInfo {
    std::string folder;
    std::uint64_t entries = 0;  // kernels
    std::uint64_t bytes = 0;    // of everything, precompiled headers too
    std::uint64_t limit_bytes = 0;
};

// The folder in use; falls back to a private temporary one, with a note, when it cannot be written.
const std::string& cache_folder();
CacheInfo cache_info();
CacheInfo cache_clear();  // what was there before

}  // namespace ironbird::jit
