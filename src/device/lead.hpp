// Compute processors that run ahead of their core: who does it, and when.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "noc/map.hpp"

namespace ironbird::device {

// Of one core. Between two windows its compute processors are run ahead by whoever has time; the
// next window waits for that, or is run by the same thread right behind it.
class Lead {
 public:
    // Before the core's window. False: somebody runs ahead just now and runs the window then.
    // `claimed`: nobody had begun; the caller runs ahead first.
    bool ask(bool& claimed) {
        claimed = false;
        State s = state_.load(std::memory_order_acquire);
        for (;;) {
            if (s == State::none) return true;
            const State next = s == State::queued ? State::none : State::wanted;
            if (!state_.compare_exchange_weak(s, next, std::memory_order_acq_rel)) continue;
            claimed = next == State::none;
            return claimed;
        }
    }

    void queue() { state_.store(State::queued, std::memory_order_release); }
    bool queued() const { return state_.load(std::memory_order_relaxed) == State::queued; }

    // False: taken by somebody else.
    bool claim() {
        State s = State::queued;
        return state_.compare_exchange_strong(s, State::running, std::memory_order_acq_rel);
    }

    // True: the window was asked for meanwhile.
    bool finish() {
        return state_.exchange(State::none, std::memory_order_acq_rel) == State::wanted;
    }

    double nanoseconds = 0;  // that running ahead took of late

 private:
    enum class State : std::uint8_t { none, queued, running, wanted };
    std::atomic<State> state_{State::none};
};

class ChipModel;

// One tile of one chip.
struct Item {
    ChipModel* chip;
    noc::TileId tile;
};

// Those that wait for somebody with time, in the order in which their windows ended.
class Backlog {
 public:
    bool any() const { return waiting_.load(std::memory_order_relaxed) > 0; }
    // Queued or being run.
    bool open() const { return open_.load(std::memory_order_acquire) > 0; }

    void add(const Item& i) {
        open_.fetch_add(1, std::memory_order_relaxed);
        const std::lock_guard hold(lock_);
        items_.push_back(i);
        waiting_.store(items_.size() - head_, std::memory_order_relaxed);
    }

    bool take(Item& i) {
        const std::lock_guard hold(lock_);
        if (head_ == items_.size()) return false;
        i = items_[head_++];
        if (head_ == items_.size()) {
            items_.clear();
            head_ = 0;
        }
        waiting_.store(items_.size() - head_, std::memory_order_relaxed);
        return true;
    }

    void close_one() { open_.fetch_sub(1, std::memory_order_release); }

 private:
    std::mutex lock_;
    std::vector<Item> items_;
    std::size_t head_ = 0;
    std::atomic<std::size_t> waiting_{0};
    std::atomic<std::uint32_t> open_{0};
};

}  // namespace ironbird::device
