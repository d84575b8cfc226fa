// Something that serves one packet after another: a link, a port, a DRAM bank.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ironbird::noc {

// Packets may be told in the wrong order, by a window or by the length of their ways. The queue
// knows how much work was left at the latest arrival, and the free time before the stretch of work
// that is going on. Who is told late takes that free time if he fits, and else waits for the work
// that is left, not for the time that has passed: throughput stays exact, and nobody waits for who
// has not come yet.
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
