// The device layer as the host sees it: chips with memory, launches, and an engine that runs them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abi/kernel.hpp"
#include "arch/floorplan.hpp"
#include "base/fault.hpp"
#include "base/strong.hpp"
#include "device/engine_options.hpp"
#include "device/unit_fault.hpp"
#include "fabric/router.hpp"
#include "noc/usage.hpp"

namespace ironbird::device {

// One circular buffer index on one core.
struct CbSetup {
    std::uint8_t index;
    std::uint8_t data_format;  // upstream's DataFormat value
    std::uint32_t address;     // L1 byte address
    std::uint32_t size;        // bytes
    std::uint32_t page_size;   // bytes
    bool on_buffer = false;    // lies on an L1 buffer of the host
};

// The argument block of one kernel on one core; the words are already in L1.
struct ArgBlock {
    std::uint32_t rta_base = 0, rta_count = 0;
    std::uint32_t crta_base = 0, crta_count = 0;
};

// What one core is to run. Pointers stay valid until the launch has completed.
struct CoreLaunch {
    Logical core;
    Logical relative;                                            // to the sub-device's origin
    std::array<const abi::Kernel*, abi::kProcessors> kernels{};  // null: processor idle
    std::array<ArgBlock, abi::kProcessors> args{};
    std::span<const CbSetup> cbs;
    std::uint32_t sem_base = 0, sem_count = 0;
    // Words that dispatch puts into L1 before the go signal (arguments, semaphore values).
    struct Write {
        std::uint32_t address;
        std::span<const std::uint8_t> bytes;
    };
    std::span<const Write> writes;
    std::uint32_t delay = 0;  // cycles: way of the go signal, set-up of what the kernels need
};

// A program's run on one chip. What it points to stays valid until the launch has completed.
struct Launch {
    std::uint32_t chip = 0;
    std::string name;  // for reports
    std::uint64_t program_id = 0;
    Cycles earliest{};  // not before this time on the chip's clock
    std::span<const CoreLaunch> cores;
    std::uint64_t program = 0;  // its number in this process, from 0 in the order of creation
    std::uint32_t queue = 0;    // command queue that it came through, for reports
};

using LaunchId = Strong<struct LaunchTag, std::uint64_t>;  // given by the engine, from 1 on

// Bytes that crossed the NoCs and DRAM, for summaries.
struct Traffic {
    std::uint64_t noc_bytes[2] = {0, 0};
    std::uint64_t noc_transactions = 0;
    std::uint64_t misaligned = 0;  // let through by IRONBIRD_MISALIGNED=allow
    std::uint64_t dram_read_bytes = 0, dram_write_bytes = 0;
};

// What an Ethernet channel has sent since its chip was made.
struct LinkTraffic {
    std::uint64_t bytes = 0, frames = 0;           // of kernels and routers together
    std::uint64_t packets = 0, payload_bytes = 0;  // of the fabric's routers
    Cycles busy{};                                 // of the wire
};

// A router of the fabric on one Ethernet channel.
struct RouterSetup {
    std::uint32_t channel;
    fabric::RouterPlan plan;
};

// Tells that a launch has completed, and when on its chip's clock.
struct Completion {
    LaunchId id{};
    std::uint32_t chip = 0;
    Cycles start{}, end{};
};

// A buffer that came or went, for whoever watches: where it lies, and how its pages follow.
struct BufferView {
    std::uint64_t id;  // of the host
    bool dram;
    std::uint64_t page_bytes, stride;  // data of a page, and from one to the next in a bank
    struct Extent {
        std::uint32_t bank;  // or core, by number on the chip
        std::uint64_t begin, end;
    };
    std::span<const Extent> extents;
    // What it is for the host; the cores are those that hold a shard, empty: all of them.
    std::string_view type = {}, layout = {};
    std::uint64_t address = 0, bytes = 0, bytes_per_bank = 0;
    std::span<const std::uint32_t> cores = {};
    bool local = false;          // the other cores may use its addresses for something else
    std::string_view made = {};  // where in the user's program, if that is known
    // Freed while a trace was captured: replays of the trace go on using its memory.
    bool traced = false;
};

// One ASIC: its floor plan and its memory. Owned by the engine and used like it. Accesses here are
// the host's and take no simulated time.
class Chip {
 public:
    virtual ~Chip() = default;
    virtual const arch::Floorplan& plan() const = 0;
    virtual std::uint32_t id() const = 0;
    // Ranges are checked by the caller against the product's memory map.
    virtual void write_l1(std::uint32_t core, std::uint32_t address,
                          std::span<const std::uint8_t> bytes) = 0;
    virtual void read_l1(std::uint32_t core, std::uint32_t address,
                         std::span<std::uint8_t> bytes) = 0;
    virtual void clear_l1() = 0;  // of all cores; nobody is told
    virtual void write_dram(std::uint32_t bank, std::uint64_t addr,
                            std::span<const std::uint8_t> bytes) = 0;
    virtual void read_dram(std::uint32_t bank, std::uint64_t addr,
                           std::span<std::uint8_t> bytes) = 0;
    // What the host does with memory, for whoever watches, in the order of the queues.
    virtual void tell_buffer(const BufferView&, bool /*live*/) {}
    // The host has dropped all launches after a fault.
    virtual void tell_dropped() {}
    virtual Cycles now() const = 0;  // latest completion on this chip
    virtual Traffic traffic() const = 0;
    // Bytes and busy cycles of each link and bank since the chip was made, while nothing runs; for
    // profilers. Counted by the contended network model alone.
    virtual noc::Usage usage() const = 0;
    virtual LinkTraffic link_traffic(std::uint32_t channel) const = 0;
    // The bytes of that traffic over time; empty unless EngineOptions::keep_history.
    virtual noc::History link_history(std::uint32_t channel) const = 0;
};

// A line of device print, in order of virtual time.
struct PrintLine {
    std::uint32_t device;
    Logical core;
    abi::Processor processor;
    Cycles cycle;
    std::string text;        // without prefix and newline
    bool complete;           // false: the kernel ended without a newline
    std::uint32_t node = 0;  // the core by its number on the chip
};

class Observer;
class Peers;
struct Hang;

// Runs launches on its chips. Owned by the host's machine, which calls it under its lock, from one
// thread at a time; the engine has worker threads of its own, which end with it.
class Engine {
 public:
    virtual ~Engine() = default;

    // Gets the first free id, or `id` where chips of other processes have ids as well.
    virtual Chip& add_chip(const arch::Product& product, std::optional<std::uint32_t> id = {}) = 0;
    virtual void remove_chip(std::uint32_t id) = 0;
    // A cable between two Ethernet channels.
    struct End {
        std::uint32_t chip, channel;
    };
    virtual void connect(End a, End b) = 0;
    // Routers on channels of a chip, in place of those that are there; none: the fabric stops.
    virtual void set_routers(std::uint32_t chip, std::span<const RouterSetup> routers) = 0;

    // Prepares fibers and memory; nothing runs before advance().
    virtual LaunchId start(const Launch& launch) = 0;

    // Runs all started launches together until at least one has completed; returns those.
    // Throws Error for a fault in a kernel or a hang; the launches are then dropped.
    virtual std::vector<Completion> advance() = 0;
    virtual bool busy() const = 0;

    // What programs did that is likely wrong without stopping them; each once.
    virtual std::span<const std::string> warnings() const = 0;

    virtual std::span<const UnitWarning> unit_warnings() const = 0;

    // Told of everything from now on; before the first chip. The observer outlives the engine's
    // work.
    virtual void watch(Observer& observer) = 0;

    // Puts a hang into words and throws them, instead of the plain list of who waits. Called on the
    // host's stack while everything stands still.
    virtual void on_hang(std::function<void(const Hang&)> explain) = 0;

    // Receives device print lines on the host's stack during advance().
    virtual void on_print(std::function<void(const PrintLine&)> sink) = 0;

    // Nothing more will run: lets go of what outlives a process. Calls that come later do nothing.
    virtual void close() {}
};

// With peers, which outlive it, it runs those chips of a machine that are in this process.
std::unique_ptr<Engine> make_engine(const EngineOptions& options, Peers* peers = nullptr);

}  // namespace ironbird::device
