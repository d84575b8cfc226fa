// A height and a width.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>

namespace tt::tt_metal {

class Shape2D final {
 public:
    constexpr Shape2D(std::size_t height, std::size_t width) : height_(height), width_(width) {}
    constexpr Shape2D(const std::pair<std::size_t, std::size_t>& s) : Shape2D(s.first, s.second) {}
    constexpr Shape2D(const std::array<std::size_t, 2>& s) : Shape2D(s[0], s[1]) {}
    constexpr Shape2D(const std::array<std::uint32_t, 2>& s) : Shape2D(s[0], s[1]) {}

    operator std::pair<std::size_t, std::size_t>() const { return {height_, width_}; }
    operator std::array<std::size_t, 2>() const { return {height_, width_}; }
    operator std::array<std::uint32_t, 2>() const {
        return {static_cast<std::uint32_t>(height_), static_cast<std::uint32_t>(width_)};
    }

    Shape2D operator*(std::size_t scalar) const { return {height_ * scalar, width_ * scalar}; }
    bool operator==(const Shape2D&) const = default;

    [[nodiscard]] std::size_t height() const { return height_; }
    [[nodiscard]] std::size_t width() const { return width_; }

    // Structured bindings: auto [height, width] = shape;
    template <std::size_t I>
    std::size_t get() const {
        static_assert(I < 2);
        return I == 0 ? height_ : width_;
    }

    static constexpr auto attribute_names = std::forward_as_tuple("height", "width");
    auto attribute_values() const { return std::forward_as_tuple(height_, width_); }

 private:
    std::size_t height_ = 0;
    std::size_t width_ = 0;
};

std::ostream& operator<<(std::ostream& os, const Shape2D& shape);

}  // namespace tt::tt_metal

namespace ttsl::fmt_detail {
std::string to_string(const tt::tt_metal::Shape2D& shape);
}  // namespace ttsl::fmt_detail

template <>
struct fmt::formatter<tt::tt_metal::Shape2D> : fmt::formatter<fmt::string_view> {
    auto format(const tt::tt_metal::Shape2D& shape, fmt::format_context& ctx) const {
        return fmt::formatter<fmt::string_view>::format(ttsl::fmt_detail::to_string(shape), ctx);
    }
};

template <>
struct std::tuple_size<tt::tt_metal::Shape2D> : std::integral_constant<std::size_t, 2> {};

template <std::size_t I>
struct std::tuple_element<I, tt::tt_metal::Shape2D> {
    using type = std::size_t;
};
