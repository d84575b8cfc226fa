// Words that a core is told from outside or by its own processors, with the chain of work that led
// to them: a wait for one goes on where the one who wrote it was.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "noc/transaction.hpp"
#include "profile/path.hpp"
#include "sim/wait.hpp"

namespace ironbird::profile {

// What travels with the packet.
struct Trail {
    std::uint64_t issued = 0;
    std::uint32_t chip = 0;
    std::uint32_t launch = 0;  // chains of other launches begin at other times
    Path path;
};

inline bool is_signal(const noc::Transaction& t) {
    return t.kind != noc::Kind::read && t.size <= 4;
}
inline void attach(noc::Transaction& t, const Trail& trail) {
    t.trail = std::bit_cast<decltype(t.trail)>(trail);
}
inline Trail trail_of(const noc::Transaction& t) {
    return std::bit_cast<Trail>(t.trail);
}

// The last few that came.
class Signals {
 public:
    struct Signal {
        std::uint32_t word = 0;
        std::uint64_t landed = 0;
        Trail trail;
    };

    void clear() { count_ = 0; }
    void add(std::uint64_t address, std::uint64_t landed, const Trail& trail) {
        ring_[count_++ % ring_.size()] = {static_cast<std::uint32_t>(address) & ~3u, landed, trail};
    }
    // The one that ended a wait at `until`; null: it came otherwise.
    const Signal* that_ended(const sim::Wait& wait, std::uint64_t until) const {
        for (std::uint32_t back = 1; back <= count_ && back <= ring_.size(); back++) {
            const Signal& s = ring_[(count_ - back) % ring_.size()];
            const bool any = wait.kind == sim::WaitKind::words_changed;
            if (s.landed <= until && s.landed > wait.since.v &&
                (any || s.word == (wait.address & ~3u)))
                return &s;
        }
        return nullptr;
    }

 private:
    std::array<Signal, 16> ring_;
    std::uint32_t count_ = 0;
};

}  // namespace ironbird::profile
