// Rules of memory: whose it is, who has locked it, who has written it.
#include "check/hazard/hazard_rig.hpp"

namespace ironbird::check {
namespace {

void write_nowhere() {
    store(kBuffer + kBytes + 64);
}
void write_over_end() {
    ib_noc_read(dram_address(0), kBuffer + kBytes - 32, 64, kNoc0);
    wait_reads();
}
void damage_system() {
    store(64);
}
void send_nowhere() {
    ib_noc_write(kBuffer, dram_address(2 << 20), 64, kNoc0);
    wait_writes();
}
TEST_F(Hazards, memory_belongs_to_somebody) {
    mover(write_nowhere);
    EXPECT_THAT(run(), ElementsAre("MEM-001"));
    mover(write_over_end);
    EXPECT_THAT(run(), ElementsAre("MEM-003"));
    mover(damage_system);
    EXPECT_THAT(run(), ElementsAre("MEM-009"));
    mover(send_nowhere);
    EXPECT_THAT(run(), ElementsAre("MEM-003"));
}

void use_buffer() {
    load(kBuffer);
}
// The first page behind the megabyte of buffer 2 is one of buffer 3.
template <std::uint32_t base>
void read_page_of_next() {
    ib_noc_read(dram_address(1 << 20), kBuffer, kPage, {0, 1, 0, IB_NOC_PAGE, {base}});
    wait_reads();
}
TEST_F(Hazards, a_page_past_the_last_lies_in_another_buffer) {
    const BufferView::Extent next{0, 1 << 20, (1 << 20) + kPage};
    rig.chip->tell_buffer({3, true, kPage, kPage, {&next, 1}}, true);
    rig.chip->write_dram(0, 1 << 20, std::vector<std::uint8_t>(kPage, 1));
    mover(read_page_of_next<kPage>);
    EXPECT_THAT(run(), ElementsAre("MEM-007"));
    mover(read_page_of_next<1 << 20>);
    EXPECT_THAT(run(), IsEmpty());
}

template <std::uint32_t distance>
void read_second_page() {
    ib_noc_read(dram_address((2 << 20) + distance), kBuffer, 544, kNoc0);
    wait_reads();
}
TEST_F(Hazards, a_read_begins_between_two_pages) {
    const BufferView::Extent pages{0, 2 << 20, (2 << 20) + 4 * 576};
    rig.chip->tell_buffer({4, true, 544, 576, {&pages, 1}}, true);
    rig.chip->write_dram(0, 2 << 20, std::vector<std::uint8_t>(4 * 576, 1));
    mover(read_second_page<544>);
    EXPECT_THAT(run(), ElementsAre("MEM-010"));
    mover(read_second_page<576>);
    EXPECT_THAT(run(), IsEmpty());
}

TEST_F(Hazards, a_freed_buffer_is_used) {
    const BufferView::Extent gone{0, kBuffer, kBuffer + kBytes};
    rig.chip->tell_buffer({1, false, kBytes, kBytes, {&gone, 1}}, false);
    mover(use_buffer);
    EXPECT_THAT(run(), ElementsAre("MEM-005"));
}

TEST_F(Hazards, a_buffer_freed_during_a_capture_stays_that_of_the_trace) {
    const BufferView::Extent gone{0, kBuffer, kBuffer + kBytes};
    BufferView view{1, false, kBytes, kBytes, {&gone, 1}};
    view.traced = true;
    rig.chip->tell_buffer(view, false);
    mover(use_buffer);
    EXPECT_THAT(run(), IsEmpty());
    const BufferView other{9, false, kBytes, kBytes, {&gone, 1}};
    rig.chip->tell_buffer(other, true);
    rig.chip->write_l1(0, kBuffer, std::vector<std::uint8_t>(kBytes));
    rig.chip->tell_buffer(other, false);
    mover(use_buffer);
    EXPECT_THAT(run(), ElementsAre("MEM-005"));
}

// ---- scoped locks

template <bool inside>
void lock_and_ask() {
    ib_claim(IB_CLAIM_MEMORY, kBuffer, 64);
    if (!inside) ib_release(IB_CLAIM_MEMORY, kBuffer, 64);
    ib_noc_atomic(core_address(1, 0, semaphore(0)), IB_ATOMIC_INC, 1, 31, kNoc0);
    ib_sem_wait_min(semaphore(0), 1);
    if (inside) ib_release(IB_CLAIM_MEMORY, kBuffer, 64);
    barrier(IB_WAIT_ATOMICS_ACKED);
}
void write_when_asked() {
    ib_sem_wait_min(semaphore(0), 1);
    ib_noc_write(kBuffer + 1024, core_address(0, 0, kBuffer), 64, kNoc0);
    wait_writes();
    ib_noc_atomic(core_address(0, 0, semaphore(0)), IB_ATOMIC_INC, 1, 31, kNoc0);
    barrier(IB_WAIT_ATOMICS_ACKED);
}
TEST_F(Hazards, a_locked_range_is_written_from_elsewhere) {
    mover(lock_and_ask<true>);
    mover(write_when_asked, kOther);
    EXPECT_THAT(run(), ElementsAre("MEM-011"));
    mover(lock_and_ask<false>);
    mover(write_when_asked, kOther);
    EXPECT_THAT(run(), IsEmpty());
}

template <std::uint32_t locked>
void write_own_ring() {
    ib_claim(IB_CLAIM_RING, kBuffer, 1024);
    ib_claim(IB_CLAIM_DFB, kBuffer, locked);
    ib_noc_write(kBuffer + 2048, core_address(0, 0, kBuffer), 64, kNoc0);
    wait_writes();
    ib_release(IB_CLAIM_DFB, kBuffer, locked);
}
TEST_F(Hazards, a_dataflow_buffer_is_written_under_its_own_lock) {
    mover(write_own_ring<32>);
    EXPECT_THAT(run(), ElementsAre("MEM-012"));
    mover(write_own_ring<256>);
    EXPECT_THAT(run(), IsEmpty());
}

// ---- init

void read_fresh_page() {
    ib_cb_reserve_back(0, 1);
    load(page(1) + 16);
    ib_cb_push_back(0, 1);
}
TEST_F(Hazards, the_host_reads_what_nobody_has_written) {
    const BufferView::Extent pages{0, 2 << 20, (2 << 20) + 4 * 576};
    rig.chip->tell_buffer({4, true, 544, 576, {&pages, 1}}, true);
    std::vector<std::uint8_t> bytes(4 * 576, 1);
    rig.chip->read_dram(0, 2 << 20, bytes);
    mover(wait_reads);
    EXPECT_THAT(run(), ElementsAre("INIT-004"));
    // What lies between the pages does not matter.
    for (std::uint32_t page = 0; page < 4; page++)
        rig.chip->write_dram(0, (2 << 20) + page * 576, std::span(bytes).first(544));
    rig.chip->read_dram(0, 2 << 20, bytes);
    mover(wait_reads);
    EXPECT_THAT(run(), IsEmpty());
}

TEST_F(Hazards, memory_is_read_that_nobody_has_written) {
    pair(read_fresh_page, ignore);
    EXPECT_THAT(run(), ElementsAre("INIT-001"));
}

}  // namespace
}  // namespace ironbird::check
