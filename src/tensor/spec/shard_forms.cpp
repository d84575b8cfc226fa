// From two-dimensional shard specs to those of any rank and back, where both say the same.
#include "tensor/spec/shard_forms.hpp"

#include <tt-metalium/experimental/per_core_allocation/memory_config.hpp>
#include <tt-metalium/experimental/tensor_serialization_support.hpp>

#include "tensor/require.hpp"
#include "tensor/spec/page_rules.hpp"

namespace ironbird::tensor {

using namespace tt::tt_metal;
using enum TensorMemoryLayout;

namespace {

struct Counts {
    std::size_t down, across;
};

Counts shards_of(const Shape2D& physical, const std::array<std::uint32_t, 2>& shard) {
    return {how_many(physical.height(), shard[0]), how_many(physical.width(), shard[1])};
}

std::optional<std::string> height_misfit(const ShardSpec& s, const Shape2D& p) {
    if (s.shape[1] != p.width())
        return fmt::format("Shard width {} must match physical width {} for height sharded",
                           s.shape[1], p.width());
    if (const auto n = shards_of(p, s.shape).down; n > s.grid.num_cores())
        return fmt::format("Number of shards along height {} must not exceed number of cores {}", n,
                           s.grid.num_cores());
    return std::nullopt;
}

std::optional<std::string> width_misfit(const ShardSpec& s, const Shape2D& p) {
    if (s.shape[0] != p.height())
        return fmt::format("Shard height {} must match physical height {} for width sharded",
                           s.shape[0], p.height());
    if (const auto n = shards_of(p, s.shape).across; n > s.grid.num_cores())
        return fmt::format("Number of shards along width {} must not exceed number of cores {}", n,
                           s.grid.num_cores());
    return std::nullopt;
}

std::optional<std::string> block_misfit(const ShardSpec& s, const Shape2D& p) {
    if (s.grid.ranges().size() != 1)
        return "Shard grid must be one full rectangular grid for block sharded!";
    const CoreCoord grid = s.grid.ranges()[0].grid_size();
    const auto [down, across] = shards_of(p, s.shape);
    const bool rows = s.orientation == ShardOrientation::ROW_MAJOR;
    const auto too_many = [&](const char* along, std::size_t n, const char* of, std::size_t room) {
        return fmt::format(
            "Number of shards along {} {} must not exceed number of {} {} for {} major "
            "orientation!",
            along, n, of, room, rows ? "row" : "column");
    };
    const std::size_t down_room = rows ? grid.y : grid.x, across_room = rows ? grid.x : grid.y;
    if (down > down_room) return too_many("height", down, rows ? "rows" : "columns", down_room);
    if (across > across_room)
        return too_many("width", across, rows ? "columns" : "rows", across_room);
    return std::nullopt;
}

MemoryConfig rebuilt(const MemoryConfig& from, TensorMemoryLayout layout,
                     std::optional<ShardSpec> legacy, std::optional<NdShardSpec> nd) {
    namespace per_core = experimental::per_core_allocation;
    MemoryConfig config = create_memory_config_with_prepopulated_shard_specs(
        layout, from.buffer_type(), std::move(legacy), std::move(nd),
        from.created_with_nd_shard_spec());
    if (per_core::is_per_core_allocation(from)) per_core::set_per_core_allocation(config, true);
    return config;
}

NdShardSpec nd_from_legacy(const MemoryConfig& memory, const Shape& padded) {
    const ShardSpec& spec = *memory.shard_spec();
    Shape shard(spec.shape);
    if (padded.rank() == 1) {
        require(spec.shape[0] == 1, "Shard shape must be 1D for 1D tensor!");
        shard = Shape({spec.shape[1]});
    }
    return {shard, spec.grid, spec.orientation,
            memory.memory_layout() == BLOCK_SHARDED ? ShardDistributionStrategy::GRID_2D
                                                    : ShardDistributionStrategy::ROUND_ROBIN_1D};
}

// The rows of a shard that is a rectangle of the stored matrix; nothing if it is no rectangle.
std::optional<std::size_t> rows_of(const Shape& shard, const Shape& tensor) {
    const auto dim = [](const Shape& s, std::size_t i) {
        return i <= s.rank() ? s.view()[s.rank() - i] : 1u;
    };
    std::size_t rows = 1;
    for (std::size_t i = 2; i <= shard.rank(); i++) {
        const std::uint32_t have = dim(shard, i), all = dim(tensor, i);
        rows *= have;
        if (have == all) continue;
        bool outer_shard_ones = true, outer_tensor_ones = true;
        for (std::size_t o = i + 1; o <= shard.rank(); o++)
            outer_shard_ones = outer_shard_ones && dim(shard, o) == 1;
        for (std::size_t o = i + 1; o <= tensor.rank(); o++)
            outer_tensor_ones = outer_tensor_ones && dim(tensor, o) == 1;
        const bool divides = have != 0 && all % have == 0;
        if (!outer_shard_ones || !(i == shard.rank() || divides || outer_tensor_ones))
            return std::nullopt;
        break;
    }
    return rows;
}

std::optional<TensorMemoryLayout> kind_of(const NdShardSpec& nd, const ShardSpec& spec,
                                          const Shape2D& physical) {
    auto [down, across] = shards_of(physical, spec.shape);
    const bool in_turn =
        nd.shard_distribution_strategy == ShardDistributionStrategy::ROUND_ROBIN_1D;
    if (nd.orientation == ShardOrientation::COL_MAJOR) std::swap(down, across);
    if (down * across > nd.grid.num_cores()) return std::nullopt;
    if (in_turn && spec.shape[0] >= physical.height()) return WIDTH_SHARDED;
    if (in_turn && spec.shape[1] >= physical.width()) return HEIGHT_SHARDED;
    if (nd.grid.ranges().size() != 1) return std::nullopt;
    const CoreCoord grid = nd.grid.ranges()[0].grid_size();
    if (across > grid.x || down > grid.y || (in_turn && across != grid.x)) return std::nullopt;
    return BLOCK_SHARDED;
}

std::optional<MemoryConfig> legacy_from_nd(const MemoryConfig& memory, const Shape& padded,
                                           const Shape2D& physical) {
    const NdShardSpec& nd = *memory.nd_shard_spec();
    if (nd.shard_distribution_strategy == ShardDistributionStrategy::CONTIGUOUS_1D)
        return std::nullopt;
    const auto rows = rows_of(nd.shard_shape, padded);
    if (!rows || nd.shard_shape.empty()) return std::nullopt;
    const ShardSpec spec(nd.grid, {static_cast<std::uint32_t>(*rows), nd.shard_shape[-1]},
                         nd.orientation);
    const auto kind = kind_of(nd, spec, physical);
    if (!kind) return std::nullopt;
    return rebuilt(memory, *kind, spec, nd);
}

}  // namespace

std::optional<std::string> grid_misfit(const MemoryConfig& memory, const Shape2D& physical) {
    const auto& spec = memory.shard_spec();
    if (!spec) return std::nullopt;
    switch (memory.memory_layout()) {
        case HEIGHT_SHARDED:
            return height_misfit(*spec, physical);
        case WIDTH_SHARDED:
            return width_misfit(*spec, physical);
        case BLOCK_SHARDED:
            return block_misfit(*spec, physical);
        default:
            return std::nullopt;
    }
}

std::optional<MemoryConfig> with_both_shard_specs(const MemoryConfig& memory, const Shape& padded,
                                                  const Shape2D& physical) {
    if (memory.created_with_nd_shard_spec() && memory.nd_shard_spec())
        return legacy_from_nd(memory, padded, physical);
    if (!memory.created_with_nd_shard_spec() && memory.shard_spec())
        return rebuilt(memory, memory.memory_layout(), memory.shard_spec(),
                       nd_from_legacy(memory, padded));
    return std::nullopt;
}

}  // namespace ironbird::tensor
