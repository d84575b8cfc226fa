// Joining what two processors know.
#include "check/hazard/knowledge.hpp"

namespace ironbird::checks {
namespace {

// A private copy that may be changed, marked as the thread's next version.
Abroad::Ref next_version(const Abroad::Ref& old, std::uint32_t thread, std::uint32_t tiles) {
    Abroad::Ref fresh = old ? Abroad::copy(*old.operator->()) : Abroad::make(tiles);
    fresh->maker = thread;
    fresh->holds[thread]++;
    return fresh;
}

}  // namespace

void Knowledge::learn(const Knowledge& o, std::uint32_t thread, std::uint32_t tiles) {
    if (o.tile == tile) {
        own.join(o.own);
        learn_abroad(o.abroad, thread, tiles);
        return;
    }
    Abroad::Ref fresh = next_version(abroad, thread, tiles);
    if (o.abroad) {
        const auto holds = fresh->holds;  // the other core's versions mean nothing here
        fresh->join(*o.abroad.operator->());
        fresh->holds = holds;
        own.join(fresh->of(tile));
    }
    fresh->of(o.tile).join(o.own);
    abroad = std::move(fresh);
}

void Knowledge::learn_left(const Epoch& e, std::uint32_t noc, std::uint32_t thread,
                           std::uint32_t tiles) {
    const Known* known = of(e.tile);
    if (known != nullptr && known->left[e.thread][noc] >= e.clock) return;
    if (e.tile == tile) {
        own.left[e.thread][noc] = e.clock;
        return;
    }
    if (!abroad.unique()) abroad = next_version(abroad, thread, tiles);
    abroad->of(e.tile).left[e.thread][noc] = e.clock;
}

void Knowledge::learn_abroad(const Abroad::Ref& other, std::uint32_t thread, std::uint32_t tiles) {
    if (!other || other == abroad) return;
    if (!abroad || other->holds[abroad->maker] >= abroad->holds[abroad->maker]) {
        abroad = other;
        return;
    }
    if (abroad->holds[other->maker] >= other->holds[other->maker]) return;
    Abroad::Ref fresh = next_version(abroad, thread, tiles);
    fresh->join(*other.operator->());
    abroad = std::move(fresh);
}

}  // namespace ironbird::checks
