// Which fiber of a core runs: the one with the smallest clock, after the events that come before
// it.
#include <bit>

#include "device/core/core.hpp"
#include "device/fault/stack_trace.hpp"

namespace ironbird::device {
namespace {

// A loop without calls looks up at least this often when another processor of its core could run
// or polls what it may be storing.
constexpr std::uint64_t kSlice = 4000;

}  // namespace

std::uint64_t Core::next_time() const {
    std::uint64_t t = std::min(events.next_time(), departures.next_time());
    for (const std::uint64_t r : ready_) t = std::min(t, r);
    return t;
}

Processor* Core::first_ready(std::uint32_t from, std::uint64_t& clock) {
    Processor* first = nullptr;
    clock = sim::kNever;
    for (std::uint32_t i = from; i < kProcessors; i++) {
        if (ready_[i] >= clock || ready_[i] >= limit_of(i)) continue;
        clock = ready_[i];
        first = &processors[i];
    }
    return first;
}

// Runs events up to the first fiber; null when nothing is left in this window.
Processor* Core::pick() {
    std::uint64_t clock = 0;
    if (leading_) return first_ready(kFirstCompute, clock);
    for (;;) {
        Processor* first = first_ready(0, clock);
        const std::uint64_t event = events.next_time(), departure = departures.next_time();
        const std::uint64_t soonest = std::min(event, departure);
        if (soonest >= limit_ || soonest > clock) return first;
        if (departure <= event) {
            depart_until(departure);
            continue;
        }
        if (tiles_lent) own_tiles();
        execute(events.pop());
    }
}

// The same for a fiber that stops: L1 may change then, unless math is next, which takes what was
// lent at once.
Processor* Core::pick_after() {
    Processor* next = pick();
    if (tiles_lent && next != &processors[kMath]) own_tiles();
    return next;
}

void Core::run_until(std::uint64_t limit, std::uint64_t soft, std::uint64_t ahead) {
    outbox.insert(outbox.end(), held_.begin(), held_.end());
    held_.clear();
    limit_ = compute_limit_ = limit;
    soft_ = soft;
    ahead_ = ahead;
    if (Processor* next = pick()) sim::Fiber::switch_to(host_, next->fiber);
}

bool Core::can_lead() const {
    if (fault) return false;
    const auto ready = [&](std::uint64_t clock) { return clock < ahead_; };
    return std::any_of(ready_.begin() + kFirstCompute, ready_.end(), ready);
}

void Core::run_ahead() {
    leading_ = true;
    compute_limit_ = ahead_;
    if (Processor* next = pick()) sim::Fiber::switch_to(host_, next->fiber);
    leading_ = false;
}

// The fiber that continues works out how far it is the first.
void Core::resume(Processor& p) {
    ready_[p.index] = sim::kNever;
    std::uint64_t others = sim::kNever;
    for (std::uint32_t i = leading_ ? kFirstCompute : 0; i < kProcessors; i++)
        others = std::min(others, ready_[i]);
    std::uint64_t until = std::min({limit_, soft_, others});
    if (!leading_) until = std::min({until, events.next_time(), departures.next_time()});
    // Somebody polls L1 and this fiber may store there without a call: every call looks.
    horizon_ = word_waiters_ != 0 ? 0 : until;
    running_now_ = &p;
    const bool alone = others == sim::kNever && word_waiters_ == 0;
    const std::uint64_t limit = limit_of(p.index);
    p.context->deadline = alone ? limit : std::min(limit, p.context->cycles + kSlice);
}

void Core::reschedule(Processor& p) {
    p.frame = __builtin_frame_address(0);
    running_now_ = nullptr;
    if (word_waiters_ != 0) check_words(p.context->cycles);
    Processor* next = pick_after();
    if (next != &p) {
        sim::Fiber::switch_to(p.fiber, next != nullptr ? next->fiber : host_);
        l1_version++;
    }
    resume(p);
}

void Core::sync_slow(Processor& p) {
    if (p.context->cycles >= soft_) {
        limit_ = std::min(limit_, soft_);
        ahead_ = std::min(ahead_, soft_);
        compute_limit_ = std::min(compute_limit_, soft_);
    }
    rejoin(p);
}

void Core::rejoin(Processor& p) {
    ready_[p.index] = p.context->cycles;
    reschedule(p);
}

void Core::park(Processor& p, const sim::Wait& wait) {
    p.wait = wait;
    p.wait.since = p.context->cycles;
    p.state = State::parked;
    const std::uint32_t bit = 1u << p.index;
    switch (wait.kind) {
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

void Core::tell_stall(const Processor& p, sim::Wait wait, std::uint64_t since) {
    wait.since = since;
    chip.observer->on_stall(actor(p), wait);
}

void Core::wake(Processor& p, std::uint64_t time, std::uint32_t cost) {
    const std::uint32_t bit = 1u << p.index;
    word_waiters_ &= ~bit;
    cb_waiters_ &= ~bit;
    barrier_waiters_ &= ~bit;
    tensix_waiters_ &= ~bit;
    p.context->cycles = std::max(p.context->cycles, time) + cost;
    if (chip.observer != nullptr) [[unlikely]]
        tell_stall(p, p.wait, p.wait.since);
    p.wait.kind = sim::WaitKind::none;
    p.spins = 0;
    p.state = State::ready;
    ready_[p.index] = p.context->cycles;
    horizon_ = std::min(horizon_, p.context->cycles);
    if (running_now_ == nullptr) return;
    ib_context& other = *running_now_->context;  // it may have counted on being alone
    other.deadline = std::min(other.deadline, other.cycles + kSlice);
}

void Core::start(Processor& p, std::uint64_t time) {
    constexpr std::size_t low = IB_CONTEXT_BYTES + 4096;
    const auto entry = [](void* argument) {
        auto& self = *static_cast<Processor*>(argument);
        self.core->resume(self);
        self.kernel->entry();
        self.core->finish(self);
    };
    p.fiber.prepare(p.block() + low, IB_BLOCK_BYTES - low, entry, &p);
    p.context->cycles = time;
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
    words_changed(p.context->cycles);
    Processor* next = pick_after();
    sim::Fiber::leave(p.fiber, next != nullptr ? next->fiber : host_);
}

void Core::finish(Processor& p) {
    p.state = State::ended;
    p.ended_at = p.context->cycles;
    if (chip.observer != nullptr) [[unlikely]]
        chip.observer->on_end(actor(p), p);
    if (p.index >= kFirstCompute && tensix != nullptr) check_balance(p);
    end = std::max(end, p.context->cycles);
    if (--running == 0) all_ended = true;
    leave(p);
}

void Core::fail(Processor& p, Fault what, std::function<FaultText()> text) {
    if (p.trace.count == 0) p.trace = walk_stack(__builtin_frame_address(0), p.block());
    p.state = State::faulted;
    if (!fault || p.context->cycles < fault->cycle)
        fault = FaultNote{what, p.index, p.context->cycles, std::move(text)};
    leave(p);
}

void Core::drop(noc::Pool& into) {
    while (departures.next_time() != sim::kNever) into.release(*departures.pop().subject);
    for (const noc::Packet& p : held_) into.release(*p.subject);
    held_.clear();
    trid_open = {};
    command_free_[0] = command_free_[1] = 0;
    quiet_after = 0;
    ready_.fill(sim::kNever);
    word_waiters_ = cb_waiters_ = barrier_waiters_ = tensix_waiters_ = 0;
    running_now_ = nullptr;
    tiles_lent = false;
    running = 0;
    all_ended = false;
    fault.reset();
    for (Processor& p : processors) p.state = State::idle;
}

}  // namespace ironbird::device
