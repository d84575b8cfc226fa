// A tensor in the memory of a mesh of devices; it owns the memory and frees it when it goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tt-metalium/hal_types.hpp>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>

namespace tt::tt_metal {

namespace distributed {
class MeshBuffer;
class MeshDevice;
}  // namespace distributed

class MeshTensorImpl;
class TensorTopology;

class MeshTensor {
 public:
    using volume_type = std::uint64_t;

    MeshTensor() = delete;

    static MeshTensor allocate_on_device(distributed::MeshDevice& mesh_device, TensorSpec spec);
    // A buffer on a given address does not own its memory, nor does the tensor then.
    static MeshTensor from_buffer(distributed::MeshBuffer mesh_buffer, TensorSpec spec);

    ~MeshTensor();
    MeshTensor(const MeshTensor&) = delete;
    MeshTensor& operator=(const MeshTensor&) = delete;
    MeshTensor(MeshTensor&& other) noexcept;
    MeshTensor& operator=(MeshTensor&& other) noexcept;

    const distributed::MeshBuffer& mesh_buffer() const;
    const distributed::MeshDevice& device() const;
    distributed::MeshDevice& mutable_device() const;
    const TensorSpec& tensor_spec() const;
    bool is_valueless_after_move() const;

    DataType dtype() const;
    Layout layout() const;
    const Shape& logical_shape() const;
    const Shape& padded_shape() const;
    volume_type logical_volume() const;
    volume_type physical_volume() const;
    const MemoryConfig& memory_config() const;
    bool is_sharded() const;
    const std::optional<ShardSpec>& shard_spec() const;
    const std::optional<NdShardSpec>& nd_shard_spec() const;
    DeviceAddr address() const;  // the same on every device
    std::size_t element_size() const;
    Strides strides() const;

    MeshTensorImpl& impl();
    const MeshTensorImpl& impl() const;

 private:
    MeshTensor(std::shared_ptr<distributed::MeshBuffer> mesh_buffer, TensorSpec spec,
               TensorTopology topology);

    friend MeshTensor allocate_mesh_tensor_on_device_with_topology(
        distributed::MeshDevice& mesh_device, TensorSpec spec, TensorTopology topology);
    friend MeshTensor mesh_tensor_from_buffer_with_topology(distributed::MeshBuffer mesh_buffer,
                                                            TensorSpec spec,
                                                            TensorTopology topology);

    std::unique_ptr<MeshTensorImpl> impl_;  // null after a move
};

}  // namespace tt::tt_metal
