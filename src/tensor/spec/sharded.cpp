// The same tensor in shards.
#include <tt-metalium/tensor/spec/tensor_spec.hpp>

#include "tensor/require.hpp"
#include "tensor/spec/page_rules.hpp"

namespace tt::tt_metal {

using ironbird::tensor::how_many;
using ironbird::tensor::up_to;

namespace {

Shape rounded(Shape shard, const Alignment& align) {
    const std::size_t dims = std::min(shard.rank(), align.size());
    for (std::int32_t i = 1; i <= static_cast<std::int32_t>(dims); i++)
        shard[-i] = static_cast<std::uint32_t>(up_to(shard[-i], align[-i]));
    return shard;
}

Shape rows_and_columns(std::size_t height, std::size_t width) {
    return Shape({static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(width)});
}

}  // namespace

TensorSpec TensorSpec::sharded_across_dims(ttsl::Span<const std::int32_t> dims, CoreRangeSet grid,
                                           ShardOrientation orientation) const {
    Shape shard = padded_shape();
    for (const std::int32_t dim : dims) shard[dim] = 1;
    return sharded(std::move(shard), std::move(grid), ShardShapeAlignment::RECOMMENDED,
                   orientation);
}

TensorSpec TensorSpec::sharded_across_dims_except(ttsl::Span<const std::int32_t> dims,
                                                  CoreRangeSet grid,
                                                  ShardOrientation orientation) const {
    Shape shard(ttsl::SmallVector<std::uint32_t>(padded_shape().rank(), 1u));
    for (const std::int32_t dim : dims) shard[dim] = padded_shape()[dim];
    return sharded(std::move(shard), std::move(grid), ShardShapeAlignment::RECOMMENDED,
                   orientation);
}

TensorSpec TensorSpec::height_sharded(CoreRangeSet grid, ShardOrientation orientation) const {
    const auto [height, width] = physical_shape();
    const std::size_t each = how_many(height, grid.num_cores());
    return sharded(rows_and_columns(each, width), std::move(grid), ShardShapeAlignment::REQUIRED,
                   orientation);
}

TensorSpec TensorSpec::width_sharded(CoreRangeSet grid, ShardOrientation orientation) const {
    const auto [height, width] = physical_shape();
    const std::size_t each = how_many(width, grid.num_cores());
    return sharded(rows_and_columns(height, each), std::move(grid), ShardShapeAlignment::REQUIRED,
                   orientation);
}

TensorSpec TensorSpec::block_sharded(CoreRange grid, ShardOrientation orientation) const {
    CoreCoord cores = grid.grid_size();
    if (orientation == ShardOrientation::COL_MAJOR) std::swap(cores.x, cores.y);
    const auto [height, width] = physical_shape();
    return sharded(rows_and_columns(how_many(height, cores.y), how_many(width, cores.x)),
                   CoreRangeSet(grid), ShardShapeAlignment::RECOMMENDED, orientation,
                   ShardDistributionStrategy::GRID_2D);
}

TensorSpec TensorSpec::sharded(Shape shard_shape, CoreRangeSet grid,
                               ShardShapeAlignment shard_alignment, ShardOrientation orientation,
                               ShardDistributionStrategy shard_distribution_strategy) const {
    return sharded(NdShardSpec{std::move(shard_shape), std::move(grid), orientation,
                               shard_distribution_strategy},
                   shard_alignment);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
TensorSpec TensorSpec::sharded(NdShardSpec nd_shard_spec,
                               ShardShapeAlignment shard_alignment) const {
    const PageConfig pages = page_config();
    Shape shard = nd_shard_spec.shard_shape;
    if (shard_alignment == ShardShapeAlignment::REQUIRED)
        shard = rounded(std::move(shard), ironbird::tensor::required_shard_alignment(pages));
    else if (shard_alignment == ShardShapeAlignment::RECOMMENDED)
        shard = rounded(std::move(shard), pages.get_recommended_shard_shape_alignment(data_type()));
    const MemoryConfig memory(memory_config().buffer_type(),
                              nd_shard_spec.with_shard_shape(std::move(shard)));
    return TensorSpec(logical_shape(), TensorLayout(data_type(), pages, memory));
}

}  // namespace tt::tt_metal
