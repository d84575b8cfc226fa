// A stack that can be left and entered again: Boost.Context's fcontext with sanitizer annotations.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ironbird::sim {

// A fiber, or the host thread's own stack while it runs fibers. Not thread-safe by itself: one
// thread at a time may switch to it, but it may be another thread each time. Nothing is unwound
// when a fiber is dropped, so code on it owns nothing across a switch.
class Fiber {
 public:
    using Entry = void (*)(void* argument);

    Fiber() = default;
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // The next switch to it calls entry(argument) on this stack; entry must end with leave().
    void prepare(std::uint8_t* stack, std::size_t bytes, Entry entry, void* argument);

    // Saves the caller as `from` and continues `to`; returns when somebody switches back.
    static void switch_to(Fiber& from, Fiber& to);

    // Continues `to` for good: `from` can only be prepared anew.
    [[noreturn]] static void leave(Fiber& from, Fiber& to);

    // It is about to continue: its registers and the frames above them.
    void prefetch() const {
        for (int line = 0; line < 4; line++)
            __builtin_prefetch(static_cast<const std::uint8_t*>(context_) + line * 64, 1);
    }

    // Tells the sanitizers that nothing on this stack is in use any more.
    static void forget_frames(std::uint8_t* stack, std::size_t bytes);

 private:
    void* context_ = nullptr;
    Entry entry_ = nullptr;
    void* argument_ = nullptr;
    const void* stack_ = nullptr;  // lowest address; learnt at the first switch for host threads
    std::size_t bytes_ = 0;
    void* fake_stack_ = nullptr;  // asan's
    void* tsan_ = nullptr;
    bool owns_tsan_ = false;

    friend struct FiberSwitch;
};

}  // namespace ironbird::sim
