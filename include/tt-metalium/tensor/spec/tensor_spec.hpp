// A tensor without its data: the shape and how its elements lie in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/shape2d.hpp>
#include <tt-metalium/tensor/spec/layout/tensor_layout.hpp>
#include <tt_stl/span.hpp>
#include <tuple>

namespace tt::tt_metal {

// Whether the shards of a two-dimensional shard spec have room on their grid.
bool can_shape_fits_shard_grid(const TensorLayout& tensor_layout, const Shape& logical_shape);

class TensorSpec final {
 public:
    // Throws if shape, element type and memory configuration do not go together.
    TensorSpec(Shape logical_shape, TensorLayout tensor_layout);
    TensorSpec(const TensorSpec&) = default;
    TensorSpec& operator=(const TensorSpec&) = default;
    TensorSpec(TensorSpec&&) noexcept = default;
    TensorSpec& operator=(TensorSpec&&) noexcept = default;

    bool operator==(const TensorSpec&) const = default;
    bool operator!=(const TensorSpec&) const = default;

    const Shape& logical_shape() const { return logical_shape_; }
    const TensorLayout& tensor_layout() const { return tensor_layout_; }
    DataType data_type() const { return tensor_layout_.get_data_type(); }
    Layout layout() const { return tensor_layout_.get_layout(); }
    PageConfig page_config() const { return tensor_layout_.get_page_config(); }
    const MemoryConfig& memory_config() const { return tensor_layout_.get_memory_config(); }
    const Shape& padded_shape() const { return cached_padded_shape_; }
    const Shape2D& logical_2d_shape() const { return cached_logical_2d_shape_; }
    const Shape2D& physical_shape() const { return cached_physical_shape_; }
    Tile tile() const { return tensor_layout_.get_tile(); }

    // The same tensor in shards. Negative dimensions count from the last.
    TensorSpec sharded_across_dims(
        ttsl::Span<const std::int32_t> dims, CoreRangeSet grid,
        ShardOrientation orientation = ShardOrientation::ROW_MAJOR) const;
    TensorSpec sharded_across_dims_except(
        ttsl::Span<const std::int32_t> dims, CoreRangeSet grid,
        ShardOrientation orientation = ShardOrientation::ROW_MAJOR) const;
    TensorSpec height_sharded(CoreRangeSet grid,
                              ShardOrientation orientation = ShardOrientation::ROW_MAJOR) const;
    TensorSpec width_sharded(CoreRangeSet grid,
                             ShardOrientation orientation = ShardOrientation::ROW_MAJOR) const;
    TensorSpec block_sharded(CoreRange grid,
                             ShardOrientation orientation = ShardOrientation::ROW_MAJOR) const;

    enum class ShardShapeAlignment {
        NONE,         // as given
        REQUIRED,     // up to whole pages
        RECOMMENDED,  // also rows of 64 bytes
    };
    TensorSpec sharded(Shape shard_shape, CoreRangeSet grid, ShardShapeAlignment shard_alignment,
                       ShardOrientation orientation = ShardOrientation::ROW_MAJOR,
                       ShardDistributionStrategy shard_distribution_strategy =
                           ShardDistributionStrategy::ROUND_ROBIN_1D) const;
    TensorSpec sharded(NdShardSpec nd_shard_spec, ShardShapeAlignment shard_alignment) const;

    Strides compute_strides() const;
    BufferShardingArgs compute_buffer_sharding_args() const;
    std::size_t compute_packed_buffer_size_bytes() const;
    std::size_t compute_page_size_bytes() const;
    std::size_t compute_consumed_memory_bytes_per_bank(std::size_t page_alignment,
                                                       std::size_t num_banks) const;

    static constexpr auto attribute_names = std::forward_as_tuple("logical_shape", "tensor_layout");
    auto attribute_values() const { return std::forward_as_tuple(logical_shape_, tensor_layout_); }

 private:
    void fill_in_other_shard_spec();

    Shape logical_shape_;
    TensorLayout tensor_layout_;
    Shape cached_padded_shape_;
    Shape2D cached_logical_2d_shape_;
    Shape2D cached_physical_shape_;
};

}  // namespace tt::tt_metal
