// Semaphores and polls: waits on words of L1.
#include <algorithm>
#include <cstring>

#include "device/calls/call.hpp"
#include "device/calls/memory.hpp"

namespace ironbird::device {
namespace {

std::uint32_t load(const Core& core, std::uint32_t address) {
    std::uint32_t v = 0;
    std::memcpy(&v, core.l1 + address, 4);
    return v;
}

void observe(const Caller& c, WordAction action, std::uint32_t address, std::uint32_t value) {
    if (c.core.chip.observer != nullptr) [[unlikely]]
        c.core.chip.observer->on_word(c.core.actor(c.p), action, address, value);
}

void note(const Caller& c, std::uint32_t address, std::uint32_t value, WordWrite::How how,
          const void* site) {
    c.core.word_notes.note(address & ~3u, {value, c.core.id, c.p.index, how,
                                           reinterpret_cast<std::uintptr_t>(site), c.clock()});
}

constexpr std::uint32_t kStoreCycles = 5;  // a store to L1 (ISA documentation, L1.md)

void await_word(sim::WaitKind kind, std::uint32_t address, std::uint32_t value) {
    Caller c;
    need_l1(c, address, 4);
    c.charge(c.costs().semaphore_poll);
    c.core.sync(c.p);
    const std::uint32_t now = load(c.core, address);
    const bool equal = kind == sim::WaitKind::word_equal;
    if (!(equal ? now == value : now >= value))
        c.core.park(c.p, sim::wait_for_word(kind, address, value));
    c.core.word_notes.seen(address & ~3u, c.clock());
    observe(c, equal ? WordAction::wait : WordAction::wait_min, address, value);
}

// What a loop looks at that others can change, if anything: its other loads may be from its stack.
std::uint32_t first_word(const Caller& c, const std::uint32_t* addresses, std::uint32_t count) {
    const auto* word = std::find_if(addresses, addresses + count,
                                    [&](std::uint32_t a) { return a < c.context.l1_size; });
    return word == addresses + count ? addresses[0] : *word;
}

}  // namespace

extern "C" {

void ib_sem_wait(std::uint32_t address, std::uint32_t value) {
    await_word(sim::WaitKind::word_equal, address, value);
}

void ib_sem_wait_min(std::uint32_t address, std::uint32_t value) {
    await_word(sim::WaitKind::word_at_least, address, value);
}

void ib_sem_set(std::uint32_t address, std::uint32_t value) {
    Caller c;
    need_l1(c, address, 4);
    c.charge(kStoreCycles);
    c.core.sync(c.p);
    std::memcpy(c.core.l1 + address, &value, 4);
    note(c, address, value, WordWrite::How::set, __builtin_return_address(0));
    c.core.words_changed(c.clock());
    c.p.spins = 0;
    observe(c, WordAction::set, address, value);
}

void ib_sem_add(std::uint32_t address, std::uint32_t value) {
    Caller c;
    need_l1(c, address, 4);
    c.charge(c.costs().semaphore_poll);
    c.core.sync(c.p);
    const std::uint32_t sum = load(c.core, address) + value;
    std::memcpy(c.core.l1 + address, &sum, 4);
    note(c, address, sum, WordWrite::How::add, __builtin_return_address(0));
    c.core.words_changed(c.clock());
    c.p.spins = 0;
    observe(c, WordAction::add, address, value);
}

void ib_poll(const std::uint32_t* addresses, std::uint32_t count) {
    Caller c;
    bool only_words = count <= c.p.poll_values.size();
    for (std::uint32_t i = 0; i < count; i++) only_words &= addresses[i] < c.context.l1_size;
    if (!only_words) {  // a register changes by itself
        c.charge(c.costs().semaphore_poll);
        c.p.spins++;
        c.p.asked = sim::wait_for_change(first_word(c, addresses, count), count);
        return c.core.sync(c.p);
    }
    // If L1 may have changed since the loop loaded its words (a call in its body gave way), it has
    // to look again before it sleeps.
    if (c.core.l1_version() != c.p.poll_version) {
        c.core.sync(c.p);
        c.p.poll_version = c.core.l1_version();
        return;
    }
    // The values that the loop has just seen, before anything else happens.
    for (std::uint32_t i = 0; i < count; i++) c.p.poll_values[i] = load(c.core, addresses[i] & ~3u);
    c.core.sync(c.p);
    bool changed = false;
    for (std::uint32_t i = 0; i < count; i++)
        changed |= load(c.core, addresses[i] & ~3u) != c.p.poll_values[i];
    if (!changed) {
        c.p.poll_addresses = addresses;
        c.core.park(c.p, sim::wait_for_change(count > 0 ? addresses[0] : 0, count));
    }
    c.p.poll_version = c.core.l1_version();
}

}  // extern "C"

}  // namespace ironbird::device
