// What every call of a kernel begins with: who calls, and what it costs.
#pragma once

#include <fmt/format.h>

#include "device/core/core.hpp"
#include "device/core/processor.hpp"

namespace ironbird::device {

// Made at the start of each call, on the stack of the fiber that calls. Times are plain numbers in
// the context, which kernels share; everything behind a call takes them as Cycles.
struct Caller {
    Processor& p = current();
    ib_context& context = *p.context;
    Core& core = *p.core;

    Cycles clock() const { return {context.cycles}; }
    void charge(std::uint32_t cycles) { context.cycles += cycles; }
    const arch::CallCosts& costs() const { return core.calls; }

    // Whether somebody notes the fault, so that the kernel goes on.
    template <class Text>
    bool noted(Fault fault, const Text& text) {
        Hooks* o = core.chip.observer;
        return o != nullptr && o->on_fault(core.actor(p), fault, text);
    }

    // Stops the kernel; `text` is asked for its words on the host's stack and owns what it needs.
    template <class Text>
    [[noreturn]] void fail(Fault fault, Text text) {
        core.fail(p, fault, std::move(text));
    }
};

}  // namespace ironbird::device
