// Requests that a core has issued and that have not left it yet, for both NoCs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "noc/transaction.hpp"
#include "sim/event_queue.hpp"

namespace ironbird::device {

// Owned by the Core and touched by the thread that runs it. First in, first out on each NoC;
// departure times grow. A ring that only grows when it is full.
class Departures {
 public:
    struct Entry {
        Cycles time;
        noc::Transaction* subject;
    };

    Cycles next_time() const { return next_; }

    void push(std::uint32_t noc, const Entry& e) {
        Ring& r = rings_[noc];
        if (r.tail - r.head == r.slots.size()) grow(r);
        r.slots[r.tail++ & (r.slots.size() - 1)] = e;
        if (e.time < next_) next_ = e.time;
    }

    // The earlier of the two heads; there must be one.
    Entry pop() {
        const std::uint32_t noc = head_time(0) <= head_time(1) ? 0 : 1;
        Ring& r = rings_[noc];
        const Entry e = r.slots[r.head++ & (r.slots.size() - 1)];
        const Cycles a = head_time(0), b = head_time(1);
        next_ = a < b ? a : b;
        return e;
    }

 private:
    struct Ring {
        std::vector<Entry> slots = std::vector<Entry>(16);
        std::size_t head = 0, tail = 0;
    };

    Cycles head_time(std::uint32_t noc) const {
        const Ring& r = rings_[noc];
        return r.head == r.tail ? kNever : r.slots[r.head & (r.slots.size() - 1)].time;
    }

    static void grow(Ring& r) {
        std::vector<Entry> larger(r.slots.size() * 2);
        for (std::size_t i = r.head; i != r.tail; i++)
            larger[i & (larger.size() - 1)] = r.slots[i & (r.slots.size() - 1)];
        r.slots = std::move(larger);
    }

    std::array<Ring, 2> rings_;
    Cycles next_ = kNever;
};

}  // namespace ironbird::device
