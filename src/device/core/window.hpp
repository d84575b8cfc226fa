// How far the processors of a core may run before the rest of the chip must be heard.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/strong.hpp"

namespace ironbird::device {

inline constexpr std::uint32_t kFirstCompute = 2;  // unpack; math and pack follow

// A loop without calls looks up at least this often when another processor of its core could run
// or polls what it may be storing.
inline constexpr Cycles kSlice{4000};

// The time limits of one core in one window of the chip (docs/scheduler.md). Owned by the Core and
// touched by the thread that runs it. They only become narrower until the next window opens.
class Window {
 public:
    // Fibers run up to `limit`; a call that looks at what others do stops at `soft` already; the
    // compute processors may go on up to `ahead` when the window is over.
    void open(Cycles limit, Cycles soft, Cycles ahead) {
        limit_ = compute_limit_ = limit;
        soft_ = soft;
        ahead_ = ahead;
    }

    Cycles limit() const { return limit_; }
    Cycles limit_of(std::uint32_t processor) const {
        return processor < kFirstCompute ? limit_ : compute_limit_;
    }

    // ---- compute processors after the window
    bool lets_run_ahead(Cycles clock) const { return clock < ahead_; }
    void run_ahead() { compute_limit_ = ahead_; }

    // ---- what makes it narrower
    // A call looks at what others do: past `soft` that is not settled, so nobody runs on.
    void look(Cycles clock) {
        if (clock < soft_) return;
        limit_ = std::min(limit_, soft_);
        ahead_ = std::min(ahead_, soft_);
        compute_limit_ = std::min(compute_limit_, soft_);
    }
    // A request is in flight: its answer may come at these times, for either kind of processor.
    void bound(Cycles movers, Cycles compute) {
        limit_ = std::min(limit_, movers);
        soft_ = std::min(soft_, limit_);
        ahead_ = std::min(ahead_, compute);
        compute_limit_ = std::min(compute_limit_, ahead_);
    }

    // ---- the running fiber is the first in time up to here, and need not look at others
    Cycles horizon() const { return horizon_; }
    // Nothing else happens before `others`.
    void set_horizon(Cycles others) { horizon_ = std::min({limit_, soft_, others}); }
    void close_horizon() { horizon_ = {}; }
    void pull_horizon(Cycles time) { horizon_ = std::min(horizon_, time); }

 private:
    Cycles horizon_{};
    Cycles limit_{};
    Cycles compute_limit_{};
    Cycles soft_{};
    Cycles ahead_{};
};

}  // namespace ironbird::device
