// Events come out by time, then source node, processor and sequence number.
#include "sim/event_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace ironbird::sim {
namespace {

Event at(std::uint64_t time, std::uint32_t node, std::uint32_t processor, std::uint64_t sequence) {
    return {Cycles{time}, order_key(node, processor, sequence), nullptr, 0, 0};
}

TEST(EventQueue, empty_never_happens) {
    EventQueue q;
    EXPECT_EQ(q.next_time(), kNever);
}

TEST(EventQueue, ties_are_broken_in_order) {
    const std::vector<Event> expected = {at(1, 9, 4, 9), at(2, 0, 1, 5), at(2, 1, 0, 7),
                                         at(2, 1, 0, 8), at(2, 1, 1, 0), at(3, 0, 0, 0)};
    std::vector<Event> shuffled = expected;
    std::mt19937 random(7);
    for (int round = 0; round < 50; round++) {
        std::shuffle(shuffled.begin(), shuffled.end(), random);
        EventQueue q;
        for (const Event& e : shuffled) q.push(e);
        for (const Event& e : expected) {
            ASSERT_EQ(q.next_time(), e.time);
            ASSERT_EQ(q.pop().order, e.order);
        }
        ASSERT_TRUE(q.empty());
    }
}

TEST(EventQueue, sorts_many) {
    std::mt19937 random(3);
    EventQueue q;
    for (std::uint32_t i = 0; i < 5000; i++) q.push(at(random() % 300, i, 0, i));
    Event last = q.pop();
    while (!q.empty()) {
        const Event next = q.pop();
        ASSERT_TRUE(last.before(next));
        last = next;
    }
}

}  // namespace
}  // namespace ironbird::sim
