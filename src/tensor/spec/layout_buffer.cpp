// The buffer that a layout asks for: bytes, pages, shards.
#include <tt-metalium/experimental/per_core_allocation/memory_config.hpp>

#include "tensor/require.hpp"
#include "tensor/spec/page_rules.hpp"
#include "tensor/spec/tensor_layout_impl.hpp"

namespace ironbird::tensor {

using namespace tt::tt_metal;

namespace {

Shape2D page_of(const TensorLayout& layout, const Shape2D& physical) {
    return page_shape(layout.get_page_config(), layout.get_data_type(), layout.get_memory_config(),
                      physical);
}

// Pages down and across; the matrix must consist of whole pages.
Shape2D in_pages(const Shape2D& physical, const Shape2D& page) {
    if (physical.height() * physical.width() == 0) return {0, 0};
    require(physical.height() % page.height() == 0 && physical.width() % page.width() == 0,
            "Physical size {} must be multiple of page size {}", physical, page);
    return {physical.height() / page.height(), physical.width() / page.width()};
}

ShardDistributionStrategy strategy_of(const MemoryConfig& memory) {
    return memory.memory_layout() == TensorMemoryLayout::BLOCK_SHARDED
               ? ShardDistributionStrategy::GRID_2D
               : ShardDistributionStrategy::ROUND_ROBIN_1D;
}

// Shards are counted in a tensor of at least two dimensions.
Shape at_least_2d(const Shape& shape) {
    return shape.rank() < 2 ? shape.to_rank(2) : shape;
}

std::optional<BufferDistributionSpec> distribution(const MemoryConfig& memory, const Shape& padded,
                                                   const Shape2D& page) {
    if (const auto& nd = memory.nd_shard_spec())
        return BufferDistributionSpec::from_shard_spec(padded, nd->shard_shape, page, nd->grid,
                                                       nd->orientation,
                                                       nd->shard_distribution_strategy);
    if (const auto& spec = memory.shard_spec())
        return BufferDistributionSpec::from_shard_spec(at_least_2d(padded), Shape(spec->shape),
                                                       page, spec->grid, spec->orientation,
                                                       strategy_of(memory));
    return std::nullopt;
}

}  // namespace

std::size_t page_bytes(const TensorLayout& layout, const Shape& shape) {
    return page_bytes(layout.get_page_config(), layout.get_data_type(),
                      page_of(layout, physical_shape(layout, shape)));
}

std::size_t packed_bytes(const TensorLayout& layout, const Shape& shape) {
    const Shape2D physical = physical_shape(layout, shape);
    const Shape2D pages = in_pages(physical, page_of(layout, physical));
    return pages.height() * pages.width() * page_bytes(layout, shape);
}

BufferShardingArgs sharding_args(const TensorLayout& layout, const Shape& shape) {
    const MemoryConfig& memory = layout.get_memory_config();
    if (!memory.is_sharded()) return {};
    require(memory.shard_spec() || memory.nd_shard_spec(),
            "MemoryConfig must have Shard Spec specified for sharded memory layout");
    if (experimental::per_core_allocation::is_per_core_allocation(memory))
        not_modelled("per-core allocation is not modelled: shards lie at one address on all cores");
    const Shape2D physical = physical_shape(layout, shape);
    const Shape2D page = page_of(layout, physical);
    require(physical.width() % page.width() == 0,
            "Physical width {} must be multiple of page width {}", physical.width(), page.width());
    require(physical.height() % page.height() == 0,
            "Physical height {} must be multiple of page height {}", physical.height(),
            page.height());
    std::optional<ShardSpecBuffer> legacy;
    if (const auto& spec = memory.shard_spec())
        legacy = ShardSpecBuffer(
            *spec, page,
            Shape2D(physical.height() / page.height(), physical.width() / page.width()));
    return {distribution(memory, padded_shape(layout, shape), page), std::move(legacy),
            memory.memory_layout()};
}

std::size_t bytes_per_bank(const TensorLayout& layout, const Shape& shape,
                           std::size_t page_alignment, std::size_t banks) {
    const MemoryConfig& memory = layout.get_memory_config();
    const Shape2D physical = physical_shape(layout, shape);
    const Shape2D page = page_of(layout, physical);
    const Shape2D pages = in_pages(physical, page);
    std::size_t per_bank = how_many(pages.height() * pages.width(), banks);
    if (const auto& spec = memory.shard_spec(); spec && memory.is_sharded())
        per_bank = how_many(spec->shape[0], page.height()) * how_many(spec->shape[1], page.width());
    else if (memory.is_sharded())
        per_bank = distribution(memory, padded_shape(layout, shape), page)
                       .value()
                       .max_num_dev_pages_per_core();
    return per_bank * up_to(page_bytes(layout, shape), page_alignment);
}

}  // namespace ironbird::tensor
