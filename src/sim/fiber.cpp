// Switching stacks, and telling the sanitizers about it.
#include "sim/fiber.hpp"

#include <boost/context/detail/fcontext.hpp>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace ironbird::sim {

namespace fc = boost::context::detail;

// The hooks around a jump; all of them vanish in a plain build.
struct FiberSwitch {
    static void before([[maybe_unused]] Fiber& from, [[maybe_unused]] Fiber& to,
                       [[maybe_unused]] bool for_good) {
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(for_good ? nullptr : &from.fake_stack_, to.stack_,
                                       to.bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
        // A host stack may belong to another thread than last time.
        if (!from.owns_tsan_) from.tsan_ = __tsan_get_current_fiber();
        __tsan_switch_to_fiber(to.tsan_, 0);
#endif
    }

    // Runs on the stack that was switched to; `left` is where the jump came from.
    static void after([[maybe_unused]] Fiber& arrived, [[maybe_unused]] Fiber& left) {
#if defined(__SANITIZE_ADDRESS__)
        const void* bottom = nullptr;
        std::size_t size = 0;
        __sanitizer_finish_switch_fiber(arrived.fake_stack_, &bottom, &size);
        if (left.entry_ == nullptr) {  // a host thread's stack is known only after leaving it
            left.stack_ = bottom;
            left.bytes_ = size;
        }
#endif
    }

    struct Jump {
        Fiber* from;
        Fiber* to;
    };

    static void arrive(fc::transfer_t t) {
        const Jump jump = *static_cast<Jump*>(t.data);
        jump.from->context_ = t.fctx;
        after(*jump.to, *jump.from);
    }

    static void start(fc::transfer_t t) {
        // Nobody has called this function: whoever walks the stack, a debugger too, ends here.
        asm volatile(".cfi_undefined rip");
        Fiber& self = *static_cast<Jump*>(t.data)->to;
        arrive(t);
        self.entry_(self.argument_);
        __builtin_trap();  // an entry ends with leave()
    }
};

Fiber::~Fiber() {
#if defined(__SANITIZE_THREAD__)
    if (owns_tsan_) __tsan_destroy_fiber(tsan_);
#endif
}

void Fiber::prepare(std::uint8_t* stack, std::size_t bytes, Entry entry, void* argument) {
    entry_ = entry;
    argument_ = argument;
    stack_ = stack;
    bytes_ = bytes;
    fake_stack_ = nullptr;
    forget_frames(stack, bytes);  // the last user of the stack may have been dropped
#if defined(__SANITIZE_THREAD__)
    if (owns_tsan_) __tsan_destroy_fiber(tsan_);
    tsan_ = __tsan_create_fiber(0);
    owns_tsan_ = true;
#endif
    context_ = fc::make_fcontext(stack + bytes, bytes, &FiberSwitch::start);
}

void Fiber::forget_frames([[maybe_unused]] std::uint8_t* stack,
                          [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
    __asan_unpoison_memory_region(stack, bytes);
#endif
}

void Fiber::switch_to(Fiber& from, Fiber& to) {
    FiberSwitch::Jump jump{&from, &to};
    FiberSwitch::before(from, to, false);
    FiberSwitch::arrive(fc::jump_fcontext(to.context_, &jump));
}

void Fiber::leave(Fiber& from, Fiber& to) {
    FiberSwitch::Jump jump{&from, &to};
    FiberSwitch::before(from, to, true);
    fc::jump_fcontext(to.context_, &jump);
    __builtin_trap();
}

}  // namespace ironbird::sim
