// N-dimensional sharding: shapes with merged dimensions, shards dealt out over cores.
#include <algorithm>
#include <tt-metalium/buffer_distribution_spec.hpp>
#include <tt_stl/small_vector.hpp>

#include "base/require.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;
namespace {

using Dims = std::vector<uint32_t>;

Dims dims_of(const Shape& shape) {
    Dims d;
    for (size_t i = 0; i < shape.rank(); i++) d.push_back(shape[static_cast<int>(i)]);
    return d;
}

Shape shape_of(const Dims& d) {
    return Shape(ttsl::SmallVector<uint32_t>(d.begin(), d.end()));
}

uint32_t up(uint32_t a, uint32_t b) {
    return b == 0 ? 0 : (a + b - 1) / b;
}

Shape in_pages(Shape shape, const Shape2D& page) {
    const int last = static_cast<int>(shape.rank()) - 1;
    if (last >= 0) shape[last] = up(shape[last], static_cast<uint32_t>(page.width()));
    if (last >= 1) shape[last - 1] = up(shape[last - 1], static_cast<uint32_t>(page.height()));
    return shape;
}

std::vector<CoreCoord> grid_list(const Dims& tensor, const Dims& shard, const CoreRangeSet& set,
                                 bool row_major) {
    require(shard.size() <= 2, Fault::buffer_config,
            "a 2D grid of shards needs shards of at most two dimensions");
    require(set.ranges().size() == 1, Fault::buffer_config,
            "a 2D grid of shards needs one rectangle of cores");
    const CoreRange& cores = set.ranges()[0];
    uint64_t height = 1;
    for (size_t i = 0; i + 1 < tensor.size(); i++) height *= tensor[i];
    const uint32_t shard_height = shard.size() == 2 ? shard[0] : 1;
    uint32_t across = std::max(up(tensor.back(), shard.back()), 1u);
    uint32_t down = std::max(up(static_cast<uint32_t>(height), shard_height), 1u);
    if (!row_major) std::swap(across, down);
    const CoreCoord room = cores.grid_size();
    require(across <= room.x && down <= room.y, Fault::buffer_config,
            "{}x{} shards do not fit on {}x{} cores", across, down, room.x, room.y);
    const CoreCoord& at = cores.start_coord;
    const CoreRange used(at, CoreCoord(at.x + across - 1, at.y + down - 1));
    return corerange_to_cores(CoreRangeSet(used), static_cast<uint32_t>(used.size()), row_major);
}

std::vector<CoreCoord> core_list(const Shape& tensor, const Shape& shard, const CoreRangeSet& set,
                                 ShardOrientation orientation, ShardDistributionStrategy strategy) {
    const bool row_major = orientation == ShardOrientation::ROW_MAJOR;
    if (strategy == ShardDistributionStrategy::GRID_2D)
        return grid_list(dims_of(tensor), dims_of(shard), set, row_major);
    return corerange_to_cores(set, set.num_cores(), row_major);
}

// Steps an index of several digits; false after the last one.
bool advance(Dims& index, const Dims& limits) {
    for (size_t d = index.size(); d-- > 0;) {
        if (++index[d] < limits[d]) return true;
        index[d] = 0;
    }
    return false;
}

struct Seat {
    size_t core, slot;
};

// Fills one core's rows with the pages of one shard; index counts shards.
void place_shard(const Dims& tensor, const Dims& shard, const Dims& index, size_t first_row,
                 std::vector<uint32_t>& rows) {
    Dims within(tensor.size(), 0);
    do {
        uint64_t page = 0, row = 0;
        bool inside = true;
        for (size_t d = 0; d < tensor.size(); d++) {
            const uint32_t at = index[d] * shard[d] + within[d];
            inside = inside && at < tensor[d];
            page = page * tensor[d] + at;
            row = row * shard[d] + within[d];
        }
        if (inside) rows[first_row + row] = static_cast<uint32_t>(page);
    } while (advance(within, shard));
}

}  // namespace

BufferDistributionSpec BufferDistributionSpec::from_shard_spec(
    Shape tensor_shape, Shape shard_shape, Shape2D page_shape, const CoreRangeSet& cores,
    ShardOrientation orientation, ShardDistributionStrategy strategy) {
    return BufferDistributionSpec(in_pages(std::move(tensor_shape), page_shape),
                                  in_pages(std::move(shard_shape), page_shape), cores, orientation,
                                  strategy);
}

BufferDistributionSpec::BufferDistributionSpec(const Shape& tensor, const Shape& shard,
                                               const CoreRangeSet& cores,
                                               ShardOrientation orientation,
                                               ShardDistributionStrategy strategy)
    : strategy_(strategy) {
    require(tensor.rank() >= 1 && shard.rank() >= 1, Fault::buffer_config,
            "shapes need at least one dimension");
    cores_ = core_list(tensor, shard, cores, orientation, strategy);
    settle(tensor, shard);
}

BufferDistributionSpec::BufferDistributionSpec(const Shape& tensor, const Shape& shard,
                                               std::vector<CoreCoord> cores)
    : cores_(std::move(cores)) {
    require(tensor.rank() >= 1 && shard.rank() >= 1, Fault::buffer_config,
            "shapes need at least one dimension");
    settle(tensor, shard);
}

void BufferDistributionSpec::settle(const Shape& tensor, const Shape& shard) {
    require(shard.volume() != 0, Fault::buffer_config, "a shard must hold at least one page");
    require(tensor.volume() == 0 || !cores_.empty(), Fault::buffer_config,
            "there are pages but no cores for them");
    std::tie(tensor_, shard_) = detail::squeeze_shape_ranks(tensor, shard);
    if (tensor_.volume() != 0) {
        num_shards_ = 1;
        const Dims t = dims_of(tensor_), s = dims_of(shard_);
        for (size_t d = 0; d < t.size(); d++) num_shards_ *= up(t[d], s[d]);
    }
    const size_t used = std::min(cores_.size(), num_shards_);
    cores_with_data_.assign(cores_.begin(), cores_.begin() + static_cast<long>(used));
    if (num_shards_ == 0) return;
    const size_t each = num_shards_ / cores_.size(), more = num_shards_ % cores_.size();
    const std::span<const CoreCoord> all(cores_);
    groups_.cores_with_data = CoreRangeSet(std::span<const CoreCoord>(cores_with_data_));
    groups_.cores_in_group_1 = more == 0 ? groups_.cores_with_data : CoreRangeSet(all.first(more));
    groups_.num_shards_per_core_in_group_1 = more == 0 ? each : each + 1;
    if (more == 0) return;
    if (each != 0) groups_.cores_in_group_2 = CoreRangeSet(all.subspan(more));
    groups_.num_shards_per_core_in_group_2 = each;
}

size_t BufferDistributionSpec::max_num_shards_per_core() const {
    return cores_.empty() ? 0 : (num_shards_ + cores_.size() - 1) / cores_.size();
}

size_t BufferDistributionSpec::num_shards_per_core(size_t core_idx) const {
    return num_shards_ / cores_.size() + (core_idx < num_shards_ % cores_.size() ? 1 : 0);
}

size_t BufferDistributionSpec::num_dev_pages_per_core(size_t core_idx) const {
    return num_shards_per_core(core_idx) * shard_.volume();
}

size_t BufferDistributionSpec::max_num_dev_pages_per_core() const {
    return max_num_shards_per_core() * shard_.volume();
}

std::tuple<uint32_t, CoreRangeSet, CoreRangeSet, CoreRangeSet, uint32_t, uint32_t>
BufferDistributionSpec::core_groups_tuple() const {
    return {groups_.cores_with_data.num_cores(),
            groups_.cores_with_data,
            groups_.cores_in_group_1,
            groups_.cores_in_group_2,
            static_cast<uint32_t>(groups_.num_shards_per_core_in_group_1),
            static_cast<uint32_t>(groups_.num_shards_per_core_in_group_2)};
}

UncompressedBufferPageMapping detail::compute_page_mapping(const Shape& tensor_shape,
                                                           const Shape& shard_shape,
                                                           const std::vector<CoreCoord>& cores,
                                                           ShardDistributionStrategy strategy) {
    UncompressedBufferPageMapping m;
    m.all_cores = cores;
    if (tensor_shape.volume() == 0) return m;
    const Dims tensor = dims_of(tensor_shape), shard = dims_of(shard_shape);
    Dims grid;
    size_t shards = 1;
    for (size_t d = 0; d < tensor.size(); d++) {
        grid.push_back(up(tensor[d], shard[d]));
        shards *= grid.back();
    }
    const bool runs = strategy == ShardDistributionStrategy::CONTIGUOUS_1D;
    require(!runs || shards % cores.size() == 0, Fault::buffer_config,
            "{} shards in equal runs need a number of cores that divides it, not {}", shards,
            cores.size());
    const size_t per_core = (shards + cores.size() - 1) / cores.size();
    const size_t pages = shard_shape.volume();
    m.core_host_page_indices.assign(
        cores.size(),
        std::vector<uint32_t>(per_core * pages, UncompressedBufferPageMapping::PADDING));
    Dims index(tensor.size(), 0);
    size_t n = 0;
    do {
        const Seat seat =
            runs ? Seat{n / per_core, n % per_core} : Seat{n % cores.size(), n / cores.size()};
        place_shard(tensor, shard, index, seat.slot * pages, m.core_host_page_indices[seat.core]);
        n++;
    } while (advance(index, grid));
    return m;
}

// Adjacent dimensions become one where a shard takes the inner one whole, or takes one of the outer
// and a whole number of shards fits the inner one; outer dimensions that shards lack join in too.
std::pair<Shape, Shape> detail::squeeze_shape_ranks(const Shape& tensor_shape,
                                                    const Shape& shard_shape) {
    require(tensor_shape.rank() >= shard_shape.rank(), Fault::buffer_config,
            "shards have {} dimensions, the tensor only {}", shard_shape.rank(),
            tensor_shape.rank());
    Dims tensor = dims_of(tensor_shape), shard = dims_of(shard_shape);
    std::reverse(tensor.begin(), tensor.end());
    std::reverse(shard.begin(), shard.end());
    Dims new_tensor{tensor[0]}, new_shard{shard[0]};
    bool whole = tensor[0] == shard[0];
    uint64_t tensor_volume = tensor[0], shard_volume = shard[0];
    size_t d = 1;
    for (; d < shard.size(); d++) {
        if (tensor_volume == tensor_shape.volume() && shard_volume == shard_shape.volume()) break;
        const bool divides = tensor[d - 1] % shard[d - 1] == 0;
        if (whole || (shard[d] == 1 && divides)) {
            new_tensor.back() *= tensor[d];
            new_shard.back() *= shard[d];
        } else {
            new_tensor.push_back(tensor[d]);
            new_shard.push_back(shard[d]);
            whole = true;
        }
        whole = whole && tensor[d] == shard[d];
        tensor_volume *= tensor[d];
        shard_volume *= shard[d];
    }
    for (size_t rest = shard.size(); rest < tensor.size(); rest++)
        new_tensor.back() *= tensor[rest];
    std::reverse(new_tensor.begin(), new_tensor.end());
    std::reverse(new_shard.begin(), new_shard.end());
    return {shape_of(new_tensor), shape_of(new_shard)};
}

}  // namespace tt::tt_metal
