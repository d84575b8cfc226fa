// Devices and queues as programs of 2025 use them.
#include <ironbird/phases.hpp>
#include <map>
#include <tt-metalium/command_queue.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "base/require.hpp"
#include "host/device/device_state.hpp"
#include "host/program/program_state.hpp"

namespace tt::tt_metal {

using namespace ironbird;
using namespace ironbird::host;

namespace {

// Devices of CreateDevice() belong to the process until they are closed.
std::map<ChipId, std::unique_ptr<IDevice>>& created() {
    static auto* devices = new std::map<ChipId, std::unique_ptr<IDevice>>;
    return *devices;
}

std::vector<uint8_t>& current_queues() {
    static thread_local std::vector<uint8_t> stack;
    return stack;
}

Buffer& buffer_of(const BufferArg& arg) {
    if (const auto* ref = std::get_if<std::reference_wrapper<Buffer>>(&arg)) return ref->get();
    return *std::get<std::shared_ptr<Buffer>>(arg);
}

const void* data_of(const HostDataType& data) {
    return std::visit(
        [](const auto& d) -> const void* {
            if constexpr (std::is_same_v<std::decay_t<decltype(d)>, const void*>)
                return d;
            else
                return d->data();
        },
        data);
}

BufferRegion whole(const Buffer& buffer) {
    return {0, buffer.size()};
}

}  // namespace

uint32_t CommandQueue::id() const {
    return queue_->id();
}

IDevice* CreateDevice(ChipId device_id, uint8_t num_hw_cqs, size_t l1_small_size,
                      size_t trace_region_size, const DispatchCoreConfig&,
                      const std::vector<uint32_t>& l1_bank_remap, size_t worker_l1_size) {
    Lock lock;
    require(l1_bank_remap.empty(), Fault::not_modelled, "l1_bank_remap is not modelled");
    require(!created().contains(device_id), Fault::device_open, "device {} is already open",
            device_id);
    auto device = DeviceState::make_chip(
        device_id, {{l1_small_size, trace_region_size, worker_l1_size}, num_hw_cqs});
    return (created()[device_id] = std::move(device)).get();
}

IDevice* CreateDeviceMinimal(ChipId device_id, uint8_t num_hw_cqs,
                             const DispatchCoreConfig& dispatch_core_config) {
    return CreateDevice(device_id, num_hw_cqs, DEFAULT_L1_SMALL_SIZE, DEFAULT_TRACE_REGION_SIZE,
                        dispatch_core_config);
}

bool CloseDevice(IDevice* device) {
    Lock lock;
    const bool closed = device->close();
    created().erase(device->id());
    return closed;
}

namespace detail {

std::map<ChipId, IDevice*> CreateDevices(const std::vector<ChipId>& device_ids, uint8_t num_hw_cqs,
                                         size_t l1_small_size, size_t trace_region_size,
                                         const DispatchCoreConfig& dispatch_core_config,
                                         const std::vector<uint32_t>& l1_bank_remap,
                                         size_t worker_l1_size, bool, bool, bool) {
    std::map<ChipId, IDevice*> all;
    for (ChipId id : device_ids)
        all[id] = CreateDevice(id, num_hw_cqs, l1_small_size, trace_region_size,
                               dispatch_core_config, l1_bank_remap, worker_l1_size);
    return all;
}

void CloseDevices(const std::map<ChipId, IDevice*>& devices) {
    for (const auto& [id, device] : devices) CloseDevice(device);
}

void ReleaseOwnership() {}

IDevice* GetActiveDevice(ChipId device_id) {
    Lock lock;
    IDevice* device = DeviceState::open_chip(device_id);
    require(device != nullptr, Fault::device_open, "device {} is not open", device_id);
    return device;
}

}  // namespace detail

// NOLINTNEXTLINE(performance-unnecessary-value-param): a signature that users rely on
void EnqueueWriteSubBuffer(CommandQueue& cq, const BufferArg& buffer, HostDataType src,
                           const BufferRegion& region, bool blocking) {
    Lock lock;
    const PhaseScope phase(Phase::to_device);
    cq.queue().write(cq.queue().all_chips(), buffer_of(buffer), region, data_of(src));
    if (blocking) Finish(cq);
}

void EnqueueWriteBuffer(CommandQueue& cq, const BufferArg& buffer, HostDataType src,
                        bool blocking) {
    EnqueueWriteSubBuffer(cq, buffer, std::move(src), whole(buffer_of(buffer)), blocking);
}

void EnqueueReadSubBuffer(CommandQueue& cq, const BufferArg& buffer, void* dst,
                          const BufferRegion& region, bool blocking) {
    Lock lock;
    const PhaseScope phase(Phase::from_device);
    cq.queue().read(0, buffer_of(buffer), region, dst);
    if (blocking) Finish(cq);
}

void EnqueueReadBuffer(CommandQueue& cq, const BufferArg& buffer, void* dst, bool blocking) {
    EnqueueReadSubBuffer(cq, buffer, dst, whole(buffer_of(buffer)), blocking);
}

void EnqueueProgram(CommandQueue& cq, Program& program, bool blocking) {
    Lock lock;
    const PhaseScope phase(Phase::operation);
    cq.queue().begin_call();
    cq.queue().launch(cq.queue().all_chips(), program.state());
    if (blocking && !cq.queue().capturing()) Finish(cq);
}

void Finish(CommandQueue& cq, ttsl::Span<const SubDeviceId> sub_device_ids) {
    Lock lock;
    const PhaseScope phase(Phase::synchronise);
    cq.queue().finish(sub_device_ids);
}

void Synchronize(IDevice* device, std::optional<uint8_t> cq_id,
                 ttsl::Span<const SubDeviceId> sub_device_ids) {
    Lock lock;
    const PhaseScope phase(Phase::synchronise);
    for (uint8_t id = 0; id < device->num_hw_cqs(); id++)
        if (!cq_id || *cq_id == id) device->state().queue(id).finish(sub_device_ids);
}

void Event::wait_until_ready() {
    require(ready, Fault::unknown_handle, "this event was not recorded");
}

void EnqueueRecordEvent(CommandQueue& cq, const std::shared_ptr<Event>& event,
                        ttsl::Span<const SubDeviceId> sub_device_ids) {
    Lock lock;
    event->device = cq.device();
    event->cq_id = cq.id();
    event->event_id = cq.queue().record_event(sub_device_ids, cq.queue().all_chips());
    event->ready = true;
}

void EnqueueWaitForEvent(CommandQueue& cq, const std::shared_ptr<Event>& event) {
    Lock lock;
    event->wait_until_ready();
    cq.queue().wait_for(event->device->state().queue(event->cq_id), event->event_id);
}

void EventSynchronize(const std::shared_ptr<Event>& event) {
    Lock lock;
    const PhaseScope phase(Phase::synchronise);
    event->wait_until_ready();
    event->device->state().queue(event->cq_id).synchronize(event->event_id);
}

bool EventQuery(const std::shared_ptr<Event>& event) {
    Lock lock;
    return event->ready && event->device->state().queue(event->cq_id).event_done(event->event_id);
}

uint32_t BeginTraceCapture(IDevice* device, uint8_t cq_id) {
    Lock lock;
    return device->state().traces.begin(device->state().queue(cq_id));
}

void EndTraceCapture(IDevice* device, uint8_t cq_id, uint32_t trace_id) {
    Lock lock;
    device->state().traces.end(device->state().queue(cq_id), trace_id);
}

void ReplayTrace(IDevice* device, uint8_t cq_id, uint32_t trace_id, bool blocking) {
    Lock lock;
    const PhaseScope phase(Phase::operation);
    device->state().traces.replay(device->state().queue(cq_id), trace_id, blocking);
}

void ReleaseTrace(IDevice* device, uint32_t trace_id) {
    Lock lock;
    device->state().finish_all();
    device->state().traces.release(trace_id);
}

void EnqueueTrace(CommandQueue& cq, uint32_t trace_id, bool blocking) {
    ReplayTrace(cq.device(), static_cast<uint8_t>(cq.id()), trace_id, blocking);
}

void PushCurrentCommandQueueIdForThread(uint8_t cq_id) {
    current_queues().push_back(cq_id);
}

uint8_t PopCurrentCommandQueueIdForThread() {
    const uint8_t id = GetCurrentCommandQueueIdForThread();
    if (!current_queues().empty()) current_queues().pop_back();
    return id;
}

uint8_t GetCurrentCommandQueueIdForThread() {
    return current_queues().empty() ? 0 : current_queues().back();
}

}  // namespace tt::tt_metal
