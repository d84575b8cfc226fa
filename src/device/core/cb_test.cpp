// Circular buffers: counters, pointers and times as on the chip.
#include <gtest/gtest.h>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace cb_test {  // compiled together with other tests

constexpr Logical kCore{0, 0};

// ---- a stream of numbered pages from BRISC to NCRISC

void produce() {
    ib_cb_interface& cb = ib_self()->cb[0];
    for (std::uint32_t i = 0; i < arg(0); i++) {
        ib_cb_reserve_back(0, 1);
        l1_word(cb.fifo_wr_ptr) = i;
        ib_cb_push_back(0, 1);
    }
}

void consume() {
    ib_cb_interface& cb = ib_self()->cb[0];
    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < arg(0); i++) {
        ib_cb_wait_front(0, 1);
        wrong += l1_word(cb.fifo_rd_ptr) != i ? 1 : 0;
        ib_cb_pop_front(0, 1);
    }
    l1_word(Rig::kData + 65536) = wrong;
}

std::uint32_t stream(std::uint32_t count, std::uint32_t pages) {
    Rig rig;
    rig.cb(kCore, 0, pages, 16);
    rig.kernel(kCore, kBrisc, produce, {count});
    rig.kernel(kCore, kNcrisc, consume, {count});
    rig.run();
    return rig.word(kCore, Rig::kData + 65536);
}

TEST(Cb, pages_arrive_in_order_and_pointers_wrap) {
    EXPECT_EQ(stream(100, 1), 0u);
    EXPECT_EQ(stream(100, 7), 0u);
}

TEST(Cb, counters_wrap_beyond_sixteen_bits) {
    EXPECT_EQ(stream(200000, 3), 0u);
}

// ---- waits are cumulative: the second call asks for pages that the first already has

void produce_four() {
    ib_cb_reserve_back(0, 4);
    for (int i = 0; i < 4; i++) ib_cb_push_back(0, 1);
}

void wait_cumulatively() {
    for (std::uint32_t n = 1; n <= 4; n++) ib_cb_wait_front(0, n);
    l1_word(Rig::kData + 65536) = ib_cb_pages_at_front(0);
    ib_cb_pop_front(0, 4);
    l1_word(Rig::kData + 65540) = ib_cb_pages_at_front(0);
    l1_word(Rig::kData + 65544) = ib_cb_pages_free(0);
}

TEST(Cb, waits_are_cumulative) {
    Rig rig;
    rig.cb(kCore, 0, 4, 32);
    rig.kernel(kCore, kBrisc, produce_four);
    rig.kernel(kCore, kNcrisc, wait_cumulatively);
    rig.run();
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65536), 4u);
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65540), 0u);
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65544), 4u);
}

// ---- pointers wrap on the exact end only

void overrun() {
    ib_cb_interface& cb = ib_self()->cb[0];
    const std::uint32_t base = cb.fifo_wr_ptr;
    ib_cb_push_back(0, 2);
    ib_cb_push_back(0, 2);  // past the end of three pages
    l1_word(Rig::kData + 65536) = cb.fifo_wr_ptr - base;
    ib_cb_pop_front(0, 3);
    l1_word(Rig::kData + 65540) = cb.fifo_rd_ptr - base;
}

TEST(Cb, an_overrun_stays_past_the_end) {
    Rig rig;
    rig.cb(kCore, 0, 3, 64);
    rig.kernel(kCore, kBrisc, overrun);
    rig.run();
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65536), 4 * 64u);
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65540), 0u);
}

TEST(Cb, compute_wraps_from_past_the_end_and_counts_in_sixteen_bytes) {
    Rig rig;
    rig.cb(kCore, 0, 3, 64);
    rig.kernel(kCore, abi::Processor::pack, overrun);
    rig.run();
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65536), 64u / 16);
}

// ---- two indices on one memory keep counters of their own

void fill_shared() {
    ib_cb_reserve_back(0, 1);
    l1_word(ib_self()->cb[0].fifo_wr_ptr) = 41;
    ib_cb_push_back(0, 1);
    ib_cb_push_back(5, 1);
}

void read_shared() {
    ib_cb_wait_front(5, 1);
    l1_word(Rig::kData + 65536) = l1_word(ib_self()->cb[5].fifo_rd_ptr) + 1;
    ib_cb_pop_front(5, 1);
    l1_word(Rig::kData + 65540) = ib_cb_pages_at_front(0);
}

TEST(Cb, indices_share_memory_but_not_counters) {
    Rig rig;
    rig.cb(kCore, 0, 2, 64);
    rig.cb(kCore, 5, 2, 64);
    rig.kernel(kCore, kBrisc, fill_shared);
    rig.kernel(kCore, kNcrisc, read_shared);
    rig.run();
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65536), 42u);
    EXPECT_EQ(rig.word(kCore, Rig::kData + 65540), 1u);
}

// ---- time: the waiter's clock is that of the page

void push_late() {
    ib_self()->cycles += 5000;
    ib_cb_push_back(0, 1);
}

void wait_and_note() {
    const std::uint64_t begin = ib_self()->cycles;
    ib_cb_wait_front(0, 1);
    l1_word(Rig::kData + 65536) = static_cast<std::uint32_t>(ib_self()->cycles - begin);
}

void poll_and_note() {
    const std::uint64_t begin = ib_self()->cycles;
    while (ib_cb_pages_at_front(0) == 0) {
    }
    l1_word(Rig::kData + 65536) = static_cast<std::uint32_t>(ib_self()->cycles - begin);
}

TEST(Cb, a_waiter_takes_the_time_of_its_page) {
    for (const bool waiter_first : {true, false}) {
        Rig rig;
        rig.cb(kCore, 0, 2, 64);
        rig.kernel(kCore, kBrisc, waiter_first ? wait_and_note : push_late);
        rig.kernel(kCore, kNcrisc, waiter_first ? push_late : wait_and_note);
        rig.run();
        EXPECT_NEAR(rig.word(kCore, Rig::kData + 65536), 5012, 30);
    }
}

TEST(Cb, a_query_answers_for_its_own_time) {
    Rig rig;
    rig.cb(kCore, 0, 2, 64);
    rig.kernel(kCore, kBrisc, push_late);
    rig.kernel(kCore, kNcrisc, poll_and_note);
    rig.run();
    EXPECT_NEAR(rig.word(kCore, Rig::kData + 65536), 5012, 30);
}

}  // namespace cb_test
}  // namespace ironbird::device
