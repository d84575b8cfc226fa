// Cores by logical coordinate: one, a rectangle, a set of rectangles.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <tt_stl/span.hpp>
#include <tuple>
#include <type_traits>
#include <umd/device/types/xy_pair.hpp>
#include <vector>

namespace ttsl::json {
template <typename T>
struct from_json_t;
template <typename T>
struct to_json_t;
}  // namespace ttsl::json

namespace tt::tt_metal {

using CoreCoord = tt_xy_pair;

constexpr bool operator<=(const CoreCoord& a, const CoreCoord& b) {
    return !(b < a);
}

class CoreRangeSet;

// A rectangle of cores, both corners included.
class CoreRange {
 public:
    CoreCoord start_coord;
    CoreCoord end_coord;

    CoreRange(const CoreCoord& point) : start_coord(point), end_coord(point) {}
    CoreRange(const CoreCoord& start_coord,
              const CoreCoord& end_coord);  // throws if they are swapped

    bool intersects(const CoreRange& other) const;
    std::optional<CoreRange> intersection(const CoreRange& other) const;
    bool adjacent(const CoreRange& other) const;
    bool contains(const CoreCoord& other) const;
    bool contains(const CoreRange& other) const;
    bool contains(const CoreRangeSet& other) const;

    // The rectangle of both, if they touch or overlap and have one extent in common.
    std::optional<CoreRange> merge(const CoreRange& cr) const;

    std::string str() const;
    std::size_t size() const;
    CoreCoord grid_size() const;

    // Walks along x first. It keeps a reference to its range.
    class CoreIterator {
     public:
        CoreIterator(const CoreCoord& current, const CoreRange& core_range)
            : current_(current), range_(core_range) {}

        CoreCoord& operator*() { return current_; }
        CoreIterator& operator++();
        bool operator==(const CoreIterator& other) const { return current_ == other.current_; }

     private:
        CoreCoord current_;
        const CoreRange& range_;
    };

    CoreIterator begin() const { return {start_coord, *this}; }
    CoreIterator end() const { return {CoreCoord(start_coord.x, end_coord.y + 1), *this}; }
};

constexpr bool operator==(const CoreRange& a, const CoreRange& b) {
    return a.start_coord == b.start_coord && a.end_coord == b.end_coord;
}
constexpr bool operator!=(const CoreRange& a, const CoreRange& b) {
    return !(a == b);
}
constexpr bool operator<(const CoreRange& a, const CoreRange& b) {
    return std::tie(a.start_coord, a.end_coord) < std::tie(b.start_coord, b.end_coord);
}

// Rectangles that do not overlap, in the order in which they were given.
class CoreRangeSet {
 public:
    CoreRangeSet() = default;
    CoreRangeSet(const CoreRange& core_range) : ranges_{core_range} {}
    CoreRangeSet(ttsl::Span<const CoreRange> core_ranges);
    CoreRangeSet(const std::set<CoreRange>& core_ranges);
    CoreRangeSet(std::vector<CoreRange>&& core_ranges);
    CoreRangeSet(
        ttsl::Span<const CoreCoord> core_coords);  // joined into as few ranges as merge finds

    CoreRangeSet(const CoreRangeSet&) = default;
    CoreRangeSet(CoreRangeSet&&) noexcept = default;
    CoreRangeSet& operator=(const CoreRangeSet&) = default;
    CoreRangeSet& operator=(CoreRangeSet&&) noexcept = default;
    friend void swap(CoreRangeSet& a, CoreRangeSet& b) noexcept { a.ranges_.swap(b.ranges_); }

    bool empty() const { return ranges_.empty(); }
    std::size_t size() const { return ranges_.size(); }  // ranges, not cores
    std::uint32_t num_cores() const;
    const std::vector<CoreRange>& ranges() const { return ranges_; }

    // The union; runs of whole rows of equal extent become one rectangle, sorted by corner.
    template <typename T>
    CoreRangeSet merge(const T& other) const {
        if constexpr (std::is_same_v<T, CoreRangeSet>)
            return merged_with(other.ranges());
        else
            return merged_with(std::vector<CoreRange>(other.begin(), other.end()));
    }
    CoreRangeSet merge_ranges() const;

    bool intersects(const CoreCoord& other) const { return contains(other); }
    bool intersects(const CoreRange& other) const;
    bool intersects(const CoreRangeSet& other) const;
    CoreRangeSet intersection(const CoreRangeSet& other) const;

    bool contains(const CoreCoord& other) const;
    bool contains(const CoreRange& other) const;
    bool contains(const CoreRangeSet& other) const;

    CoreRangeSet subtract(const CoreRangeSet& other) const;
    CoreRange bounding_box() const;  // throws on an empty set
    std::string str() const;

 private:
    CoreRangeSet merged_with(const std::vector<CoreRange>& others) const;
    void validate_no_overlap() const;

    std::vector<CoreRange> ranges_;
};

bool operator==(const CoreRangeSet& a, const CoreRangeSet& b);
inline bool operator!=(const CoreRangeSet& a, const CoreRangeSet& b) {
    return !(a == b);
}

// The first cores of a grid, column after column unless row_wise.
std::vector<CoreCoord> grid_to_cores(std::uint32_t num_cores, std::uint32_t grid_size_x,
                                     std::uint32_t grid_size_y, bool row_wise = false);
std::vector<CoreCoord> grid_to_cores(CoreCoord start, CoreCoord end, bool row_wise = false);

// The used cores, then all the others in any order.
std::vector<CoreCoord> grid_to_cores_with_noop(std::uint32_t bbox_x, std::uint32_t bbox_y,
                                               std::uint32_t grid_size_x, std::uint32_t grid_size_y,
                                               bool row_wise = false);
std::vector<CoreCoord> grid_to_cores_with_noop(const CoreRangeSet& used_cores,
                                               const CoreRangeSet& all_cores,
                                               bool row_wise = false);

std::vector<CoreCoord> corerange_to_cores(const CoreRangeSet& crs,
                                          std::optional<std::uint32_t> max_cores = std::nullopt,
                                          bool row_wise = false);

// The cores start_index…end_index of corerange_to_cores, each as a range of its own.
CoreRangeSet select_from_corerangeset(const CoreRangeSet& crs, std::uint32_t start_index,
                                      std::uint32_t end_index, bool row_wise = false);

// The first range that reaches x cores to the right and y down of its corner, cut to that.
std::optional<CoreRange> select_contiguous_range_from_corerangeset(const CoreRangeSet& crs,
                                                                   std::uint32_t x,
                                                                   std::uint32_t y);

}  // namespace tt::tt_metal

// The names of 2025, which lived in the global namespace.
using CoreCoord = tt::tt_metal::CoreCoord;
using CoreRange = tt::tt_metal::CoreRange;
using CoreRangeSet = tt::tt_metal::CoreRangeSet;
using tt::tt_metal::corerange_to_cores;
using tt::tt_metal::grid_to_cores;
using tt::tt_metal::grid_to_cores_with_noop;
using tt::tt_metal::select_contiguous_range_from_corerangeset;
using tt::tt_metal::select_from_corerangeset;

// Found by argument-dependent lookup through the type of CoreCoord.
namespace tt::umd {
inline std::ostream& operator<<(std::ostream& os, const xy_pair& core) {
    return os << core.str();
}
}  // namespace tt::umd

namespace tt::tt_metal {

inline std::ostream& operator<<(std::ostream& os, const CoreRange& range) {
    return os << range.str();
}
inline std::ostream& operator<<(std::ostream& os, const CoreRangeSet& set) {
    return os << set.str();
}

namespace detail {

template <typename T>
concept Cores =
    std::is_same_v<T, CoreCoord> || std::is_same_v<T, CoreRange> || std::is_same_v<T, CoreRangeSet>;

struct CoresFormatter : fmt::formatter<fmt::string_view> {
    auto format(const Cores auto& cores, fmt::format_context& ctx) const {
        return fmt::formatter<fmt::string_view>::format(cores.str(), ctx);
    }
};

}  // namespace detail
}  // namespace tt::tt_metal

// Full specialisations: fmt/ranges.h has an opinion on everything that can be iterated.
template <>
struct fmt::formatter<tt::tt_metal::CoreCoord> : tt::tt_metal::detail::CoresFormatter {};
template <>
struct fmt::formatter<tt::tt_metal::CoreRange> : tt::tt_metal::detail::CoresFormatter {};
template <>
struct fmt::formatter<tt::tt_metal::CoreRangeSet> : tt::tt_metal::detail::CoresFormatter {};

template <>
struct std::hash<tt::tt_metal::CoreRange> {
    std::size_t operator()(const tt::tt_metal::CoreRange& range) const;
};

template <>
struct std::hash<tt::tt_metal::CoreRangeSet> {
    std::size_t operator()(const tt::tt_metal::CoreRangeSet& set) const;
};

namespace ttsl::json {

template <>
struct to_json_t<tt::tt_metal::CoreCoord> {
    nlohmann::json operator()(const tt::tt_metal::CoreCoord& cores) noexcept;
};
template <>
struct from_json_t<tt::tt_metal::CoreCoord> {
    tt::tt_metal::CoreCoord operator()(const nlohmann::json& json) noexcept;
};

template <>
struct to_json_t<tt::tt_metal::CoreRange> {
    nlohmann::json operator()(const tt::tt_metal::CoreRange& cores) noexcept;
};
template <>
struct from_json_t<tt::tt_metal::CoreRange> {
    tt::tt_metal::CoreRange operator()(const nlohmann::json& json) noexcept;
};

template <>
struct to_json_t<tt::tt_metal::CoreRangeSet> {
    nlohmann::json operator()(const tt::tt_metal::CoreRangeSet& cores) noexcept;
};
template <>
struct from_json_t<tt::tt_metal::CoreRangeSet> {
    tt::tt_metal::CoreRangeSet operator()(const nlohmann::json& json) noexcept;
};

}  // namespace ttsl::json
