// Rules of packets and barriers: a kernel that breaks each, and its repaired twin.
#include "check/hazard/hazard_rig.hpp"

namespace ironbird::check {
namespace {

void produce_hastily() {
    ib_cb_reserve_back(0, 1);
    ib_noc_read(dram_address(0), page(1), kPage, kNoc0);
    ib_cb_push_back(0, 1);
    wait_reads();
}
TEST_F(Hazards, data_is_pushed_before_its_barrier) {
    pair(produce_hastily, ignore);
    EXPECT_THAT(run(), ElementsAre("NOC-001"));
}
TEST_F(Hazards, data_is_pushed_after_its_barrier) {
    pair(produce, consume);
    EXPECT_THAT(run(), IsEmpty());
}

void use_hastily() {
    ib_noc_read(dram_address(0), kBuffer, 64, kNoc0);
    load(kBuffer + 32);
    wait_reads();
    load(kBuffer + 32);
}
TEST_F(Hazards, data_is_used_before_its_barrier) {
    mover(use_hastily);
    EXPECT_THAT(run(), ElementsAre("NOC-002"));
}

void forward_hastily() {
    ib_noc_read(dram_address(0), kBuffer, 64, kNoc0);
    ib_noc_write(kBuffer, dram_address(4096), 64, kNoc0);
    wait_reads();
    wait_writes();
}
TEST_F(Hazards, data_is_forwarded_before_its_barrier) {
    mover(forward_hastily);
    EXPECT_THAT(run(), ElementsAre("NOC-003"));
}

void overwrite_source() {
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    store(kBuffer + 8);
    wait_writes();
}
void overwrite_flushed_source() {
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    barrier(IB_WAIT_WRITES_SENT);
    store(kBuffer + 8);
    wait_writes();
}
TEST_F(Hazards, the_source_is_changed_before_the_flush) {
    mover(overwrite_source);
    EXPECT_THAT(run(), ElementsAre("NOC-004"));
}
TEST_F(Hazards, the_source_is_changed_after_the_flush) {
    mover(overwrite_flushed_source);
    EXPECT_THAT(run(), IsEmpty());
}

void produce_many() {
    for (std::uint32_t i = 0; i < 2 * kPages; i++) {
        ib_cb_reserve_back(0, 1);
        store(page(1));
        ib_cb_push_back(0, 1);
    }
}
template <bool flush>
void send_many() {
    for (std::uint32_t i = 0; i < 2 * kPages; i++) {
        ib_cb_wait_front(0, 1);
        ib_noc_write(page(0), dram_address(i * kPage), kPage, kNoc0);
        if (flush) barrier(IB_WAIT_WRITES_SENT);
        ib_cb_pop_front(0, 1);
    }
    wait_writes();
}
TEST_F(Hazards, a_page_is_popped_before_its_write_has_left) {
    pair(produce_many, send_many<false>);
    EXPECT_THAT(run(), testing::Contains("NOC-004"));
}
TEST_F(Hazards, a_page_is_popped_after_its_write_has_left) {
    pair(produce_many, send_many<true>);
    EXPECT_THAT(run(), IsEmpty());
}

void leave_write() {
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
}
void leave_atomic() {
    ib_noc_atomic(core_address(1, 0, kBuffer), IB_ATOMIC_INC, 1, 31, kNoc0);
}
void leave_read() {
    ib_noc_read(dram_address(0), kBuffer, 64, kNoc0);
}
void leave_posted() {
    ib_noc_write(kBuffer, dram_address(0), 64, {0, 1, 0, IB_NOC_POSTED, 0});
}
void wait_for_atomics() {
    leave_write();
    barrier(IB_WAIT_ATOMICS_ACKED);
}
void wait_elsewhere() {
    leave_write();
    barrier(IB_WAIT_WRITES_ACKED, kNoc1);
}
TEST_F(Hazards, requests_are_outstanding_at_the_end) {
    mover(leave_write);
    EXPECT_THAT(run(), ElementsAre("NOC-005"));
    mover(leave_atomic);
    EXPECT_THAT(run(), ElementsAre("NOC-006"));
    mover(leave_read);
    EXPECT_THAT(run(), ElementsAre("NOC-007"));
    mover(leave_posted);
    EXPECT_THAT(run(), ElementsAre("NOC-013"));
}
TEST_F(Hazards, the_barrier_is_of_another_kind_or_noc) {
    mover(wait_for_atomics);
    EXPECT_THAT(run(), ElementsAre("NOC-008"));
    mover(wait_elsewhere);
    EXPECT_THAT(run(), ElementsAre("NOC-014"));
}

template <std::uint32_t told, std::uint8_t more>
void multicast() {
    const ib_noc how{0, 4, 0, static_cast<std::uint8_t>(IB_NOC_MULTICAST | more), told};
    ib_noc_write(kBuffer, rectangle(1, 0, 2, 0, kBuffer), 64, how);
    if (told == 2) wait_writes();
}
TEST_F(Hazards, receivers_are_counted) {
    mover(multicast<2, 0>);
    EXPECT_THAT(run(), IsEmpty());
    mover(multicast<3, 0>);
    EXPECT_THAT(run(), testing::Contains("NOC-011"));
}
TEST_F(Hazards, a_link_is_left_open) {
    mover(multicast<2, IB_NOC_LINKED>);
    EXPECT_THAT(run(), ElementsAre("NOC-010"));
}

template <bool waits>
void clear_ids() {
    ib_noc_read(dram_address(0), kBuffer, 64, {0, 1, 3, IB_NOC_TRID, 0});
    if (waits) wait_reads();
    ib_noc_reset_trids(~0u, 0);
    wait_reads();
}
TEST_F(Hazards, an_id_is_cleared_while_it_is_in_use) {
    mover(clear_ids<false>);
    EXPECT_THAT(run(), ElementsAre("NOC-012"));
    mover(clear_ids<true>);
    EXPECT_THAT(run(), IsEmpty());
}

void write_in_place() {
    ib_noc_write(kBuffer, core_address(0, 0, kBuffer), 64, kNoc0);
    wait_writes();
}
TEST_F(Hazards, what_lands_on_its_own_source_has_left) {
    mover(write_in_place);
    EXPECT_THAT(run(), IsEmpty());
}

void repeat_around_a_read() {
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    ib_noc_read(dram_address(4096), kBuffer + 4096, 64, kNoc0);
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    wait_reads();
    wait_writes();
}
TEST_F(Hazards, a_write_is_repeated_around_a_read) {
    mover(repeat_around_a_read);
    EXPECT_THAT(run(), ElementsAre("NOC-016"));
}

template <bool flush>
void send_and_pop() {
    ib_cb_wait_front(0, 1);
    ib_noc_write(page(0), dram_address(4096), kPage, kNoc0);
    if (flush) barrier(IB_WAIT_WRITES_SENT);
    ib_cb_pop_front(0, 1);
    wait_writes();
}
TEST_F(Hazards, pages_are_popped_before_they_have_left) {
    pair(produce, send_and_pop<false>);
    EXPECT_THAT(run(), ElementsAre("NOC-018"));
}
TEST_F(Hazards, pages_are_popped_after_they_have_left) {
    pair(produce, send_and_pop<true>);
    EXPECT_THAT(run(), IsEmpty());
}

}  // namespace
}  // namespace ironbird::check
