// Host threads on the nodes of a window: who runs which, and which compute processors run ahead
// while the others are at work or the network moves packets.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "noc/map.hpp"
#include "noc/pool.hpp"
#include "sim/workers.hpp"

namespace ironbird::device {

class ChipModel;

// One node of one chip.
struct Item {
    ChipModel* chip;
    noc::NodeId node;
};

// Cores whose compute processors could run ahead, in the order in which their windows ended. Any
// worker adds and takes.
class Backlog {
 public:
    bool any() const { return waiting_.load() > 0; }
    // Whether an entry is queued or running.
    bool open() const { return open_.load(std::memory_order_acquire) > 0; }

    struct Entry {
        Item item;
        std::uint32_t home;
    };
    void add(const Entry& e);
    // Prefers entries whose home is this worker; false: there are none.
    bool take(std::uint32_t worker, Item& item);
    void close_one() { open_.fetch_sub(1, std::memory_order_release); }

 private:
    std::mutex lock_;
    std::vector<Entry> entries_;
    std::size_t head_ = 0;
    std::atomic<std::size_t> waiting_{0};
    std::atomic<std::uint32_t> open_{0};
};

// Owned by the engine, which calls run() and finish(); its workers call the rest. Which worker runs
// which node does not change what comes out.
class Crew final : sim::SpareWork {
 public:
    explicit Crew(std::uint32_t threads);

    // A window of each node. Compute processors may still be running ahead when it returns, unless
    // somebody watches.
    void run(std::span<const Item> items, bool watched);
    // Waits for them: before anybody looks at cores outside a window.
    void finish();

    noc::Pool& pool() { return pools_[0]; }  // of the thread that calls run()

 private:
    void run_in_turn();
    bool run_item(const Item& i, std::uint32_t worker);
    void run_window(const Item& i, std::uint32_t worker);
    void run_ahead(const Item& i, std::uint32_t worker);
    std::uint32_t home_of(const Item& i) const;
    std::span<const std::uint32_t> share_out();
    void level_pools();

    bool any() const override { return backlog_.any(); }
    bool run_one(std::uint32_t worker) override;

    std::vector<noc::Pool> pools_;  // by worker
    std::span<const Item> items_;
    std::vector<std::uint32_t> by_home_, starts_;  // the same by worker, and where each begins
    Backlog backlog_;
    bool watched_ = false;
    double item_nanoseconds_ = 1000;
    sim::Workers workers_;  // the first to go: its threads use the rest
};

}  // namespace ironbird::device
