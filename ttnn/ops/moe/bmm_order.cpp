// Which columns the cores of a group take.
//
// Answers of DRAM come by NoC 0: to the right along the row of their bank, round the edge, and then
// to the core. Where two banks have the same row, what the right one sends to cores on the left
// takes the way that the left one needs for everything. So cores on the left take columns of left
// banks first, if a column lies in one bank.
#include <algorithm>
#include <map>
#include <numeric>
#include <tt-metalium/distributed.hpp>

#include "ops/moe/bmm.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

constexpr std::size_t kMostWords = 128;

// -1: the left one of two in a row, 1: the right one, 0: alone.
std::vector<int> sides_of(const MeshDevice& device) {
    const auto banks = static_cast<std::uint32_t>(device.num_dram_channels());
    std::vector<CoreCoord> at;
    for (std::uint32_t bank = 0; bank < banks; bank++)
        at.push_back(device.virtual_core_from_logical_core({bank, 0}, tt::CoreType::DRAM));
    std::vector<int> sides(banks, 0);
    for (std::uint32_t a = 0; a < banks; a++)
        for (std::uint32_t b = 0; b < banks; b++)
            if (at[a].y == at[b].y && at[a].x != at[b].x) sides[a] = at[a].x < at[b].x ? -1 : 1;
    return sides;
}

}  // namespace

std::optional<ColumnBanks> column_banks(const Tensor& weights) {
    const MemoryConfig& memory = weights.memory_config();
    if (memory.buffer_type() != BufferType::DRAM) return std::nullopt;
    const auto& shape = weights.logical_shape();
    const auto banks = static_cast<std::uint32_t>(weights.device()->num_dram_channels());
    const std::uint32_t columns = shape[2] / 32;
    if (!memory.is_sharded())
        return columns % banks == 0 ? std::optional(ColumnBanks{1, columns, 1, columns / banks})
                                    : std::nullopt;
    const auto& spec = memory.nd_shard_spec();
    if (!spec || spec->shard_shape.rank() != 3 || spec->grid.num_cores() != banks ||
        spec->orientation != ShardOrientation::ROW_MAJOR ||
        spec->shard_distribution_strategy != ShardDistributionStrategy::ROUND_ROBIN_1D)
        return std::nullopt;
    const auto& shard = spec->shard_shape;
    if (shard[0] != 1 || shard[1] != shape[1] || shape[2] % shard[2] != 0) return std::nullopt;
    const std::uint32_t units = shape[2] / shard[2];
    const std::uint32_t together = shard[2] / 32;
    return ColumnBanks{together, units, banks / std::gcd(units, banks), together};
}

std::vector<CoreCoord> cores_of_banks(MeshDevice& device, std::uint32_t cores_of_bank) {
    const CoreCoord grid = device.compute_with_storage_grid_size();
    const std::vector<CoreCoord> nearest =
        device.get_optimal_dram_bank_to_logical_worker_assignment(NOC::NOC_0);
    std::vector<CoreCoord> all = nearest;
    while (all.size() < nearest.size() * cores_of_bank) {
        CoreCoord at = nearest[all.size() % nearest.size()];
        for (std::size_t i = 1; std::ranges::find(all, at) != all.end(); i++) {
            at.y = (at.y + 1) % grid.y;
            if (i % grid.y == 0) at.x = (at.x + 1) % grid.x;
        }
        all.push_back(at);
    }
    return all;
}

std::vector<std::uint32_t> column_order(const Tensor& weights, const BmmPlan& plan) {
    const auto banks = column_banks(weights);
    if (!banks || plan.unit != banks->unit || banks->classes * banks->units > 2 * kMostWords)
        return {};
    const std::vector<int> sides = sides_of(*weights.device());
    std::vector<std::uint32_t> left, right, all;  // places of units
    for (std::uint32_t i = 0; i < banks->units; i++) {
        const std::uint32_t x = i * plan.unit / plan.core_columns % plan.group_x;
        (x < plan.group_x / 2 ? left : right).push_back(i);
    }
    for (std::uint32_t expert = 0; expert < banks->classes; expert++) {
        const auto side = [&](std::uint32_t unit) {
            return sides[(expert * banks->units + unit) % sides.size()];
        };
        std::vector<std::uint32_t> sorted(banks->units), order(banks->units);
        std::iota(sorted.begin(), sorted.end(), 0u);
        std::ranges::stable_sort(sorted, {}, side);
        for (std::uint32_t i = 0; i < banks->units; i++)
            order[i < left.size() ? left[i] : right[i - left.size()]] = sorted[i];
        all.insert(all.end(), order.begin(), order.end());
    }
    return all;
}

}  // namespace ttnn::operations::experimental::moe
