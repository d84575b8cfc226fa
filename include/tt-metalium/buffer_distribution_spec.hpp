// How an N-dimensional tensor, counted in pages, is cut into shards and dealt out over cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tt-metalium/buffer_page_mapping.hpp>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/shape2d.hpp>
#include <tuple>
#include <utility>
#include <vector>

namespace tt::tt_metal {

namespace detail {

UncompressedBufferPageMapping compute_page_mapping(
    const Shape& tensor_shape, const Shape& shard_shape, const std::vector<CoreCoord>& cores,
    ShardDistributionStrategy strategy = ShardDistributionStrategy::ROUND_ROBIN_1D);

// Both shapes with the fewest dimensions that place every page as before.
std::pair<Shape, Shape> squeeze_shape_ranks(const Shape& tensor_shape, const Shape& shard_shape);

}  // namespace detail

class BufferDistributionSpec {
 public:
    struct CoreGroups {
        CoreRangeSet cores_with_data;
        CoreRangeSet cores_in_group_1;  // one shard more than group 2
        CoreRangeSet cores_in_group_2;
        size_t num_shards_per_core_in_group_1 = 0;
        size_t num_shards_per_core_in_group_2 = 0;
    };

    // Shapes in elements; a page may be larger than one.
    static BufferDistributionSpec from_shard_spec(
        Shape tensor_shape, Shape shard_shape, Shape2D page_shape, const CoreRangeSet& cores,
        ShardOrientation orientation,
        ShardDistributionStrategy strategy = ShardDistributionStrategy::ROUND_ROBIN_1D);

    BufferDistributionSpec(
        const Shape& tensor_shape_in_pages, const Shape& shard_shape_in_pages,
        const CoreRangeSet& cores, ShardOrientation orientation,
        ShardDistributionStrategy strategy = ShardDistributionStrategy::ROUND_ROBIN_1D);
    BufferDistributionSpec(const Shape& tensor_shape_in_pages, const Shape& shard_shape_in_pages,
                           std::vector<CoreCoord> cores);

    const Shape& tensor_shape_in_pages() const { return tensor_; }
    const Shape& shard_shape_in_pages() const { return shard_; }
    ShardDistributionStrategy shard_distribution_strategy() const { return strategy_; }

    const std::vector<CoreCoord>& cores() const { return cores_; }
    const std::vector<CoreCoord>& cores_with_data() const { return cores_with_data_; }
    size_t num_cores() const { return cores_.size(); }
    size_t num_cores_with_data() const { return cores_with_data_.size(); }
    const CoreGroups& core_groups() const { return groups_; }
    // In the shape of split_work_to_cores().
    std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t>
    core_groups_tuple() const;

    size_t num_shards() const { return num_shards_; }
    size_t num_shards_per_core(size_t core_idx) const;
    size_t max_num_shards_per_core() const;
    size_t num_dev_pages_per_core(size_t core_idx) const;
    size_t max_num_dev_pages_per_core() const;

    UncompressedBufferPageMapping compute_page_mapping() const {
        return detail::compute_page_mapping(tensor_, shard_, cores_, strategy_);
    }

 private:
    void settle(const Shape& tensor, const Shape& shard);

    Shape tensor_, shard_;
    std::vector<CoreCoord> cores_, cores_with_data_;
    ShardDistributionStrategy strategy_ = ShardDistributionStrategy::ROUND_ROBIN_1D;
    size_t num_shards_ = 0;
    CoreGroups groups_;
};

}  // namespace tt::tt_metal
