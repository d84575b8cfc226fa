// Pieces are appended, and merged when there are too many.
#include "report/page/strip.hpp"

#include <algorithm>

namespace ironbird::report {
namespace {

using Cycles = std::array<std::int64_t, kDoings>;

// Short pieces on their way into one; `owed` is what earlier ones did not show.
class Heap {
 public:
    void add(Doing doing, std::uint64_t cycles) {
        owed_[static_cast<std::size_t>(doing)] += static_cast<std::int64_t>(cycles);
        cycles_ += cycles;
    }
    std::uint64_t cycles() const { return cycles_; }
    // What stands for all of it.
    Doing take() {
        const auto most = std::max_element(owed_.begin(), owed_.end());
        *most -= static_cast<std::int64_t>(cycles_);
        cycles_ = 0;
        return static_cast<Doing>(most - owed_.begin());
    }

 private:
    Cycles owed_{};
    std::uint64_t cycles_ = 0;
};

}  // namespace

DoingRow row(Doing doing) {
    if (doing == Doing::idle) return {"idle", "no kernel"};
    if (doing == Doing::busy) return {"busy", "works"};
    if (doing == kOpen) return {"open", "never ended"};
    const profile::CauseRow& cause =
        profile::kCauseRows[static_cast<std::size_t>(doing) -
                            static_cast<std::size_t>(Doing::first_cause)];
    return {cause.key, cause.text};
}

void Strip::add(std::uint64_t from, std::uint64_t to, Doing doing) {
    from = std::max(from, end());
    if (to <= from) return;
    put(from, Doing::idle);
    put(to, doing);
    sums_[static_cast<std::size_t>(doing)] += to - from;
    if (pieces_.size() > 2 * most_) shrink(most_);
}

void Strip::put(std::uint64_t to, Doing doing) {
    if (to <= end()) return;
    if (!pieces_.empty() && pieces_.back().doing == doing)
        pieces_.back().end = to;
    else
        pieces_.push_back({to, doing});
}

void Strip::shrink(std::size_t most) {
    while (pieces_.size() > most) {
        resolution_ *= 2;
        const std::vector<Piece> old = std::move(pieces_);
        pieces_.clear();
        Heap heap;
        std::uint64_t at = 0;
        for (const Piece& p : old) {
            const std::uint64_t length = p.end - at;
            if (length >= resolution_) {
                if (heap.cycles() > 0) put(at, heap.take());
                put(p.end, p.doing);
            } else {
                heap.add(p.doing, length);
                if (heap.cycles() >= resolution_) put(p.end, heap.take());
            }
            at = p.end;
        }
        if (heap.cycles() > 0) put(at, heap.take());
    }
}

}  // namespace ironbird::report
