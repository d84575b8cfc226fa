// Shapes of device meshes, coordinates in them, ranges and sets of coordinates.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <ostream>
#include <string>
#include <tt-metalium/maybe_remote.hpp>
#include <tt-metalium/shape_base.hpp>
#include <tt_stl/assert.hpp>
#include <tt_stl/small_vector.hpp>
#include <tt_stl/span.hpp>
#include <tuple>
#include <vector>

namespace tt::tt_metal::distributed {

// Row-major, outermost dimension first; at least one dimension.
class MeshShape : public ShapeBase {
 public:
    using ShapeBase::operator[];

    MeshShape() = default;  // of no dimension, to be assigned
    explicit MeshShape(std::uint32_t s) : MeshShape({s}) {}
    MeshShape(std::uint32_t s0, std::uint32_t s1) : MeshShape({s0, s1}) {}
    MeshShape(std::uint32_t s0, std::uint32_t s1, std::uint32_t s2) : MeshShape({s0, s1, s2}) {}
    explicit MeshShape(const ttsl::SmallVector<std::uint32_t>& shape);
    explicit MeshShape(ttsl::SmallVector<std::uint32_t>&& shape);
    explicit MeshShape(std::initializer_list<std::uint32_t> dims);
    explicit MeshShape(ttsl::Span<const std::uint32_t> dims);

    std::size_t dims() const { return size(); }
    std::size_t get_stride(std::size_t dim) const;
    std::size_t mesh_size() const;
    bool is_line_topology() const;  // at most one dimension is not 1

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    auto attribute_values() const { return std::forward_as_tuple(value_); }

    friend bool operator==(const MeshShape& a, const MeshShape& b) {
        return static_cast<const ShapeBase&>(a) == static_cast<const ShapeBase&>(b);
    }
    friend std::ostream& operator<<(std::ostream& os, const MeshShape& shape);

 private:
    using ShapeBase::empty;
    using ShapeBase::size;
};

class MeshCoordinate {
 public:
    explicit MeshCoordinate(std::uint32_t c) : value_{c} {}
    MeshCoordinate(std::uint32_t c0, std::uint32_t c1) : value_{c0, c1} {}
    MeshCoordinate(std::uint32_t c0, std::uint32_t c1, std::uint32_t c2) : value_{c0, c1, c2} {}
    explicit MeshCoordinate(ttsl::Span<const std::uint32_t> coords)
        : value_(coords.begin(), coords.end()) {}

    static MeshCoordinate zero_coordinate(std::size_t dimensions);

    std::size_t dims() const { return value_.size(); }
    ttsl::Span<const std::uint32_t> coords() const { return {value_.data(), value_.size()}; }

    // A negative dimension counts from the end; out of range throws.
    std::uint32_t operator[](std::int32_t dim) const;
    std::uint32_t& operator[](std::int32_t dim);

    std::size_t to_linear_index(const MeshShape& shape) const;  // throws outside the shape

    enum class BoundaryMode { WRAP, CLAMP, NONE };

    // Nothing only for a step over the edge with BoundaryMode::NONE.
    std::optional<MeshCoordinate> get_neighbor(const MeshShape& shape, std::int32_t offset,
                                               std::int32_t dim,
                                               BoundaryMode mode = BoundaryMode::WRAP) const;

    static constexpr auto attribute_names = std::forward_as_tuple("value");
    auto attribute_values() const { return std::forward_as_tuple(value_); }

    friend bool operator==(const MeshCoordinate& a, const MeshCoordinate& b) {
        return a.value_ == b.value_;
    }
    // Lexicographic; throws if the numbers of dimensions differ.
    friend std::strong_ordering operator<=>(const MeshCoordinate& a, const MeshCoordinate& b);

 private:
    ttsl::SmallVector<std::uint32_t> value_;
};

std::ostream& operator<<(std::ostream& os, const MeshCoordinate& coord);

// A box of coordinates, both corners included. On a wraparound shape a dimension may start behind
// its end and then goes over the edge.
class MeshCoordinateRange {
 public:
    MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end);
    MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end,
                        const MeshShape& wraparound_shape);
    explicit MeshCoordinateRange(const MeshShape& shape);
    explicit MeshCoordinateRange(const MeshCoordinate& coord) : start_(coord), end_(coord) {}

    std::size_t dims() const { return start_.dims(); }
    const MeshCoordinate& start_coord() const { return start_; }
    const MeshCoordinate& end_coord() const { return end_; }
    MeshShape shape() const;

    MeshCoordinate::BoundaryMode get_boundary_mode() const {
        return wraparound_shape_ ? MeshCoordinate::BoundaryMode::WRAP
                                 : MeshCoordinate::BoundaryMode::NONE;
    }
    const std::optional<MeshShape>& wraparound_shape() const { return wraparound_shape_; }

    bool contains(const MeshCoordinate& coord) const;
    bool contains(const MeshCoordinateRange& range) const;
    bool intersects(const MeshCoordinateRange& range) const {
        return intersection(range).has_value();
    }
    std::optional<MeshCoordinateRange> intersection(const MeshCoordinateRange& range) const;

    static constexpr auto attribute_names = std::forward_as_tuple("start", "end");
    auto attribute_values() const { return std::forward_as_tuple(start_, end_); }

    // Row-major order.
    class Iterator {
     public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = MeshCoordinate;
        using difference_type = std::ptrdiff_t;
        using pointer = const MeshCoordinate*;
        using reference = const MeshCoordinate&;

        Iterator() : current_(MeshCoordinate::zero_coordinate(0)) {}

        Iterator& operator++();
        Iterator operator++(int);
        const MeshCoordinate& operator*() const { return current_; }
        const MeshCoordinate* operator->() const { return &current_; }
        bool operator==(const Iterator& o) const {
            return range_ == o.range_ && index_ == o.index_;
        }

     private:
        friend class MeshCoordinateRange;
        Iterator(const MeshCoordinateRange* range, std::size_t index)
            : range_(range), current_(range->start_coord()), index_(index) {}

        const MeshCoordinateRange* range_ = nullptr;
        MeshCoordinate current_;
        std::size_t index_ = 0;
    };

    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, shape().mesh_size()}; }

 private:
    MeshCoordinate start_;
    MeshCoordinate end_;
    std::optional<MeshShape> wraparound_shape_;
};

bool operator==(const MeshCoordinateRange& a, const MeshCoordinateRange& b);
bool operator<(const MeshCoordinateRange& a, const MeshCoordinateRange& b);
std::ostream& operator<<(std::ostream& os, const MeshCoordinateRange& range);

// Ranges that do not overlap, sorted; merged where that is easy, not always as few as possible.
class MeshCoordinateRangeSet {
 public:
    MeshCoordinateRangeSet() = default;
    explicit MeshCoordinateRangeSet(const MeshCoordinateRange& range) : ranges_{range} {}

    void merge(const MeshCoordinateRange& to_merge);

    std::size_t size() const { return ranges_.size(); }
    bool empty() const { return ranges_.empty(); }
    const std::vector<MeshCoordinateRange>& ranges() const { return ranges_; }
    std::vector<MeshCoordinate> coords() const;  // sorted

    static constexpr auto attribute_names = std::forward_as_tuple("ranges");
    auto attribute_values() const { return std::forward_as_tuple(ranges_); }

 private:
    std::vector<MeshCoordinateRange> ranges_;
};

bool operator==(const MeshCoordinateRangeSet& a, const MeshCoordinateRangeSet& b);
std::ostream& operator<<(std::ostream& os, const MeshCoordinateRangeSet& set);

// What remains of the parent without the other range.
MeshCoordinateRangeSet subtract(const MeshCoordinateRange& parent,
                                const MeshCoordinateRange& intersection);

}  // namespace tt::tt_metal::distributed

namespace ttsl::fmt_detail {
std::string to_string(const tt::tt_metal::distributed::MeshShape& shape);
std::string to_string(const tt::tt_metal::distributed::MeshCoordinate& coord);
std::string to_string(const tt::tt_metal::distributed::MeshCoordinateRange& range);
}  // namespace ttsl::fmt_detail

namespace tt::tt_metal::distributed::detail {
struct MeshFormatter : fmt::formatter<fmt::string_view> {
    template <typename T>
    auto format(const T& value, fmt::format_context& ctx) const {
        return fmt::formatter<fmt::string_view>::format(ttsl::fmt_detail::to_string(value), ctx);
    }
};
}  // namespace tt::tt_metal::distributed::detail

template <>
struct fmt::formatter<tt::tt_metal::distributed::MeshShape>
    : tt::tt_metal::distributed::detail::MeshFormatter {};
template <>
struct fmt::formatter<tt::tt_metal::distributed::MeshCoordinate>
    : tt::tt_metal::distributed::detail::MeshFormatter {};
template <>
struct fmt::formatter<tt::tt_metal::distributed::MeshCoordinateRange>
    : tt::tt_metal::distributed::detail::MeshFormatter {};

template <>
struct std::hash<tt::tt_metal::distributed::MeshShape> {
    std::size_t operator()(const tt::tt_metal::distributed::MeshShape& shape) const noexcept;
};
template <>
struct std::hash<tt::tt_metal::distributed::MeshCoordinate> {
    std::size_t operator()(const tt::tt_metal::distributed::MeshCoordinate& coord) const noexcept;
};
template <>
struct std::hash<tt::tt_metal::distributed::MeshCoordinateRange> {
    std::size_t operator()(
        const tt::tt_metal::distributed::MeshCoordinateRange& range) const noexcept;
};
template <>
struct std::hash<tt::tt_metal::distributed::MeshCoordinateRangeSet> {
    std::size_t operator()(
        const tt::tt_metal::distributed::MeshCoordinateRangeSet& set) const noexcept;
};

#include <tt-metalium/mesh_container.hpp>
