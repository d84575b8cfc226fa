// A vector at the alignment that host copies like.
#pragma once

#include <cstdint>
#include <tt_stl/aligned_allocator.hpp>
#include <vector>

namespace tt::tt_metal {

inline constexpr std::uint32_t MEMCPY_ALIGNMENT = 16;

template <typename T>
using vector_aligned = std::vector<T, ttsl::aligned_allocator<T, MEMCPY_ALIGNMENT>>;

}  // namespace tt::tt_metal
