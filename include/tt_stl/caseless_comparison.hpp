// Equality of ASCII text that ignores case.
#pragma once

#include <algorithm>
#include <iterator>

namespace ttsl {

struct ascii_caseless_comp_t {
    static constexpr char lower(char c) noexcept {
        return 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }

    constexpr bool operator()(char a, char b) const noexcept { return lower(a) == lower(b); }

    template <typename String>
    constexpr bool operator()(const String& a, const String& b) const noexcept {
        return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b), *this);
    }
};

inline constexpr ascii_caseless_comp_t ascii_caseless_comp{};

}  // namespace ttsl
