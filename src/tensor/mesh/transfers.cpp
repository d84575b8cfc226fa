// Whole tensors between host and devices.
#include "tensor/mesh/transfers.hpp"

#include <tt-metalium/graph_tracking.hpp>
#include <tt-metalium/mesh_command_queue.hpp>

#include "host/device/machine.hpp"
#include "host/queue/queue.hpp"
#include "tensor/host/host_tensor_impl.hpp"
#include "tensor/mesh/mesh_tensor_impl.hpp"
#include "tensor/require.hpp"

namespace ironbird::tensor {

using namespace tt::tt_metal;
using distributed::MeshCoordinateRange;
using distributed::MeshShape;

void need_alike(const HostTensor& host, const MeshTensor& device) {
    require(host.logical_shape() == device.logical_shape(),
            "Host tensor has different shape: {} where the device tensor has {}",
            host.logical_shape(), device.logical_shape());
    require(host.dtype() == device.dtype(),
            "Host tensor has different dtype: {} where the device tensor has {}", host.dtype(),
            device.dtype());
    require(host.tensor_spec().page_config() == device.tensor_spec().page_config(),
            "Host tensor has different page config: {} where the device tensor has {}",
            host.tensor_spec().page_config(), device.tensor_spec().page_config());
}

TensorSpec device_spec(const HostTensor& host,
                       ttsl::optional_reference<const MemoryConfig> memory) {
    const TensorSpec& spec = host.tensor_spec();
    if (!memory) return spec;
    return TensorSpec(spec.logical_shape(), spec.tensor_layout().with_memory_config(*memory));
}

void take_on(MeshTensor& device, const HostTensor& host, TensorTopology topology) {
    MeshTensorImpl& impl = device.impl();
    impl.spec = device_spec(host, impl.spec.memory_config());
    impl.topology = std::move(topology);
}

std::vector<MeshCoordinate> all_coords(const MeshShape& shape) {
    const MeshCoordinateRange range(shape);
    return {range.begin(), range.end()};
}

HostTensor host_for(const MeshTensor& device, const std::vector<MeshCoordinate>& coords) {
    auto buffers = DistributedHostBuffer::create(device.device().get_view());
    buffers.emplace_shards(
        coords, [&](const MeshCoordinate&) { return allocate_buffer(device.tensor_spec()); });
    return host_tensor_from_buffer_with_topology(std::move(buffers), device.tensor_spec(),
                                                 get_tensor_topology(device));
}

}  // namespace ironbird::tensor

namespace tt::tt_metal {

using namespace ironbird::tensor;
using distributed::MeshBuffer;
using distributed::MeshCommandQueue;
using distributed::MeshCoordinate;
using distributed::MeshCoordinateRange;

namespace {

void need_uniform(const HostTensor& host, const distributed::MeshDevice& mesh) {
    require(is_uniform_write(host, mesh),
            "Incompatible shape between source host tensor and target MeshDevice. For non-uniform "
            "transfers, use the non-uniform data movement APIs.");
}

void need_room(const HostTensor& host, const MeshTensor& device) {
    const std::size_t want = device.tensor_spec().compute_packed_buffer_size_bytes();
    for (const MeshCoordinate& coord : all_coords(device.device().shape())) {
        const auto shard = host.buffer().get_shard(coord);
        require(shard.has_value(), "Host shard for device shard {} is not populated.", coord);
        require(shard->view_bytes().size() >= want,
                "Host shard for device shard {} has invalid size: {} < {}", coord,
                shard->view_bytes().size(), want);
    }
}

}  // namespace

bool is_uniform_write(const HostTensor& host_tensor, const distributed::MeshDevice& device) {
    const DistributedHostBuffer& buffer = host_tensor.buffer();
    if (buffer.shape() != device.shape()) return false;
    for (const MeshCoordinate& coord : all_coords(device.shape()))
        if (!buffer.shard_coords().contains(coord)) return false;
    return true;
}

MeshTensor MeshCommandQueue::enqueue_write_tensor(const HostTensor& host_tensor) {
    need_uniform(host_tensor, *device_);
    MeshTensor made = allocate_mesh_tensor_on_device_with_topology(
        *device_, host_tensor.tensor_spec(), get_tensor_topology(host_tensor));
    enqueue_write_tensor(host_tensor, made);
    return made;
}

MeshTensor MeshCommandQueue::enqueue_write_tensor(const HostTensor& host_tensor,
                                                  const MemoryConfig& memory_config) {
    need_uniform(host_tensor, *device_);
    MeshTensor made = allocate_mesh_tensor_on_device_with_topology(
        *device_, device_spec(host_tensor, memory_config), get_tensor_topology(host_tensor));
    enqueue_write_tensor(host_tensor, made);
    return made;
}

void MeshCommandQueue::enqueue_write_tensor(const HostTensor& host_tensor,
                                            MeshTensor& device_tensor) {
    need_uniform(host_tensor, *device_);
    need_alike(host_tensor, device_tensor);
    take_on(device_tensor, host_tensor, get_tensor_topology(host_tensor));
    enqueue_write(device_tensor.impl().buffer, host_tensor.buffer(), false);
}

HostTensor MeshCommandQueue::enqueue_read_tensor(const MeshTensor& device_tensor, bool blocking) {
    HostTensor made = host_for(device_tensor, all_coords(device_tensor.device().shape()));
    enqueue_read_tensor(device_tensor, made, blocking);
    return made;
}

void MeshCommandQueue::enqueue_read_tensor(const MeshTensor& device_tensor, HostTensor& host_tensor,
                                           bool blocking) {
    need_alike(host_tensor, device_tensor);
    need_room(host_tensor, device_tensor);
    enqueue_read(device_tensor.impl().buffer, host_tensor.impl().buffer, std::nullopt, blocking);
    update_tensor_topology(host_tensor, get_tensor_topology(device_tensor));
}

// Bytes of the buffer on one device at most; a host shard may be larger than a tensor's data.
static BufferRegion region_of(const MeshBuffer& buffer, std::size_t bytes) {
    return {0, std::min<DeviceAddr>(bytes, buffer.device_local_size())};
}

void MeshCommandQueue::enqueue_write(const std::shared_ptr<MeshBuffer>& mesh_buffer,
                                     const DistributedHostBuffer& host_buffer, bool blocking) {
    if (GraphTracker::instance().hook_write_to_device(mesh_buffer.get())) return;
    const ironbird::host::Lock lock;
    for (const MeshCoordinate& coord : host_buffer.shard_coords()) {
        const auto shard = host_buffer.get_shard(coord);
        if (!shard) continue;
        const std::size_t chip = coord.to_linear_index(device_->shape());
        const auto bytes = std::as_const(*shard).view_bytes();
        require(bytes.size() <= mesh_buffer->device_local_size(),
                "Host data with total size {}B does not match expected size {}B of device buffer!",
                bytes.size(), mesh_buffer->device_local_size());
        if (!bytes.empty())
            queue_->write({&chip, 1}, *mesh_buffer->get_device_buffer(coord),
                          region_of(*mesh_buffer, bytes.size()), bytes.data());
    }
    if (blocking) finish();
}

void MeshCommandQueue::enqueue_read(const std::shared_ptr<MeshBuffer>& mesh_buffer,
                                    DistributedHostBuffer& host_buffer,
                                    const std::optional<std::unordered_set<MeshCoordinate>>& shards,
                                    bool blocking) {
    if (GraphTracker::instance().hook_read_from_device(mesh_buffer.get())) return;
    const ironbird::host::Lock lock;
    for (const MeshCoordinate& coord : host_buffer.shard_coords()) {
        if (shards && !shards->contains(coord)) continue;
        auto shard = host_buffer.get_shard(coord);
        if (!shard) continue;
        const auto keeper = std::make_shared<HostBuffer>(*shard);
        const auto bytes = keeper->view_bytes();
        if (!bytes.empty())
            queue_->read(coord.to_linear_index(device_->shape()),
                         *mesh_buffer->get_device_buffer(coord),
                         region_of(*mesh_buffer, bytes.size()), bytes.data(), keeper);
    }
    if (blocking) finish();
}

}  // namespace tt::tt_metal
