// What the dimensions of a tensor are rounded up to in memory, counted from the last.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <tt-metalium/shape_base.hpp>
#include <tt_stl/small_vector.hpp>
#include <tuple>

namespace tt::tt_metal {

class Alignment final : protected ShapeBase {
 public:
    using ShapeBase::ShapeBase;
    using ShapeBase::operator[];
    using ShapeBase::cbegin;
    using ShapeBase::cend;
    using ShapeBase::empty;
    using ShapeBase::size;
    using ShapeBase::view;

    template <std::size_t N>
    bool operator==(const std::array<std::uint32_t, N>& other) const {
        return ShapeBase::operator==(other);
    }
    bool operator==(const Alignment& other) const { return ShapeBase::operator==(other); }
    bool operator==(const ttsl::SmallVector<std::uint32_t>& other) const {
        return ShapeBase::operator==(other);
    }

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    auto attribute_values() const { return std::forward_as_tuple(value_); }
};

std::ostream& operator<<(std::ostream& os, const Alignment& alignment);

}  // namespace tt::tt_metal

namespace ttsl::fmt_detail {
std::string to_string(const tt::tt_metal::Alignment& alignment);
}  // namespace ttsl::fmt_detail

template <>
struct fmt::formatter<tt::tt_metal::Alignment> : fmt::formatter<fmt::string_view> {
    auto format(const tt::tt_metal::Alignment& alignment, fmt::format_context& ctx) const {
        return fmt::formatter<fmt::string_view>::format(ttsl::fmt_detail::to_string(alignment),
                                                        ctx);
    }
};
