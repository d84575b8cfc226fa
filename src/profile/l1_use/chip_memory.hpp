// The L1 of one chip over time: what lies where from which step to which, and who has most of it.
#pragma once

#include <array>
#include <map>

#include "arch/floorplan.hpp"
#include "device/core/core.hpp"
#include "profile/l1_use/occupancy.hpp"
#include "profile/l1_use/records.hpp"

namespace ironbird::profile {

// One circular buffer of a core in the launch that it runs; touched by the core's own worker.
struct CbTrack {
    Occupancy occupancy;
    std::uint32_t most_asked = 0, unit = 0;
    std::uint64_t reserve_waits = 0, reserve_blocked = 0;
    std::uint64_t front_waits = 0, front_blocked = 0;

    void begin(std::uint32_t pages, std::uint64_t cycle);
    CbUsage usage() const;
};

struct CoreMemory {
    static constexpr std::uint8_t kNone = 0xff;

    std::array<std::uint8_t, IB_MAX_CBS> slots;  // of an index in `tracks`
    std::vector<CbTrack> tracks;
    std::uint64_t started = 0, ended = 0;
    std::uint64_t buffer_bytes = 0, cb_bytes = 0;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> cb_ranges;  // begin, end
    CoreMark mark;

    CoreMemory() { slots.fill(kNone); }
    CbTrack* track(std::uint32_t cb) { return slots[cb] == kNone ? nullptr : &tracks[slots[cb]]; }
    void begin(const device::CoreLaunch& plan, std::uint64_t start);
};

// Everything but the tracks changes on the host's stack, while nothing runs.
class ChipMemory {
 public:
    // Beyond these, steps and buffers are counted and not listed, and launches join an equal one.
    static constexpr std::size_t kMostSteps = 20000, kMostLaunches = 1000;

    explicit ChipMemory(const arch::Product& product);

    void buffer(const device::BufferView& view, bool live);
    void launch(const device::LaunchView& view);
    void complete(const device::Completion& completion);
    // Launches that have not completed never will.
    void settle();

    CoreMemory& core(std::uint32_t index) { return cores_[index]; }

    const arch::Floorplan& plan() const { return plan_; }
    const std::vector<CoreMemory>& cores() const { return cores_; }
    const std::vector<MemoryStep>& steps() const { return steps_; }
    const std::vector<BufferRecord>& buffers() const { return buffers_; }
    const std::vector<LaunchMemory>& launches() const { return launches_; }
    const WorstCore& worst() const { return worst_; }
    std::uint64_t steps_left_out() const { return steps_left_out_; }

 private:
    void add(BufferRecord&& buffer);
    void remove(std::uint64_t id);
    std::size_t step(std::uint64_t cycle, MemoryStep::What what, std::uint64_t id);
    void take(const BufferRecord& buffer, bool live);
    void look(std::size_t step);
    void measure_holes();
    void finish(LaunchMemory&& launch);
    void keep(LaunchMemory&& launch);

    arch::Floorplan plan_;
    std::vector<CoreMemory> cores_;
    std::vector<MemoryStep> steps_;
    std::vector<BufferRecord> buffers_;
    std::vector<LaunchMemory> launches_;
    std::map<std::uint64_t, BufferRecord> live_;   // L1 alone
    std::map<std::uint64_t, std::size_t> listed_;  // live ones in `buffers_`
    std::map<device::LaunchId, LaunchMemory> running_;
    std::uint64_t now_ = 0, steps_left_out_ = 0;
    WorstCore worst_;
};

}  // namespace ironbird::profile
