// A queue of work for the devices of a mesh; work is done in order when somebody waits for it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tt-metalium/buffer.hpp>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/mesh_event.hpp>
#include <tt-metalium/mesh_trace_id.hpp>
#include <tt-metalium/mesh_workload.hpp>
#include <tt-metalium/shard_data_transfer.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <tt_stl/span.hpp>
#include <unordered_set>
#include <vector>

namespace ironbird::host {
class Queue;
}

namespace tt::tt_metal {
class HostTensor;
class MemoryConfig;
class MeshTensor;
}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {

class MeshCommandQueue {
 public:
    MeshCommandQueue(MeshDevice* mesh_device, ironbird::host::Queue& queue);
    MeshCommandQueue(const MeshCommandQueue&) = delete;
    MeshCommandQueue& operator=(const MeshCommandQueue&) = delete;

    MeshDevice* device() const { return device_; }
    uint32_t id() const;
    std::optional<MeshTraceId> trace_id() const;  // of the trace being captured

    void enqueue_mesh_workload(MeshWorkload& mesh_workload, bool blocking);

    // Writes copy their data before they return.
    void enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>& buffer, const void* host_data,
                                   bool blocking);
    void enqueue_write_shard_to_sub_grid(const MeshBuffer& buffer, const void* host_data,
                                         const MeshCoordinateRange& device_range, bool blocking,
                                         std::optional<BufferRegion> region = std::nullopt);
    void enqueue_write_shards(const std::shared_ptr<MeshBuffer>& mesh_buffer,
                              const std::vector<ShardDataTransfer>& shard_data_transfers,
                              bool blocking);

    // Unless blocking, host memory must stay valid until the queue is finished.
    void enqueue_read_mesh_buffer(void* host_data, const std::shared_ptr<MeshBuffer>& buffer,
                                  bool blocking);
    void enqueue_read_shards(const std::vector<ShardDataTransfer>& shard_data_transfers,
                             const std::shared_ptr<MeshBuffer>& mesh_buffer, bool blocking);

    // Whole tensors, with a shard for each device of the mesh; data goes as it is stored. Data of a
    // read that does not block is there when the queue is finished.
    HostTensor enqueue_read_tensor(const MeshTensor& device_tensor, bool blocking = true);
    void enqueue_read_tensor(const MeshTensor& device_tensor, HostTensor& host_tensor,
                             bool blocking = true);
    MeshTensor enqueue_write_tensor(const HostTensor& host_tensor);
    MeshTensor enqueue_write_tensor(const HostTensor& host_tensor,
                                    const MemoryConfig& memory_config);
    void enqueue_write_tensor(const HostTensor& host_tensor, MeshTensor& device_tensor);

    // Shards that are filled; of a read only those named, or all.
    void enqueue_write(const std::shared_ptr<MeshBuffer>& mesh_buffer,
                       const DistributedHostBuffer& host_buffer, bool blocking);
    void enqueue_read(const std::shared_ptr<MeshBuffer>& mesh_buffer,
                      DistributedHostBuffer& host_buffer,
                      const std::optional<std::unordered_set<MeshCoordinate>>& shards,
                      bool blocking);

    MeshEvent enqueue_record_event(
        ttsl::Span<const SubDeviceId> sub_device_ids = {},
        const std::optional<MeshCoordinateRange>& device_range = std::nullopt);
    MeshEvent enqueue_record_event_to_host(
        ttsl::Span<const SubDeviceId> sub_device_ids = {},
        const std::optional<MeshCoordinateRange>& device_range = std::nullopt);
    void enqueue_wait_for_event(const MeshEvent& sync_event);

    void enqueue_trace(const MeshTraceId& trace_id, bool blocking);

    // Blocks until everything before is done on these sub-devices (default: the stall group).
    void finish(ttsl::Span<const SubDeviceId> sub_device_ids = {});

    ironbird::host::Queue& queue() const { return *queue_; }

 private:
    MeshDevice* device_;
    ironbird::host::Queue* queue_;
};

}  // namespace tt::tt_metal::distributed
