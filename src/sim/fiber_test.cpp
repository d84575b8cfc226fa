// Fibers keep their stacks across switches and threads.
#include "sim/fiber.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "abi/ib_abi.h"
#include "abi/window.hpp"

namespace ironbird::sim {
namespace {

struct Counter {
    Fiber fiber, host;
    int value = 0;
    std::uint8_t* block = abi::take_block();
    ~Counter() { abi::give_block(block); }

    void prepare(Fiber::Entry entry) {
        const std::size_t low = IB_CONTEXT_BYTES + 4096;
        fiber.prepare(block + low, IB_BLOCK_BYTES - low, entry, this);
    }
};

void count_three(void* argument) {
    auto& c = *static_cast<Counter*>(argument);
    for (int i = 1; i <= 3; i++) {
        c.value = i;
        Fiber::switch_to(c.fiber, c.host);
    }
    c.value = -1;
    Fiber::leave(c.fiber, c.host);
}

TEST(Fiber, keeps_its_place) {
    Counter c;
    c.prepare(count_three);
    for (const int expected : {1, 2, 3, -1}) {
        Fiber::switch_to(c.host, c.fiber);
        EXPECT_EQ(c.value, expected);
    }
}

TEST(Fiber, may_change_thread) {
    Counter c;
    c.prepare(count_three);
    Fiber::switch_to(c.host, c.fiber);
    std::thread([&] { Fiber::switch_to(c.host, c.fiber); }).join();
    EXPECT_EQ(c.value, 2);
}

TEST(Fiber, can_be_dropped_and_prepared_again) {
    Counter c;
    c.prepare(count_three);
    Fiber::switch_to(c.host, c.fiber);
    Fiber::switch_to(c.host, c.fiber);
    c.prepare(count_three);
    Fiber::switch_to(c.host, c.fiber);
    EXPECT_EQ(c.value, 1);
}

}  // namespace
}  // namespace ironbird::sim
