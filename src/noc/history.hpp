// Bytes over time in bounded memory: cells of equal width, made wider when there are too many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/strong.hpp"

namespace ironbird::noc {

// Of one link or bank, touched by whoever counts for that. Times without traffic have no cells: a
// pause of any length costs nothing.
class History {
 public:
    static constexpr std::size_t kMost = 256;
    static constexpr std::uint32_t kFinest = 6;  // cells of 64 cycles

    struct Cell {
        std::uint64_t index;  // of its first cycle, in widths
        std::uint64_t bytes;
        bool operator==(const Cell&) const = default;
    };

    // They pass evenly from `start` on; a packet covers a few cells at most.
    void add(Cycles start, Cycles cycles, std::uint64_t bytes) {
        const Cycles end = start + std::max(cycles, Cycles{1});
        std::uint64_t before = 0;
        for (Cycles at = start; at < end;) {
            const Cycles next = std::min(end, Cycles{(index_of(at) + 1) << shift_});
            const std::uint64_t passed = (next - start) * bytes / (end - start);
            if (passed > before) put(at, passed - before);
            before = passed;
            at = next;
        }
    }

    // Cells twice as wide.
    void widen() {
        shift_++;
        std::vector<Cell> wide;
        for (const Cell& c : cells_) {
            if (!wide.empty() && wide.back().index == c.index >> 1)
                wide.back().bytes += c.bytes;
            else
                wide.push_back({c.index >> 1, c.bytes});
        }
        cells_ = std::move(wide);
    }

    std::uint32_t shift() const { return shift_; }          // of a cycle, to its cell's index
    std::span<const Cell> cells() const { return cells_; }  // by index

 private:
    std::uint64_t index_of(Cycles time) const { return time.v >> shift_; }

    // Packets come nearly in order: the place is near the end.
    void put(Cycles time, std::uint64_t bytes) {
        auto at = cells_.end();
        const std::uint64_t index = index_of(time);
        while (at != cells_.begin() && (at - 1)->index > index) --at;
        if (at != cells_.begin() && (at - 1)->index == index) {
            (at - 1)->bytes += bytes;
            return;
        }
        cells_.insert(at, {index, bytes});
        if (cells_.size() > kMost) widen();
    }

    std::vector<Cell> cells_;
    std::uint32_t shift_ = kFinest;
};

}  // namespace ironbird::noc
