// The simulated machine of this process: its chips and the engine that runs them.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "arch/floorplan.hpp"
#include "device/engine.hpp"
#include "host/options/options.hpp"
#include "jit/jit.hpp"

namespace ironbird::host {

class CbDepths;
class Runner;

inline constexpr std::uint32_t kMaxDevices = 32;
inline constexpr std::uint32_t kMaxCores = 256;

// Cores by their number on the floor plan.
using CoreMask = std::bitset<kMaxCores>;

// One chip; it keeps its memory when the devices on it are closed, as a card does.
struct Slot {
    std::uint32_t id = 0;  // the host's device id
    device::Chip* chip = nullptr;
    std::uint32_t users = 0;        // open devices on it
    std::vector<Cycles> core_free;  // when the last launch on each core ended
    Cycles host{};                  // how far the host has come with what it asks of this chip
    Cycles busy_until{};            // programs and their dispatch so far
    Cycles waited{};                // of that, with nothing to do but wait for the host and PCIe
};

class Machine {
 public:
    // Made on first use, from the options of that moment.
    static Machine& get();
    static bool exists();

    // Guards all host state; API calls may come from several threads.
    std::recursive_mutex& mutex() { return mutex_; }

    const Options& options() const { return options_; }
    jit::Jit& jit() { return jit_; }
    CbDepths& cb_depths() { return *cb_depths_; }

    const arch::Product& product() const { return plan_.product(); }
    const arch::Floorplan& plan() const { return plan_; }
    arch::Grid compute_grid() const { return compute_grid_; }

    std::uint32_t core_index(Logical core) const { return plan_.core_index(core); }
    std::uint32_t l1_banks() const { return static_cast<std::uint32_t>(bank_cores_.size()); }
    Logical l1_bank_core(std::uint32_t bank) const { return bank_cores_[bank]; }
    std::uint32_t l1_bank_of(Logical core) const;

    Slot& slot(std::uint32_t id);
    // A new chip with empty memory in its place; nothing may be open on it.
    void replace_chip(Slot& slot);
    const std::vector<std::unique_ptr<Slot>>& slots() const { return slots_; }

    device::Engine& engine() { return *engine_; }
    const device::Engine& engine() const { return *engine_; }
    Runner& runner() { return *runner_; }

    // What is still queued when the process ends is done then. To be called once the parts that
    // launches need are in place: objects made later are gone when the handler runs.
    void finish_at_exit();

    // What programs did that is likely wrong without stopping them.
    void warn() const;
    // An error that no call could report; the process then ends with a code other than 0.
    void fail_later(const std::exception& error);
    bool failed() const { return failed_; }

 private:
    Machine();
    ~Machine() = delete;

    std::recursive_mutex mutex_;
    const Options options_;
    jit::Jit jit_;
    std::unique_ptr<CbDepths> cb_depths_;
    arch::Floorplan plan_;
    arch::Grid compute_grid_{};
    std::vector<Logical> bank_cores_;
    std::unique_ptr<device::Engine> engine_;
    std::unique_ptr<Runner> runner_;
    std::vector<std::unique_ptr<Slot>> slots_;
    bool failed_ = false;
    bool finishes_at_exit_ = false;
};

// The core behind each L1 bank of a grid.
std::vector<Logical> l1_bank_cores(arch::Grid grid);

using Lock = std::lock_guard<std::recursive_mutex>;

}  // namespace ironbird::host
