// One circular buffer index of a core: counters as on the chip, and when each page changed hands.
#pragma once

#include <cstdint>
#include <vector>

#include "base/strong.hpp"
#include "device/core/notes.hpp"

namespace ironbird::device {

// Owned by the Core and touched by the thread that runs it. The chip keeps two counters per index
// and compares them as 16-bit numbers; pointers belong to the processors' own interfaces.
// Processors of a core keep their own clocks, so each page also has the time at which it was pushed
// and popped: a waiter whose clock is behind goes on at that time.
class Cb {
 public:
    void configure(std::uint32_t pages) {
        pages_ = pages;
        received_ = acked_ = 0;
        hands = {};
        std::uint32_t ring = 1;
        while (ring < pages) ring *= 2;
        if (pushed_.size() < ring) {
            pushed_.resize(ring);
            popped_.resize(ring);
        }
        mask_ = ring - 1;
    }

    std::uint32_t pages() const { return pages_; }
    bool configured() const { return pages_ != 0; }
    void forget() { pages_ = 0; }

    std::uint16_t at_front() const { return static_cast<std::uint16_t>(received_ - acked_); }
    std::uint16_t free() const { return static_cast<std::uint16_t>(pages_ - (received_ - acked_)); }

    bool has_pages(std::uint32_t n) const { return at_front() >= n; }
    bool has_space(std::uint32_t n) const { return free() >= n; }

    // When the n-th page at the front was pushed, and when the n-th free one was popped.
    Cycles pages_since(std::uint32_t n) const {
        return n == 0 ? Cycles{} : pushed_[(acked_ + n - 1) & mask_];
    }
    Cycles space_since(std::uint32_t n) const {
        const std::uint32_t needed = received_ + n - pages_;
        return static_cast<std::int32_t>(needed) <= 0 ? Cycles{} : popped_[(needed - 1) & mask_];
    }

    void push(std::uint32_t n, Cycles time) { stamp(pushed_, received_, n, time); }
    void pop(std::uint32_t n, Cycles time) { stamp(popped_, acked_, n, time); }

    // at_front() and free() as they were at `time`, for a processor whose clock is behind.
    std::uint16_t at_front(Cycles time) const {
        return static_cast<std::uint16_t>(seen(pushed_, received_, time) -
                                          seen(popped_, acked_, time));
    }
    std::uint16_t free(Cycles time) const {
        return static_cast<std::uint16_t>(pages_ - at_front(time));
    }

 private:
    void stamp(std::vector<Cycles>& times, std::uint32_t& count, std::uint32_t n, Cycles time) {
        for (std::uint32_t i = 0; i < n && i <= mask_; i++) times[(count + i) & mask_] = time;
        count += n;
    }

    std::uint32_t seen(const std::vector<Cycles>& times, std::uint32_t count, Cycles time) const {
        for (std::uint32_t back = 0; back < pages_ && count != 0; back++) {
            if (times[(count - 1) & mask_] <= time) break;
            count--;
        }
        return count;
    }

    std::uint32_t pages_ = 0;
    std::uint32_t mask_ = 0;
    std::uint32_t received_ = 0, acked_ = 0;
    std::vector<Cycles> pushed_{{}}, popped_{{}};

 public:
    std::array<CbHand, 5> hands;  // by processor
};

}  // namespace ironbird::device
