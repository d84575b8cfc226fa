// Tensors of which only some devices have a shard, and raw bytes of tensors on one device.
#include <tt-metalium/experimental/byte_based_tensor_transfers.hpp>
#include <tt-metalium/experimental/core_subset_write/tensor.hpp>
#include <tt-metalium/graph_tracking.hpp>
#include <tt-metalium/mesh_command_queue.hpp>

#include "tensor/host/host_tensor_impl.hpp"
#include "tensor/mesh/mesh_tensor_impl.hpp"
#include "tensor/mesh/transfers.hpp"
#include "tensor/require.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;
using distributed::MeshCommandQueue;
using distributed::MeshCoordinateRange;

namespace {

bool is_single(const DistributedHostBuffer& buffer) {
    return buffer.shape() == distributed::MeshShape(1, 1);
}

std::vector<MeshCoordinate> write_to_all(MeshCommandQueue& cq, const HostTensor& host,
                                         MeshTensor& device) {
    const distributed::MeshShape& shape = cq.device()->shape();
    const auto shard = host.buffer().get_shard(MeshCoordinate(0, 0));
    require(shard.has_value(), "Host tensor has no data to write");
    const auto bytes = std::as_const(*shard).view_bytes();
    const distributed::MeshBuffer& buffer = device.mesh_buffer();
    require(bytes.size() == buffer.device_local_size(),
            "Host data with total size {}B does not match expected size {}B of device buffer!",
            bytes.size(), buffer.device_local_size());
    take_on(device, host, TensorTopology::create_fully_replicated_tensor_topology(shape));
    if (!GraphTracker::instance().hook_write_to_device(&buffer) && !bytes.empty())
        cq.enqueue_write_shard_to_sub_grid(buffer, bytes.data(), MeshCoordinateRange(shape), false);
    return all_coords(shape);
}

void need_one_device(const MeshCommandQueue& queue, const char* call) {
    require(queue.device()->num_devices() == 1, "{} only supports single device mesh", call);
}

}  // namespace

namespace non_uniform_data_movement {

std::vector<MeshCoordinate> enqueue_write_tensor(MeshCommandQueue& cq,
                                                 const HostTensor& host_tensor,
                                                 MeshTensor& device_tensor) {
    need_alike(host_tensor, device_tensor);
    const DistributedHostBuffer& buffer = host_tensor.buffer();
    if (is_single(buffer) && cq.device()->num_devices() > 1)
        return write_to_all(cq, host_tensor, device_tensor);
    take_on(device_tensor, host_tensor, get_tensor_topology(host_tensor));
    cq.enqueue_write(device_tensor.impl().buffer, buffer, false);
    return {buffer.shard_coords().begin(), buffer.shard_coords().end()};
}

std::pair<MeshTensor, std::vector<MeshCoordinate>> enqueue_write_tensor(
    MeshCommandQueue& cq, const HostTensor& host_tensor, distributed::MeshDevice& mesh_device,
    ttsl::optional_reference<const MemoryConfig> memory_config) {
    MeshTensor made = allocate_mesh_tensor_on_device_with_topology(
        mesh_device, device_spec(host_tensor, memory_config), get_tensor_topology(host_tensor));
    auto coords = enqueue_write_tensor(cq, host_tensor, made);
    return {std::move(made), std::move(coords)};
}

HostTensor enqueue_read_tensor(MeshCommandQueue& cq, const MeshTensor& device_tensor,
                               std::span<const MeshCoordinate> coords, bool blocking) {
    HostTensor made = host_for(device_tensor, {coords.begin(), coords.end()});
    enqueue_read_tensor(cq, device_tensor, made, coords, blocking);
    return made;
}

void enqueue_read_tensor(MeshCommandQueue& cq, const MeshTensor& device_tensor,
                         HostTensor& host_tensor, std::span<const MeshCoordinate> coords,
                         bool blocking) {
    need_alike(host_tensor, device_tensor);
    const std::size_t want = device_tensor.tensor_spec().compute_packed_buffer_size_bytes();
    auto kept = DistributedHostBuffer::create(host_tensor.buffer().shape());
    for (const MeshCoordinate& coord : coords) {
        auto shard = host_tensor.buffer().get_shard(coord);
        require(shard.has_value(), "Host shard for device shard {} is not populated.", coord);
        require(std::as_const(*shard).view_bytes().size() == want,
                "Host shard for device shard {} has invalid size: {} != {}", coord,
                std::as_const(*shard).view_bytes().size(), want);
        kept.emplace_shard(coord, [&] { return *shard; });
    }
    cq.enqueue_read(device_tensor.impl().buffer, kept, std::nullopt, blocking);
    host_tensor = host_tensor_from_buffer_with_topology(
        std::move(kept), device_tensor.tensor_spec(), get_tensor_topology(device_tensor));
}

}  // namespace non_uniform_data_movement

void enqueue_read_tensor(MeshCommandQueue& queue, const MeshTensor& device_tensor, std::byte* dst,
                         const std::optional<BufferRegion>& region, bool blocking) {
    need_one_device(queue, "enqueue_read_tensor");
    const std::vector<distributed::ShardDataTransfer> one{
        distributed::ShardDataTransfer(all_coords(queue.device()->shape()).front())
            .host_data(dst)
            .region(region)};
    queue.enqueue_read_shards(one, device_tensor.impl().buffer, blocking);
}

void enqueue_write_tensor(MeshCommandQueue& queue, const std::byte* src, MeshTensor& device_tensor,
                          const std::optional<BufferRegion>& region) {
    need_one_device(queue, "enqueue_write_tensor");
    queue.enqueue_write_shard_to_sub_grid(device_tensor.mesh_buffer(), src,
                                          MeshCoordinateRange(queue.device()->shape()), false,
                                          region);
}

namespace experimental::core_subset_write {

void enqueue_write_tensor(MeshCommandQueue&, const HostTensor&, const MeshTensor&,
                          const CoreRangeSet&) {
    not_modelled("a write to the shards of some cores of a tensor is not modelled");
}

}  // namespace experimental::core_subset_write
}  // namespace tt::tt_metal
