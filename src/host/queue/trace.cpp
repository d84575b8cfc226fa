// Capture and replay, with the room that a trace takes in the trace region.
#include "host/queue/trace.hpp"

#include <fmt/format.h>

#include "base/require.hpp"
#include "host/device/device_state.hpp"
#include "host/program/prepared.hpp"

namespace ironbird::host {
namespace {

using tt::tt_metal::Buffer;
using tt::tt_metal::BufferType;

constexpr std::uint64_t kPage = 1024;        // the smallest page that upstream gives a trace
constexpr std::uint64_t kLaunchBytes = 256;  // commands around the payload of one launch, assumed

// What the commands of a trace would occupy in each device's DRAM.
std::uint64_t bytes_of(const Trace& trace) {
    std::uint64_t bytes = 0;
    for (const Trace::Step& step : trace.steps)
        if (step.chip == 0) bytes += kLaunchBytes + step.work->bytes.size();
    return (bytes + kPage - 1) / kPage * kPage;
}

}  // namespace

std::uint32_t Traces::begin(Queue& queue) {
    const std::uint32_t id = next_++;
    begin(queue, id);
    return id;
}

void Traces::begin(Queue& queue, std::uint32_t id) {
    require(!traces_.contains(id), Fault::trace_order, "trace {} exists", id);
    next_ = std::max(next_, id + 1);
    queue.begin_capture(id);
}

void Traces::end(Queue& queue, std::uint32_t id) {
    auto trace = queue.end_capture(id);
    const DeviceState& device = queue.device();
    const std::uint64_t need = bytes_of(*trace), have = device.settings.memory.trace;
    if (bytes() + need > have)
        throw Error(
            Fault::out_of_memory,
            fmt::format("trace {} needs {} bytes, but trace_region_size is {}", id, need, have), {},
            fmt::format("other traces hold {} bytes", bytes()));
    if (need != 0) trace->room = Buffer::create(device.face, need, kPage, BufferType::TRACE);
    traces_[id] = std::move(trace);
}

void Traces::replay(Queue& queue, std::uint32_t id, bool blocking) {
    const auto at = traces_.find(id);
    require(at != traces_.end(), Fault::unknown_handle, "there is no trace {}", id);
    queue.replay(*at->second);
    if (blocking) queue.finish({});
}

void Traces::release(std::uint32_t id) {
    require(traces_.erase(id) == 1, Fault::unknown_handle, "there is no trace {}", id);
}

void Traces::clear() {
    traces_.clear();
}

std::uint32_t Traces::bytes() const {
    std::uint64_t all = 0;
    for (const auto& [id, trace] : traces_)
        if (trace->room) all += trace->room->size();
    return static_cast<std::uint32_t>(all);
}

}  // namespace ironbird::host
