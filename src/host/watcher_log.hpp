// What the card's watcher writes: the last waypoint of each processor, ring buffers and pauses.
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "device/hang.hpp"
#include "device/observer.hpp"
#include "host/options/options.hpp"

namespace ironbird::host {

// generated/watcher/watcher.log in the card's layout, and kernel_names.txt beside it. A state is
// written at a hang, at the end of the process, and once in a modelled second while launches
// complete. Times are those of the chip. Stacks are those of the host, on which kernels run
// natively.
class WatcherLog final : public device::Observer {
 public:
    explicit WatcherLog(const Options& options);

    void on_hang(const device::Hang& hang);
    void close();  // once, at the end of the process

    void on_chip(const arch::Floorplan& plan, std::uint32_t chip) override;
    void on_launch(const device::LaunchView& launch) override;
    void on_complete(const device::Completion& completion) override;
    void on_start(const device::Actor& a, const device::Processor& p) override;
    void on_end(const device::Actor& a, const device::Processor& p) override;
    void on_mark(const device::Actor& a, device::Mark mark, const char* site,
                 std::uint64_t data) override;

 private:
    static constexpr std::size_t kRing = 32;  // words, on every chip that is modelled
    struct Pushed {
        std::uint32_t word;
        std::uint8_t processor;
    };
    // The deepest that a kernel has been.
    struct StackUse {
        std::uint32_t free = UINT32_MAX, kernel = 0;
    };
    // Touched by the worker that runs the core, and by the host while nothing runs.
    struct CoreState {
        bool used = false;
        Logical core;
        Virtual place;
        std::uint64_t program = 0;
        std::array<std::uint32_t, abi::kProcessors> kernels{}, waypoints{};
        std::array<bool, abi::kProcessors> running{};
        std::array<Pushed, kRing> ring{};
        std::uint64_t pushed = 0;
        std::array<StackUse, abi::kProcessors> stacks{};
    };
    struct ChipState {
        const arch::Floorplan* plan = nullptr;
        std::uint32_t clock_mhz = 1;
        bool names_who_pushes = false;
        std::uint64_t cycle = 0, dumped = 0;
        std::vector<CoreState> cores;
    };

    double seconds(const ChipState& chip) const;
    std::uint32_t kernel_id(const std::string& name);
    void pause(const device::Actor& a);
    void begin_log();
    void dump();
    std::string core_text(std::uint32_t chip, const CoreState& core) const;
    std::string ring_text(const ChipState& chip, const CoreState& core) const;
    std::string stacks_text(const ChipState& chip) const;
    const std::string& kernel_name(std::uint32_t id) const;
    void write(const std::string& text);

    std::string log_, names_;  // paths
    bool append_, closed_ = false;
    std::vector<ChipState> chips_;
    std::map<std::string, std::uint32_t> kernels_;
    std::uint32_t dumps_ = 0;
    std::mutex pausing_;
};

}  // namespace ironbird::host
