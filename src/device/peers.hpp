// Other processes that run chips of the same machine: what an engine tells them in each round, and
// what it hears.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "device/engine.hpp"
#include "noc/transaction.hpp"
#include "sim/event_queue.hpp"

namespace ironbird::device {

// How things stand in one process, or in all of them together.
struct Standing {
    bool stop = false;         // somebody leaves before the end
    bool changed = false;      // a waiting launch may have become ready
    bool ended = false;        // all processors of a launch have ended
    bool done = false;         // a launch has completed
    bool links = false;        // a fabric runs, or a kernel on an Ethernet core
    bool gets_on = false;      // some processor makes progress (looked at now and then)
    bool repeats = false;      // some processor only repeats a query
    bool late = false;         // the user's limit of wall time has passed
    bool overdue = false;      // the user's limit of modelled time has passed
    std::uint32_t faulty = 0;  // chip of the first fault
    Cycles fault = kNever;
    Cycles earliest = kNever;       // of all chips
    Cycles linked = kNever;         // of those with cables
    Cycles lookahead = kNever;      // of their links
    Cycles oldest_packet = kNever;  // of all routers

    void join(const Standing& o) {
        stop |= o.stop;
        changed |= o.changed;
        ended |= o.ended;
        done |= o.done;
        links |= o.links;
        gets_on |= o.gets_on;
        repeats |= o.repeats;
        late |= o.late;
        overdue |= o.overdue;
        if (o.fault < fault || (o.fault == fault && o.faulty < faulty)) {
            fault = o.fault;
            faulty = o.faulty;
        }
        earliest = std::min(earliest, o.earliest);
        linked = std::min(linked, o.linked);
        lookahead = std::min(lookahead, o.lookahead);
        oldest_packet = std::min(oldest_packet, o.oldest_packet);
    }
};

// The first thing that can happen on a chip.
struct ChipTime {
    std::uint32_t chip;
    Cycles earliest;
};

// What went into a cable whose other end is on another process: all that the receiver looks at.
struct FarFrame {
    Engine::End to;
    Cycles arrives{};
    sim::Order order{};
    std::uint64_t address = 0;
    std::uint32_t size = 0, value = 0;
    noc::Kind kind{};
    std::uint8_t processor = 0, byte_enable = 0;
    std::span<const std::uint8_t> payload;  // empty: it carries none
};

// Thrown by advance(): what ends it has happened in another process, which says what it is.
struct EndedElsewhere {};

// The link to the other processes. Owned by whoever makes the engine and outlives it; called by the
// thread that advances the engine.
class Peers {
 public:
    virtual ~Peers() = default;
    // The first thing that happens on a chip of another process, as of the last meeting.
    virtual Cycles earliest(std::uint32_t chip) const = 0;
    // Copies a frame; it is there after the next meeting.
    virtual void send(const FarFrame& frame) = 0;
    // All processes come together, each as often as the others; returns what joins them all.
    virtual Standing meet(const Standing& own, std::span<const ChipTime> chips) = 0;
    // What came with the last meeting.
    virtual std::span<const FarFrame> arrivals() const = 0;
};

}  // namespace ironbird::device
