// Rules of circular buffers: a kernel that breaks each.
#include "check/hazard/hazard_rig.hpp"

namespace ironbird::check {
namespace {

void push_unreserved() {
    ib_cb_push_back(0, 1);
}
TEST_F(Hazards, a_page_is_pushed_that_is_not_reserved) {
    pair(push_unreserved, ignore);
    EXPECT_THAT(run(), ElementsAre("CB-003"));
}

void pop_unwaited() {
    ib_cb_wait_front(0, 1);
    ib_cb_pop_front(0, 2);
}
void produce_two() {
    ib_cb_reserve_back(0, 2);
    store(page(1));
    ib_cb_push_back(0, 2);
}
TEST_F(Hazards, a_page_is_popped_that_is_not_waited_for) {
    pair(produce_two, pop_unwaited);
    EXPECT_THAT(run(), ElementsAre("CB-004"));
}

void read_past_window() {
    ib_cb_wait_front(0, 1);
    load(page(0) + kPage);
    ib_cb_pop_front(0, 1);
    ib_cb_wait_front(0, 1);
    ib_cb_pop_front(0, 1);
}
TEST_F(Hazards, a_page_is_read_that_is_not_waited_for) {
    pair(produce_two, read_past_window);
    EXPECT_THAT(run(), testing::Contains("CB-002"));
}

void write_past_window() {
    ib_cb_reserve_back(0, 1);
    store(page(1) + kPage);
    ib_cb_push_back(0, 1);
}
TEST_F(Hazards, a_page_is_written_that_is_not_reserved) {
    pair(write_past_window, ignore);
    EXPECT_THAT(run(), ElementsAre("CB-001"));
}

void produce_six() {
    for (std::uint32_t i = 0; i < 6; i++) {
        ib_cb_reserve_back(0, 1);
        ib_cb_push_back(0, 1);
    }
}
void consume_in_threes() {
    for (std::uint32_t i = 0; i < 2; i++) {
        ib_cb_wait_front(0, 3);
        ib_cb_pop_front(0, 3);
    }
}
TEST_F(Hazards, a_batch_crosses_the_end) {
    pair(produce_six, consume_in_threes);
    EXPECT_THAT(run(), ElementsAre("CB-007"));
}

void push_late() {
    ib_sem_wait(semaphore(0), 1);
    ib_cb_reserve_back(0, 1);
    ib_cb_push_back(0, 1);
    ib_cb_wait_front(0, 2);
    ib_cb_pop_front(0, 2);
}
void push_early() {
    ib_cb_reserve_back(0, 1);
    ib_cb_push_back(0, 1);
    ib_sem_set(semaphore(0), 1);
}
TEST_F(Hazards, two_processors_push) {
    pair(push_early, push_late);
    EXPECT_THAT(run(), ElementsAre("CB-005"));
}

// Past the end of CB 0 lies CB 1, which its producer has not begun to use.
void store_past_the_end() {
    ib_cb_reserve_back(0, 1);
    store(page(1));
    store(page(1) + kPages * kPage);
    ib_cb_push_back(0, 1);
    ib_sem_set(semaphore(0), 1);
}
void use_the_next() {
    ib_sem_wait(semaphore(0), 1);
    ib_cb_reserve_back(1, 1);
    ib_cb_push_back(1, 1);
    ib_cb_wait_front(1, 1);
    ib_cb_pop_front(1, 1);
    ib_cb_wait_front(0, 1);
    ib_cb_pop_front(0, 1);
}
void use_nothing_more() {
    ib_cb_wait_front(0, 1);
    ib_cb_pop_front(0, 1);
}
TEST_F(Hazards, a_buffer_that_is_not_in_use_yet_is_written) {
    rig.cb(kCore, 1, kPages, kPage, Rig::kData + kPages * kPage);
    pair(store_past_the_end, use_the_next);
    EXPECT_THAT(run(), ElementsAre("CB-001"));
}
TEST_F(Hazards, a_buffer_that_nobody_uses_as_a_queue_is_memory) {
    rig.cb(kCore, 1, kPages, kPage, Rig::kData + kPages * kPage);
    pair(store_past_the_end, use_nothing_more);
    EXPECT_THAT(run(), IsEmpty());
}

// Nothing fills the page that goes out.
void push_empty() {
    ib_cb_reserve_back(0, 1);
    ib_cb_push_back(0, 1);
}
void push_full() {
    ib_cb_reserve_back(0, 1);
    store(page(1));
    ib_cb_push_back(0, 1);
}
void send() {
    ib_cb_wait_front(0, 1);
    ib_noc_write(page(0), dram_address(0), kPage, kNoc0);
    wait_writes();
    ib_cb_pop_front(0, 1);
}
TEST_F(Hazards, a_page_is_sent_that_nobody_has_written) {
    pair(push_empty, send);
    EXPECT_THAT(run(), ElementsAre("INIT-006"));
}
TEST_F(Hazards, a_page_with_padding_is_sent) {
    pair(push_full, send);
    EXPECT_THAT(run(), IsEmpty());
}

// Reserved for its memory alone.
void scratch() {
    ib_cb_reserve_back(0, 2);
}
TEST_F(Hazards, a_scratch_pad_is_no_queue) {
    rig.cb(kCore, 0, kPages, kPage);
    mover(scratch);
    EXPECT_THAT(run(), IsEmpty());
}

// One that two reserve is none.
TEST_F(Hazards, a_buffer_that_two_reserve_is_no_scratch_pad) {
    pair(scratch, scratch);
    EXPECT_THAT(run(), ElementsAre("CB-008"));
}

TEST_F(Hazards, pages_are_left) {
    rig.cb(kCore, 0, kPages, kPage);
    mover(produce);
    EXPECT_THAT(run(), ElementsAre("CB-008"));
}

}  // namespace
}  // namespace ironbird::check
