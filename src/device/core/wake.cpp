// What wakes the processors of a core.
#include <bit>
#include <cstring>

#include "device/core/core.hpp"

namespace ironbird::device {
namespace {

std::uint32_t word(const std::uint8_t* l1, std::uint32_t address) {
    std::uint32_t value = 0;
    std::memcpy(&value, l1 + (address & ~3u), 4);
    return value;
}

bool words_differ(const Processor& p, const std::uint8_t* l1) {
    for (std::uint32_t i = 0; i < p.wait.words; i++)
        if (word(l1, p.poll_addresses[i]) != p.poll_values[i]) return true;
    return false;
}

bool word_wait_over(const Processor& p, const std::uint8_t* l1) {
    switch (p.wait.kind) {
        case sim::WaitKind::word_equal:
            return word(l1, p.wait.address) == p.wait.value;
        case sim::WaitKind::word_at_least:
            return word(l1, p.wait.address) >= p.wait.value;
        default:
            return words_differ(p, l1);
    }
}

// Calls visit(processor index) for each set bit.
template <class Visit>
void for_each(std::uint32_t mask, Visit visit) {
    for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace

void Core::wake(Processor& p, Cycles time, std::uint32_t cost) {
    const std::uint32_t bit = 1u << p.index;
    word_waiters_ &= ~bit;
    cb_waiters_ &= ~bit;
    barrier_waiters_ &= ~bit;
    tensix_waiters_ &= ~bit;
    p.set_clock(std::max(p.clock(), time) + Cycles{cost});
    if (chip.observer != nullptr) [[unlikely]]
        tell_stall(p, p.wait, p.wait.since);
    p.wait.kind = sim::WaitKind::none;
    p.spins = 0;
    p.state = State::ready;
    ready_[p.index] = p.clock();
    window_.pull_horizon(p.clock());
    if (running_now_ == nullptr) return;
    // It may have counted on being alone.
    running_now_->pull_deadline(running_now_->clock() + kSlice);
}

void Core::check_words(Cycles time) {
    for_each(word_waiters_, [&](int i) {
        if (word_wait_over(processors[i], l1)) wake(processors[i], time, calls.semaphore_poll);
    });
}

void Core::wake_cb(std::uint32_t cb) {
    for_each(cb_waiters_, [&](int i) {
        Processor& p = processors[i];
        if (p.wait.cb != cb) return;
        const Cb& buffer = cbs[cb];
        if (p.wait.kind == sim::WaitKind::cb_pages ? !buffer.has_pages(p.wait.pages)
                                                   : !buffer.has_space(p.wait.pages))
            return;
        wake(p,
             p.wait.kind == sim::WaitKind::cb_pages ? buffer.pages_since(p.wait.pages)
                                                    : buffer.space_since(p.wait.pages),
             0);
    });
}

// Waiters look again themselves: another may have been quicker.
void Core::wake_tensix(sim::WaitKind kind, Cycles time) {
    for_each(tensix_waiters_, [&](int i) {
        if (processors[i].wait.kind == kind) wake(processors[i], time, 0);
    });
}

void Core::wake_unpack(std::uint32_t entries) {
    for_each(tensix_waiters_, [&](int i) {
        const sim::Wait& w = processors[i].wait;
        if (w.kind == sim::WaitKind::src_empty &&
            static_cast<std::int32_t>(entries - w.entries) >= 0)
            wake(processors[i], {}, 0);
    });
}

void Core::wake_barriers(Cycles time) {
    for_each(barrier_waiters_, [&](int i) {
        Processor& p = processors[i];
        const bool over = p.wait.kind == sim::WaitKind::delivery
                              ? p.deliveries == 0
                              : niu.done(p.index, p.wait.waits, p.wait.noc, p.wait.id);
        if (over) wake(p, time, p.wait.kind == sim::WaitKind::delivery ? 0 : calls.barrier_poll);
    });
}

}  // namespace ironbird::device
