// Pending events of one node in the order of virtual time: a flat binary heap of plain records.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/strong.hpp"

namespace ironbird::sim {

// Orders what happens at the same time: by source node, then processor, then sequence number.
using Order = Strong<struct OrderTag, std::uint64_t>;

constexpr Order order_key(std::uint32_t node, std::uint32_t processor, std::uint64_t sequence) {
    return {(std::uint64_t{node} << 48) | (std::uint64_t{processor} << 40) |
            (sequence & ((std::uint64_t{1} << 40) - 1))};
}

// What it means is the node's business: `kind`, `subject` and `value` are never looked at here.
struct Event {
    Cycles time;
    Order order;
    void* subject;
    std::uint32_t kind;
    std::uint32_t value;

    bool before(const Event& o) const { return time != o.time ? time < o.time : order < o.order; }
};

// Owned by a node and touched by the thread that has it: the one that runs it, or the network
// phase.
class EventQueue {
 public:
    bool empty() const { return heap_.empty(); }
    std::size_t size() const { return heap_.size(); }
    Cycles next_time() const { return heap_.empty() ? kNever : heap_.front().time; }

    void push(const Event& e) {
        heap_.push_back(e);
        std::size_t i = heap_.size() - 1;
        while (i > 0) {
            const std::size_t parent = (i - 1) / 2;
            if (!e.before(heap_[parent])) break;
            heap_[i] = heap_[parent];
            i = parent;
        }
        heap_[i] = e;
    }

    Event pop() {
        const Event first = heap_.front();
        const Event last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sink(last);
        return first;
    }

    // The first one is about to happen.
    void prefetch() const {
        if (heap_.empty()) return;
        const auto* subject = static_cast<const std::uint8_t*>(heap_.front().subject);
        for (int line = 0; line < 3; line++) __builtin_prefetch(subject + line * 64, 1);
    }

    // For dropping everything after a fault.
    std::vector<Event> take_all() { return std::exchange(heap_, {}); }

 private:
    // Puts an element into the hole at the root.
    void sink(const Event& e) {
        const std::size_t n = heap_.size();
        std::size_t i = 0;
        for (;;) {
            std::size_t child = 2 * i + 1;
            if (child >= n) break;
            if (child + 1 < n && heap_[child + 1].before(heap_[child])) child++;
            if (!heap_[child].before(e)) break;
            heap_[i] = heap_[child];
            i = child;
        }
        heap_[i] = e;
    }

    std::vector<Event> heap_;
};

}  // namespace ironbird::sim
