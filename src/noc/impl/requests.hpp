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
        std::uint64_t since;   // there is room on the link
        std::uint64_t behind;  // the last one before leaves it
    };

    // For a request that comes at `time` to a link with room for so many.
    Room room(std::uint64_t time, std::uint32_t most) const {
        while (time < latest_) {
            std::uint32_t there = 0;
            std::uint64_t first = latest_, last = 0;
            for (const Stay& s : stays_) {
                if (s.from > time || s.until <= time) continue;
                there++;
                first = std::min(first, s.until);
                last = std::max(last, s.until);
            }
            if (there < most) return {time, last};
            time = first;
        }
        return {time, 0};
    }

    bool empty() const { return latest_ == 0; }

    void add(std::uint64_t from, std::uint64_t until) {
        latest_ = std::max(latest_, until);
        stays_[next_] = {from, until};
        next_ = (next_ + 1) % kRemembered;
    }

 private:
    // Fewer forget who stands: with 16, all from all of 110 cores comes out a quarter faster; with
    // 128 it hardly changes.
    static constexpr std::uint32_t kRemembered = 64;
    struct Stay {
        std::uint64_t from = 0, until = 0;
    };

    std::array<Stay, kRemembered> stays_{};
    std::uint64_t latest_ = 0;  // nobody stands there from then on
    std::uint32_t next_ = 0;
};

// Where requests stand on all links of a chip. Owned by the timing model; used by the network phase
// alone.
class Requests {
 public:
    Requests(arch::Grid grid, const arch::NocTiming& noc)
        : hop_cycles_(noc.hop_cycles), slots_(noc.request_slots), standing_(links_of(grid)) {}

    // When a request that leaves at `time` comes to the end of its path.
    std::uint64_t walk(const Path& path, std::uint64_t time) {
        Standing::Room room{time, 0};
        for (std::uint32_t i = 0; i < path.size(); i++) {
            room = room_on(path[i], std::max(time, room.behind));
            entered_[i] = room.since;
            // From the tile onto the first link takes no time of its own.
            time = room.since + (i > 0 ? hop_cycles_ : 0);
        }
        behind_ = room.behind;
        return room.since;
    }

    // The request that walked the path last came to its end `there` and could be taken up `then`.
    // Returns when it is, and notes where it stood so long.
    std::uint64_t take_up(const Path& path, std::uint64_t there, std::uint64_t then) {
        const std::uint32_t end = path.size() - 1;
        for (std::uint32_t i = 0; i < end; i++)
            if (entered_[i + 1] > entered_[i] + hop_cycles_)
                stand(path[i], entered_[i], entered_[i + 1]);
        const std::uint64_t up = std::max(then, behind_);
        if (up > there) stand(path[end], entered_[end], up);
        return up;
    }

    // When the tile that sent it may send the next.
    std::uint64_t next(const Path& path) const { return room_on(path[0], entered_[0]).since; }

    void settle() {
        for (const std::uint32_t link : used_) *standing_[link] = {};
        used_.clear();
    }

 private:
    Standing::Room room_on(std::uint32_t link, std::uint64_t time) const {
        return standing_[link] == nullptr ? Standing::Room{time, 0}
                                          : standing_[link]->room(time, slots_);
    }

    void stand(std::uint32_t link, std::uint64_t from, std::uint64_t until) {
        auto& here = standing_[link];
        if (here == nullptr) here = std::make_unique<Standing>();  // once for a link
        if (here->empty()) used_.push_back(link);
        here->add(from, until);
    }

    const std::uint64_t hop_cycles_;
    const std::uint32_t slots_;
    std::vector<std::unique_ptr<Standing>> standing_;  // by link; most never see anybody stand
    std::vector<std::uint32_t> used_;                  // since the network came to rest
    std::array<std::uint64_t, Path::kLongest> entered_{};
    std::uint64_t behind_ = 0;
};

}  // namespace ironbird::noc
