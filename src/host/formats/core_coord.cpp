// Rectangles of cores and sets of them.
#include <algorithm>
#include <map>
#include <tt-metalium/core_coord.hpp>
#include <utility>

#include "base/require.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;
namespace {

// The overlap of two closed intervals is [max of begins, min of ends], empty if begin > end.
std::pair<CoreCoord, CoreCoord> overlap(const CoreRange& a, const CoreRange& b) {
    return {
        {std::max(a.start_coord.x, b.start_coord.x), std::max(a.start_coord.y, b.start_coord.y)},
        {std::min(a.end_coord.x, b.end_coord.x), std::min(a.end_coord.y, b.end_coord.y)}};
}

// What is left of a rectangle around a hole inside it: the full-height strips left and right of the
// hole first, then what is above and below it.
void cut(const CoreRange& whole, const CoreRange& hole, std::vector<CoreRange>& rest) {
    const auto& [a, b] = std::pair(whole.start_coord, whole.end_coord);
    const auto& [p, q] = std::pair(hole.start_coord, hole.end_coord);
    if (a.x < p.x) rest.push_back({a, {p.x - 1, b.y}});
    if (q.x < b.x) rest.push_back({{q.x + 1, a.y}, b});
    if (a.y < p.y) rest.push_back({{p.x, a.y}, {q.x, p.y - 1}});
    if (q.y < b.y) rest.push_back({{p.x, q.y + 1}, {q.x, b.y}});
}

}  // namespace

CoreRange::CoreRange(const CoreCoord& start, const CoreCoord& end)
    : start_coord(start), end_coord(end) {
    require(start.x <= end.x && start.y <= end.y, Fault::host_argument,
            "Invalid core range from {} to {}", start, end);
}

bool CoreRange::intersects(const CoreRange& other) const {
    return intersection(other).has_value();
}

std::optional<CoreRange> CoreRange::intersection(const CoreRange& other) const {
    const auto [begin, end] = overlap(*this, other);
    if (begin.x > end.x || begin.y > end.y) return std::nullopt;
    return CoreRange(begin, end);
}

bool CoreRange::adjacent(const CoreRange& other) const {
    const auto [begin, end] = overlap(*this, other);
    return (end.x + 1 == begin.x && begin.y <= end.y) || (end.y + 1 == begin.y && begin.x <= end.x);
}

bool CoreRange::contains(const CoreCoord& c) const {
    return start_coord.x <= c.x && c.x <= end_coord.x && start_coord.y <= c.y && c.y <= end_coord.y;
}

bool CoreRange::contains(const CoreRange& other) const {
    return contains(other.start_coord) && contains(other.end_coord);
}

bool CoreRange::contains(const CoreRangeSet& other) const {
    return std::ranges::all_of(other.ranges(), [&](const CoreRange& r) { return contains(r); });
}

std::optional<CoreRange> CoreRange::merge(const CoreRange& cr) const {
    const bool one_column = start_coord.x == cr.start_coord.x && end_coord.x == cr.end_coord.x;
    const bool one_row = start_coord.y == cr.start_coord.y && end_coord.y == cr.end_coord.y;
    if ((!one_column && !one_row) || (!intersects(cr) && !adjacent(cr))) return std::nullopt;
    return CoreRange(
        {std::min(start_coord.x, cr.start_coord.x), std::min(start_coord.y, cr.start_coord.y)},
        {std::max(end_coord.x, cr.end_coord.x), std::max(end_coord.y, cr.end_coord.y)});
}

std::string CoreRange::str() const {
    return "[" + start_coord.str() + " - " + end_coord.str() + "]";
}

CoreCoord CoreRange::grid_size() const {
    return {end_coord.x - start_coord.x + 1, end_coord.y - start_coord.y + 1};
}

std::size_t CoreRange::size() const {
    return grid_size().x * grid_size().y;
}

CoreRange::CoreIterator& CoreRange::CoreIterator::operator++() {
    current_ = current_.x == range_.end_coord.x ? CoreCoord(range_.start_coord.x, current_.y + 1)
                                                : CoreCoord(current_.x + 1, current_.y);
    return *this;
}

CoreRangeSet::CoreRangeSet(ttsl::Span<const CoreRange> core_ranges)
    : CoreRangeSet(std::vector<CoreRange>(core_ranges.begin(), core_ranges.end())) {}

CoreRangeSet::CoreRangeSet(const std::set<CoreRange>& core_ranges)
    : CoreRangeSet(std::vector<CoreRange>(core_ranges.begin(), core_ranges.end())) {}

CoreRangeSet::CoreRangeSet(std::vector<CoreRange>&& core_ranges) : ranges_(std::move(core_ranges)) {
    validate_no_overlap();
}

CoreRangeSet::CoreRangeSet(ttsl::Span<const CoreCoord> core_coords)
    : CoreRangeSet(std::vector<CoreRange>(core_coords.begin(), core_coords.end())) {
    *this = merge_ranges();
}

void CoreRangeSet::validate_no_overlap() const {
    for (std::size_t i = 0; i < ranges_.size(); i++)
        for (std::size_t j = i + 1; j < ranges_.size(); j++)
            require(!ranges_[i].intersects(ranges_[j]), Fault::host_argument,
                    "a CoreRangeSet cannot hold {} and {}: they overlap", ranges_[i], ranges_[j]);
}

std::uint32_t CoreRangeSet::num_cores() const {
    std::size_t n = 0;
    for (const CoreRange& r : ranges_) n += r.size();
    return static_cast<std::uint32_t>(n);
}

// Row by row: a run of cores extends the rectangle above it if that has the same extent in x.
CoreRangeSet CoreRangeSet::merged_with(const std::vector<CoreRange>& others) const {
    std::map<std::size_t, std::set<std::size_t>> rows;
    for (const auto* list : {&ranges_, &others})
        for (const CoreRange& r : *list)
            for (const CoreCoord c : r) rows[c.y].insert(c.x);

    std::set<CoreRange> done;
    using Extent = std::pair<std::size_t, std::size_t>;
    std::map<Extent, CoreRange> open;  // rectangles that end in the row before
    for (const auto& [y, columns] : rows) {
        std::map<Extent, CoreRange> extended;
        for (auto x = columns.begin(); x != columns.end();) {
            const std::size_t begin = *x;
            std::size_t end = begin;
            for (++x; x != columns.end() && *x == end + 1; ++x) end++;
            const auto above = open.find({begin, end});
            const bool joins = above != open.end() && above->second.end_coord.y + 1 == y;
            const std::size_t top = joins ? above->second.start_coord.y : y;
            extended.emplace(Extent(begin, end), CoreRange({begin, top}, {end, y}));
            if (joins) open.erase(above);
        }
        for (const auto& entry : open) done.insert(entry.second);
        open = std::move(extended);
    }
    for (const auto& entry : open) done.insert(entry.second);
    return CoreRangeSet(done);
}

CoreRangeSet CoreRangeSet::merge_ranges() const {
    return ranges_.size() <= 1 ? *this : CoreRangeSet().merged_with(ranges_);
}

bool CoreRangeSet::intersects(const CoreRange& other) const {
    return std::ranges::any_of(ranges_, [&](const CoreRange& r) { return r.intersects(other); });
}

bool CoreRangeSet::intersects(const CoreRangeSet& other) const {
    return std::ranges::any_of(other.ranges_, [&](const CoreRange& r) { return intersects(r); });
}

CoreRangeSet CoreRangeSet::intersection(const CoreRangeSet& other) const {
    std::vector<CoreRange> common;
    for (const CoreRange& mine : ranges_)
        for (const CoreRange& theirs : other.ranges_)
            if (const auto both = mine.intersection(theirs)) common.push_back(*both);
    return CoreRangeSet(std::move(common));
}

bool CoreRangeSet::contains(const CoreCoord& other) const {
    return std::ranges::any_of(ranges_, [&](const CoreRange& r) { return r.contains(other); });
}

// My ranges do not overlap, so their shares of the other add up.
bool CoreRangeSet::contains(const CoreRange& other) const {
    std::size_t found = 0;
    for (const CoreRange& r : ranges_)
        if (const auto both = r.intersection(other)) found += both->size();
    return found == other.size();
}

bool CoreRangeSet::contains(const CoreRangeSet& other) const {
    return std::ranges::all_of(other.ranges_, [&](const CoreRange& r) { return contains(r); });
}

CoreRangeSet CoreRangeSet::subtract(const CoreRangeSet& other) const {
    std::vector<CoreRange> left;
    const CoreRangeSet mine = merge_ranges(), holes = other.merge_ranges();
    for (const CoreRange& range : mine.ranges_) {
        std::vector<CoreRange> pieces{range};
        for (const CoreRange& hole : holes.ranges_) {
            std::vector<CoreRange> smaller;
            for (const CoreRange& piece : pieces) {
                if (const auto gone = piece.intersection(hole))
                    cut(piece, *gone, smaller);
                else
                    smaller.push_back(piece);
            }
            pieces = std::move(smaller);
        }
        left.insert(left.end(), pieces.begin(), pieces.end());
    }
    return CoreRangeSet(std::move(left));
}

CoreRange CoreRangeSet::bounding_box() const {
    require(!ranges_.empty(), Fault::host_argument, "an empty CoreRangeSet has no bounding box");
    CoreRange box = ranges_.front();
    for (const CoreRange& r : ranges_) {
        box.start_coord = {std::min(box.start_coord.x, r.start_coord.x),
                           std::min(box.start_coord.y, r.start_coord.y)};
        box.end_coord = {std::max(box.end_coord.x, r.end_coord.x),
                         std::max(box.end_coord.y, r.end_coord.y)};
    }
    return box;
}

std::string CoreRangeSet::str() const {
    std::string text;
    for (const CoreRange& r : ranges_) text += (text.empty() ? "" : ", ") + r.str();
    return "{" + text + "}";
}

bool operator==(const CoreRangeSet& a, const CoreRangeSet& b) {
    return a.ranges() == b.ranges();
}

}  // namespace tt::tt_metal

std::size_t std::hash<tt::tt_metal::CoreRange>::operator()(
    const tt::tt_metal::CoreRange& range) const {
    const std::hash<tt::tt_metal::CoreCoord> hash;
    return hash(range.start_coord) * 1000003 ^ hash(range.end_coord);
}

std::size_t std::hash<tt::tt_metal::CoreRangeSet>::operator()(
    const tt::tt_metal::CoreRangeSet& set) const {
    std::size_t seed = set.size();
    for (const auto& range : set.ranges())
        seed = seed * 1000003 ^ std::hash<tt::tt_metal::CoreRange>{}(range);
    return seed;
}
