// The simulated machine of this process: its chips and the engine that runs them.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arch/cluster.hpp"
#include "device/engine.hpp"
#include "host/device/chip_layout.hpp"
#include "host/options/options.hpp"
#include "host/queue/buffer_changes.hpp"
#include "jit/jit.hpp"

namespace ironbird::host {

class CbDepths;
class Runner;
class Watchers;

class Machine;

inline constexpr std::uint32_t kMaxDevices = 32;
// File in the folder of a run whose program has taken up its ranks.
inline constexpr const char* kRanksJoined = "ranks";

// One chip; it keeps its memory when the devices on it are closed, as a card does.
struct Slot {
    Machine& machine;      // that it is plugged into
    std::uint32_t id = 0;  // the host's device id
    const ChipLayout* layout = nullptr;
    device::Chip* chip = nullptr;
    std::uint32_t users = 0;        // open devices on it
    std::vector<Cycles> core_free;  // by place: when the last launch on it ended
    Cycles host{};                  // how far the host has come with what it asks of this chip
    Cycles busy_until{};            // programs and their dispatch so far
    Cycles waited{};                // of that, with nothing to do but wait for the host and PCIe
    std::uint64_t recorded = 0;     // commands so far
    BufferChanges changes;          // that wait for some of them
};

// Owned by the process, guarded by its Lock. What has a device asks that for its machine
// (DeviceState::machine); get() is for entries of the API that have none.
class Machine {
 public:
    // Made on first use, from the options of that moment.
    static Machine& get();
    static bool exists();

    const Options& options() const { return options_; }
    jit::Jit& jit() { return jit_; }
    CbDepths& cb_depths() { return *cb_depths_; }

    // The chip of a device, and the different ones of this process by the first device that has it.
    const ChipLayout& layout(std::uint32_t device) const;
    std::span<const std::unique_ptr<ChipLayout>> layouts() const { return layouts_; }
    bool chips_differ() const { return layouts_.size() > 1; }
    // For what has no device to ask; throws chips-differ naming `what` if the answer depends on it.
    const ChipLayout& only_chip(std::string_view what) const;
    std::uint32_t chips_named() const { return static_cast<std::uint32_t>(by_device_.size()); }
    const arch::Cluster& cluster() const { return *cluster_; }
    std::string chip_names() const;  // "n150", or "n150,p150" when they differ

    Slot& slot(std::uint32_t id);
    // A new chip with empty memory in its place; nothing may be open on it.
    void replace_chip(Slot& slot);
    const std::vector<std::unique_ptr<Slot>>& slots() const { return slots_; }

    device::Engine& engine() { return *engine_; }
    const device::Engine& engine() const { return *engine_; }
    Runner& runner() { return *runner_; }
    Watchers& watchers() { return *watchers_; }
    const Watchers& watchers() const { return *watchers_; }

    // What is still queued when the process ends is done then. To be called once the parts that
    // launches need are in place: objects made later are gone when the handler runs.
    void finish_at_exit();

    // What programs did that is likely wrong without stopping them.
    void warn() const;
    // An error that no call could report; the process then ends with a code other than 0.
    void fail_later(const std::exception& error);
    bool failed() const { return failed_; }

 private:
    friend class Lock;
    Machine();
    ~Machine() = delete;
    void add_layout(const arch::Product& product);
    void plug_in(const Slot& slot);

    std::recursive_mutex mutex_;
    const Options options_;
    jit::Jit jit_;
    std::unique_ptr<CbDepths> cb_depths_;
    std::vector<std::unique_ptr<ChipLayout>> layouts_;
    std::vector<const ChipLayout*> by_device_;  // the last one is that of all further devices
    std::unique_ptr<arch::Cluster> cluster_;
    std::unique_ptr<Watchers> watchers_;
    std::unique_ptr<device::Engine> engine_;
    std::unique_ptr<Runner> runner_;
    std::vector<std::unique_ptr<Slot>> slots_;
    bool failed_ = false;
    bool finishes_at_exit_ = false;
};

// Guards all host state for as long as it lives; API calls may come from several threads, and call
// one another.
class Lock {
 public:
    Lock() : held_(Machine::get().mutex_) {}

 private:
    std::lock_guard<std::recursive_mutex> held_;
};

}  // namespace ironbird::host
