// Something that serves one packet after another: a link, a port, a DRAM bank.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ironbird::noc {

// Calls do not come in the order of arrival times: packets of one window are handled in order of
// departure, and their ways differ in length. The queue keeps two pairs of numbers: how much work
// was left when the latest packet arrived, and the free time before the current stretch of work. A
// packet with an earlier arrival time is served in that free time if it fits there. If not, it
// waits for the work that is left, but not for the time that has passed since: so throughput stays
// exact, and no packet waits for one that arrives after it. Part of a link, port or bank, and
// touched by whichever thread handles those.
class Queue {
 public:
    // When a packet that arrives at `time` is served; takes it on, for `longer` if it has to wait.
    std::uint64_t enter(std::uint64_t time, std::uint64_t cycles, std::uint64_t longer = 0) {
        if (time < begin_) {
            const std::uint64_t start = std::max(time, gap_);
            if (fits(start, time, cycles)) {
                gap_ = start + cycles;
                return start;
            }
        }
        advance(time);
        const std::uint64_t start = time + left_;
        left_ += left_ == 0 ? cycles : cycles + longer;
        return start;
    }

    // How long it would wait.
    std::uint64_t wait(std::uint64_t time, std::uint64_t cycles) const {
        if (time > latest_) return left_ > time - latest_ ? left_ - (time - latest_) : 0;
        const std::uint64_t start = std::max(time, gap_);
        return time < begin_ && fits(start, time, cycles) ? start - time : left_;
    }

    // The packet that was served last takes until then at least.
    void occupy_until(std::uint64_t time) {
        if (time > latest_ + left_) left_ = time - latest_;
    }

 private:
    bool fits(std::uint64_t start, std::uint64_t time, std::uint64_t cycles) const {
        return start + cycles <= begin_ && start - time < left_;
    }

    void advance(std::uint64_t time) {
        if (time <= latest_) return;
        const std::uint64_t end = latest_ + left_;
        if (end < time) {
            gap_ = end;
            begin_ = time;
            left_ = 0;
        } else {
            left_ = end - time;
        }
        latest_ = time;
    }

    std::uint64_t gap_ = 0, begin_ = 0;    // free from, until
    std::uint64_t latest_ = 0, left_ = 0;  // arrival; work at that time
};

}  // namespace ironbird::noc
