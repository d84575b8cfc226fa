// Which of two accesses to the same memory comes first, if that is sure.
#pragma once

#include "check/hazard/signal_rules.hpp"

namespace ironbird::check {

// Who touches memory, and with what knowledge.
struct Toucher {
    const Knowledge* knows;
    Stamp stamp;
    Cycles cycle;
    bool write;
    const char* role;   // for messages: "used", "written", …
    bool races = true;  // false: looks for data that nobody has written, and reports no races
};

// Part of a ChipChecker; called by the thread that runs the node whose memory is touched.
class RaceRules {
 public:
    RaceRules(ChipState& chip, const SignalRules& signals) : chip_(chip), signals_(signals) {}

    void touch(NodeState& t, std::uint64_t address, std::uint64_t size, const Toucher& by) const;
    // A processor's own access, in one pass over the shadow: compares it with the accesses before
    // it, and marks the range as written or, for a read, returns how much of it had been written.
    Filled touch_and_fill(NodeState& t, std::uint64_t address, std::uint64_t size,
                          const Toucher& by) const;

 private:
    // How one access is ordered before another: certainly; by an atomic increment issued right
    // behind its data; by a flag that may overtake its data on this chip; not at all.
    enum class Order : std::uint8_t { sure, credit, unflushed, none };
    // The result for a line, used again for the next: most lines of a page are alike.
    struct RunOfLines {
        Cell before, after;
        bool alike = false;
    };

    void touch_line(NodeState& t, Line& l, std::uint32_t first, std::uint32_t last,
                    std::uint64_t at, const Toucher& by, RunOfLines& run) const;
    void touch_cell(NodeState& t, Cell& cell, std::uint64_t address, const Toucher& by) const;
    Order order(const NodeState& t, const Stamp& old, bool old_writes, const Toucher& by) const;
    void unordered(NodeState& t, const Stamp& old, bool old_writes, std::uint64_t address,
                   const Toucher& by, Order order) const;

    ChipState& chip_;
    const SignalRules& signals_;
};

}  // namespace ironbird::check
