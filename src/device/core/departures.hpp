// Requests that a core has issued and that have not left it yet, for both NoCs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

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
        if (r.tail - r.head > r.mask) [[unlikely]]
            grow(r);
        r.slots[r.tail++ & r.mask] = e;
        if (e.time < next_) next_ = e.time;
    }

    // The earlier of the two heads; there must be one.
    Entry pop() {
        Ring& r = rings_[rings_[0].next() <= rings_[1].next() ? 0 : 1];
        const Entry e = r.slots[r.head++ & r.mask];
        next_ = std::min(rings_[0].next(), rings_[1].next());
        return e;
    }

 private:
    struct Ring {
        std::unique_ptr<Entry[]> slots = std::make_unique<Entry[]>(16);
        std::size_t mask = 15;  // a power of two of them, less one
        std::size_t head = 0, tail = 0;

        Cycles next() const { return head == tail ? kNever : slots[head & mask].time; }
    };

    [[gnu::noinline]] static void grow(Ring& r) {
        const std::size_t mask = 2 * r.mask + 1;
        auto larger = std::make_unique<Entry[]>(mask + 1);
        for (std::size_t i = r.head; i != r.tail; i++) larger[i & mask] = r.slots[i & r.mask];
        r.slots = std::move(larger);
        r.mask = mask;
    }

    std::array<Ring, 2> rings_;
    Cycles next_ = kNever;
};

}  // namespace ironbird::device
