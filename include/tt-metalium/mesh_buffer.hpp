// A buffer at one address on every device of a mesh: the same data everywhere, or a shard each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/buffer_types.hpp>
#include <tt-metalium/hal_types.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/shape2d.hpp>
#include <utility>
#include <variant>
#include <vector>

namespace tt::tt_metal::distributed {

// How the part on one device is laid out.
struct DeviceLocalBufferConfig {
    DeviceAddr page_size = 0;
    BufferType buffer_type = BufferType::DRAM;
    BufferShardingArgs sharding_args;
    std::optional<bool> bottom_up;
    std::optional<SubDeviceId> sub_device_id = std::nullopt;
};

struct ReplicatedBufferConfig {
    DeviceAddr size = 0;  // on each device
};

// A two-dimensional array over the mesh; a shard extent of 0 means the whole dimension, replicated.
struct ShardedBufferConfig {
    DeviceAddr global_size = 0;
    Shape2D global_buffer_shape = {0, 0};
    Shape2D shard_shape = {0, 0};
    ShardOrientation shard_orientation = ShardOrientation::ROW_MAJOR;

    uint32_t compute_datum_size_bytes() const;
    std::pair<bool, bool> replicated_dims() const;
    Shape2D physical_shard_shape() const;
};

enum class MeshBufferLayout : uint8_t { REPLICATED, SHARDED };
using MeshBufferConfig = std::variant<ReplicatedBufferConfig, ShardedBufferConfig>;

class MeshBuffer {
 public:
    // With an address the memory belongs to somebody else.
    static std::shared_ptr<MeshBuffer> create(const MeshBufferConfig& mesh_buffer_config,
                                              const DeviceLocalBufferConfig& device_local_config,
                                              MeshDevice* mesh_device,
                                              std::optional<DeviceAddr> address = std::nullopt);
    ~MeshBuffer();
    MeshBuffer(const MeshBuffer&) = delete;
    MeshBuffer& operator=(const MeshBuffer&) = delete;
    MeshBuffer(MeshBuffer&& other) noexcept;
    MeshBuffer& operator=(MeshBuffer&& other) noexcept;

    bool is_allocated() const;
    void deallocate();

    MeshDevice* device() const;
    DeviceAddr address() const { return address_; }
    DeviceAddr size() const;  // global size if sharded, else of one device
    DeviceAddr device_local_size() const { return local_size_; }
    uint32_t page_size() const { return static_cast<uint32_t>(local_.page_size); }
    uint32_t num_pages() const;

    MeshBufferLayout global_layout() const;
    const MeshBufferConfig& global_config() const { return config_; }
    const ShardedBufferConfig& global_shard_spec() const;
    const DeviceLocalBufferConfig& device_local_config() const { return local_; }
    uint32_t datum_size_bytes() const;
    Shape2D physical_shard_shape() const;
    std::pair<bool, bool> replicated_dims() const;

    Buffer* get_device_buffer(const MeshCoordinate& device_coord) const;
    Buffer* get_reference_buffer() const;  // any of them: they are alike
    Buffer* get_backing_buffer() const;    // the owner of the memory, null if it is not ours

 private:
    MeshBuffer() = default;

    MeshBufferConfig config_;
    DeviceLocalBufferConfig local_;
    std::weak_ptr<MeshDevice> device_;
    DeviceAddr address_ = 0;
    DeviceAddr local_size_ = 0;
    bool allocated_ = false;
    std::shared_ptr<Buffer> backing_;
    std::vector<std::shared_ptr<Buffer>> buffers_;  // row by row over the mesh
};

// A buffer on a device that may be a chip or a mesh.
class AnyBuffer {
 public:
    AnyBuffer() = default;
    static AnyBuffer create(const tt::tt_metal::ShardedBufferConfig& config,
                            std::optional<uint64_t> address = std::nullopt);
    static AnyBuffer create(const tt::tt_metal::InterleavedBufferConfig& config,
                            std::optional<uint64_t> address = std::nullopt);

    Buffer* get_buffer() const { return buffer_; }
    bool is_mesh_buffer() const { return mesh_ != nullptr; }
    std::shared_ptr<MeshBuffer> get_mesh_buffer() const { return mesh_; }

 private:
    Buffer* buffer_ = nullptr;
    std::shared_ptr<Buffer> single_;
    std::shared_ptr<MeshBuffer> mesh_;
};

}  // namespace tt::tt_metal::distributed
