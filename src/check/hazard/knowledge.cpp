// Joining what two processors know.
#include "check/hazard/knowledge.hpp"

#include <vector>

namespace ironbird::check {
namespace {

// What follows is something new of this thread's making.
void next_version(Abroad::Ref& own, std::uint32_t thread) {
    own->maker = thread;
    own->holds[thread]++;
}

constexpr std::size_t kSpares = 64;
thread_local std::vector<std::unique_ptr<Abroad>> spares;

}  // namespace

// What is known abroad in hands of its own, to be changed: nobody else may see that.
void Knowledge::own_abroad(std::uint32_t tiles) {
    if (abroad.unique()) return;
    abroad = abroad ? Abroad::copy(*abroad.operator->()) : Abroad::make(tiles);
}

// The same, with what somebody else knows.
void Knowledge::join_abroad(const Abroad& other) {
    if (!abroad)
        abroad = Abroad::copy(other);
    else if (abroad.unique())
        abroad->join(other);
    else
        abroad = Abroad::joined(*abroad.operator->(), other);
}

Abroad* Abroad::take(std::uint32_t tiles) {
    if (spares.empty() || spares.back()->tiles_ != tiles) return new Abroad(tiles);
    Abroad* a = spares.back().release();
    spares.pop_back();
    a->refs_.store(1, std::memory_order_relaxed);
    a->holds = {};
    a->maker = 0;
    return a;
}

void Abroad::give_back(Abroad* a) {
    if (spares.size() < kSpares)
        spares.emplace_back(a);
    else
        delete a;
}

void Knowledge::learn(const Knowledge& o, std::uint32_t thread, std::uint32_t tiles) {
    if (o.tile == tile) {
        own.join(o.own);
        learn_abroad(o.abroad, thread);
        return;
    }
    if (o.abroad) {
        // The other core's versions mean nothing here.
        const auto holds = abroad ? abroad->holds : decltype(abroad->holds){};
        join_abroad(*o.abroad.operator->());
        abroad->holds = holds;
        own.join(abroad->of(tile));
    } else {
        own_abroad(tiles);
    }
    next_version(abroad, thread);
    abroad->of(o.tile).join(o.own);
}

void Knowledge::learn_left(const Epoch& e, std::uint32_t noc, std::uint32_t thread,
                           std::uint32_t tiles) {
    const Known* known = of(e.tile);
    if (known != nullptr && known->left[e.thread][noc] >= e.clock) return;
    if (e.tile == tile) {
        own.left[e.thread][noc] = e.clock;
        return;
    }
    own_abroad(tiles);
    next_version(abroad, thread);
    abroad->of(e.tile).left[e.thread][noc] = e.clock;
}

void Knowledge::learn_abroad(const Abroad::Ref& other, std::uint32_t thread) {
    if (!other || other == abroad) return;
    if (!abroad || other->holds[abroad->maker] >= abroad->holds[abroad->maker]) {
        abroad = other;
        return;
    }
    if (abroad->holds[other->maker] >= other->holds[other->maker]) return;
    join_abroad(*other.operator->());
    next_version(abroad, thread);
}

}  // namespace ironbird::check
