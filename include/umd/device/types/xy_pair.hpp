// A place on a grid, alone and together with its chip.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <tuple>

namespace tt::umd {

struct xy_pair {
    constexpr xy_pair() = default;
    constexpr xy_pair(std::size_t x, std::size_t y) : x(x), y(y) {}

    std::size_t x = 0;
    std::size_t y = 0;

    std::string str() const;  // "(x=1,y=2)"
};

constexpr bool operator==(const xy_pair& a, const xy_pair& b) {
    return a.x == b.x && a.y == b.y;
}
constexpr bool operator!=(const xy_pair& a, const xy_pair& b) {
    return !(a == b);
}
constexpr bool operator<(const xy_pair& a, const xy_pair& b) {
    return std::tie(a.x, a.y) < std::tie(b.x, b.y);
}

struct cxy_pair : xy_pair {
    constexpr cxy_pair() = default;
    constexpr cxy_pair(std::size_t chip, xy_pair at) : xy_pair(at), chip(chip) {}
    constexpr cxy_pair(std::size_t chip, std::size_t x, std::size_t y)
        : xy_pair(x, y), chip(chip) {}

    std::size_t chip = 0;

    std::string str() const;  // "(chip=0,x=1,y=2)"
};

constexpr bool operator==(const cxy_pair& a, const cxy_pair& b) {
    return std::tie(a.chip, a.x, a.y) == std::tie(b.chip, b.x, b.y);
}
constexpr bool operator!=(const cxy_pair& a, const cxy_pair& b) {
    return !(a == b);
}
constexpr bool operator<(const cxy_pair& a, const cxy_pair& b) {
    return std::tie(a.chip, a.x, a.y) < std::tie(b.chip, b.x, b.y);
}

}  // namespace tt::umd

using tt_xy_pair = tt::umd::xy_pair;
using tt_cxy_pair = tt::umd::cxy_pair;

template <>
struct std::hash<tt_xy_pair> {
    std::size_t operator()(const tt_xy_pair& at) const noexcept {
        return at.x * 0x9e3779b97f4a7c15ULL + at.y;
    }
};

template <>
struct std::hash<tt_cxy_pair> {
    std::size_t operator()(const tt_cxy_pair& at) const noexcept {
        return std::hash<tt_xy_pair>{}(at) * 31 + at.chip;
    }
};
