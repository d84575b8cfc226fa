// Something that serves one packet after another: a link, a port, a DRAM bank.
#pragma once

#include <algorithm>

#include "base/strong.hpp"

namespace ironbird::noc {

// Calls do not come in the order of arrival times: packets of one window are handled in order of
// departure, and their ways differ in length. The queue keeps two pairs of numbers: how much work
// was left when the latest packet arrived, and the free time before the current stretch of work. A
// packet with an earlier arrival time is served in that free time if it fits there. If not, it
// waits for the work that is left, but not for the time that has passed since: so throughput stays
// exact, and no packet waits for one that arrives after it. Part of a link, port or bank, and
// touched by whichever thread handles those. `Time` is what it counts in, a Quantity.
template <class Time>
class QueueIn {
 public:
    // When a packet that arrives at `time` is served; takes it on, for `longer` if it has to wait.
    Time enter(Time time, Time cycles, Time longer = {}) {
        if (time < begin_) {
            const Time start = std::max(time, gap_);
            if (fits(start, time, cycles)) {
                gap_ = start + cycles;
                return start;
            }
        }
        advance(time);
        const Time start = time + left_;
        left_ += left_ == Time{} ? cycles : cycles + longer;
        return start;
    }

    // How long it would wait.
    Time wait(Time time, Time cycles) const {
        if (time > latest_) return left_ > time - latest_ ? left_ - (time - latest_) : Time{};
        const Time start = std::max(time, gap_);
        return time < begin_ && fits(start, time, cycles) ? start - time : left_;
    }

    // The packet that was served last takes until then at least.
    void occupy_until(Time time) {
        if (time > latest_ + left_) left_ = time - latest_;
    }

 private:
    bool fits(Time start, Time time, Time cycles) const {
        return start + cycles <= begin_ && start - time < left_;
    }

    void advance(Time time) {
        if (time <= latest_) return;
        const Time end = latest_ + left_;
        if (end < time) {
            gap_ = end;
            begin_ = time;
            left_ = {};
        } else {
            left_ = end - time;
        }
        latest_ = time;
    }

    Time gap_{}, begin_{};    // the last time it was idle: from, until
    Time latest_{}, left_{};  // the latest arrival; work that was left then
};

using Queue = QueueIn<Cycles>;

}  // namespace ironbird::noc
