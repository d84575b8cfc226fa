// Tensors to devices and back, and conversions on the host.
#include <ironbird/phases.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/byte_based_tensor_transfers.hpp>
#include <tt-metalium/experimental/core_subset_write/tensor.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/experimental/tensor_host_pad_apis.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>
#include <tt_stl/assert.hpp>

#include "core/track.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/experimental/core_subset_write/copy_to_device_filtered.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn {

using namespace tt::tt_metal;
namespace some = non_uniform_data_movement;

namespace {

void need_host(const Tensor& tensor, const char* what) {
    TT_FATAL(tensor.storage_type() == StorageType::HOST,
             "{} works on host tensors, this one is on a device", what);
}

using MaybeTracked = std::unique_ptr<detail::Tracked>;

MaybeTracked track_creation(const TensorSpec& spec, const MeshDevice& device) {
    if (!detail::somebody_captures()) return nullptr;
    std::vector<std::string> arguments{
        fmt::format("{}", spec.logical_shape()), fmt::format("{}", spec.data_type()),
        fmt::format("{}", spec.layout()), fmt::format("MeshDevice({})", device.id()),
        fmt::format("{}", spec.memory_config())};
    return std::make_unique<detail::Tracked>("tt::tt_metal::create_device_tensor",
                                             std::move(arguments),
                                             std::span<const Tensor* const>());
}

MaybeTracked track_move(std::string_view function, const Tensor& tensor) {
    const Tensor* input = &tensor;
    return detail::somebody_captures()
               ? std::make_unique<detail::Tracked>(function, std::vector<std::string>(),
                                                   std::span(&input, 1))
               : nullptr;
}

}  // namespace

Tensor allocate_tensor_on_host(const TensorSpec& tensor_spec, MeshDevice* mesh_device) {
    TT_FATAL(mesh_device != nullptr, "allocate_tensor_on_host needs a device");
    auto buffers = DistributedHostBuffer::create(mesh_device->get_view());
    for (const auto& coord : MeshCoordinateRange(mesh_device->shape()))
        buffers.emplace_shard(coord, [&] {
            return host_buffer::get_host_buffer(HostTensor::allocate_for_overwrite(tensor_spec));
        });
    return Tensor(host_tensor_from_buffer_with_topology(
        std::move(buffers), tensor_spec,
        TensorTopology::create_fully_replicated_tensor_topology(mesh_device->shape())));
}

Tensor create_device_tensor(const TensorSpec& tensor_spec, MeshDevice* mesh_device,
                            std::optional<TensorTopology> topology) {
    TT_FATAL(mesh_device != nullptr, "create_device_tensor needs a device");
    const auto tracked = track_creation(tensor_spec, *mesh_device);
    if (!topology) return Tensor(MeshTensor::allocate_on_device(*mesh_device, tensor_spec));
    return Tensor(allocate_mesh_tensor_on_device_with_topology(*mesh_device, tensor_spec,
                                                               std::move(*topology)));
}

void copy_to_device(const Tensor& host_tensor, Tensor& device_tensor,
                    std::optional<QueueId> cq_id) {
    need_host(host_tensor, "copy_to_device");
    TT_FATAL(host_tensor.logical_shape() == device_tensor.logical_shape(),
             "Host tensor has different shape: {}, the device tensor has {}",
             host_tensor.logical_shape(), device_tensor.logical_shape());
    TT_FATAL(host_tensor.dtype() == device_tensor.dtype(),
             "Host tensor has different dtype: {}, the device tensor has {}", host_tensor.dtype(),
             device_tensor.dtype());
    TT_FATAL(host_tensor.tensor_spec().page_config() == device_tensor.tensor_spec().page_config(),
             "Host tensor has different page config than the device tensor");
    auto& queue =
        device_tensor.device_storage().get_mesh_tensor().mutable_device().mesh_command_queue(
            raw_optional(cq_id));
    some::enqueue_write_tensor(queue, host_tensor.host_tensor(),
                               device_tensor.device_storage().get_mesh_tensor());
}

void experimental::core_subset_write::copy_to_device_filtered(
    const Tensor& host_tensor, Tensor& device_tensor, const CoreRangeSet& logical_core_filter,
    std::optional<QueueId> cq_id) {
    need_host(host_tensor, "copy_to_device_filtered");
    MeshTensor& to = device_tensor.device_storage().get_mesh_tensor();
    TT_FATAL(is_uniform_write(host_tensor.host_tensor(), to.device()),
             "copy_to_device_filtered: every device must get a part of the tensor");
    tt::tt_metal::experimental::core_subset_write::enqueue_write_tensor(
        to.mutable_device().mesh_command_queue(raw_optional(cq_id)), host_tensor.host_tensor(), to,
        logical_core_filter);
}

void copy_to_device(tt::tt_metal::distributed::MeshCommandQueue& queue, const std::byte* src,
                    Tensor& device_tensor, const std::optional<BufferRegion>& region) {
    enqueue_write_tensor(queue, src, device_tensor.device_storage().get_mesh_tensor(), region);
}
void copy_to_host(tt::tt_metal::distributed::MeshCommandQueue& queue, const Tensor& device_tensor,
                  std::byte* dst, const std::optional<BufferRegion>& region, bool blocking) {
    enqueue_read_tensor(queue, device_tensor.mesh_tensor(), dst, region, blocking);
}
void copy_to_host(const Tensor& device_tensor, Tensor& host_tensor, bool blocking,
                  std::optional<QueueId> cq_id) {
    const MeshTensor& from = device_tensor.mesh_tensor();
    some::enqueue_read_tensor(from.mutable_device().mesh_command_queue(raw_optional(cq_id)), from,
                              host_tensor.host_storage().host_tensor(),
                              device_tensor.device_storage().get_coords(), blocking);
}

Tensor cpu(const Tensor& input, bool blocking, std::optional<QueueId> cq_id) {
    if (input.storage_type() == StorageType::HOST) return input;
    const ironbird::PhaseScope phase(ironbird::Phase::from_device);
    const auto tracked = track_move("Tensor::cpu", input);
    const MeshTensor& from = input.mesh_tensor();
    auto& queue = from.mutable_device().mesh_command_queue(raw_optional(cq_id));
    return set_tensor_id(Tensor(
        some::enqueue_read_tensor(queue, from, input.device_storage().get_coords(), blocking)));
}

Tensor pad(const Tensor& input, const tt::tt_metal::Shape& shape, const tt::tt_metal::Shape& start,
           float pad_value) {
    need_host(input, "Tensor::pad");
    return Tensor(tt::tt_metal::pad(input.host_tensor(), shape, start, pad_value));
}
Tensor unpad(const Tensor& input, const tt::tt_metal::Shape& start,
             const tt::tt_metal::Shape& end) {
    need_host(input, "Tensor::unpad");
    return Tensor(tt::tt_metal::unpad(input.host_tensor(), start, end));
}
Tensor pad_to_tile(const Tensor& input, float pad_value) {
    need_host(input, "Tensor::pad_to_tile");
    // Block floats exist in tiles alone: what fills them already needs no padding.
    if (input.layout() == Layout::TILE && input.padded_shape() == input.logical_shape())
        return input;
    return Tensor(tt::tt_metal::pad_to_tile(input.host_tensor(), pad_value));
}
Tensor unpad_from_tile(const Tensor& input, const tt::tt_metal::Shape& shape) {
    need_host(input, "Tensor::unpad_from_tile");
    return Tensor(tt::tt_metal::unpad_from_tile(input.host_tensor(), shape));
}

Tensor to_dtype(const Tensor& input, const DataType& dtype) {
    if (input.dtype() == dtype) return input;
    TT_FATAL(input.storage_type() == StorageType::HOST,
             "to_dtype(...) function only supports host tensors, use typecast on the device");
    return Tensor(tt::tt_metal::to_dtype(input.host_tensor(), dtype));
}

namespace operations::core {

Tensor to_device(const Tensor& tensor, MeshDevice* mesh_device,
                 const std::optional<MemoryConfig>& memory_config,
                 std::optional<QueueId> queue_id) {
    return tensor.to_device(mesh_device, memory_config, queue_id);
}
Tensor from_device(const Tensor& tensor, bool blocking, std::optional<QueueId> queue_id) {
    return tensor.cpu(blocking, queue_id);
}
void deallocate(Tensor& tensor, bool force) {
    tensor.deallocate(force);
}

}  // namespace operations::core
}  // namespace ttnn

namespace tt::tt_metal {

ttnn::Tensor to_device(const ttnn::Tensor& input,
                       tt::tt_metal::distributed::MeshDevice* mesh_device,
                       ttsl::optional_reference<const MemoryConfig> mem_config,
                       std::optional<ttnn::QueueId> cq_id) {
    TT_FATAL(mesh_device != nullptr, "Need target device in order to move tensor to device!");
    if (input.storage_type() == ttnn::StorageType::DEVICE) {
        TT_FATAL(input.is_allocated(), "Tensor is not allocated: its device memory was given back");
        const bool there =
            input.device() == mesh_device && (!mem_config || *mem_config == input.memory_config());
        TT_FATAL(there,
                 "to_device takes a host tensor; this one is on a device already, in "
                 "another place: use to_memory_config");
        return input;
    }
    const ironbird::PhaseScope phase(ironbird::Phase::to_device);
    const auto tracked = ttnn::track_move("Tensor::to_device", input);
    auto& queue = mesh_device->mesh_command_queue(ttnn::raw_optional(cq_id));
    auto [tensor, coords] = non_uniform_data_movement::enqueue_write_tensor(
        queue, input.host_tensor(), *mesh_device, mem_config);
    return ttnn::set_tensor_id(
        ttnn::Tensor(ttnn::DeviceStorage(std::move(tensor), std::move(coords))));
}

ttnn::Tensor to_layout(const ttnn::Tensor& input, Layout target_layout) {
    if (input.layout() == target_layout) return input;
    TT_FATAL(input.storage_type() == ttnn::StorageType::HOST,
             "Tensor::to_layout works on host tensors; ttnn::to_layout takes both");
    return ttnn::Tensor(to_layout(input.host_tensor(), target_layout));
}

}  // namespace tt::tt_metal
