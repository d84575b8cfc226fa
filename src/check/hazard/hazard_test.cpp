// Each rule of the hazard checker: a kernel that breaks it, and its repaired twin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/hazard/checker.hpp"
#include "device/test_rig.hpp"

namespace ironbird::checks {
namespace {

using namespace device;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr Logical kCore{0, 0}, kOther{1, 0};
constexpr std::uint32_t kPage = 1024, kPages = 4;
constexpr std::uint32_t kBuffer = Rig::kData + 65536, kBytes = 65536;

class Hazards : public testing::Test {
 protected:
    explicit Hazards(const char* chip = "n150")
        : checker(Groups::all()), rig({.chip = chip, .observer = &checker}) {
        std::vector<BufferView::Extent> extents;
        for (std::uint32_t c = 0; c < 4; c++) extents.push_back({c, kBuffer, kBuffer + kBytes});
        rig.chip->tell_buffer({1, false, kBytes, kBytes, extents}, true);
        for (std::uint32_t c = 0; c < 4; c++) rig.chip->tell_l1(c, kBuffer, kBytes, true);
        const BufferView::Extent bank{0, 0, 1 << 20};
        rig.chip->tell_buffer({2, true, kPage, kPage, {&bank, 1}}, true);
        const std::vector<std::uint8_t> bytes(1 << 20, 1);
        rig.chip->write_dram(0, 0, bytes);
    }

    void mover(abi::Kernel::Entry function, Logical core = kCore, abi::Processor p = kBrisc) {
        rig.kernel(core, p, function);
    }
    void pair(abi::Kernel::Entry a, abi::Kernel::Entry b) {
        mover(a, kCore, kBrisc);
        mover(b, kCore, kNcrisc);
        rig.cb(kCore, 0, kPages, kPage);
    }

    std::vector<std::string> run() {
        rig.run();
        Findings found(Groups::all());
        checker.report(found);
        std::vector<std::string> ids;
        for (const Finding& f : found.all()) ids.emplace_back(f.rule);
        return ids;
    }

    HazardChecker checker;
    Rig rig;
};

void load(std::uint32_t address) {
    ib_check_access(address, 4, 0);
}
void store(std::uint32_t address) {
    ib_check_access(address, 4, IB_CHECK_WRITE);
}
std::uint32_t page(std::uint32_t write) {
    const ib_cb_interface& i = ib_self()->cb[0];
    return write != 0 ? i.fifo_wr_ptr : i.fifo_rd_ptr;
}
void barrier(std::uint32_t waits, const ib_noc& noc = kNoc0) {
    ib_noc_barrier(waits, noc);
}
void wait_reads() {
    barrier(IB_WAIT_READS);
}
void wait_writes() {
    barrier(IB_WAIT_WRITES_ACKED);
}

// ---- noc

void produce_hastily() {
    ib_cb_reserve_back(0, 1);
    ib_noc_read(dram_address(0), page(1), kPage, kNoc0);
    ib_cb_push_back(0, 1);
    wait_reads();
}
void produce() {
    ib_cb_reserve_back(0, 1);
    ib_noc_read(dram_address(0), page(1), kPage, kNoc0);
    wait_reads();
    ib_cb_push_back(0, 1);
}
void consume() {
    ib_cb_wait_front(0, 1);
    load(page(0));
    ib_cb_pop_front(0, 1);
}
void ignore() {
    ib_cb_wait_front(0, 1);
    ib_cb_pop_front(0, 1);
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

// ---- cb

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

TEST_F(Hazards, pages_are_left) {
    rig.cb(kCore, 0, kPages, kPage);
    mover(produce);
    EXPECT_THAT(run(), ElementsAre("CB-008"));
}

// ---- memory

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
    ib_noc_read(dram_address(1 << 20), kBuffer, kPage, {0, 1, 0, IB_NOC_PAGE, base});
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

// ---- race

template <bool signal>
void write_shared() {
    store(kBuffer);
    if (signal) ib_sem_set(semaphore(0), 1);
}
template <bool signal>
void read_shared() {
    if (signal) ib_sem_wait(semaphore(0), 1);
    load(kBuffer);
}
TEST_F(Hazards, two_processors_share_memory_without_order) {
    pair(write_shared<false>, read_shared<false>);
    EXPECT_THAT(run(), ElementsAre("RACE-001"));
    pair(write_shared<true>, read_shared<true>);
    EXPECT_THAT(run(), IsEmpty());
}

enum class Way { none, set, increment, acked, other_noc };
template <Way way>
void send_and_tell() {
    ib_noc_write(kBuffer, core_address(1, 0, kBuffer), 64, kNoc0);
    if (way == Way::acked) wait_writes();
    if (way == Way::set) {
        ib_sem_set(semaphore(1), 1);
        ib_noc_write(semaphore(1), core_address(1, 0, semaphore(0)), 4, kNoc0);
    } else if (way != Way::none) {
        ib_noc_atomic(core_address(1, 0, semaphore(0)), IB_ATOMIC_INC, 1, 31,
                      way == Way::other_noc ? kNoc1 : kNoc0);
    }
    wait_writes();
    barrier(IB_WAIT_ATOMICS_ACKED);
    barrier(IB_WAIT_ATOMICS_ACKED, kNoc1);
}
template <bool waits>
void receive() {
    if (waits) ib_sem_wait_min(semaphore(0), 1);
    load(kBuffer);
}
TEST_F(Hazards, remote_data_is_read_without_a_signal) {
    mover(send_and_tell<Way::none>);
    mover(receive<false>, kOther);
    EXPECT_THAT(run(), ElementsAre("RACE-002"));
}
TEST_F(Hazards, remote_data_then_its_flag_is_legal) {
    mover(send_and_tell<Way::set>);
    mover(receive<true>, kOther);
    EXPECT_THAT(run(), IsEmpty());
}
TEST_F(Hazards, remote_data_acknowledged_before_its_credit_is_legal) {
    mover(send_and_tell<Way::acked>);
    mover(receive<true>, kOther);
    EXPECT_THAT(run(), IsEmpty());
}
TEST_F(Hazards, a_credit_right_behind_its_data_is_not_promised) {
    mover(send_and_tell<Way::increment>);
    mover(receive<true>, kOther);
    EXPECT_THAT(run(), ElementsAre("RACE-003"));
}
TEST_F(Hazards, a_credit_on_the_other_noc_breaks_the_law) {
    mover(send_and_tell<Way::other_noc>);
    mover(receive<true>, kOther);
    EXPECT_THAT(run(), ElementsAre("RACE-004"));
}

// The two cores right of this one, on any chip.
std::uint64_t beside(std::uint32_t local) {
    const std::uint8_t x = ib_self()->noc_x[0], y = ib_self()->noc_y[0];
    const auto right = [&](int by) { return noc::Corner{static_cast<std::uint8_t>(x + by), y}; };
    return noc::make_rectangle(right(1), right(2), local);
}
// Data and its flag to two cores; the word of the flag is a semaphore or one of a buffer.
template <bool flush, std::uint32_t flag>
void multicast_and_tell() {
    const ib_noc how{0, 4, 0, IB_NOC_MULTICAST, 2};
    const std::uint32_t to = flag == 0 ? semaphore(0) : flag;
    ib_noc_write(kBuffer, beside(kBuffer), 64, how);
    if (flush) barrier(IB_WAIT_WRITES_SENT);
    ib_sem_set(semaphore(1), 1);
    ib_noc_write(semaphore(1), beside(to), 4, how);
    wait_writes();
}
template <std::uint32_t flag>
void receive_multicast() {
    ib_sem_wait_min(flag == 0 ? semaphore(0) : flag, 1);
    load(kBuffer);
}
constexpr std::uint32_t kFlag = kBuffer + 4096;

class BlackholeHazards : public Hazards {
 protected:
    BlackholeHazards() : Hazards("p150") {}
};
TEST_F(BlackholeHazards, a_multicast_flag_may_leave_before_its_data) {
    mover(multicast_and_tell<false, 0>);
    mover(receive_multicast<0>, kOther);
    mover(receive_multicast<0>, {2, 0});
    EXPECT_THAT(run(), ElementsAre("RACE-008"));
}
TEST_F(BlackholeHazards, any_word_may_be_the_flag) {
    mover(multicast_and_tell<false, kFlag>);
    mover(receive_multicast<kFlag>, kOther);
    mover(receive_multicast<kFlag>, {2, 0});
    EXPECT_THAT(run(), ElementsAre("RACE-008"));
}
TEST_F(BlackholeHazards, a_flag_behind_flushed_data_is_legal) {
    mover(multicast_and_tell<true, 0>);
    mover(receive_multicast<0>, kOther);
    mover(receive_multicast<0>, {2, 0});
    EXPECT_THAT(run(), IsEmpty());
}
TEST_F(Hazards, wormhole_keeps_a_multicast_flag_behind_its_data) {
    mover(multicast_and_tell<false, 0>);
    mover(receive_multicast<0>, kOther);
    mover(receive_multicast<0>, {2, 0});
    EXPECT_THAT(run(), IsEmpty());
}

template <bool wait>
void tell_third() {
    ib_noc_write(kBuffer, core_address(1, 0, kBuffer), 64, kNoc0);
    if (wait) wait_writes();
    ib_noc_inline_write(core_address(2, 0, semaphore(0)), 1, 15, kNoc0);
    wait_writes();
}
void fetch_from_other() {
    ib_sem_wait_min(semaphore(0), 1);
    ib_noc_read(core_address(1, 0, kBuffer), kBuffer, 64, kNoc0);
    wait_reads();
}
TEST_F(Hazards, a_third_core_is_told_too_early) {
    mover(tell_third<false>);
    mover(fetch_from_other, {2, 0});
    EXPECT_THAT(run(), ElementsAre("RACE-005"));
}
TEST_F(Hazards, a_third_core_is_told_in_time) {
    mover(tell_third<true>);
    mover(fetch_from_other, {2, 0});
    EXPECT_THAT(run(), IsEmpty());
}

void add_remotely() {
    ib_noc_atomic(core_address(1, 0, semaphore(0)), IB_ATOMIC_INC, 1, 31, kNoc0);
    barrier(IB_WAIT_ATOMICS_ACKED);
}
void add_locally() {
    ib_sem_add(semaphore(0), 1);
}
TEST_F(Hazards, a_semaphore_is_added_to_from_both_sides) {
    mover(add_remotely);
    mover(add_locally, kOther);
    EXPECT_THAT(run(), ElementsAre("RACE-006"));
}

void store_and_send() {
    store(kBuffer);
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    wait_writes();
}
void store_look_and_send() {
    store(kBuffer);
    load(kBuffer);
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    wait_writes();
}
TEST_F(Hazards, a_store_may_come_later_than_the_command_that_takes_it) {
    mover(store_and_send);
    EXPECT_THAT(run(), ElementsAre("RACE-007"));
    mover(store_look_and_send);
    EXPECT_THAT(run(), IsEmpty());
}

}  // namespace
}  // namespace ironbird::checks
