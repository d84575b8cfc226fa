// A tensor in host memory or on devices. Copies share the data.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/host_buffer.hpp>
#include <tt-metalium/tensor/host_tensor.hpp>
#include <tt-metalium/tensor/mesh_tensor.hpp>
#include <tt-metalium/tile.hpp>
#include <tt_stl/optional_reference.hpp>
#include <tuple>
#include <vector>

#include "ttnn/common/queue_id.hpp"
#include "ttnn/distributed/tensor_topology.hpp"
#include "ttnn/tensor/storage.hpp"
#include "ttnn/tensor/tensor_attributes.hpp"

namespace ttnn {

// T of the templates is bfloat16, float, int32_t, uint32_t, uint16_t, uint8_t or int8_t. Without a
// queue, transfers use the thread's current one.
class Tensor {
 public:
    static constexpr std::uint64_t INVALID_TENSOR_ID = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t tensor_id{INVALID_TENSOR_ID};
    std::shared_ptr<TensorAttributes> tensor_attributes = nullptr;

    [[nodiscard]] explicit Tensor() = default;
    [[nodiscard]] explicit Tensor(DeviceStorage storage);
    [[nodiscard]] explicit Tensor(tt::tt_metal::HostTensor tensor);
    [[nodiscard]] explicit Tensor(tt::tt_metal::MeshTensor tensor);
    [[nodiscard]] Tensor(tt::tt_metal::HostBuffer buffer, const tt::tt_metal::Shape& shape,
                         tt::tt_metal::DataType dtype, tt::tt_metal::Layout layout,
                         const std::optional<tt::tt_metal::Tile>& tile = std::nullopt);
    [[nodiscard]] Tensor(tt::tt_metal::HostBuffer buffer, const tt::tt_metal::Shape& logical_shape,
                         const tt::tt_metal::Shape& padded_shape, tt::tt_metal::DataType dtype,
                         tt::tt_metal::Layout layout,
                         const std::optional<tt::tt_metal::Tile>& tile = std::nullopt);
    [[nodiscard]] Tensor(tt::tt_metal::HostBuffer buffer, tt::tt_metal::TensorSpec tensor_spec);

    // Logical elements row by row, converted to the spec's type and layout.
    template <typename T>
    [[nodiscard]] static Tensor from_span(ttsl::Span<const T> buffer,
                                          const tt::tt_metal::TensorSpec& spec,
                                          tt::tt_metal::distributed::MeshDevice* device = nullptr,
                                          std::optional<QueueId> cq_id = std::nullopt,
                                          T pad_value = 0);
    template <typename T>
    [[nodiscard]] static Tensor from_borrowed_data(
        ttsl::Span<T> buffer, const tt::tt_metal::Shape& shape, tt::tt_metal::MemoryPin buffer_pin,
        const std::optional<tt::tt_metal::Tile>& tile = std::nullopt);
    template <typename T>
    [[nodiscard]] static Tensor from_borrowed_data(
        ttsl::Span<T> buffer, const tt::tt_metal::Shape& shape,
        const std::function<void()>& on_creation_callback,
        const std::function<void()>& on_destruction_callback,
        const std::optional<tt::tt_metal::Tile>& tile = std::nullopt) {
        return from_borrowed_data(
            buffer, shape, tt::tt_metal::MemoryPin(on_creation_callback, on_destruction_callback),
            tile);
    }
    template <typename T>
    [[nodiscard]] static Tensor from_vector(const std::vector<T>& buffer,
                                            const tt::tt_metal::TensorSpec& spec,
                                            tt::tt_metal::distributed::MeshDevice* device = nullptr,
                                            std::optional<QueueId> cq_id = std::nullopt,
                                            T pad_value = 0) {
        return from_span(ttsl::Span<const T>(buffer), spec, device, cq_id, pad_value);
    }
    template <typename T>
    [[nodiscard]] static Tensor from_vector(std::vector<T>&& buffer,
                                            const tt::tt_metal::TensorSpec& spec,
                                            tt::tt_metal::distributed::MeshDevice* device = nullptr,
                                            std::optional<QueueId> cq_id = std::nullopt,
                                            T pad_value = 0);

    // Logical elements row by row; blocks.
    template <typename T>
    [[nodiscard]] std::vector<T> to_vector(std::optional<QueueId> cq_id = std::nullopt) const;
    template <typename T>
    [[nodiscard]] T item(std::optional<QueueId> cq_id = std::nullopt) const;

    [[nodiscard]] Tensor to_device(
        tt::tt_metal::distributed::MeshDevice* mesh_device,
        ttsl::optional_reference<const tt::tt_metal::MemoryConfig> mem_config = std::nullopt,
        std::optional<QueueId> cq_id = std::nullopt) const;
    [[nodiscard]] Tensor cpu(bool blocking = true,
                             std::optional<QueueId> cq_id = std::nullopt) const;

    // Host tensors alone.
    [[nodiscard]] Tensor to_layout(tt::tt_metal::Layout target_layout) const;
    [[nodiscard]] Tensor pad(const tt::tt_metal::Shape& output_padded_shape,
                             const tt::tt_metal::Shape& input_tensor_start, float pad_value) const;
    [[nodiscard]] Tensor unpad(const tt::tt_metal::Shape& output_tensor_start,
                               const tt::tt_metal::Shape& output_tensor_end) const;
    [[nodiscard]] Tensor pad_to_tile(float pad_value) const;
    [[nodiscard]] Tensor unpad_from_tile(const tt::tt_metal::Shape& output_tensor_shape) const;

    [[nodiscard]] std::string write_to_string() const;

    // Without force, only if nobody else holds the data.
    void deallocate(bool force = false);

    // The same data with another shape; throws where that needs elements to move.
    [[nodiscard]] Tensor reshape(const tt::tt_metal::Shape& new_shape) const;
    [[nodiscard]] Tensor reshape(const tt::tt_metal::Shape& new_logical_shape,
                                 const tt::tt_metal::Shape& new_padded_shape) const;

    tt::tt_metal::DataType dtype() const;
    tt::tt_metal::Layout layout() const;
    const tt::tt_metal::Shape& logical_shape() const;
    const tt::tt_metal::Shape& padded_shape() const;
    const tt::tt_metal::TensorSpec& tensor_spec() const;
    std::uint64_t logical_volume() const;
    std::uint64_t physical_volume() const;
    const tt::tt_metal::MemoryConfig& memory_config() const;
    const tt::tt_metal::TensorTopology& tensor_topology() const;
    void update_tensor_topology(const tt::tt_metal::TensorTopology& tensor_topology);
    const std::optional<tt::tt_metal::ShardSpec>& shard_spec() const;
    const std::optional<tt::tt_metal::NdShardSpec>& nd_shard_spec() const;
    StorageType storage_type() const;
    tt::tt_metal::Shape strides() const;
    bool is_scalar() const;
    bool is_sharded() const;
    bool is_allocated() const;
    std::uint32_t element_size() const;

    // Of a device tensor; throw when it was deallocated.
    tt::tt_metal::Buffer* buffer() const;
    const tt::tt_metal::distributed::MeshBuffer& mesh_buffer() const;
    const tt::tt_metal::MeshTensor& mesh_tensor() const&;
    const tt::tt_metal::MeshTensor& mesh_tensor() const&& = delete;
    tt::tt_metal::distributed::MeshDevice* device() const;  // null for a host tensor

    const DeviceStorage& device_storage() const&;
    DeviceStorage& device_storage() &;
    const DeviceStorage& device_storage() const&& = delete;
    const HostStorage& host_storage() const&;
    HostStorage& host_storage() &;
    const HostStorage& host_storage() const&& = delete;
    const tt::tt_metal::HostTensor& host_tensor() const&;
    const tt::tt_metal::HostTensor& host_tensor() const&& = delete;

    static constexpr auto attribute_names = std::forward_as_tuple("storage", "tensor_spec");
    auto attribute_values() const {
        return std::forward_as_tuple(tensor_attributes->get_storage(), tensor_spec());
    }

    static std::uint64_t get_tensor_id_counter();
    static void set_tensor_id_counter(std::uint64_t id);
    static std::uint64_t next_tensor_id();
};

// The same tensor under a number of its own.
Tensor set_tensor_id(const Tensor& tensor);

std::ostream& operator<<(std::ostream& os, const Tensor& tensor);

}  // namespace ttnn
