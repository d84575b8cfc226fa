// Which fiber of a core runs: the one with the smallest clock, after the events that come before
// it.
#include "device/core/core.hpp"
#include "device/fault/stack_trace.hpp"

namespace ironbird::device {

Cycles Core::next_time() const {
    Cycles t = std::min(events.next_time(), departures_.next_time());
    for (const Cycles r : ready_) t = std::min(t, r);
    return t;
}

Processor* Core::first_ready(std::uint32_t from, Cycles& clock) {
    Processor* first = nullptr;
    clock = kNever;
    for (std::uint32_t i = from; i < kProcessors; i++) {
        if (ready_[i] >= clock || ready_[i] >= window_.limit_of(i)) continue;
        clock = ready_[i];
        first = &processors[i];
    }
    return first;
}

// Runs events up to the first fiber; null when nothing is left in this window.
Processor* Core::pick() {
    Cycles clock{};
    if (ahead.active()) return first_ready(kFirstCompute, clock);
    for (;;) {
        Processor* first = first_ready(0, clock);
        const Cycles event = events.next_time(), departure = departures_.next_time();
        const Cycles soonest = std::min(event, departure);
        if (soonest >= window_.limit() || soonest > clock) return first;
        if (departure <= event) {
            depart_until(departure);
            continue;
        }
        before_l1_changes();
        execute(events.pop());
    }
}

// The same for a fiber that stops: L1 may change then.
Processor* Core::pick_after() {
    Processor* next = pick();
    before_l1_changes(next);
    return next;
}

void Core::run_until(Cycles limit, Cycles soft, Cycles ahead_limit) {
    ahead.hand_over([&](const noc::Packet& p) { outbox.push_back(p); });
    window_.open(limit, soft, ahead_limit);
    if (Processor* next = pick()) sim::Fiber::switch_to(host_, next->fiber);
}

// The fiber that continues works out how far it is the first.
void Core::resume(Processor& p) {
    ready_[p.index] = kNever;
    Cycles others = kNever;
    for (std::uint32_t i = ahead.active() ? kFirstCompute : 0; i < kProcessors; i++)
        others = std::min(others, ready_[i]);
    running_now_ = &p;
    if (word_waiters_ != 0) {
        // Somebody polls L1 and this fiber may store there without a call: every call looks.
        window_.close_horizon();
    } else {
        const bool events_too = !ahead.active();
        window_.set_horizon(
            events_too ? std::min({others, events.next_time(), departures_.next_time()}) : others);
    }
    const bool alone = others == kNever && word_waiters_ == 0;
    const Cycles limit = window_.limit_of(p.index);
    p.set_deadline(alone ? limit : std::min(limit, p.clock() + kSlice));
}

void Core::reschedule(Processor& p) {
    p.frame = __builtin_frame_address(0);
    running_now_ = nullptr;
    if (word_waiters_ != 0) check_words(p.clock());
    Processor* next = pick_after();
    if (next != &p) {
        sim::Fiber::switch_to(p.fiber, next != nullptr ? next->fiber : host_);
        l1_version_++;
    }
    resume(p);
}

void Core::sync_slow(Processor& p) {
    window_.look(p.clock());
    rejoin(p);
}

void Core::rejoin(Processor& p) {
    ready_[p.index] = p.clock();
    reschedule(p);
}

void Core::park_waiting(Processor& p) {
    p.wait.since = p.clock();
    p.state = State::parked;
    const std::uint32_t bit = 1u << p.index;
    switch (p.wait.kind) {
        case sim::WaitKind::cb_pages:
        case sim::WaitKind::cb_space:
            cb_waiters_ |= bit;
            break;
        case sim::WaitKind::barrier:
        case sim::WaitKind::delivery:
            barrier_waiters_ |= bit;
            break;
        case sim::WaitKind::word_equal:
        case sim::WaitKind::word_at_least:
        case sim::WaitKind::words_changed:
            word_waiters_ |= bit;
            break;
        default:
            tensix_waiters_ |= bit;
            break;
    }
    reschedule(p);
}

void Core::tell_stall(const Processor& p, sim::Wait wait, Cycles since) {
    wait.since = since;
    chip.observer->on_stall(actor(p), wait);
}

void Core::start(Processor& p, Cycles time) {
    constexpr std::size_t low = IB_CONTEXT_BYTES + 4096;
    const auto entry = [](void* argument) {
        auto& self = *static_cast<Processor*>(argument);
        self.core->resume(self);
        self.kernel->entry();
        self.core->finish(self);
    };
    p.fiber.prepare(p.block() + low, IB_BLOCK_BYTES - low, entry, &p);
    p.set_clock(time);
    p.spins = 0;
    p.state = State::ready;
    p.frame = nullptr;
    ready_[p.index] = time;
    running++;
    if (chip.observer != nullptr) [[unlikely]]
        chip.observer->on_start(actor(p), p);
}

void Core::leave(Processor& p) {
    running_now_ = nullptr;
    words_changed(p.clock());
    Processor* next = pick_after();
    sim::Fiber::leave(p.fiber, next != nullptr ? next->fiber : host_);
}

void Core::finish(Processor& p) {
    p.state = State::ended;
    p.ended_at = p.clock();
    if (chip.observer != nullptr) [[unlikely]]
        chip.observer->on_end(actor(p), p);
    if (p.index >= kFirstCompute && tensix != nullptr) check_balance(p);
    end = std::max(end, p.clock());
    if (--running == 0) all_ended = true;
    leave(p);
}

void Core::fail(Processor& p, Fault what, std::function<FaultText()> text) {
    if (p.trace.count == 0) p.trace = walk_stack(__builtin_frame_address(0), p.block());
    p.state = State::faulted;
    if (!fault || p.clock() < fault->cycle)
        fault = FaultNote{what, p.index, p.clock(), std::move(text)};
    leave(p);
}

void Core::drop(noc::Pool& into) {
    while (departures_.next_time() != kNever) into.release(*departures_.pop().subject);
    ahead.hand_over([&](const noc::Packet& p) { into.release(*p.subject); });
    niu.forget_ids();
    command_free_ = {};
    quiet_after = {};
    ready_.fill(kNever);
    word_waiters_ = cb_waiters_ = barrier_waiters_ = tensix_waiters_ = 0;
    running_now_ = nullptr;
    tiles_lent_ = false;
    running = 0;
    all_ended = false;
    fault.reset();
    for (Processor& p : processors) {
        p.state = State::idle;
        p.trace.count = 0;
    }
}

}  // namespace ironbird::device
