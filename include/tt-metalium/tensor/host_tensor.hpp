// A tensor in host memory: one buffer, or one for each device of a mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/bfloat4.hpp>
#include <tt-metalium/bfloat8.hpp>
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/host_buffer.hpp>
#include <tt-metalium/memory_pin.hpp>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <vector>

namespace tt::tt_metal {

class HostTensorImpl;
class TensorTopology;

// T of the templates is bfloat16, float, int32_t, uint32_t, uint16_t, uint8_t or int8_t.
class HostTensor {
 public:
    using volume_type = std::uint64_t;

    HostTensor() = delete;
    ~HostTensor();
    HostTensor(const HostTensor& other);  // shares the data
    HostTensor& operator=(const HostTensor& other);
    HostTensor(HostTensor&& other) noexcept;
    HostTensor& operator=(HostTensor&& other) noexcept;

    // The buffer is taken as it is: its size is not checked.
    static HostTensor from_buffer(HostBuffer buffer, TensorSpec spec);
    static HostTensor allocate_for_overwrite(TensorSpec spec);

    // Logical elements row by row, converted to the spec's type and layout; padding is zero.
    template <typename T>
    static HostTensor from_span(std::span<const T> buffer, TensorSpec spec);
    // No copy: row-major, in T's own type.
    template <typename T>
    static HostTensor from_borrowed_data(std::span<T> buffer, const Shape& shape, MemoryPin pin);
    template <typename T>
    static HostTensor from_vector(const std::vector<T>& buffer, TensorSpec spec);
    template <typename T>
    static HostTensor from_vector(std::vector<T>&& buffer, TensorSpec spec);

    // Logical elements row by row, without padding.
    template <typename T>
    std::vector<T> to_vector() const;

    const TensorSpec& tensor_spec() const;
    bool is_valueless_after_move() const;
    const DistributedHostBuffer& buffer() const;

    DataType dtype() const;
    Layout layout() const;
    const Shape& logical_shape() const;
    const Shape& padded_shape() const;
    volume_type logical_volume() const;
    volume_type physical_volume() const;
    const MemoryConfig& memory_config() const;
    bool is_sharded() const;
    const std::optional<ShardSpec>& legacy_shard_spec() const;
    const std::optional<NdShardSpec>& nd_shard_spec() const;
    std::size_t element_size() const;
    Strides strides() const;

    // Each buffer replaced by another of the same size.
    HostTensor transform(const std::function<HostBuffer(const HostBuffer&)>& callable) const;

    HostTensorImpl& impl();
    const HostTensorImpl& impl() const;

 private:
    HostTensor(DistributedHostBuffer buffer, TensorSpec spec, TensorTopology topology);

    friend HostTensor host_tensor_from_buffer_with_topology(DistributedHostBuffer buffer,
                                                            TensorSpec spec,
                                                            TensorTopology topology);

    std::unique_ptr<HostTensorImpl> impl_;  // null after a move
};

}  // namespace tt::tt_metal
