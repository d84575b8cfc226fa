// One NoC packet and its answer, from issue to acknowledgement.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <type_traits>

#include "noc/map.hpp"
#include "sim/event_queue.hpp"

namespace ironbird::noc {

enum class Kind : std::uint8_t { read, write, inline_write, atomic };

// The stages of a transaction, which are the kinds of its events, too. Two more kinds of events are
// no NoC packets: a frame is bytes that came over a cable from another chip, a wake is the timer
// that a router has set for itself.
enum class Leg : std::uint32_t { request, data, ack, frame, wake };

// A payload that several transactions hold at once: what a router writes to memory and passes on is
// not copied. Whoever drops it last gives it back to a pool.
struct Shared {
    std::atomic<std::uint32_t> holders{1};
    std::uint32_t payload_class = 0;
    std::uint8_t* data = nullptr;
};

// Pooled; owned by whoever holds its event or packet, and touched by that thread alone. A multicast
// has one holder per receiver: they read it, and the last one gives it back to a pool.
struct Transaction {
    Transaction* next_free = nullptr;
    std::atomic<std::uint32_t> holders{1};

    Kind kind = Kind::read;
    std::uint8_t noc = 0, vc = 0, trid = 0;
    std::uint8_t flags = 0;        // IB_NOC_… bits
    std::uint8_t operation = 0;    // of an atomic
    std::uint8_t byte_enable = 0;  // of an inline write
    std::uint8_t processor = 0;    // of the initiator
    bool acknowledged = true;      // an ack leg follows a write or atomic
    bool counted = true;           // the ack counts for a barrier (not the eager mode's own)
    bool more = false;             // the rest of a transfer that was cut into packets follows

    NodeId source, target;
    Position from{}, to{};
    Corner first{}, last{};    // of a multicast rectangle
    std::uint32_t launch = 0;  // the initiator's launch, to tell stale answers

    sim::Order order{};
    std::uint64_t address = 0;  // at the target
    std::uint32_t local = 0;    // L1 address at the initiator
    std::uint32_t size = 0;
    std::uint32_t value = 0, wrap = 0;
    std::uint8_t* payload = nullptr;
    std::uint32_t payload_class = 0;
    Shared* shared = nullptr;  // to which the payload belongs; null: it is the transaction's own
    std::uintptr_t site = 0;   // where in the initiator's kernel it was issued
    // Nothing here reads these two: observers keep in them what must travel with the packet.
    void* tag = nullptr;                  // the hazard checker's record of it
    std::array<std::uint64_t, 11> trail;  // the profiler's, for packets that signal another core
};

// What a node hands to the network at the end of a phase. It fills whole words: packets are sorted
// and copied, and a copy in two pieces that overlap would stall whoever reads it next.
struct Packet {
    Cycles time;  // leaves its node
    sim::Order order;
    Transaction* subject;
    Leg leg;
    NodeId node;  // that sends it
    Position from;

    bool before(const Packet& o) const { return time != o.time ? time < o.time : order < o.order; }
};
static_assert(std::has_unique_object_representations_v<Packet>);

}  // namespace ironbird::noc
