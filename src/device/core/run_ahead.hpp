// Compute processors that run ahead of their core: who does it, and when.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "noc/node.hpp"

namespace ironbird::device {

// Of one core, and owned by it. Compute processors touch no other core, so between two windows they
// are run ahead by whoever has time; the next window waits for that, or is run by the same thread
// right behind it. The hand-over (ask, queue, claim, finish) is safe from any thread; the rest
// belongs to the thread that runs the core.
class RunAhead {
 public:
    enum class Turn : std::uint8_t {
        window,       // of the caller, at once
        ahead_first,  // nobody had begun: the caller runs ahead, then the window
        elsewhere     // somebody runs ahead just now, and the window then
    };

    // Before the core's window.
    Turn ask() {
        State s = state_.load(std::memory_order_acquire);
        while (s != State::none) {
            const State next = s == State::queued ? State::none : State::wanted;
            if (state_.compare_exchange_weak(s, next, std::memory_order_acq_rel))
                return next == State::none ? Turn::ahead_first : Turn::elsewhere;
        }
        return Turn::window;
    }

    void queue() { state_.store(State::queued, std::memory_order_release); }

    // False: taken by somebody else.
    bool claim() {
        State s = State::queued;
        return state_.compare_exchange_strong(s, State::running, std::memory_order_acq_rel);
    }

    // True: the window was asked for meanwhile.
    bool finish() {
        return state_.exchange(State::none, std::memory_order_acq_rel) == State::wanted;
    }

    // While it lasts, the network may be reading the core's outbox: packets that leave are kept.
    bool active() const { return active_; }
    void begin() { active_ = true; }
    void end() { active_ = false; }
    void keep(const noc::Packet& packet) { kept_.push_back(packet); }
    // The network phase is over: passes the packets that were kept to `visit` and forgets them.
    template <class Visit>
    void hand_over(Visit visit) {
        for (const noc::Packet& p : kept_) visit(p);
        kept_.clear();
    }

    bool due = false;        // after its window, the compute processors run ahead
    double nanoseconds = 0;  // that it took of late

 private:
    enum class State : std::uint8_t { none, queued, running, wanted };
    std::atomic<State> state_{State::none};
    bool active_ = false;
    std::vector<noc::Packet> kept_;
};

}  // namespace ironbird::device
