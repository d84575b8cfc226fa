// How far the processors of a core may run before the rest of the chip must be heard.
#pragma once

#include <algorithm>
#include <cstdint>

namespace ironbird::device {

inline constexpr std::uint32_t kFirstCompute = 2;  // unpack; math and pack follow

// A loop without calls looks up at least this often when another processor of its core could run
// or polls what it may be storing.
inline constexpr std::uint64_t kSlice = 4000;

// The time limits of one core in one window of the chip (docs/scheduler.md). Owned by the Core and
// touched by the thread that runs it. They only become narrower until the next window opens.
class Window {
 public:
    // Fibers run up to `limit`; a call that looks at what others do stops at `soft` already; the
    // compute processors may go on up to `ahead` when the window is over.
    void open(std::uint64_t limit, std::uint64_t soft, std::uint64_t ahead) {
        limit_ = compute_limit_ = limit;
        soft_ = soft;
        ahead_ = ahead;
    }

    std::uint64_t limit() const { return limit_; }
    std::uint64_t limit_of(std::uint32_t processor) const {
        return processor < kFirstCompute ? limit_ : compute_limit_;
    }

    // ---- compute processors after the window
    bool lets_run_ahead(std::uint64_t clock) const { return clock < ahead_; }
    void run_ahead() { compute_limit_ = ahead_; }

    // ---- what makes it narrower
    // A call looks at what others do: past `soft` that is not settled, so nobody runs on.
    void look(std::uint64_t clock) {
        if (clock < soft_) return;
        limit_ = std::min(limit_, soft_);
        ahead_ = std::min(ahead_, soft_);
        compute_limit_ = std::min(compute_limit_, soft_);
    }
    // A request is in flight: its answer may come at these times, for either kind of processor.
    void bound(std::uint64_t movers, std::uint64_t compute) {
        limit_ = std::min(limit_, movers);
        soft_ = std::min(soft_, limit_);
        ahead_ = std::min(ahead_, compute);
        compute_limit_ = std::min(compute_limit_, ahead_);
    }

    // ---- the running fiber is the first in time up to here, and need not look at others
    std::uint64_t horizon() const { return horizon_; }
    // Nothing else happens before `others`.
    void set_horizon(std::uint64_t others) { horizon_ = std::min({limit_, soft_, others}); }
    void close_horizon() { horizon_ = 0; }
    void pull_horizon(std::uint64_t time) { horizon_ = std::min(horizon_, time); }

 private:
    std::uint64_t horizon_ = 0;
    std::uint64_t limit_ = 0;
    std::uint64_t compute_limit_ = 0;
    std::uint64_t soft_ = 0;
    std::uint64_t ahead_ = 0;
};

}  // namespace ironbird::device
