// Faults after which a kernel can go on: a checked run notes them, and finds what comes after.
#pragma once

#include <atomic>
#include <map>
#include <vector>

#include "check/findings.hpp"
#include "device/fault/lines.hpp"
#include "device/observer.hpp"

namespace ironbird::check {

// Owned by the host's watchers; asked on the fiber that faults, and keeps what it notes by node.
class Tolerant final : public device::Observer {
 public:
    explicit Tolerant(Groups groups) : groups_(groups) {}

    // What was noted since the last time; on the host's stack.
    void report(Findings& to);

    void on_chip(const arch::Floorplan& plan, std::uint32_t chip) override;
    void on_window() override;
    bool on_fault(const device::Actor& who, Fault fault,
                  const std::function<device::FaultText()>& text) override;

 private:
    struct Note {
        device::Actor who;
        const abi::Kernel* kernel;
        device::Trace trace;
        Fault fault;
        std::function<device::FaultText()> text;
    };
    struct Chip {
        const arch::Floorplan* plan = nullptr;
        std::vector<std::vector<Note>> notes;  // by node
    };

    Groups groups_;
    std::map<std::uint32_t, Chip> chips_;
    std::atomic<bool> fresh_ = false;
    std::vector<Finding> pending_;
    device::Lines lines_;
};

// Where a processor stood.
Place place_of(const arch::Floorplan& plan, const device::Actor& who, const abi::Kernel& kernel,
               const device::Trace& trace, device::Lines& lines);

}  // namespace ironbird::check
