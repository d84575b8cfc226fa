// Callbacks, and the texts that their records point to.
#include "host/realtime_profiler.hpp"

#include <map>
#include <set>
#include <string>
#include <tt-metalium/experimental/realtime_profiler.hpp>
#include <utility>
#include <vector>

#include "host/device/machine.hpp"
#include "host/program/prepared.hpp"

namespace ironbird::host {
namespace {

namespace api = tt::tt_metal::experimental;

struct Realtime {
    std::map<std::uint64_t, api::ProgramRealtimeProfilerCallback> callbacks;
    std::uint64_t last_handle = 0;
    std::vector<api::ProgramRealtimeRecord> waiting;
    std::set<std::string, std::less<>> texts;         // never shrinks: records point into it
    std::set<std::vector<std::string_view>> sources;  // likewise
};

Realtime& realtime() {
    static auto* r = new Realtime;
    return *r;
}

std::span<const std::string_view> sources_of(const Prepared& work) {
    std::vector<std::string_view> list;
    for (const auto& kernel : work.kernels) {
        const std::string_view text = *realtime().texts.insert(kernel->source_path).first;
        if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
    }
    return *realtime().sources.insert(std::move(list)).first;
}

}  // namespace

void note_realtime(const Prepared& work, const Slot& slot, const device::Completion& completion) {
    if (realtime().callbacks.empty()) return;
    realtime().waiting.push_back({static_cast<std::uint32_t>(work.program_id), slot.id,
                                  completion.start.v, completion.end.v,
                                  slot.chip->plan().product().clock_mhz / 1e3, sources_of(work)});
}

void deliver_realtime() {
    if (realtime().waiting.empty()) return;
    const auto records = std::exchange(realtime().waiting, {});
    const auto callbacks = realtime().callbacks;  // one of them may unregister
    for (const auto& [handle, callback] : callbacks) callback({records, 0});
}

}  // namespace ironbird::host

namespace tt::tt_metal::experimental {

using ironbird::host::Lock;
using ironbird::host::Machine;
using ironbird::host::realtime;

ProgramRealtimeProfilerCallbackHandle RegisterProgramRealtimeProfilerCallback(
    ProgramRealtimeProfilerCallback callback) {
    Lock lock;
    realtime().callbacks.emplace(++realtime().last_handle, std::move(callback));
    return realtime().last_handle;
}

void UnregisterProgramRealtimeProfilerCallback(ProgramRealtimeProfilerCallbackHandle handle) {
    Lock lock;
    realtime().callbacks.erase(handle);
}

bool IsProgramRealtimeProfilerActive() {
    if (!Machine::exists()) return false;
    Lock lock;
    for (const auto& slot : Machine::get().slots())
        if (slot->users > 0) return true;
    return false;
}

}  // namespace tt::tt_metal::experimental
