// Device print of all ranks, put in the order of virtual time, as one process does it.
#pragma once

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

#include "device/engine.hpp"

namespace ironbird::ranks {

// On rank 0.
class Lines {
 public:
    void set_sink(std::function<void(const device::PrintLine&)> sink) { sink_ = std::move(sink); }
    void add(device::PrintLine line) { waiting_.push_back(std::move(line)); }
    void forget() { waiting_.clear(); }

    // Passes the lines before `limit` on, sorted: no rank can print before that time any more.
    void hand_on(Cycles limit) {
        if (waiting_.empty()) return;
        const auto begin =
            std::stable_partition(waiting_.begin(), waiting_.end(),
                                  [&](const device::PrintLine& l) { return l.cycle >= limit; });
        const auto key = [](const device::PrintLine& l) {
            return std::tuple(l.cycle, l.device, l.node, l.processor);
        };
        std::vector<device::PrintLine> now(std::make_move_iterator(begin),
                                           std::make_move_iterator(waiting_.end()));
        waiting_.erase(begin, waiting_.end());
        std::ranges::stable_sort(now, {}, key);
        if (sink_)
            for (const device::PrintLine& l : now) sink_(l);
    }

 private:
    std::function<void(const device::PrintLine&)> sink_;
    std::vector<device::PrintLine> waiting_;
};

}  // namespace ironbird::ranks
