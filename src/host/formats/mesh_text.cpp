// Text and hashes of mesh shapes, coordinates and ranges.
#include <fmt/ranges.h>

#include <functional>
#include <tt-metalium/mesh_coord.hpp>

using tt::tt_metal::distributed::MeshCoordinate;
using tt::tt_metal::distributed::MeshCoordinateRange;
using tt::tt_metal::distributed::MeshCoordinateRangeSet;
using tt::tt_metal::distributed::MeshShape;

namespace ttsl::fmt_detail {

std::string to_string(const MeshShape& shape) {
    return fmt::format("MeshShape([{}])", fmt::join(shape.view(), ", "));
}

std::string to_string(const MeshCoordinate& coord) {
    return fmt::format("MeshCoordinate([{}])", fmt::join(coord.coords(), ", "));
}

std::string to_string(const MeshCoordinateRange& range) {
    return fmt::format("MeshCoordinateRange(start={}, end={})", to_string(range.start_coord()),
                       to_string(range.end_coord()));
}

}  // namespace ttsl::fmt_detail

namespace tt::tt_metal::distributed {

std::ostream& operator<<(std::ostream& os, const MeshShape& shape) {
    return os << ttsl::fmt_detail::to_string(shape);
}
std::ostream& operator<<(std::ostream& os, const MeshCoordinate& coord) {
    return os << ttsl::fmt_detail::to_string(coord);
}
std::ostream& operator<<(std::ostream& os, const MeshCoordinateRange& range) {
    return os << ttsl::fmt_detail::to_string(range);
}
std::ostream& operator<<(std::ostream& os, const MeshCoordinateRangeSet& set) {
    os << "MeshCoordinateRangeSet([";
    for (std::size_t i = 0; i < set.size(); i++) os << (i == 0 ? "" : ", ") << set.ranges()[i];
    return os << "])";
}

}  // namespace tt::tt_metal::distributed

namespace {

std::size_t hash_of(ttsl::Span<const std::uint32_t> numbers) {
    std::size_t seed = numbers.size();
    for (const std::uint32_t n : numbers) seed = seed * 1000003 + n;
    return seed;
}

}  // namespace

std::size_t std::hash<MeshShape>::operator()(const MeshShape& shape) const noexcept {
    return hash_of(shape.view());
}

std::size_t std::hash<MeshCoordinate>::operator()(const MeshCoordinate& coord) const noexcept {
    return hash_of(coord.coords());
}

std::size_t std::hash<MeshCoordinateRange>::operator()(
    const MeshCoordinateRange& range) const noexcept {
    return hash_of(range.start_coord().coords()) * 31 + hash_of(range.end_coord().coords());
}

std::size_t std::hash<MeshCoordinateRangeSet>::operator()(
    const MeshCoordinateRangeSet& set) const noexcept {
    std::size_t seed = set.size();
    for (const MeshCoordinateRange& range : set.ranges())
        seed = seed * 1000003 + std::hash<MeshCoordinateRange>{}(range);
    return seed;
}
