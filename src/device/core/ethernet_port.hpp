// The sending side of an Ethernet core: queues, and what has left for the other end of the cable.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "arch/product.hpp"
#include "device/core/router_core.hpp"
#include "noc/history.hpp"
#include "noc/transaction.hpp"

namespace ironbird::device {

// Owned by its core and touched by the thread that runs it; between two windows the engine takes
// what has been sent.
class EthernetPort {
 public:
    static constexpr std::uint32_t kMostQueues = 3;
    // Commands that a queue takes before the first of them is on the wire. M: what the fabric's
    // routers set (ETH_TXQ_DATA_PACKET_ACCEPT_AHEAD); assumed for queues that nobody sets up.
    static constexpr std::uint32_t kAhead = 32;

    struct Frame {
        Cycles arrives;
        noc::Transaction* subject;
    };

    explicit EthernetPort(const arch::Ethernet& link) : link_(link) {}

    bool exists(std::uint32_t queue) const { return queue < link_.queues; }
    // When a queue takes the next command.
    Cycles free_at(std::uint32_t queue) const { return queues_[queue].ends[queues_[queue].next]; }

    // Takes a command; returns when its bytes are in the other L1. All queues share the wire.
    Cycles send(std::uint32_t queue, Cycles time, std::uint32_t bytes) {
        take_wire(time, bytes);
        Queue& q = queues_[queue];
        q.ends[q.next] = wire_free_;
        q.next = (q.next + 1) % kAhead;
        // Assumed: a frame is written when all of it has come, which explains how measured round
        // trips grow up to 1500 B. What is short does not pass what is long: commands land in
        // order.
        const Cycles lands = wire_free_ + Cycles{link_.latency_cycles} + last_frame(bytes);
        return landed_ = std::max(landed_, lands);
    }

    // Sends a word over a queue of its own: it may land before or after what other queues send, and
    // that queue never fills. Returns when it is in the other L1.
    Cycles send_word(Cycles time, std::uint32_t bytes) {
        take_wire(time, bytes);
        return wire_free_ + Cycles{link_.latency_cycles};
    }
    void keep_history() { keeps_history_ = true; }
    const noc::History& history() const { return history_; }
    Cycles busy() const { return busy_; }

    std::vector<Frame> sent;
    std::unique_ptr<RouterOfCore> router;  // while a fabric uses the cable
    std::uint64_t bytes = 0, frames = 0;   // since the chip was made
    fabric::Router::Counts routed;         // by routers that are gone

    fabric::Router::Counts packets() const {
        fabric::Router::Counts all = routed;
        if (router != nullptr) all += router->router.sent;
        return all;
    }
    void end_router() {
        routed = packets();
        router.reset();
    }

 private:
    Cycles cycles(std::uint32_t bytes) const {
        const std::uint32_t frames = (bytes + link_.frame_bytes - 1) / link_.frame_bytes;
        const double all = bytes + frames * link_.frame_overhead;
        return {static_cast<std::uint64_t>(std::llround(all / link_.bytes_per_cycle))};
    }

    Cycles last_frame(std::uint32_t bytes) const {
        return {
            static_cast<std::uint64_t>(std::min(bytes, link_.frame_bytes) / link_.bytes_per_cycle)};
    }

    void take_wire(Cycles time, std::uint32_t size) {
        const Cycles start = std::max(time, wire_free_), taken = cycles(size);
        wire_free_ = start + taken;
        busy_ += taken;
        bytes += size;
        if (keeps_history_) history_.add(start, taken, size);
    }

    struct Queue {
        // When the last commands leave the wire. A further one takes the place of the oldest.
        std::array<Cycles, kAhead> ends{};
        std::uint32_t next = 0;  // the oldest
    };

    const arch::Ethernet& link_;
    std::array<Queue, kMostQueues> queues_{};
    Cycles wire_free_{}, landed_{}, busy_{};
    bool keeps_history_ = false;
    noc::History history_;
};

}  // namespace ironbird::device
