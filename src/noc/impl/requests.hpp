// Read requests on their way. One that the core it asks cannot take up yet stands on its last link;
// those behind it stand too, whoever they ask.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "noc/impl/links.hpp"

namespace ironbird::noc {

// The requests that stand on one link, now or later. Requests are added in the order in which they
// depart, not in which they arrive here, so it remembers more of them than the link has room for.
class Standing {
 public:
    struct Room {
        Cycles since;   // there is room on the link
        Cycles behind;  // the last one before leaves it
    };

    // For a request that comes at `time` to a link with room for so many.
    Room room(Cycles time, std::uint32_t most) const {
        while (time < latest_) {
            std::uint32_t there = 0;
            Cycles first = latest_, last{};
            for (const Stay& s : stays_) {
                if (s.from > time || s.until <= time) continue;
                there++;
                first = std::min(first, s.until);
                last = std::max(last, s.until);
            }
            if (there < most) return {time, last};
            time = first;
        }
        return {time, {}};
    }

    bool empty() const { return latest_ == Cycles{}; }

    void add(Cycles from, Cycles until) {
        latest_ = std::max(latest_, until);
        stays_[next_] = {from, until};
        next_ = (next_ + 1) % kRemembered;
    }

 private:
    // How many stays a link remembers. With 16, reads of all from all of 110 cores come out a
    // quarter too fast; more than 64 change hardly anything.
    static constexpr std::uint32_t kRemembered = 64;
    struct Stay {
        Cycles from{}, until{};
    };

    std::array<Stay, kRemembered> stays_{};
    Cycles latest_{};  // when the last of them ends
    std::uint32_t next_ = 0;
};

// Where requests stand on all links of a chip. Owned by the timing model; used by the network phase
// alone.
class Requests {
 public:
    Requests(arch::Grid grid, const arch::NocTiming& noc)
        : hop_cycles_{noc.hop_cycles}, slots_(noc.request_slots), standing_(links_of(grid)) {}

    // When a request that leaves at `time` comes to the end of its path.
    Cycles walk(const Path& path, Cycles time) {
        Standing::Room room{time, {}};
        for (std::uint32_t i = 0; i < path.size(); i++) {
            room = room_on(path[i], std::max(time, room.behind));
            entered_[i] = room.since;
            // From the node onto the first link takes no time of its own.
            time = room.since + (i > 0 ? hop_cycles_ : Cycles{});
        }
        behind_ = room.behind;
        return room.since;
    }

    // Ends the walk of the last request: it arrived at `there`, and its target is free at `then`.
    // Returns when it is taken up, and records on which links it waited until then.
    Cycles take_up(const Path& path, Cycles there, Cycles then) {
        const std::uint32_t end = path.size() - 1;
        for (std::uint32_t i = 0; i < end; i++)
            if (entered_[i + 1] > entered_[i] + hop_cycles_)
                stand(path[i], entered_[i], entered_[i + 1]);
        const Cycles up = std::max(then, behind_);
        if (up > there) stand(path[end], entered_[end], up);
        return up;
    }

    // When the node that sent it may send the next.
    Cycles next(const Path& path) const { return room_on(path[0], entered_[0]).since; }

    void settle() {
        for (const std::uint32_t link : used_) *standing_[link] = {};
        used_.clear();
    }

 private:
    Standing::Room room_on(std::uint32_t link, Cycles time) const {
        return standing_[link] == nullptr ? Standing::Room{time, {}}
                                          : standing_[link]->room(time, slots_);
    }

    void stand(std::uint32_t link, Cycles from, Cycles until) {
        auto& here = standing_[link];
        if (here == nullptr) here = std::make_unique<Standing>();  // once for a link
        if (here->empty()) used_.push_back(link);
        here->add(from, until);
    }

    const Cycles hop_cycles_;
    const std::uint32_t slots_;
    std::vector<std::unique_ptr<Standing>> standing_;  // by link; most never see anybody stand
    std::vector<std::uint32_t> used_;                  // since the network came to rest
    std::array<Cycles, Path::kLongest> entered_{};
    Cycles behind_{};
};

}  // namespace ironbird::noc
