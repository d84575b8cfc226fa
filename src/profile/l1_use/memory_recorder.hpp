// An observer that keeps the map of L1 over time and how full each circular buffer was.
#pragma once

#include <memory>
#include <vector>

#include "profile/l1_use/chip_memory.hpp"

namespace ironbird::profile {

// Its memory grows with buffers and launches up to a limit, never with events.
class MemoryRecorder final : public device::Observer {
 public:
    const std::vector<std::unique_ptr<ChipMemory>>& chips() const { return chips_; }
    // Once nothing more will run.
    void close();

    void on_chip(const arch::Floorplan& plan, std::uint32_t chip) override;
    void on_dropped(std::uint32_t chip) override;
    void on_buffer(std::uint32_t chip, const device::BufferView& buffer, bool live) override;
    void on_launch(const device::LaunchView& launch) override;
    void on_complete(const device::Completion& completion) override;
    void on_end(const device::Actor& a, const device::Processor& p) override;
    void on_stall(const device::Actor& a, const sim::Wait& wait) override;
    void on_cb(const device::Actor& a, device::CbAction action, std::uint32_t cb,
               std::uint32_t pages) override;

 private:
    CoreMemory& core(const device::Actor& a) { return chips_[a.chip]->core(a.node); }

    std::vector<std::unique_ptr<ChipMemory>> chips_;
};

}  // namespace ironbird::profile
