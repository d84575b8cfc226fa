// Queues, workloads and events of meshes.
#include <cstring>
#include <ironbird/phases.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/mesh_command_queue.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"
#include "host/program/program_state.hpp"
#include "host/queue/mesh_shards.hpp"

namespace tt::tt_metal::distributed {

using ironbird::Fault;
using ironbird::require;

using namespace ironbird::host;

namespace {

std::vector<size_t> places(const MeshDevice& mesh, const MeshCoordinateRange& range) {
    std::vector<size_t> chips;
    for (const MeshCoordinate& c : range) chips.push_back(c.to_linear_index(mesh.shape()));
    return chips;
}

Buffer& part_on(const MeshBuffer& buffer, const MeshCoordinate& coord) {
    return *buffer.get_device_buffer(coord);
}

BufferRegion whole(const MeshBuffer& buffer) {
    return {0, buffer.device_local_size()};
}

}  // namespace

MeshCommandQueue::MeshCommandQueue(MeshDevice* mesh_device, Queue& queue)
    : device_(mesh_device), queue_(&queue) {}

uint32_t MeshCommandQueue::id() const {
    return queue_->id();
}

std::optional<MeshTraceId> MeshCommandQueue::trace_id() const {
    const auto id = queue_->capturing();
    return id ? std::optional(MeshTraceId{*id}) : std::nullopt;
}

void MeshCommandQueue::enqueue_mesh_workload(MeshWorkload& workload, bool blocking) {
    Lock lock;
    const ironbird::PhaseScope phase(ironbird::Phase::operation);
    require(!workload.get_programs().empty(), Fault::host_argument,
            "a workload without programs cannot be enqueued");
    workload.last_queue_ = this;
    // In the order of the mesh, so that the order of an unordered map is never seen.
    std::map<size_t, std::pair<std::vector<size_t>, ProgramState*>> ordered;
    for (auto& [range, program] : workload.get_programs()) {
        auto chips = places(*device_, range);
        const size_t first = chips.front();
        ordered[first] = {std::move(chips), &program.state()};
    }
    queue_->begin_call();
    for (auto& [first, work] : ordered) queue_->launch(work.first, *work.second);
    if (blocking && !queue_->capturing()) finish();
}

void MeshCommandQueue::enqueue_write_shard_to_sub_grid(const MeshBuffer& buffer,
                                                       const void* host_data,
                                                       const MeshCoordinateRange& device_range,
                                                       bool blocking,
                                                       std::optional<BufferRegion> region) {
    Lock lock;
    const ironbird::PhaseScope phase(ironbird::Phase::to_device);
    if (buffer.global_layout() == MeshBufferLayout::REPLICATED) {
        const auto chips = places(*device_, device_range);
        queue_->write(chips, part_on(buffer, device_range.start_coord()),
                      region.value_or(whole(buffer)), host_data);
    } else {
        require(!region, Fault::buffer_config,
                "a part of a sharded mesh buffer cannot be written by region");
        for (const MeshShard& shard : mesh_shards(buffer)) {
            const auto bytes = gather_shard(buffer, shard, host_data);
            queue_->write(shard.chips, *buffer.get_reference_buffer(), whole(buffer), bytes.data());
        }
    }
    if (blocking) finish();
}

void MeshCommandQueue::enqueue_write_mesh_buffer(const std::shared_ptr<MeshBuffer>& buffer,
                                                 const void* host_data, bool blocking) {
    enqueue_write_shard_to_sub_grid(*buffer, host_data, MeshCoordinateRange(device_->shape()),
                                    blocking);
}

void MeshCommandQueue::enqueue_write_shards(const std::shared_ptr<MeshBuffer>& buffer,
                                            const std::vector<ShardDataTransfer>& transfers,
                                            bool blocking) {
    Lock lock;
    const ironbird::PhaseScope phase(ironbird::Phase::to_device);
    for (const ShardDataTransfer& t : transfers) {
        const size_t chip = t.shard_coord().to_linear_index(device_->shape());
        queue_->write({&chip, 1}, part_on(*buffer, t.shard_coord()),
                      t.region().value_or(whole(*buffer)), t.host_data());
    }
    if (blocking) finish();
}

void MeshCommandQueue::enqueue_read_shards(const std::vector<ShardDataTransfer>& transfers,
                                           const std::shared_ptr<MeshBuffer>& buffer,
                                           bool blocking) {
    Lock lock;
    const ironbird::PhaseScope phase(ironbird::Phase::from_device);
    for (const ShardDataTransfer& t : transfers)
        queue_->read(t.shard_coord().to_linear_index(device_->shape()),
                     part_on(*buffer, t.shard_coord()), t.region().value_or(whole(*buffer)),
                     t.host_data());
    if (blocking) finish();
}

void MeshCommandQueue::enqueue_read_mesh_buffer(void* host_data,
                                                const std::shared_ptr<MeshBuffer>& buffer,
                                                bool blocking) {
    Lock lock;
    const ironbird::PhaseScope phase(ironbird::Phase::from_device);
    if (buffer->global_layout() == MeshBufferLayout::REPLICATED) {
        require(device_->num_devices() == 1, Fault::buffer_config,
                "a replicated buffer on {} devices is read shard by shard", device_->num_devices());
        queue_->read(0, *buffer->get_reference_buffer(), whole(*buffer), host_data);
        if (blocking) finish();
        return;
    }
    require(blocking, Fault::host_argument,
            "a sharded mesh buffer is read blocking, or shard by shard");
    const auto shards = mesh_shards(*buffer);
    std::vector<std::vector<uint8_t>> parts(shards.size());
    for (size_t i = 0; i < shards.size(); i++) {
        parts[i].resize(buffer->device_local_size());
        queue_->read(shards[i].chips.front(), *buffer->get_reference_buffer(), whole(*buffer),
                     parts[i].data());
    }
    finish();
    for (size_t i = 0; i < shards.size(); i++)
        scatter_shard(*buffer, shards[i], parts[i], host_data);
}

MeshEvent MeshCommandQueue::enqueue_record_event(
    ttsl::Span<const SubDeviceId> sub_device_ids,
    const std::optional<MeshCoordinateRange>& device_range) {
    Lock lock;
    const MeshCoordinateRange range = device_range.value_or(MeshCoordinateRange(device_->shape()));
    return MeshEvent(queue_->record_event(sub_device_ids, places(*device_, range)), *this, range);
}

MeshEvent MeshCommandQueue::enqueue_record_event_to_host(
    ttsl::Span<const SubDeviceId> sub_device_ids,
    const std::optional<MeshCoordinateRange>& device_range) {
    return enqueue_record_event(sub_device_ids, device_range);
}

void MeshCommandQueue::enqueue_wait_for_event(const MeshEvent& event) {
    Lock lock;
    queue_->wait_for(
        event.device()->mesh_command_queue(static_cast<uint8_t>(event.mesh_cq_id())).queue(),
        event.id());
}

void MeshCommandQueue::enqueue_trace(const MeshTraceId& trace_id, bool blocking) {
    device_->replay_mesh_trace(*this, trace_id, blocking);
}

void MeshCommandQueue::finish(ttsl::Span<const SubDeviceId> sub_device_ids) {
    Lock lock;
    const ironbird::PhaseScope phase(ironbird::Phase::synchronise);
    queue_->finish(sub_device_ids);
}

// ---- events ----------------------------------------------------------------------------------

MeshEvent::MeshEvent(uint32_t id, MeshCommandQueue& cq, const MeshCoordinateRange& device_range)
    : MeshEvent(id, cq.device(), cq.id(), device_range) {}

MeshEvent::MeshEvent(uint32_t id, MeshDevice* device, uint32_t mesh_cq_id,
                     const MeshCoordinateRange& device_range)
    : id_(id), device_(device), cq_id_(mesh_cq_id), range_(device_range) {}

std::ostream& operator<<(std::ostream& os, const MeshEvent& event) {
    return os << fmt::format("MeshEvent({} of queue {}, devices {})", event.id_, event.cq_id_,
                             event.range_);
}

void EventSynchronize(const MeshEvent& event) {
    Lock lock;
    const ironbird::PhaseScope phase(ironbird::Phase::synchronise);
    event.device()->state().queue(event.mesh_cq_id()).synchronize(event.id());
}

bool EventQuery(const MeshEvent& event) {
    Lock lock;
    return event.device()->state().queue(event.mesh_cq_id()).event_done(event.id());
}

// ---- the calls of distributed.hpp ------------------------------------------------------------

void EnqueueMeshWorkload(MeshCommandQueue& mesh_cq, MeshWorkload& mesh_workload, bool blocking) {
    mesh_cq.enqueue_mesh_workload(mesh_workload, blocking);
}

void Finish(MeshCommandQueue& mesh_cq, ttsl::Span<const SubDeviceId> sub_device_ids) {
    mesh_cq.finish(sub_device_ids);
}

void Synchronize(MeshDevice& device, ttsl::optional_reference<MeshCommandQueue> mesh_cq,
                 ttsl::Span<const SubDeviceId> sub_device_ids) {
    if (mesh_cq)
        mesh_cq->finish(sub_device_ids);
    else
        Synchronize(&device, std::nullopt, sub_device_ids);
}

void Synchronize(MeshDevice* device, std::optional<uint8_t> cq_id,
                 ttsl::Span<const SubDeviceId> sub_device_ids) {
    for (uint8_t id = 0; id < device->num_hw_cqs(); id++)
        if (!cq_id || *cq_id == id) device->mesh_command_queue(id).finish(sub_device_ids);
}

MeshTraceId BeginTraceCapture(MeshDevice* device, uint8_t cq_id) {
    return device->begin_mesh_trace(cq_id);
}

void EndTraceCapture(MeshDevice* device, uint8_t cq_id, const MeshTraceId& trace_id) {
    device->end_mesh_trace(cq_id, trace_id);
}

void ReplayTrace(MeshDevice* device, uint8_t cq_id, const MeshTraceId& trace_id, bool blocking) {
    device->replay_mesh_trace(cq_id, trace_id, blocking);
}

void ReleaseTrace(MeshDevice* device, const MeshTraceId& trace_id) {
    device->release_mesh_trace(trace_id);
}

bool UsingDistributedEnvironment() {
    return false;
}

MeshWorkload CreateMeshWorkload() {
    return {};
}

void AddProgramToMeshWorkload(MeshWorkload& mesh_workload, Program&& program,
                              const MeshCoordinateRange& device_range) {
    mesh_workload.add_program(device_range, std::move(program));
}

MeshEvent EnqueueRecordEvent(MeshCommandQueue& mesh_cq,
                             ttsl::Span<const SubDeviceId> sub_device_ids,
                             const std::optional<MeshCoordinateRange>& device_range) {
    return mesh_cq.enqueue_record_event(sub_device_ids, device_range);
}

MeshEvent EnqueueRecordEventToHost(MeshCommandQueue& mesh_cq,
                                   ttsl::Span<const SubDeviceId> sub_device_ids,
                                   const std::optional<MeshCoordinateRange>& device_range) {
    return mesh_cq.enqueue_record_event_to_host(sub_device_ids, device_range);
}

void EnqueueWaitForEvent(MeshCommandQueue& mesh_cq, const MeshEvent& event) {
    mesh_cq.enqueue_wait_for_event(event);
}

}  // namespace tt::tt_metal::distributed
