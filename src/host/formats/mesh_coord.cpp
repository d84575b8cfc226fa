// Shapes of meshes, coordinates and ranges of them.
#include <algorithm>
#include <functional>
#include <numeric>
#include <tt-metalium/mesh_coord.hpp>
#include <utility>

#include "base/require.hpp"

namespace tt::tt_metal::distributed {

using ironbird::Fault;
using ironbird::require;
namespace {

void check_dims(std::size_t a, std::size_t b) {
    require(a == b, Fault::mesh_shape, "{} dimensions do not go together with {}", a, b);
}

void check_inside(const MeshCoordinate& coord, const MeshShape& shape) {
    check_dims(coord.dims(), shape.dims());
    for (std::size_t i = 0; i < coord.dims(); i++)
        require(coord.coords()[i] < shape.view()[i], Fault::mesh_shape, "{} is outside of {}",
                coord, shape);
}

std::size_t normalized(std::int32_t index, std::size_t size) {
    const auto n = static_cast<std::int32_t>(size);
    require(-n <= index && index < n, Fault::mesh_shape, "Index out of bounds: {} not in [{}, {})",
            index, -n, n);
    return static_cast<std::size_t>(index < 0 ? index + n : index);
}

// Length of the way from start to end, over the edge if end comes first.
std::uint32_t span_length(std::uint32_t start, std::uint32_t end, std::uint32_t size) {
    return start <= end ? end - start + 1 : size - start + end + 1;
}

}  // namespace

MeshShape::MeshShape(const ttsl::SmallVector<std::uint32_t>& shape)
    : MeshShape(ttsl::Span<const std::uint32_t>(shape.data(), shape.size())) {}
MeshShape::MeshShape(ttsl::SmallVector<std::uint32_t>&& shape)
    : MeshShape(ttsl::Span<const std::uint32_t>(shape.data(), shape.size())) {}
MeshShape::MeshShape(std::initializer_list<std::uint32_t> dims)
    : MeshShape(ttsl::Span<const std::uint32_t>(dims.begin(), dims.size())) {}
MeshShape::MeshShape(ttsl::Span<const std::uint32_t> dims) : ShapeBase(dims) {
    require(!dims.empty(), Fault::mesh_shape, "a mesh has at least one dimension");
}

std::size_t MeshShape::get_stride(std::size_t dim) const {
    const auto inner = view().subspan(dim + 1);
    return std::accumulate(inner.begin(), inner.end(), std::size_t{1},
                           std::multiplies<std::size_t>());
}

std::size_t MeshShape::mesh_size() const {
    return std::accumulate(cbegin(), cend(), std::size_t{1}, std::multiplies<std::size_t>());
}

bool MeshShape::is_line_topology() const {
    return std::count_if(cbegin(), cend(), [](std::uint32_t dim) { return dim != 1; }) <= 1;
}

MeshCoordinate MeshCoordinate::zero_coordinate(std::size_t dimensions) {
    const std::vector<std::uint32_t> zeros(dimensions, 0);
    return MeshCoordinate(zeros);
}

std::uint32_t MeshCoordinate::operator[](std::int32_t dim) const {
    return value_[normalized(dim, dims())];
}
std::uint32_t& MeshCoordinate::operator[](std::int32_t dim) {
    return value_[normalized(dim, dims())];
}

std::size_t MeshCoordinate::to_linear_index(const MeshShape& shape) const {
    check_inside(*this, shape);
    std::size_t index = 0;
    for (std::size_t i = 0; i < dims(); i++) index = index * shape.view()[i] + value_[i];
    return index;
}

std::optional<MeshCoordinate> MeshCoordinate::get_neighbor(const MeshShape& shape,
                                                           std::int32_t offset, std::int32_t dim,
                                                           BoundaryMode mode) const {
    check_inside(*this, shape);
    const std::size_t i = normalized(dim, dims());
    const auto size = static_cast<std::int32_t>(shape.view()[i]);
    std::int32_t to = static_cast<std::int32_t>(value_[i]) + offset;
    const bool inside = 0 <= to && to < size;
    if (!inside && mode == BoundaryMode::NONE) return std::nullopt;
    to = mode == BoundaryMode::CLAMP ? std::clamp(to, 0, size - 1) : (to % size + size) % size;
    MeshCoordinate neighbor = *this;
    neighbor.value_[i] = static_cast<std::uint32_t>(to);
    return neighbor;
}

std::strong_ordering operator<=>(const MeshCoordinate& a, const MeshCoordinate& b) {
    check_dims(a.dims(), b.dims());
    return std::lexicographical_compare_three_way(a.value_.begin(), a.value_.end(),
                                                  b.value_.begin(), b.value_.end());
}

MeshCoordinateRange::MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end)
    : start_(start), end_(end) {
    check_dims(start.dims(), end.dims());
    for (std::size_t i = 0; i < dims(); i++)
        require(start.coords()[i] <= end.coords()[i], Fault::mesh_shape,
                "a range cannot start at {} and end at {}", start, end);
}

MeshCoordinateRange::MeshCoordinateRange(const MeshCoordinate& start, const MeshCoordinate& end,
                                         const MeshShape& wraparound_shape)
    : start_(start), end_(end), wraparound_shape_(wraparound_shape) {
    check_dims(start.dims(), end.dims());
    check_dims(start.dims(), wraparound_shape.dims());
}

MeshCoordinateRange::MeshCoordinateRange(const MeshShape& shape)
    : start_(MeshCoordinate::zero_coordinate(shape.dims())), end_(start_) {
    for (std::size_t i = 0; i < dims(); i++)
        end_[static_cast<std::int32_t>(i)] = shape.view()[i] - 1;
}

MeshShape MeshCoordinateRange::shape() const {
    ttsl::SmallVector<std::uint32_t> lengths;
    for (std::size_t i = 0; i < dims(); i++) {
        const std::uint32_t size = wraparound_shape_ ? wraparound_shape_->view()[i] : 0;
        lengths.push_back(span_length(start_.coords()[i], end_.coords()[i], size));
    }
    return MeshShape(lengths);
}

bool MeshCoordinateRange::contains(const MeshCoordinate& coord) const {
    check_dims(coord.dims(), dims());
    for (std::size_t i = 0; i < dims(); i++) {
        const auto [from, to, at] =
            std::tuple(start_.coords()[i], end_.coords()[i], coord.coords()[i]);
        if (from <= to ? at < from || at > to : at < from && at > to) return false;
    }
    return true;
}

bool MeshCoordinateRange::contains(const MeshCoordinateRange& range) const {
    return contains(range.start_) && contains(range.end_);
}

// The box around all common coordinates: with wraparound they need not be one box themselves.
std::optional<MeshCoordinateRange> MeshCoordinateRange::intersection(
    const MeshCoordinateRange& range) const {
    check_dims(range.dims(), dims());
    const bool theirs = range.shape().mesh_size() <= shape().mesh_size();
    const MeshCoordinateRange& smaller = theirs ? range : *this;
    const MeshCoordinateRange& larger = theirs ? *this : range;
    std::optional<MeshCoordinateRange> box;
    for (const MeshCoordinate& coord : smaller) {
        if (!larger.contains(coord)) continue;
        if (!box) box.emplace(coord);
        for (std::size_t d = 0; d < dims(); d++) {
            const auto i = static_cast<std::int32_t>(d);
            box->start_[i] = std::min(box->start_[i], coord[i]);
            box->end_[i] = std::max(box->end_[i], coord[i]);
        }
    }
    if (box) box->wraparound_shape_ = larger.wraparound_shape_;
    return box;
}

MeshCoordinateRange::Iterator& MeshCoordinateRange::Iterator::operator++() {
    index_++;
    for (auto i = static_cast<std::int32_t>(current_.dims()) - 1; i >= 0; i--) {
        const bool at_end = current_[i] == range_->end_coord()[i];
        if (at_end) {
            current_[i] = range_->start_coord()[i];
            continue;
        }
        current_[i]++;
        if (range_->wraparound_shape() && current_[i] == (*range_->wraparound_shape())[i])
            current_[i] = 0;
        break;
    }
    return *this;
}

MeshCoordinateRange::Iterator MeshCoordinateRange::Iterator::operator++(int) {
    Iterator before = *this;
    ++*this;
    return before;
}

bool operator==(const MeshCoordinateRange& a, const MeshCoordinateRange& b) {
    return a.start_coord() == b.start_coord() && a.end_coord() == b.end_coord();
}

bool operator<(const MeshCoordinateRange& a, const MeshCoordinateRange& b) {
    return std::pair(a.start_coord(), a.end_coord()) < std::pair(b.start_coord(), b.end_coord());
}

}  // namespace tt::tt_metal::distributed
