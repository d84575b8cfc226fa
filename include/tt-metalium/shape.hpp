// The dimensions of a tensor.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <tt-metalium/shape_base.hpp>
#include <tt_stl/small_vector.hpp>
#include <tuple>

namespace tt::tt_metal {

class Shape final : protected ShapeBase {
 public:
    using ShapeBase::ShapeBase;
    using ShapeBase::operator[];
    using ShapeBase::begin;
    using ShapeBase::cbegin;
    using ShapeBase::cend;
    using ShapeBase::Container;
    using ShapeBase::coord_type;
    using ShapeBase::empty;
    using ShapeBase::end;
    using ShapeBase::size;
    using ShapeBase::view;

    template <std::size_t N>
    bool operator==(const std::array<std::uint32_t, N>& other) const {
        return ShapeBase::operator==(other);
    }
    bool operator==(const Shape& other) const { return ShapeBase::operator==(other); }
    bool operator==(const Container& other) const { return value_ == other; }  // as rank 4 or more

    [[nodiscard]] std::size_t rank() const { return size(); }
    [[nodiscard]] std::uint64_t volume() const;

    std::uint32_t get_normalized_index(std::int64_t index) const;  // throws when out of range
    std::array<std::uint32_t, 4> to_array_4D() const;              // throws unless the rank is 4
    Shape to_rank(
        std::size_t new_rank) const;  // adds or drops leading ones; throws if they are not ones

    static constexpr auto attribute_names = std::forward_as_tuple("shape");
    auto attribute_values() const { return std::make_tuple(view()); }

    friend std::ostream& operator<<(std::ostream& os, const Shape& shape);
};

ttsl::SmallVector<std::size_t> compute_strides(const Shape& shape);

std::size_t compute_flat_indices(ttsl::Span<const std::uint32_t> indices,
                                 ttsl::Span<const std::size_t> strides);

}  // namespace tt::tt_metal

namespace ttsl::fmt_detail {
std::string to_string(const tt::tt_metal::Shape& shape);
}  // namespace ttsl::fmt_detail

template <>
struct fmt::formatter<tt::tt_metal::Shape> : fmt::formatter<fmt::string_view> {
    auto format(const tt::tt_metal::Shape& shape, fmt::format_context& ctx) const {
        return fmt::formatter<fmt::string_view>::format(ttsl::fmt_detail::to_string(shape), ctx);
    }
};

template <>
struct std::hash<tt::tt_metal::Shape> {
    std::size_t operator()(const tt::tt_metal::Shape& shape) const noexcept {
        std::size_t seed = shape.rank();
        for (const std::uint32_t dim : shape) seed = seed * 1000003 + dim;
        return seed;
    }
};

namespace ttsl::json {

template <typename T>
struct to_json_t;
template <typename T>
struct from_json_t;

template <>
struct to_json_t<tt::tt_metal::Shape> {
    nlohmann::json operator()(const tt::tt_metal::Shape& shape) const;
};
template <>
struct from_json_t<tt::tt_metal::Shape> {
    tt::tt_metal::Shape operator()(const nlohmann::json& json) const;
};

}  // namespace ttsl::json
