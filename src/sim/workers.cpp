// The phase barrier.
#include "sim/workers.hpp"

namespace ironbird::sim {
namespace {

// About 20 microseconds: longer than a network phase, shorter than anybody notices.
constexpr int kSpins = 4000;

void pause() { __builtin_ia32_pause(); }

}  // namespace

Workers::Workers(std::uint32_t threads) : threads_(threads == 0 ? 1 : threads) {}

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

void Workers::run(std::uint32_t items, Task task, void* context) {
    if (threads_ == 1 || items < 2) return run_inline(items, task, context);
    if (started_.empty()) start_threads();
    task_ = task;
    context_ = context;
    items_ = items;
    next_.store(0, std::memory_order_relaxed);
    busy_.store(threads_ - 1, std::memory_order_relaxed);
    bool wake = false;
    {
        // Under the lock, so that a worker about to sleep either sees the phase or is counted.
        const std::lock_guard hold(lock_);
        phase_.fetch_add(1, std::memory_order_release);
        wake = sleepers_ > 0;
    }
    if (wake) parked_.notify_all();
    drain(0);
    for (int spins = 0; busy_.load(std::memory_order_acquire) != 0; spins++) {
        if (spins < kSpins) pause();
        else std::this_thread::yield();
    }
}

void Workers::drain(std::uint32_t worker) {
    for (;;) {
        const std::uint32_t item = next_.fetch_add(1, std::memory_order_relaxed);
        if (item >= items_) return;
        task_(context_, item, worker);
    }
}

bool Workers::wait_for_phase(std::uint64_t seen) {
    for (int i = 0; i < kSpins; i++) {
        if (phase_.load(std::memory_order_acquire) != seen) return true;
        if (stop_.load(std::memory_order_relaxed)) return false;
        pause();
    }
    std::unique_lock hold(lock_);
    sleepers_++;
    parked_.wait(hold, [&] { return stop_ || phase_.load(std::memory_order_acquire) != seen; });
    sleepers_--;
    return !stop_;
}

void Workers::work(std::uint32_t worker) {
    for (std::uint64_t seen = 0; wait_for_phase(seen);) {
        seen++;
        drain(worker);
        busy_.fetch_sub(1, std::memory_order_release);
    }
}

}  // namespace ironbird::sim
