// An observer that tells every step of circular buffers, kernels and buffers as lines of text.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "device/observer.hpp"

namespace ironbird::profile {

// Lines are `event key=value …`. Those of a launch come when it has completed, in the order of
// cycle, core, cause before effect and processor, so that they are the same for any number of host
// threads.
class MemoryEvents final : public device::Observer {
 public:
    using Sink = std::function<void(std::string_view lines)>;  // called on the host's stack

    explicit MemoryEvents(Sink sink) : sink_(std::move(sink)) {}

    // Tells what launches have done that never completed.
    void finish();

    void on_chip(const arch::Floorplan& plan, std::uint32_t chip) override;
    void on_launch(const device::LaunchView& launch) override;
    void on_complete(const device::Completion& completion) override;
    void on_buffer(std::uint32_t chip, const device::BufferView& buffer, bool live) override;
    void on_start(const device::Actor& a, const device::Processor& p) override;
    void on_end(const device::Actor& a, const device::Processor& p) override;
    void on_stall(const device::Actor& a, const sim::Wait& wait) override;
    void on_cb(const device::Actor& a, device::CbAction action, std::uint32_t cb,
               std::uint32_t pages) override;

 private:
    enum class What : std::uint8_t { reserve, push, wait, pop, begin, end };
    struct Event {
        std::uint64_t cycle, blocked;
        std::uint32_t pages;
        std::uint8_t cb, processor;
        What what;
    };
    // Touched by the worker that runs the core, and by the host while nothing runs.
    struct CoreEvents {
        Logical core;
        std::array<std::string, abi::kProcessors> kernels;
        std::array<std::uint64_t, abi::kProcessors> blocked{};  // in the call under way
        std::vector<Event> events;
    };
    struct Line;

    CoreEvents& of(const device::Actor& a) { return chips_[a.chip][a.node]; }
    void add(const device::Actor& a, What what, std::uint32_t cb = 0, std::uint32_t pages = 0);
    void tell(std::uint32_t chip, std::span<const std::uint32_t> cores);

    Sink sink_;
    std::vector<std::vector<CoreEvents>> chips_;
    std::map<device::LaunchId, std::vector<std::uint32_t>> launches_;  // their cores
};

}  // namespace ironbird::profile
