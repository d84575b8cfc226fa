// Pieces are appended, and merged when there are too many.
#include "report/page/strip.hpp"

#include <algorithm>
#include <utility>

namespace ironbird::report {
DoingRow row(Doing doing) {
    if (doing == Doing::idle) return {"idle", "no kernel"};
    if (doing == Doing::busy) return {"busy", "works"};
    if (doing == kOpen) return {"open", "never ended"};
    const profile::CauseRow& cause =
        profile::kCauseRows[static_cast<std::size_t>(doing) -
                            static_cast<std::size_t>(Doing::first_cause)];
    return {cause.key, cause.text};
}

void Strip::Heap::add(Doing doing, std::uint64_t more) {
    owed[static_cast<std::size_t>(doing)] += static_cast<std::int64_t>(more);
    cycles += more;
}

void Strip::Heap::add(const Heap& other) {
    for (std::size_t i = 0; i < kDoings; i++) owed[i] += other.owed[i];
    cycles += other.cycles;
}

Doing Strip::Heap::take() {
    const auto most = std::max_element(owed.begin(), owed.end());
    *most -= static_cast<std::int64_t>(std::exchange(cycles, 0));
    return static_cast<Doing>(most - owed.begin());
}

void Strip::add(std::uint64_t from, std::uint64_t to, Doing doing) {
    from = std::max(from, end_);
    if (to <= from) return;
    extend(from, Doing::idle);
    extend(to, doing);
    sums_[static_cast<std::size_t>(doing)] += to - from;
}

void Strip::extend(std::uint64_t to, Doing doing) {
    if (to <= end_) return;
    if (doing != last_) {
        put(last_from_, end_, last_);
        last_from_ = end_;
        last_ = doing;
        if (pieces_.size() > 2 * most_) shrink(most_);
    }
    end_ = to;
}

// A whole piece; on the heap if it is short.
void Strip::put(std::uint64_t from, std::uint64_t to, Doing doing) {
    if (to == from) return;
    if (to - from >= resolution_) {
        if (heap_.cycles > 0) push(from, heap_.take());
        push(to, doing);
        return;
    }
    heap_.add(doing, to - from);
    if (heap_.cycles >= resolution_) push(to, heap_.take());
}

void Strip::push(std::uint64_t to, Doing doing) {
    if (!pieces_.empty() && pieces_.back().doing == doing)
        pieces_.back().end = to;
    else
        pieces_.push_back({to, doing});
}

void Strip::shrink(std::size_t most) {
    while (pieces_.size() > most) {
        resolution_ *= 2;
        const std::vector<Piece> old = std::exchange(pieces_, {});
        const Heap tail = std::exchange(heap_, {});
        std::uint64_t at = 0;
        for (const Piece& p : old) put(std::exchange(at, p.end), p.end, p.doing);
        heap_.add(tail);
        if (heap_.cycles >= resolution_) push(at + tail.cycles, heap_.take());
    }
}

Strip Strip::shown(std::size_t most) const {
    Strip copy = *this;
    copy.put(last_from_, end_, last_);
    if (copy.heap_.cycles > 0) copy.push(end_, copy.heap_.take());
    copy.shrink(most);
    if (copy.heap_.cycles > 0) copy.push(end_, copy.heap_.take());
    return copy;
}

}  // namespace ironbird::report
