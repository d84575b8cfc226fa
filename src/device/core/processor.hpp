// One of a core's five processors: a fiber with a clock, and what it waits for.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "abi/ib_abi.h"
#include "abi/kernel.hpp"
#include "device/core/notes.hpp"
#include "sim/fiber.hpp"
#include "sim/wait.hpp"

namespace ironbird::device {

class Core;

// Return addresses of a stack, innermost first.
struct Trace {
    std::array<std::uintptr_t, 32> address{};
    std::uint32_t count = 0;
};

enum class State : std::uint8_t { idle, ready, parked, ended, faulted };

// Owned by its Core and touched by the thread that runs that. Its block (context, globals, stack)
// is lent to it for a launch.
struct alignas(64) Processor {
    // A line of the host's cache: what every switch and every call looks at.
    Core* core = nullptr;
    ib_context* context = nullptr;  // at the base of the block
    const abi::Kernel* kernel = nullptr;
    std::uint8_t index = 0;
    State state = State::idle;
    std::uint32_t launch = 0;      // tells answers to an earlier kernel's requests
    std::uint64_t sequence = 0;    // of its transactions
    std::uint32_t deliveries = 0;  // eager mode: packets of the current call still on their way
    std::uint32_t spins = 0;       // fruitless queries since it last changed something
    Cycles ended_at{};

    sim::Fiber fiber;
    sim::Wait wait;
    void* frame = nullptr;       // frame pointer where it last gave way
    std::uintptr_t site = 0;     // of its last NoC command
    Cycles command_waited{};     // how long that waited for the command before it to leave
    std::uint64_t cb_views = 0;  // CBs that its context has a view of, a bit for each

    sim::Wait asked;                       // by the last of its fruitless queries
    std::uint8_t* global_pages = nullptr;  // globals that do not fit behind the context
    std::size_t global_bytes = 0;
    MulticastNotes multicasts;

    const std::uint32_t* poll_addresses = nullptr;  // on its own stack while parked
    std::array<std::uint32_t, 8> poll_values{};
    std::uint64_t poll_version = 0;  // Core::l1_version() when its loop last began to load

    Trace trace;                       // filled when it faults
    std::vector<std::uint8_t> prints;  // records of device print, see print/record.hpp

    // Kernels read and advance the clock themselves, as a plain number in their context.
    Cycles clock() const { return {context->cycles}; }
    void set_clock(Cycles time) { context->cycles = time.v; }
    // When a loop without calls must look up.
    void set_deadline(Cycles time) { context->deadline = time.v; }
    void pull_deadline(Cycles time) { context->deadline = std::min(context->deadline, time.v); }
    std::uint8_t* block() const { return reinterpret_cast<std::uint8_t*>(context); }
};

// The processor on whose stack the caller runs.
inline Processor& current() {
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    const auto* context =
        reinterpret_cast<const ib_context*>(here & ~std::uintptr_t{IB_BLOCK_BYTES - 1});
    return *static_cast<Processor*>(context->processor);
}

}  // namespace ironbird::device
