// Hooks of the model; those of a processor touch the state of its own core alone.
#include "profile/l1_use/memory_recorder.hpp"

#include <algorithm>
#include <numeric>

namespace ironbird::profile {

void MemoryRecorder::on_chip(const arch::Floorplan& plan, std::uint32_t chip) {
    if (chips_.size() <= chip) chips_.resize(chip + 1);
    if (chips_[chip] == nullptr) chips_[chip] = std::make_unique<ChipMemory>(plan.product());
}

void MemoryRecorder::on_dropped(std::uint32_t chip) {
    chips_[chip]->settle();
}

void MemoryRecorder::on_buffer(std::uint32_t chip, const device::BufferView& buffer, bool live) {
    chips_[chip]->buffer(buffer, live);
}

void MemoryRecorder::on_launch(const device::LaunchView& launch) {
    chips_[launch.chip]->launch(launch);
}

void MemoryRecorder::on_complete(const device::Completion& completion) {
    chips_[completion.chip]->complete(completion);
}

void MemoryRecorder::close() {
    for (const auto& chip : chips_)
        if (chip != nullptr) chip->settle();
}

void MemoryRecorder::on_end(const device::Actor& a, const device::Processor&) {
    CoreMemory& c = core(a);
    c.ended = std::max(c.ended, a.cycle.v);
}

void MemoryRecorder::on_stall(const device::Actor& a, const sim::Wait& wait) {
    const bool space = wait.kind == sim::WaitKind::cb_space;
    if ((!space && wait.kind != sim::WaitKind::cb_pages) || a.cycle <= wait.since) return;
    CbTrack* track = core(a).track(wait.cb);
    if (track == nullptr) return;
    (space ? track->reserve_waits : track->front_waits)++;
    (space ? track->reserve_blocked : track->front_blocked) += (a.cycle - wait.since).v;
}

void MemoryRecorder::on_cb(const device::Actor& a, device::CbAction action, std::uint32_t cb,
                           std::uint32_t pages) {
    CbTrack* track = core(a).track(cb);
    if (track == nullptr) return;
    track->most_asked = std::max(track->most_asked, pages);
    track->unit = std::gcd(track->unit, pages);
    if (action == device::CbAction::push)
        track->occupancy.push(a.cycle.v, pages);
    else if (action == device::CbAction::pop)
        track->occupancy.pop(a.cycle.v, pages);
}

}  // namespace ironbird::profile
