// Requests and answers as barriers count them.
#include "device/core/niu_counters.hpp"

#include <gtest/gtest.h>

namespace ironbird::device {
namespace niu_counters_test {  // compiled together with other tests

constexpr std::uint32_t kAll = IB_WAIT_READS | IB_WAIT_WRITES_ACKED | IB_WAIT_ATOMICS_ACKED;
constexpr int kNoId = NiuCounters::kNoId;

void describe(noc::Transaction& t, noc::Kind kind, std::uint8_t processor, std::uint8_t id = 0) {
    t.kind = kind;
    t.processor = processor;
    t.noc = 0;
    t.trid = id;
}

TEST(NiuCounters, processors_are_counted_apart_and_ids_together) {
    NiuCounters niu;
    noc::Transaction t;
    describe(t, noc::Kind::read, 0, 3);
    niu.issued(t, 1);
    EXPECT_FALSE(niu.done(0, kAll, 0, kNoId));
    EXPECT_TRUE(niu.done(1, kAll, 0, kNoId));
    EXPECT_TRUE(niu.done(0, kAll, 1, kNoId));
    EXPECT_FALSE(niu.done(1, IB_WAIT_READS, 0, 3));
    EXPECT_TRUE(niu.done(1, IB_WAIT_READS, 0, 4));
    niu.answered(t, true);
    EXPECT_TRUE(niu.done(0, kAll, 0, kNoId));
    EXPECT_TRUE(niu.done(1, IB_WAIT_READS, 0, 3));
}

TEST(NiuCounters, more_answers_than_expected_keep_a_barrier_waiting) {
    NiuCounters niu;
    noc::Transaction t;
    describe(t, noc::Kind::write, 1);
    niu.issued(t, 1);
    niu.answered(t, true);
    niu.answered(t, true);
    EXPECT_FALSE(niu.done(1, kAll, 0, kNoId));
    EXPECT_EQ(niu.open(1, kAll, 0, kNoId), -1);
    EXPECT_TRUE(niu.done(1, IB_WAIT_WRITES_ACKED, 0, 0));  // an id's counter stays at zero
}

TEST(NiuCounters, answers_to_an_earlier_kernel_are_not_the_next_ones) {
    NiuCounters niu;
    noc::Transaction t;
    describe(t, noc::Kind::atomic, 0);
    niu.issued(t, 4);
    niu.start(0);
    EXPECT_TRUE(niu.done(0, kAll, 0, kNoId));
    niu.answered(t, false);
    EXPECT_TRUE(niu.done(0, kAll, 0, kNoId));
}

TEST(NiuCounters, a_flush_knows_when_writes_left) {
    NiuCounters niu;
    noc::Transaction t;
    describe(t, noc::Kind::write, 0, 2);
    niu.sends(t, Cycles{500});
    niu.sends(t, Cycles{400});
    EXPECT_EQ(niu.sent_at(0, IB_WAIT_WRITES_SENT, 0, kNoId), Cycles{500});
    EXPECT_EQ(niu.sent_at(0, IB_WAIT_POSTED_SENT, 0, kNoId), Cycles{0});
    EXPECT_EQ(niu.sent_at(1, IB_WAIT_WRITES_SENT, 0, 2), Cycles{500});
    EXPECT_EQ(niu.sent_at(0, IB_WAIT_READS, 0, kNoId), Cycles{0});
}

TEST(NiuCounters, ids_are_cleared_one_by_one) {
    NiuCounters niu;
    noc::Transaction t;
    for (const std::uint8_t id : {std::uint8_t{1}, std::uint8_t{2}}) {
        describe(t, noc::Kind::read, 0, id);
        niu.issued(t, 1);
    }
    niu.clear_ids(1u << 1, 0);
    EXPECT_TRUE(niu.done(0, IB_WAIT_READS, 0, 1));
    EXPECT_FALSE(niu.done(0, IB_WAIT_READS, 0, 2));
}

}  // namespace niu_counters_test
}  // namespace ironbird::device
