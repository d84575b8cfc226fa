// Dividing work among cores, with the groups that upstream would choose.
#include <algorithm>
#include <tt-metalium/math.hpp>
#include <tt-metalium/work_split.hpp>
#include <utility>

#include "base/require.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;
namespace {

CoreCoord swapped(const CoreCoord& c) {
    return {c.y, c.x};
}

CoreRangeSet swapped(const CoreRangeSet& set) {
    std::vector<CoreRange> ranges;
    for (const CoreRange& r : set.ranges())
        ranges.emplace_back(swapped(r.start_coord), swapped(r.end_coord));
    return CoreRangeSet(std::move(ranges));
}

// Row after row: the rest of the first row, whole rows as one rectangle, the begin of the last row.
CoreRangeSet rows_from(CoreCoord at, std::uint32_t count, CoreCoord grid) {
    std::vector<CoreRange> ranges;
    std::size_t left = count;
    const auto take = [&](CoreCoord end) {
        ranges.emplace_back(at, end);
        left -= ranges.back().size();
        at = {0, end.y + 1};
    };
    if (at.x != 0 && left > grid.x - at.x) take({grid.x - 1, at.y});
    if (left > grid.x) take({grid.x - 1, at.y + left / grid.x - 1});
    if (left > 0) take({at.x + left - 1, at.y});
    return CoreRangeSet(std::move(ranges));
}

// The same inside of given ranges, one after another.
CoreRangeSet rows_inside(const CoreCoord& start, std::uint32_t count, const CoreRangeSet& grids) {
    std::vector<CoreRange> ranges;
    std::size_t left = count;
    const auto add = [&](const CoreRange& row, bool same_grid) {
        const bool joins = same_grid && !ranges.empty() &&
                           ranges.back().end_coord.y + 1 == row.start_coord.y &&
                           ranges.back().start_coord.x == row.start_coord.x &&
                           ranges.back().end_coord.x == row.end_coord.x;
        if (joins)
            ranges.back().end_coord = row.end_coord;
        else
            ranges.push_back(row);
        left -= row.size();
    };
    bool reached = false;
    for (const CoreRange& grid : grids.ranges()) {
        if (!reached && !grid.contains(start)) continue;
        CoreCoord at = reached ? grid.start_coord : start;
        for (reached = true; at.y <= grid.end_coord.y && left > 0;
             at = {grid.start_coord.x, at.y + 1}) {
            const std::size_t width = std::min(grid.end_coord.x - at.x + 1, left);
            add({at, {at.x + width - 1, at.y}}, true);
        }
    }
    require(left == 0, Fault::core_range, "from {} on there are not {} cores in {}", start, count,
            grids);
    return CoreRangeSet(std::move(ranges));
}

// The core that follows the first `count` ones of the grids, row by row.
CoreCoord core_after(std::uint32_t count, const CoreRangeSet& grids) {
    return corerange_to_cores(grids, count + 1, true).at(count);
}

// Either kind of grid, as functions of "how many from which core on".
template <class Take, class After>
WorkSplit split(std::uint32_t units, const CoreRangeSet& everybody, CoreCoord first, Take take,
                After after) {
    if (units == 0) return {0, {}, {}, {}, 0, 0};
    const std::uint32_t cores = std::min(units, everybody.num_cores());
    require(cores > 0, Fault::core_range, "there are no cores to split work to");
    const CoreRangeSet all = cores == everybody.num_cores() ? everybody : take(first, cores);
    const std::uint32_t each = units / cores, extra = units % cores;
    if (extra == 0) return {cores, all, all, {}, each, 0};
    return {cores, all, take(first, extra), take(after(extra), cores - extra), each + 1, each};
}

}  // namespace

CoreRangeSet num_cores_to_corerangeset(CoreCoord start, std::uint32_t count, CoreCoord grid,
                                       bool row_wise) {
    require(start.x < grid.x && start.y < grid.y, Fault::core_range,
            "core {} is outside of the grid {}", start, grid);
    if (!row_wise)
        return swapped(num_cores_to_corerangeset(swapped(start), count, swapped(grid), true));
    const std::size_t available = (grid.y - start.y) * grid.x - start.x;
    require(count <= available, Fault::core_range, "{} cores were asked for, but there are {}",
            count, available);
    return rows_from(start, count, grid);
}

CoreRangeSet num_cores_to_corerangeset(std::uint32_t count, CoreCoord grid, bool row_wise) {
    return num_cores_to_corerangeset({0, 0}, count, grid, row_wise);
}

CoreRangeSet num_cores_to_corerangeset_in_subcoregrids(CoreCoord start, std::uint32_t count,
                                                       const CoreRangeSet& grids, bool row_wise) {
    require(count > 0 && count <= grids.num_cores(), Fault::core_range,
            "{} of {} cores cannot be chosen", count, grids.num_cores());
    require(grids.contains(start), Fault::core_range, "core {} is not among {}", start, grids);
    if (!row_wise) return swapped(rows_inside(swapped(start), count, swapped(grids)));
    return rows_inside(start, count, grids);
}

WorkSplit split_work_to_cores(CoreCoord grid, std::uint32_t units, bool row_wise) {
    const CoreRangeSet everybody(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
    const auto take = [&](CoreCoord from, std::uint32_t count) {
        return num_cores_to_corerangeset(from, count, grid, row_wise);
    };
    const auto after = [&](std::uint32_t count) {
        return row_wise ? CoreCoord(count % grid.x, count / grid.x)
                        : CoreCoord(count / grid.y, count % grid.y);
    };
    return split(units, everybody, {0, 0}, take, after);
}

WorkSplit split_work_to_cores(const CoreRangeSet& grids, std::uint32_t units, bool row_wise) {
    require(units == 0 || !grids.empty(), Fault::core_range, "there are no cores to split work to");
    const auto take = [&](CoreCoord from, std::uint32_t count) {
        return num_cores_to_corerangeset_in_subcoregrids(from, count, grids, row_wise);
    };
    const auto after = [&](std::uint32_t count) {
        return row_wise ? core_after(count, grids) : swapped(core_after(count, swapped(grids)));
    };
    return split(units, grids, grids.empty() ? CoreCoord() : grids.ranges().front().start_coord,
                 take, after);
}

// Round-robin in chunks; a last incomplete chunk is handed out whole and then its size once more,
// which is what upstream does.
std::tuple<std::vector<std::uint32_t>, CoreRangeSet> split_work_to_cores_even_multiples(
    const CoreCoord& grid, std::uint32_t units, std::uint32_t multiple, bool row_wise) {
    const auto cores =
        static_cast<std::uint32_t>(std::min<std::size_t>(units / multiple, grid.x * grid.y));
    require(cores > 0, Fault::host_argument, "{} units are less than one multiple of {}", units,
            multiple);
    std::vector<std::uint32_t> share(cores, 0);
    const std::uint32_t chunks = div_up(units, multiple);
    for (std::uint32_t i = 0; i < chunks; i++) share[i % cores] += multiple;
    share[chunks % cores] += units % multiple;
    return {share, num_cores_to_corerangeset(cores, grid, row_wise)};
}

std::uint32_t merge_num_sticks_to_read(std::uint32_t sticks, std::uint32_t stick_bytes,
                                       std::uint32_t max_bytes) {
    std::uint32_t fewest = sticks;
    for (std::uint32_t together = 1; together * stick_bytes <= max_bytes && together <= sticks;
         together++)
        if (sticks % together == 0) fewest = sticks / together;
    return fewest;
}

std::tuple<std::uint32_t, std::uint32_t> get_max_cores_divisible_by_tiles_per_core_tiles(
    const std::uint32_t& tiles, const std::uint32_t& max_cores, bool request_even) {
    std::uint32_t cores = std::max(max_cores, 1u);
    while (tiles % cores != 0) cores--;
    if (request_even && cores > 1) cores -= cores % 2;
    return {cores, div_up(tiles, cores)};
}

int find_max_divisor(std::uint32_t val, std::uint32_t start_max_div) {
    for (std::uint32_t d = start_max_div; d > 1; d--)
        if (d != 5 && d != 7 && val % d == 0) return static_cast<int>(d);
    return 1;
}

int find_max_block_size(std::uint32_t val, std::uint32_t max_block_size) {
    for (std::uint32_t d = max_block_size; d > 1; d--)
        if (val % d == 0) return static_cast<int>(d);
    return 1;
}

}  // namespace tt::tt_metal
