// Two banks: how far unpack runs ahead, and when each side goes on.
#include "device/tensix/src_queue.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace ironbird::device {
namespace src_queue_test {  // compiled together with other tests

constexpr Cycles kUnpack{30}, kMath{20};  // of a fill

struct Queue {
    std::unique_ptr<SrcQueue> queue = std::make_unique<SrcQueue>();

    std::uint32_t put(std::uint64_t clock, std::uint32_t fills) {
        SrcEntry& e = queue->slot();
        e.fills = fills;
        e.cycles = kUnpack;
        return queue->put(Cycles{clock});
    }
    SrcQueue* operator->() { return queue.get(); }
};

TEST(SrcQueue, two_single_fills_fit) {
    Queue q;
    const auto first = q.put(100, 1);
    EXPECT_TRUE(q->settled(first));
    EXPECT_EQ(q->unpacked(first), Cycles{130});
    const auto second = q.put(130, 1);
    EXPECT_TRUE(q->settled(second));
    EXPECT_TRUE(q->full());
    EXPECT_EQ(q->taken_when_room(), 1u);
    EXPECT_EQ(q->take(Cycles{0}, kMath), Cycles{150});
    EXPECT_FALSE(q->full());
}

TEST(SrcQueue, a_third_fill_begins_when_math_frees_the_first) {
    Queue q;
    q.put(0, 1);
    q.put(30, 1);
    EXPECT_EQ(q->take(Cycles{1000}, kMath), Cycles{1020});
    const auto third = q.put(60, 1);
    EXPECT_TRUE(q->settled(third));
    EXPECT_EQ(q->unpacked(third), Cycles{1050});
}

TEST(SrcQueue, four_fills_last_until_math_has_taken_them) {
    Queue q;
    const auto number = q.put(0, 4);
    EXPECT_FALSE(q->settled(number));
    EXPECT_EQ(q->taken_when_settled(number), 1u);
    // Fills are ready at 30 and 60; math frees them at 120 and 140; two more follow.
    EXPECT_EQ(q->take(Cycles{100}, kMath), Cycles{200});
    EXPECT_TRUE(q->settled(number));
    EXPECT_EQ(q->unpacked(number), Cycles{180});
}

TEST(SrcQueue, unpack_bound_streams_run_at_unpacks_pace) {
    Queue q;
    Cycles unpack{}, math{};
    for (int i = 0; i < 100; i++) {
        const auto number = q.put(unpack.v, 4);
        math = q->take(math, kMath);
        unpack = q->unpacked(number);
    }
    EXPECT_EQ(unpack, kUnpack * 400);
    EXPECT_EQ(math, kUnpack * 400 + kMath);
}

TEST(SrcQueue, two_fills_wait_for_the_entry_before) {
    Queue q;
    const auto first = q.put(0, 2);
    EXPECT_TRUE(q->settled(first));
    const auto second = q.put(60, 2);
    EXPECT_FALSE(q->settled(second));
    EXPECT_EQ(q->taken_when_settled(second), 1u);
    EXPECT_EQ(q->take(Cycles{500}, kMath), Cycles{540});
    EXPECT_TRUE(q->settled(second));
    EXPECT_EQ(q->unpacked(second), Cycles{580});  // after 520 + 30, then 30 more
    EXPECT_EQ(q->take(Cycles{540}, kMath), Cycles{600});
}

}  // namespace src_queue_test
}  // namespace ironbird::device
