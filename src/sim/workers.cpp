// Phases as tickets.
#include "sim/workers.hpp"

#include <chrono>

namespace ironbird::sim {
namespace {

// About 20 microseconds: longer than a network phase.
constexpr int kSpins = 1000;
// Then whoever waits lets other processes run, for so long: longer than a core computes in one
// piece. A thread that sleeps may wake up behind the one that has work for it, a millisecond later.
constexpr std::chrono::milliseconds kPatience{2};
// Whoever waits for others' last items looks for spare work after this many.
constexpr int kSpinsBeforeSpare = 50;

void pause() {
    __builtin_ia32_pause();
}

}  // namespace

Workers::Workers(std::uint32_t threads, SpareWork* spare)
    : threads_(threads == 0 ? 1 : threads), spare_(spare), shares_(threads_) {}

Workers::~Workers() {
    {
        const std::lock_guard hold(lock_);
        stop_ = true;
    }
    parked_.notify_all();
    started_.clear();  // joins before what the threads use is gone
}

void Workers::start_threads() {
    for (std::uint32_t i = 1; i < threads_; i++) started_.emplace_back([this, i] { work(i); });
}

void Workers::run(std::span<const std::uint32_t> starts, Task task, void* context) {
    const std::uint32_t items = starts.back();
    if (started_.empty()) start_threads();
    task_ = task;
    context_ = context;
    done_.store(0, std::memory_order_relaxed);
    phase_++;
    for (std::uint32_t w = 0; w < threads_; w++)
        shares_[w].ticket.store(phase_ << 40 | std::uint64_t{starts[w + 1]} << 20 | starts[w]);
    wake();
    while (take_one(0)) {
    }
    for (int spins = 0; done_.load(std::memory_order_acquire) != items; spins++) {
        if (spins >= kSpinsBeforeSpare && spare_one(0))
            spins = 0;
        else if (spins < kSpins)
            pause();
        else
            std::this_thread::yield();
    }
}

void Workers::wake() {
    if (sleepers_.load() == 0) return;
    {
        const std::lock_guard hold(lock_);
    }  // one that is about to sleep has looked again
    parked_.notify_all();
}

// False when nothing is left to take.
bool Workers::take_one(std::uint32_t worker) {
    for (std::uint32_t i = 0; i < threads_; i++)
        if (take_from(shares_[(worker + i) % threads_], worker)) return true;
    return false;
}

bool Workers::take_from(Share& share, std::uint32_t worker) {
    Ticket t{share.ticket.load(std::memory_order_acquire)};
    while (t.open()) {
        if (!share.ticket.compare_exchange_weak(t.word, t.word + 1, std::memory_order_acq_rel))
            continue;
        if (task_(context_, t.next(), worker)) item_done();
        return true;
    }
    return false;
}

bool Workers::spare_one(std::uint32_t worker) {
    return spare_ != nullptr && spare_->any() && spare_->run_one(worker);
}

bool Workers::any_open() const {
    for (const Share& s : shares_)
        if (Ticket{s.ticket.load()}.open()) return true;
    return false;
}

bool Workers::wait_for_work() {
    const auto open = [this] { return any_open() || (spare_ != nullptr && spare_->any()); };
    const auto look = [&] { return stop_.load(std::memory_order_relaxed) || open(); };
    for (int i = 0; i < kSpins; i++) {
        if (look()) return !stop_;
        pause();
    }
    const auto give_up = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < give_up) {
        if (look()) return !stop_;
        std::this_thread::yield();
    }
    std::unique_lock hold(lock_);
    sleepers_++;
    parked_.wait(hold, [&] { return stop_.load() || open(); });
    sleepers_--;
    return !stop_;
}

void Workers::work(std::uint32_t worker) {
    while (wait_for_work())
        while (take_one(worker) || spare_one(worker)) {
        }
}

}  // namespace ironbird::sim
