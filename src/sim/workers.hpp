// Host threads that share out the cores of a phase: they spin briefly between phases, then park.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace ironbird::sim {

// What workers do while a phase has nothing left for them, and between phases. Called by any of
// them.
class SpareWork {
 public:
    virtual ~SpareWork() = default;
    virtual bool any() const = 0;
    virtual bool run_one(std::uint32_t worker) = 0;  // false: there was none
};

// Owned by whoever has phases to run, which is the only thread that may call run(); item_done() and
// wake() may come from any worker.
class Workers {
 public:
    // The caller of run() is worker 0; `threads` - 1 more are started when first needed.
    explicit Workers(std::uint32_t threads, SpareWork* spare = nullptr);
    ~Workers();

    std::uint32_t count() const { return threads_; }

    // Calls task(context, item, worker) for each item below starts[count()] and returns when all
    // are done. Worker w begins at starts[w] and helps the others from starts[w + 1] on. Items are
    // waited for, not workers: a thread that the system keeps off the processor does not hold up a
    // phase in which it has taken nothing. A task that returns false has left its item to somebody
    // who calls item_done() then.
    using Task = bool (*)(void* context, std::uint32_t item, std::uint32_t worker);
    void run(std::span<const std::uint32_t> starts, Task task, void* context);
    void item_done() { done_.fetch_add(1, std::memory_order_release); }

    // There is spare work now.
    void wake();

 private:
    // Next item and end of a share of a phase in one word, so that no worker takes an item of a
    // phase that it has not seen.
    struct Ticket {
        std::uint64_t word;
        std::uint32_t next() const { return word & 0xfffff; }
        std::uint32_t end() const { return word >> 20 & 0xfffff; }
        bool open() const { return next() < end(); }
    };

    struct alignas(64) Share {
        std::atomic<std::uint64_t> ticket{0};
    };

    void work(std::uint32_t worker);
    bool take_one(std::uint32_t worker);
    bool take_from(Share& share, std::uint32_t worker);
    bool any_open() const;
    bool spare_one(std::uint32_t worker);
    bool wait_for_work();
    void start_threads();

    const std::uint32_t threads_;
    SpareWork* const spare_;
    std::vector<std::jthread> started_;

    Task task_ = nullptr;
    void* context_ = nullptr;
    std::uint64_t phase_ = 0;

    std::vector<Share> shares_;  // by worker
    alignas(64) std::atomic<std::uint32_t> done_{0};

    std::mutex lock_;
    std::condition_variable parked_;
    std::atomic<std::uint32_t> sleepers_{0};
    std::atomic<bool> stop_{false};
};

}  // namespace ironbird::sim
