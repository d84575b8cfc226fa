// Compute processors that run ahead of their core: who does it, and when.
#pragma once

#include <atomic>
#include <cstdint>

namespace ironbird::device {

// Of one core. Between two windows its compute processors are run ahead by whoever has time; the
// next window waits for that, or is run by the same thread right behind it.
class Lead {
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

    double nanoseconds = 0;  // that running ahead took of late

 private:
    enum class State : std::uint8_t { none, queued, running, wanted };
    std::atomic<State> state_{State::none};
};

}  // namespace ironbird::device
