// When something happens next on each node of a chip; idle nodes cost nothing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "noc/map.hpp"
#include "sim/event_queue.hpp"

namespace ironbird::noc {

// Owned by the chip. Changed between windows by the thread that runs the engine.
class Agenda {
 public:
    // Cores first, DRAM controllers behind them.
    void resize(std::uint32_t cores, std::uint32_t controllers = 0) {
        cores_ = cores;
        next_.assign(cores + controllers, kNever);
        busy_.assign((next_.size() + 63) / 64, 0);
        first_ = {};
    }

    void set(NodeId node, Cycles time) {
        First& first = first_[kind(node)];
        if (next_[node] == first.time && time > first.time) first.known = false;
        next_[node] = time;
        const std::uint64_t bit = std::uint64_t{1} << (node % 64);
        if (time == kNever)
            busy_[node / 64] &= ~bit;
        else
            busy_[node / 64] |= bit;
        first.time = std::min(first.time, time);
    }

    // Something more happens there.
    void add(NodeId node, Cycles time) {
        if (time < next_[node]) set(node, time);
    }

    Cycles earliest() const { return std::min(earliest_of(kCores), earliest_of(kDram)); }
    Cycles earliest_core() const { return earliest_of(kCores); }
    Cycles earliest_dram() const { return earliest_of(kDram); }

    // Calls visit(node, time) for each node where anything is to happen.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t w = 0; w < busy_.size(); w++)
            for (std::uint64_t bits = busy_[w]; bits != 0; bits &= bits - 1) {
                const auto node = NodeId(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
                visit(node, next_[node]);
            }
    }

 private:
    enum Kind : std::uint8_t { kCores, kDram };
    struct First {
        Cycles time = kNever;
        bool known = true;  // whether the time holds
    };

    Kind kind(NodeId node) const { return node < cores_ ? kCores : kDram; }

    Cycles earliest_of(Kind wanted) const {
        if (!first_[wanted].known) {
            first_ = {};
            for_each([&](NodeId node, Cycles time) {
                First& first = first_[kind(node)];
                first.time = std::min(first.time, time);
            });
        }
        return first_[wanted].time;
    }

    std::uint32_t cores_ = 0;
    std::vector<Cycles> next_;
    std::vector<std::uint64_t> busy_;  // bits
    mutable std::array<First, 2> first_;
};

}  // namespace ironbird::noc
