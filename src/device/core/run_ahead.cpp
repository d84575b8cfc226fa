// The compute processors of a core between two windows.
#include "device/core/run_ahead.hpp"

#include "device/core/core.hpp"

namespace ironbird::device {

bool Core::can_run_ahead() const {
    if (fault) return false;
    const auto ready = [&](Cycles clock) { return window_.lets_run_ahead(clock); };
    return std::any_of(ready_.begin() + kFirstCompute, ready_.end(), ready);
}

void Core::run_ahead() {
    ahead.begin();
    window_.run_ahead();
    if (Processor* next = pick()) sim::Fiber::switch_to(host_, next->fiber);
    ahead.end();
}

}  // namespace ironbird::device
