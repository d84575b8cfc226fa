// Pages of one circular buffer in use over time, from pushes and pops told in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ironbird::profile {

// The two sides of a buffer run at their own pace: a push at cycle 900 may be told before a pop at
// cycle 300. Each side's own calls come in the order of their cycles, so what is earliest on both
// sides is final; what is not yet final is never more than the buffer has pages.
class Occupancy {
 public:
    static constexpr std::uint32_t kMost = 32;  // more pages in use are counted with these

    void begin(std::uint32_t pages, std::uint64_t cycle);
    void push(std::uint64_t cycle, std::uint32_t pages);
    void pop(std::uint64_t cycle, std::uint32_t pages);
    void end(std::uint64_t cycle);

    std::uint32_t most() const { return most_; }
    // Cycles with 0, 1, 2, … pages in use; up to the buffer's pages or kMost.
    std::span<const std::uint64_t> histogram() const { return {cycles_.data(), bins_}; }
    std::uint64_t page_cycles() const { return page_cycles_; }

 private:
    struct Move {
        std::uint64_t cycle;
        std::uint32_t pages;
    };
    // First in, first out, in a vector that keeps its memory from launch to launch.
    class Queue {
     public:
        void clear() { moves_.clear(), first_ = 0; }
        bool empty() const { return first_ == moves_.size(); }
        const Move& front() const { return moves_[first_]; }
        void add(std::uint64_t cycle, std::uint32_t pages);
        Move take();

     private:
        std::vector<Move> moves_;
        std::size_t first_ = 0;
    };

    void settle();
    void pass(std::uint64_t cycle);
    void take_push();
    void take_pop();

    Queue pushes_, pops_;
    std::uint64_t since_ = 0, page_cycles_ = 0;
    std::uint32_t in_use_ = 0, most_ = 0;
    std::size_t bins_ = 0;
    std::array<std::uint64_t, kMost + 1> cycles_{};
};

}  // namespace ironbird::profile
