// Lists of cores out of grids and range sets.
#include <algorithm>
#include <set>
#include <tt-metalium/core_coord.hpp>

#include "base/require.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;

std::vector<CoreCoord> grid_to_cores(std::uint32_t num_cores, std::uint32_t grid_size_x,
                                     std::uint32_t grid_size_y, bool row_wise) {
    require(num_cores <= grid_size_x * grid_size_y, Fault::core_range,
            "{} cores are more than a grid of {}x{} has", num_cores, grid_size_x, grid_size_y);
    std::vector<CoreCoord> cores;
    cores.reserve(num_cores);
    for (std::uint32_t i = 0; i < num_cores; i++) {
        if (row_wise)
            cores.emplace_back(i % grid_size_x, i / grid_size_x);
        else
            cores.emplace_back(i / grid_size_y, i % grid_size_y);
    }
    return cores;
}

std::vector<CoreCoord> grid_to_cores(CoreCoord start, CoreCoord end, bool row_wise) {
    const auto [width, height] = std::pair(end.x + 1 - start.x, end.y + 1 - start.y);
    std::vector<CoreCoord> cores =
        grid_to_cores(static_cast<std::uint32_t>(width * height), static_cast<std::uint32_t>(width),
                      static_cast<std::uint32_t>(height), row_wise);
    for (CoreCoord& core : cores) core = {core.x + start.x, core.y + start.y};
    return cores;
}

std::vector<CoreCoord> grid_to_cores_with_noop(std::uint32_t bbox_x, std::uint32_t bbox_y,
                                               std::uint32_t grid_size_x, std::uint32_t grid_size_y,
                                               bool row_wise) {
    require(bbox_x < grid_size_x && bbox_y < grid_size_y, Fault::core_range,
            "core ({},{}) is outside of a grid of {}x{}", bbox_x, bbox_y, grid_size_x, grid_size_y);
    return grid_to_cores_with_noop(CoreRange({0, 0}, {bbox_x, bbox_y}),
                                   CoreRange({0, 0}, {grid_size_x - 1, grid_size_y - 1}), row_wise);
}

std::vector<CoreCoord> grid_to_cores_with_noop(const CoreRangeSet& used_cores,
                                               const CoreRangeSet& all_cores, bool row_wise) {
    require(all_cores.contains(used_cores), Fault::core_range, "cores {} are not all among {}",
            used_cores, all_cores);
    std::vector<CoreCoord> cores = corerange_to_cores(used_cores, std::nullopt, row_wise);
    std::vector<CoreCoord> idle;
    for (const CoreCoord& core : corerange_to_cores(all_cores))
        if (!used_cores.contains(core)) idle.push_back(core);
    std::ranges::sort(idle, [](const CoreCoord& a, const CoreCoord& b) { return a < b; });
    cores.insert(cores.end(), idle.begin(), idle.end());
    return cores;
}

std::vector<CoreCoord> corerange_to_cores(const CoreRangeSet& crs,
                                          std::optional<std::uint32_t> max_cores, bool row_wise) {
    std::vector<CoreCoord> cores;
    cores.reserve(crs.num_cores());
    for (const CoreRange& range : crs.ranges()) {
        const auto part = grid_to_cores(range.start_coord, range.end_coord, row_wise);
        cores.insert(cores.end(), part.begin(), part.end());
    }
    if (max_cores && cores.size() > *max_cores) cores.resize(*max_cores);
    return cores;
}

CoreRangeSet select_from_corerangeset(const CoreRangeSet& crs, std::uint32_t start_index,
                                      std::uint32_t end_index, bool row_wise) {
    const std::vector<CoreCoord> cores = corerange_to_cores(crs, std::nullopt, row_wise);
    require(start_index <= end_index && end_index < cores.size(), Fault::core_range,
            "cannot take the cores {} to {} of {}", start_index, end_index, cores.size());
    return CoreRangeSet(
        std::vector<CoreRange>(cores.begin() + start_index, cores.begin() + end_index + 1));
}

std::optional<CoreRange> select_contiguous_range_from_corerangeset(const CoreRangeSet& crs,
                                                                   std::uint32_t x,
                                                                   std::uint32_t y) {
    for (const CoreRange& range : crs.ranges()) {
        const CoreCoord end{range.start_coord.x + x, range.start_coord.y + y};
        if (range.contains(end)) return CoreRange(range.start_coord, end);
    }
    return std::nullopt;
}

}  // namespace tt::tt_metal
