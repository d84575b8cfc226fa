// Host threads that share out the cores of a phase: they spin briefly between phases, then park.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace ironbird::sim {

class Workers {
 public:
    // The caller of run() is worker 0; `threads` - 1 more are started when first needed.
    explicit Workers(std::uint32_t threads);
    ~Workers();

    std::uint32_t count() const { return threads_; }

    // Calls task(context, item, worker) for each item below `items` and returns when all are done.
    using Task = void (*)(void* context, std::uint32_t item, std::uint32_t worker);
    void run(std::uint32_t items, Task task, void* context);

    // The same on the calling thread alone.
    static void run_inline(std::uint32_t items, Task task, void* context) {
        for (std::uint32_t i = 0; i < items; i++) task(context, i, 0);
    }

 private:
    void work(std::uint32_t worker);
    void drain(std::uint32_t worker);
    void start_threads();
    bool wait_for_phase(std::uint64_t seen);

    const std::uint32_t threads_;
    std::vector<std::jthread> started_;

    Task task_ = nullptr;
    void* context_ = nullptr;
    std::uint32_t items_ = 0;

    alignas(64) std::atomic<std::uint64_t> phase_{0};
    alignas(64) std::atomic<std::uint32_t> next_{0};
    alignas(64) std::atomic<std::uint32_t> busy_{0};

    std::mutex lock_;
    std::condition_variable parked_;
    std::uint32_t sleepers_ = 0;
    std::atomic<bool> stop_{false};
};

}  // namespace ironbird::sim
