// Small helpers of 2025's host programs.
#pragma once

#include <cstddef>
#include <tt_stl/enum.hpp>
#include <tt_stl/hash.hpp>

namespace tt::utils {

template <typename T>
void hash_combine(std::size_t& seed, const T& value) {
    ttsl::hash::hash_combine(seed, value);
}

template <typename E>
    requires std::is_enum_v<E>
auto underlying_type(const E& value) {
    return ttsl::as_underlying_type(value);
}

}  // namespace tt::utils
