// Sets of mesh ranges: joining, subtracting, listing.
#include <algorithm>
#include <functional>
#include <tt-metalium/mesh_coord.hpp>
#include <utility>

#include "base/require.hpp"

namespace tt::tt_metal::distributed {

using ironbird::Fault;
using ironbird::require;
namespace {

using Dims = std::vector<std::size_t>;

Dims differing_dims(const MeshCoordinateRange& a, const MeshCoordinateRange& b) {
    Dims dims;
    for (std::size_t i = 0; i < a.dims(); i++)
        if (a.start_coord().coords()[i] != b.start_coord().coords()[i] ||
            a.end_coord().coords()[i] != b.end_coord().coords()[i])
            dims.push_back(i);
    return dims;
}

// Whether the box around both holds nothing else.
bool joinable(const MeshCoordinateRange& a, const MeshCoordinateRange& b) {
    const Dims dims = differing_dims(a, b);
    if (dims.empty()) return true;
    if (dims.size() > 1) return a.contains(b) || b.contains(a);
    const auto i = static_cast<std::int32_t>(dims.front());
    return std::max(a.start_coord()[i], b.start_coord()[i]) <=
           std::min(a.end_coord()[i], b.end_coord()[i]) + 1;
}

MeshCoordinateRange box_around(const MeshCoordinateRange& a, const MeshCoordinateRange& b) {
    MeshCoordinate start = a.start_coord(), end = a.end_coord();
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(a.dims()); i++) {
        start[i] = std::min(start[i], b.start_coord()[i]);
        end[i] = std::max(end[i], b.end_coord()[i]);
    }
    return {start, end};
}

// All of them as one box, if they fill it.
std::optional<MeshCoordinateRange> as_one(const std::vector<MeshCoordinateRange>& ranges) {
    MeshCoordinateRange box = ranges.front();
    std::size_t filled = 0;
    for (const MeshCoordinateRange& range : ranges) {
        box = box_around(box, range);
        filled += range.shape().mesh_size();
    }
    if (box.shape().mesh_size() != filled) return std::nullopt;
    return box;
}

}  // namespace

void MeshCoordinateRangeSet::merge(const MeshCoordinateRange& to_merge) {
    require(ranges_.empty() || ranges_.front().dims() == to_merge.dims(), Fault::mesh_shape,
            "a range of {} dimensions does not fit into a set of ranges of {}", to_merge.dims(),
            ranges_.empty() ? 0 : ranges_.front().dims());

    // Grow the new range by every old one that it forms a box with. One that merely overlaps it is
    // taken apart: its coordinates outside of the new range come back one by one.
    MeshCoordinateRange grown = to_merge;
    std::vector<MeshCoordinate> loose;
    for (auto it = ranges_.begin(); it != ranges_.end();) {
        if (joinable(grown, *it)) {
            grown = box_around(grown, *it);
            ranges_.erase(it);
            it = ranges_.begin();
        } else if (grown.intersects(*it)) {
            std::copy_if(it->begin(), it->end(), std::back_inserter(loose),
                         [&](const MeshCoordinate& c) { return !grown.contains(c); });
            it = ranges_.erase(it);
        } else {
            ++it;
        }
    }
    ranges_.push_back(grown);
    for (const MeshCoordinate& coord : loose) merge(MeshCoordinateRange(coord));

    std::sort(ranges_.begin(), ranges_.end());
    if (const auto one = as_one(ranges_)) ranges_ = {*one};
}

std::vector<MeshCoordinate> MeshCoordinateRangeSet::coords() const {
    std::vector<MeshCoordinate> all;
    for (const MeshCoordinateRange& range : ranges_)
        all.insert(all.end(), range.begin(), range.end());
    std::sort(all.begin(), all.end());
    return all;
}

bool operator==(const MeshCoordinateRangeSet& a, const MeshCoordinateRangeSet& b) {
    return a.ranges() == b.ranges();
}

MeshCoordinateRangeSet subtract(const MeshCoordinateRange& parent,
                                const MeshCoordinateRange& intersection) {
    require(parent.dims() == intersection.dims(), Fault::mesh_shape,
            "a range of {} dimensions cannot be taken from one of {}", intersection.dims(),
            parent.dims());
    MeshCoordinateRangeSet rest;
    if (!parent.intersects(intersection)) {
        rest.merge(parent);
        return rest;
    }
    for (const MeshCoordinate& coord : parent)
        if (!intersection.contains(coord)) rest.merge(MeshCoordinateRange(coord));
    return rest;
}

}  // namespace tt::tt_metal::distributed
