// When something happens next on each tile of a chip; idle tiles cost nothing.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "noc/map.hpp"
#include "sim/event_queue.hpp"

namespace ironbird::noc {

class Agenda {
 public:
    void resize(std::uint32_t tiles) {
        next_.assign(tiles, sim::kNever);
        busy_.assign((tiles + 63) / 64, 0);
        earliest_ = sim::kNever;
    }

    void set(NodeId tile, std::uint64_t time) {
        if (next_[tile] == earliest_) known_ = false;
        next_[tile] = time;
        const std::uint64_t bit = std::uint64_t{1} << (tile % 64);
        if (time == sim::kNever)
            busy_[tile / 64] &= ~bit;
        else
            busy_[tile / 64] |= bit;
        earliest_ = std::min(earliest_, time);
    }

    // Something more happens there.
    void add(NodeId tile, std::uint64_t time) {
        if (time < next_[tile]) set(tile, time);
    }

    std::uint64_t earliest() const {
        if (!known_) {
            earliest_ = sim::kNever;
            for_each([&](NodeId, std::uint64_t time) { earliest_ = std::min(earliest_, time); });
            known_ = true;
        }
        return earliest_;
    }

    // Calls visit(tile, time) for each tile where anything is to happen.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::size_t w = 0; w < busy_.size(); w++)
            for (std::uint64_t bits = busy_[w]; bits != 0; bits &= bits - 1) {
                const auto tile =
                    static_cast<NodeId>(w * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
                visit(tile, next_[tile]);
            }
    }

 private:
    std::vector<std::uint64_t> next_;
    std::vector<std::uint64_t> busy_;  // bits
    mutable std::uint64_t earliest_ = sim::kNever;
    mutable bool known_ = true;  // whether earliest_ holds
};

}  // namespace ironbird::noc
