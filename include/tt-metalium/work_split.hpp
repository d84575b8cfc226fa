// Dividing work among cores.
#pragma once

#include <cstdint>
#include <tt-metalium/core_coord.hpp>
#include <tuple>
#include <vector>

namespace tt::tt_metal {

// Number of cores; all of them; those with one unit more; the others; units of either kind.
// If the work divides evenly, the first group is everybody and the second is empty.
using WorkSplit = std::tuple<std::uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, std::uint32_t,
                             std::uint32_t>;

WorkSplit split_work_to_cores(CoreCoord grid_size, std::uint32_t units_to_divide,
                              bool row_wise = false);
WorkSplit split_work_to_cores(const CoreRangeSet& core_grid, std::uint32_t units_to_divide,
                              bool row_wise = false);

// Units of each core, all multiples of `multiple`, and the cores.
std::tuple<std::vector<std::uint32_t>, CoreRangeSet> split_work_to_cores_even_multiples(
    const CoreCoord& core_grid, std::uint32_t units_to_divide, std::uint32_t multiple,
    bool row_wise = false);

// The next cores of a grid from a start on, as rectangles.
CoreRangeSet num_cores_to_corerangeset(CoreCoord start_core, std::uint32_t target_num_cores,
                                       CoreCoord grid_size, bool row_wise = false);
CoreRangeSet num_cores_to_corerangeset(std::uint32_t target_num_cores, CoreCoord grid_size,
                                       bool row_wise = false);
CoreRangeSet num_cores_to_corerangeset_in_subcoregrids(CoreCoord start_core,
                                                       std::uint32_t target_num_cores,
                                                       const CoreRangeSet& sub_core_grids,
                                                       bool row_wise = false);

// The largest number of sticks that divides the count and stays below max_read_size bytes.
std::uint32_t merge_num_sticks_to_read(std::uint32_t num_sticks_to_read,
                                       std::uint32_t stick_size_bytes, std::uint32_t max_read_size);

// The most cores that take equally many tiles, and how many each takes.
std::tuple<std::uint32_t, std::uint32_t> get_max_cores_divisible_by_tiles_per_core_tiles(
    const std::uint32_t& num_tiles, const std::uint32_t& num_cores_max, bool request_even = false);

// The largest divisor up to a limit; 5 and 7 do not count.
int find_max_divisor(std::uint32_t val, std::uint32_t start_max_div);
int find_max_block_size(std::uint32_t val, std::uint32_t max_block_size = 8);

}  // namespace tt::tt_metal
