// Recording of commands, one stream for each chip.
#include "host/queue/queue.hpp"

#include <cstring>

#include "base/require.hpp"
#include "host/buffer/buffer_state.hpp"
#include "host/device/device_state.hpp"
#include "host/launch_lines.hpp"
#include "host/program/prepared.hpp"
#include "host/program/program_state.hpp"
#include "host/queue/launch_cost.hpp"

namespace ironbird::host {
namespace {

constexpr std::size_t kEventsKept = 4096;

// What the host takes for an enqueue.
Cycles host_part(const arch::Product& product) {
    return cycles_of(product, product.launch.host_ns);
}

}  // namespace

Queue::Queue(DeviceState& device, std::uint32_t id) : device_(device), id_(id) {
    for (Slot* slot : device.slots)
        streams_.push_back(&device.machine().runner().add_stream(*slot, id));
}

Queue::~Queue() {
    for (Stream* s : streams_) device_.machine().runner().remove_stream(*s);
}

std::vector<std::size_t> Queue::all_chips() const {
    std::vector<std::size_t> all(streams_.size());
    for (std::size_t i = 0; i < all.size(); i++) all[i] = i;
    return all;
}

const arch::Product& Queue::product() const {
    return device_.chip().product();
}

CoreMask Queue::stall() const {
    return device_.sub_devices->mask_of({});
}

void Queue::need_no_capture(const char* what) const {
    if (capture_ != nullptr)
        refuse(Fault::trace_order, "{} cannot be part of trace {}, which is being captured", what,
               capture_->id);
}

void Queue::write(std::span<const std::size_t> chips, const tt::tt_metal::Buffer& buffer,
                  const tt::tt_metal::BufferRegion& region, const void* data) {
    need_no_capture("a write to a buffer");
    need_region(buffer, region);
    const auto where = placement_of(buffer);
    const auto* from = static_cast<const std::uint8_t*>(data);
    std::shared_ptr<const std::vector<std::uint8_t>> kept;
    for (std::size_t chip : chips) {
        Stream& s = *streams_[chip];
        if (Runner::idle(s)) {
            write_bytes(*s.slot->chip, *where, region.offset, {from, region.size});
            Runner::occupy(s, transfer_cycles(product(), region.size, where->page_bytes,
                                              Direction::to_device));
            continue;
        }
        if (kept == nullptr)
            kept = std::make_shared<std::vector<std::uint8_t>>(from, from + region.size);
        Runner::record(s, {WriteCommand{where, region.offset, kept}, stall()});
    }
}

void Queue::read(std::size_t chip, const tt::tt_metal::Buffer& buffer,
                 const tt::tt_metal::BufferRegion& region, void* data,
                 std::shared_ptr<const void> owner) {
    need_no_capture("a read of a buffer");
    need_region(buffer, region);
    const std::span<std::uint8_t> into(static_cast<std::uint8_t*>(data), region.size);
    Runner::record(
        *streams_[chip],
        {ReadCommand{placement_of(buffer), region.offset, into, std::move(owner)}, stall()});
}

void Queue::launch(std::span<const std::size_t> chips, ProgramState& program) {
    const auto work = prepare(program, device_);
    device_.machine().finish_at_exit();
    if (work->cores.empty()) return;
    for (std::size_t chip : chips) {
        if (capture_)
            capture_->steps.push_back({chip, work});
        else
            Runner::record(*streams_[chip], {LaunchCommand{work, call_line()}, {}},
                           host_part(product()));
    }
}

void Queue::replay(const Trace& trace) {
    need_no_capture("a replay");
    begin_call();
    // The host asks each chip once; everything else lies on the card.
    std::vector<Cycles> host(streams_.size(), host_part(product()));
    for (const Trace::Step& step : trace.steps)
        Runner::record(*streams_[step.chip], {LaunchCommand{step.work, call_line()}, {}},
                       std::exchange(host[step.chip], {}));
}

void Queue::begin_call() {
    for (const Stream* s : streams_) device_.machine().runner().catch_up(*s->slot);
}

std::uint32_t Queue::record_event(std::span<const tt::tt_metal::SubDeviceId> sub_devices,
                                  std::span<const std::size_t> chips) {
    need_no_capture("an event");
    auto e = std::make_shared<EventState>();
    e->pending = static_cast<std::uint32_t>(chips.size());
    const CoreMask after = device_.sub_devices->mask_of(sub_devices);
    for (std::size_t chip : chips) {
        e->slots.push_back(streams_[chip]->slot);
        e->times.push_back(kNever);
        Runner::record(*streams_[chip], {RecordCommand{e}, after});
    }
    forget_old_events();
    events_[next_event_] = std::move(e);
    return next_event_++;
}

void Queue::forget_old_events() {
    while (events_.size() > kEventsKept && events_.begin()->second->done())
        events_.erase(events_.begin());
}

// Null: recorded, reached and forgotten.
std::shared_ptr<EventState> Queue::event(std::uint32_t id) const {
    require(id < next_event_, Fault::unknown_handle, "event {} was never recorded on queue {}", id,
            id_);
    const auto at = events_.find(id);
    return at == events_.end() ? nullptr : at->second;
}

void Queue::wait_for(const Queue& other, std::uint32_t id) {
    need_no_capture("a wait for an event");
    const auto e = other.event(id);
    if (e == nullptr) return;
    for (Stream* s : streams_) Runner::record(*s, {WaitCommand{e}, {}});
}

bool Queue::event_done(std::uint32_t id) const {
    const auto e = event(id);
    return e == nullptr || e->done();
}

void Queue::synchronize(std::uint32_t id) {
    const auto e = event(id);
    if (e == nullptr) return;
    device_.machine().runner().run_until(*e);
    for (std::size_t i = 0; i < e->slots.size(); i++)
        if (e->times[i] != kNever) e->slots[i]->host = std::max(e->slots[i]->host, e->times[i]);
}

void Queue::finish(std::span<const tt::tt_metal::SubDeviceId> sub_devices) {
    synchronize(record_event(sub_devices, all_chips()));
}

void Queue::finish_everything() {
    capture_.reset();
    finish(device_.sub_devices->active().ids);
}

std::optional<std::uint32_t> Queue::capturing() const {
    if (capture_ == nullptr) return std::nullopt;
    return capture_->id;
}

void Queue::begin_capture(std::uint32_t trace) {
    need_no_capture("another trace");
    capture_ = std::make_shared<Trace>();
    capture_->id = trace;
}

std::shared_ptr<Trace> Queue::end_capture(std::uint32_t trace) {
    require(capture_ != nullptr && capture_->id == trace, Fault::trace_order,
            "trace {} is not being captured on queue {}", trace, id_);
    return std::exchange(capture_, nullptr);
}

}  // namespace ironbird::host
