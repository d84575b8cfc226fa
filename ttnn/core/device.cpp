// Devices, command queues, events and semaphores by their names in ttnn.
#include "ttnn/device.hpp"

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>
#include <tt_stl/assert.hpp>

#include "ttnn/async_runtime.hpp"
#include "ttnn/config.hpp"
#include "ttnn/core.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/events.hpp"
#include "ttnn/global_semaphore.hpp"

namespace ttnn {

using namespace tt::tt_metal;

core::Config CONFIG;

namespace device {

std::shared_ptr<MeshDevice> open_mesh_device(
    int device_id, std::size_t l1_small_size, std::size_t trace_region_size,
    std::size_t num_command_queues, const std::optional<DispatchCoreConfig>& dispatch_core_config,
    std::size_t worker_l1_size) {
    return MeshDevice::create_unit_mesh(
        device_id, l1_small_size, trace_region_size, num_command_queues,
        dispatch_core_config.value_or(DispatchCoreConfig{}), {}, worker_l1_size);
}

void close_device(MeshDevice& device) {
    device.close();
}
void enable_program_cache(IDevice& device) {
    device.enable_program_cache();
}
void disable_and_clear_program_cache(IDevice& device) {
    device.disable_and_clear_program_cache();
}
bool is_wormhole_or_blackhole(tt::ARCH arch) {
    return arch == tt::ARCH::WORMHOLE_B0 || arch == tt::ARCH::BLACKHOLE;
}
void deallocate_buffers(IDevice* device) {
    device->allocator()->deallocate_buffers();
}

}  // namespace device

namespace distributed {

std::shared_ptr<MeshDevice> open_mesh_device(const MeshShape& mesh_shape, std::size_t l1_small_size,
                                             std::size_t trace_region_size,
                                             std::size_t num_command_queues,
                                             const DispatchCoreConfig& dispatch_core_config,
                                             const std::optional<MeshCoordinate>& offset,
                                             const std::vector<int>& physical_device_ids,
                                             std::size_t worker_l1_size) {
    return MeshDevice::create(MeshDeviceConfig(mesh_shape, offset, physical_device_ids),
                              l1_small_size, trace_region_size, num_command_queues,
                              dispatch_core_config, {}, worker_l1_size);
}
void close_mesh_device(const std::shared_ptr<MeshDevice>& mesh_device) {
    mesh_device->close();
}

std::vector<Tensor> get_device_tensors(const Tensor& tensor) {
    std::vector<Tensor> tensors;
    if (tensor.storage_type() == StorageType::DEVICE) {
        for (const auto& coord : tensor.device_storage().get_coords())
            tensors.emplace_back(DeviceStorage(tensor.device_storage(), {coord}));
    } else {
        const DistributedHostBuffer& buffers = tensor.host_tensor().buffer();
        for (const auto& coord : buffers.shard_coords())
            if (auto shard = buffers.get_shard(coord))
                tensors.emplace_back(std::move(*shard), tensor.tensor_spec());
    }
    return tensors;
}

}  // namespace distributed

namespace core {

bool has_storage_type_of(const Tensor& tensor, const StorageType& storage_type) {
    return tensor.storage_type() == storage_type;
}
std::optional<MemoryConfig> get_memory_config(const Tensor& tensor) {
    if (tensor.storage_type() == StorageType::HOST) return std::nullopt;
    return tensor.memory_config();
}

QueueId get_current_command_queue_id_for_thread() {
    return QueueId(GetCurrentCommandQueueIdForThread());
}
void push_current_command_queue_id_for_thread(QueueId cq_id) {
    PushCurrentCommandQueueIdForThread(*cq_id);
}
QueueId pop_current_command_queue_id_for_thread() {
    return QueueId(PopCurrentCommandQueueIdForThread());
}
ScopeGuard with_command_queue_id(QueueId cq_id) {
    push_current_command_queue_id_for_thread(cq_id);
    return ScopeGuard([] { pop_current_command_queue_id_for_thread(); });
}

}  // namespace core

namespace events {

MeshEvent record_mesh_event(MeshDevice* mesh_device, std::optional<QueueId> cq_id,
                            const std::vector<SubDeviceId>& sub_device_ids,
                            const std::optional<MeshCoordinateRange>& device_range) {
    return mesh_device->mesh_command_queue(raw_optional(cq_id))
        .enqueue_record_event_to_host(sub_device_ids, device_range);
}
void wait_for_mesh_event(std::optional<QueueId> cq_id, const MeshEvent& event) {
    event.device()->mesh_command_queue(raw_optional(cq_id)).enqueue_wait_for_event(event);
}
void event_synchronize(const MeshEvent& event) {
    tt::tt_metal::distributed::EventSynchronize(event);
}

}  // namespace events

namespace global_semaphore {

GlobalSemaphore create_global_semaphore(MeshDevice* mesh_device, const CoreRangeSet& cores,
                                        std::uint32_t initial_value, BufferType buffer_type) {
    return {*mesh_device, cores, initial_value, buffer_type};
}
DeviceAddr get_global_semaphore_address(const GlobalSemaphore& global_semaphore) {
    return global_semaphore.address();
}
void reset_global_semaphore_value(const GlobalSemaphore& global_semaphore,
                                  std::uint32_t reset_value) {
    global_semaphore.reset_semaphore_value(reset_value);
}

}  // namespace global_semaphore

void queue_synchronize(tt::tt_metal::distributed::MeshCommandQueue& cq) {
    cq.finish();
}
void event_synchronize(const MeshEvent& event) {
    tt::tt_metal::distributed::EventSynchronize(event);
}
void wait_for_event(tt::tt_metal::distributed::MeshCommandQueue& cq, const MeshEvent& event) {
    cq.enqueue_wait_for_event(event);
}
MeshEvent record_event(tt::tt_metal::distributed::MeshCommandQueue& cq) {
    return cq.enqueue_record_event();
}
MeshEvent record_event_to_host(tt::tt_metal::distributed::MeshCommandQueue& cq) {
    return cq.enqueue_record_event_to_host();
}

}  // namespace ttnn
