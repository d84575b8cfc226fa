// When something happens next on each node of a chip; idle nodes cost nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "noc/map.hpp"
#include "sim/event_queue.hpp"

namespace ironbird::noc {

// Owned by the chip. Changed between windows by the thread that runs the engine.
class Agenda {
 public:
    void resize(std::uint32_t nodes) {
        next_.assign(nodes, sim::kNever);
        busy_.assign((nodes + 63) / 64, 0);
        earliest_ = sim::kNever;
    }

    void set(NodeId node, std::uint64_t time) {
        if (next_[node] == earliest_ && time > earliest_) known_ = false;
        next_[node] = time;
        const std::uint64_t bit = std::uint64_t{1} << (node % 64);
        if (time == sim::kNever)
            busy_[node / 64] &= ~bit;
        else
            busy_[node / 64] |= bit;
        earliest_ = std::min(earliest_, time);
    }

    // Something more happens there.
    void add(NodeId node, std::uint64_t time) {
        if (time < next_[node]) set(node, time);
    }

    std::uint64_t earliest() const {
        if (!known_) {
            earliest_ = sim::kNever;
            for_each([&](NodeId, std::uint64_t time) { earliest_ = std::min(earliest_, time); });
            known_ = true;
        }
        return earliest_;
    }

    // Calls visit(node, time) for each node where anything is to happen.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t w = 0; w < busy_.size(); w++)
            for (std::uint64_t bits = busy_[w]; bits != 0; bits &= bits - 1) {
                const auto node =
                    static_cast<NodeId>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
                visit(node, next_[node]);
            }
    }

 private:
    std::vector<std::uint64_t> next_;
    std::vector<std::uint64_t> busy_;  // bits
    mutable std::uint64_t earliest_ = sim::kNever;
    mutable bool known_ = true;  // whether earliest_ holds
};

}  // namespace ironbird::noc
