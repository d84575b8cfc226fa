// Buffers on one device: interleaved over the banks, or sharded over chosen cores.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <ostream>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/buffer_distribution_spec.hpp>
#include <tt-metalium/buffer_page_mapping.hpp>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/hal_types.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <tuple>
#include <umd/device/types/core_coordinates.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace ironbird::host {
struct BufferState;
}

namespace tt::tt_metal {

class Allocator;
class IDevice;

// Shards of a two-dimensional tensor, in elements.
struct ShardSpec {
    CoreRangeSet grid;
    std::array<uint32_t, 2> shape;
    ShardOrientation orientation = ShardOrientation::ROW_MAJOR;  // order of the cores

    ShardSpec(const CoreRangeSet& cores, const std::array<uint32_t, 2>& shard_shape,
              const ShardOrientation& shard_orientation = ShardOrientation::ROW_MAJOR)
        : grid(cores), shape(shard_shape), orientation(shard_orientation) {}

    uint32_t num_cores() const { return grid.num_cores(); }
    uint32_t numel() const { return shape[0] * shape[1]; }
    bool operator==(const ShardSpec&) const = default;

    static constexpr auto attribute_names = std::make_tuple("grid", "shape", "orientation");
    auto attribute_values() const { return std::tie(grid, shape, orientation); }
};

std::ostream& operator<<(std::ostream& os, const ShardSpec& spec);

// The same with the shape of a page and of the whole tensor in pages.
struct ShardSpecBuffer {
    ShardSpec tensor_shard_spec;
    std::array<uint32_t, 2> page_shape{};
    std::array<uint32_t, 2> tensor2d_shape_in_pages{};

    ShardSpecBuffer(const ShardSpec& spec, const std::array<uint32_t, 2>& page_shape,
                    const std::array<uint32_t, 2>& tensor2d_shape_in_pages)
        : tensor_shard_spec(spec),
          page_shape(page_shape),
          tensor2d_shape_in_pages(tensor2d_shape_in_pages) {}
    ShardSpecBuffer(const CoreRangeSet& cores, const std::array<uint32_t, 2>& shard_shape,
                    const ShardOrientation& orientation, const std::array<uint32_t, 2>& page_shape,
                    const std::array<uint32_t, 2>& tensor2d_shape_in_pages)
        : ShardSpecBuffer(ShardSpec(cores, shard_shape, orientation), page_shape,
                          tensor2d_shape_in_pages) {}

    CoreRangeSet grid() const { return tensor_shard_spec.grid; }
    std::array<uint32_t, 2> shape() const { return tensor_shard_spec.shape; }
    ShardOrientation orientation() const { return tensor_shard_spec.orientation; }
    void set_shard_spec(const ShardSpec& spec) { tensor_shard_spec = spec; }

    // Of one full shard.
    std::array<uint32_t, 2> shape_in_pages() const;
    DeviceAddr num_pages() const;
};

struct BufferConfig {
    IDevice* device;
    DeviceAddr size;
    DeviceAddr page_size;
    BufferType buffer_type;
};

using InterleavedBufferConfig = BufferConfig;

struct ShardedBufferConfig {
    IDevice* device{};
    DeviceAddr size{};
    DeviceAddr page_size{};
    BufferType buffer_type = BufferType::L1;
    TensorMemoryLayout buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED;
    ShardSpecBuffer shard_parameters;
};

// Nothing (interleaved), a two-dimensional shard spec, a distribution spec, or both.
class BufferShardingArgs {
 public:
    BufferShardingArgs() = default;
    BufferShardingArgs(std::nullopt_t) {}
    BufferShardingArgs(BufferDistributionSpec distribution)
        : BufferShardingArgs(std::optional(std::move(distribution))) {}
    BufferShardingArgs(std::optional<BufferDistributionSpec> distribution)
        : distribution_(std::move(distribution)),
          layout_(distribution_ ? TensorMemoryLayout::BLOCK_SHARDED
                                : TensorMemoryLayout::INTERLEAVED) {}
    BufferShardingArgs(ShardSpecBuffer shard_spec, TensorMemoryLayout layout)
        : shard_spec_(std::move(shard_spec)), layout_(layout) {}
    BufferShardingArgs(std::optional<ShardSpecBuffer> shard_spec, TensorMemoryLayout layout)
        : shard_spec_(std::move(shard_spec)), layout_(layout) {}
    BufferShardingArgs(std::optional<BufferDistributionSpec> distribution,
                       std::optional<ShardSpecBuffer> shard_spec, TensorMemoryLayout layout)
        : distribution_(std::move(distribution)),
          shard_spec_(std::move(shard_spec)),
          layout_(layout) {}

    const std::optional<BufferDistributionSpec>& buffer_distribution_spec() const {
        return distribution_;
    }
    const std::optional<ShardSpecBuffer>& shard_spec() const { return shard_spec_; }
    TensorMemoryLayout buffer_layout() const { return layout_; }

 private:
    std::optional<BufferDistributionSpec> distribution_;
    std::optional<ShardSpecBuffer> shard_spec_;
    TensorMemoryLayout layout_ = TensorMemoryLayout::INTERLEAVED;
};

bool is_sharded(const TensorMemoryLayout& layout);

// Bytes of a buffer in the order of its pages.
struct BufferRegion {
    DeviceAddr offset = 0;
    DeviceAddr size = 0;

    BufferRegion() = delete;
    BufferRegion(DeviceAddr offset, DeviceAddr size) : offset(offset), size(size) {}
};

class Buffer final : public std::enable_shared_from_this<Buffer> {
 public:
    // Allocates; throws out-of-memory naming the bank type and sizes.
    static std::shared_ptr<Buffer> create(IDevice* device, DeviceAddr size, DeviceAddr page_size,
                                          BufferType buffer_type,
                                          const BufferShardingArgs& sharding_args = std::nullopt,
                                          std::optional<bool> bottom_up = std::nullopt,
                                          std::optional<SubDeviceId> sub_device_id = std::nullopt);
    // Names memory that somebody else owns.
    static std::shared_ptr<Buffer> create(IDevice* device, DeviceAddr address, DeviceAddr size,
                                          DeviceAddr page_size, BufferType buffer_type,
                                          const BufferShardingArgs& sharding_args = std::nullopt,
                                          std::optional<bool> bottom_up = std::nullopt,
                                          std::optional<SubDeviceId> sub_device_id = std::nullopt);

    // A part of this buffer, which it keeps alive; both ends on page borders.
    std::shared_ptr<Buffer> view(const BufferRegion& region);

    ~Buffer();
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    IDevice* device() const;
    Allocator* allocator() const;
    std::optional<SubDeviceId> sub_device_id() const;
    size_t unique_id() const;
    bool is_allocated() const;

    BufferType buffer_type() const;
    HalMemType memory_type() const;
    CoreType core_type() const;
    bool is_l1() const;
    bool is_dram() const;
    bool is_trace() const;
    bool bottom_up() const;

    // The same in every bank.
    uint32_t address() const;
    DeviceAddr page_address(DeviceAddr bank_id, DeviceAddr page_index) const;
    uint32_t alignment() const;

    DeviceAddr size() const;
    DeviceAddr page_size() const;
    void set_page_size(DeviceAddr page_size);
    uint32_t num_pages() const;
    uint32_t num_dev_pages() const;  // padding of shards included
    DeviceAddr aligned_page_size() const;
    DeviceAddr aligned_size() const;
    DeviceAddr aligned_size_per_bank() const;

    bool is_valid_region(const BufferRegion& region) const;
    bool is_valid_partial_region(const BufferRegion& region) const;

    TensorMemoryLayout buffer_layout() const;
    bool has_shard_spec() const;
    ShardSpecBuffer shard_spec() const;
    void set_shard_spec(const ShardSpecBuffer& shard_spec);
    const std::optional<BufferDistributionSpec>& buffer_distribution_spec() const;
    std::optional<uint32_t> num_cores() const;
    const std::shared_ptr<const BufferPageMapping>& get_buffer_page_mapping();

    // Of a view: the buffer that owns the memory, and the place in it.
    std::shared_ptr<Buffer> root_buffer();
    BufferRegion root_buffer_region() const;

    // Forgets the memory without giving it back: its device is gone.
    void mark_as_deallocated();

    ironbird::host::BufferState& state() const { return *state_; }

 private:
    explicit Buffer(std::unique_ptr<ironbird::host::BufferState> state);

    std::unique_ptr<ironbird::host::BufferState> state_;
};

UncompressedBufferPageMapping generate_buffer_page_mapping(const Buffer& buffer);

// What older calls accept as a source of bytes.
using HostDataType = std::variant<
    const std::shared_ptr<std::vector<uint8_t>>, const std::shared_ptr<std::vector<uint16_t>>,
    const std::shared_ptr<std::vector<int32_t>>, const std::shared_ptr<std::vector<uint32_t>>,
    const std::shared_ptr<std::vector<float>>, const std::shared_ptr<std::vector<bfloat16>>,
    const void*>;

}  // namespace tt::tt_metal

namespace ttsl::json {
template <typename T>
struct from_json_t;

template <>
struct from_json_t<tt::tt_metal::ShardSpec> {
    tt::tt_metal::ShardSpec operator()(const nlohmann::json& json) const;
};
}  // namespace ttsl::json
