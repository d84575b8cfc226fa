// Joining what two processors know.
#include "check/hazard/knowledge.hpp"

#include <vector>

namespace ironbird::check {
namespace {

// What follows is something new of this processor's making.
void next_version(Abroad::Ref& own, std::uint32_t processor) {
    own->maker = processor;
    own->holds[processor]++;
}

constexpr std::size_t kSpares = 64;
thread_local std::vector<std::unique_ptr<Abroad>> spares;

}  // namespace

// What is known abroad in hands of its own, to be changed: nobody else may see that.
void Knowledge::own_abroad(std::uint32_t nodes) {
    if (abroad.unique()) return;
    abroad = abroad ? Abroad::copy(*abroad.operator->()) : Abroad::make(nodes);
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

Abroad* Abroad::take(std::uint32_t nodes) {
    if (spares.empty() || spares.back()->nodes_ != nodes) return new Abroad(nodes);
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

void Knowledge::learn(const Knowledge& o, std::uint32_t processor, std::uint32_t nodes) {
    if (o.node == node) {
        own.join(o.own);
        learn_abroad(o.abroad, processor);
        return;
    }
    if (o.abroad) {
        // The other core's versions mean nothing here.
        const auto holds = abroad ? abroad->holds : decltype(abroad->holds){};
        join_abroad(*o.abroad.operator->());
        abroad->holds = holds;
        own.join(abroad->of(node));
    } else {
        own_abroad(nodes);
    }
    next_version(abroad, processor);
    abroad->of(o.node).join(o.own);
}

void Knowledge::learn_left(const Epoch& e, std::uint32_t noc, std::uint32_t processor,
                           std::uint32_t nodes) {
    const Known* known = of(e.node);
    if (known != nullptr && known->left[e.processor][noc] >= e.clock) return;
    if (e.node == node) {
        own.left[e.processor][noc] = e.clock;
        return;
    }
    own_abroad(nodes);
    next_version(abroad, processor);
    abroad->of(e.node).left[e.processor][noc] = e.clock;
}

void Knowledge::learn_abroad(const Abroad::Ref& other, std::uint32_t processor) {
    if (!other || other == abroad) return;
    if (!abroad || other->holds[abroad->maker] >= abroad->holds[abroad->maker]) {
        abroad = other;
        return;
    }
    if (abroad->holds[other->maker] >= other->holds[other->maker]) return;
    join_abroad(*other.operator->());
    next_version(abroad, processor);
}

}  // namespace ironbird::check
