// Rules of order between processors and cores: each broken, and kept.
#include "check/hazard/hazard_rig.hpp"

namespace ironbird::check {
namespace {

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

// Pages that are counted without waiting for them tell as much.
template <bool asks>
void write_and_push() {
    const std::uint32_t all = ib_cb_pages_free(0);
    store(kBuffer);
    ib_cb_reserve_back(0, 1);
    ib_cb_push_back(0, 1);
    while (asks && ib_cb_pages_free(0) != all) continue;
    store(kBuffer + 4);
}
template <bool asks>
void count_and_read() {
    while (asks && ib_cb_pages_at_front(0) == 0) continue;
    load(kBuffer);
    load(kBuffer + 4);
    ignore();
}
TEST_F(Hazards, pages_that_are_counted_are_a_signal) {
    pair(write_and_push<false>, count_and_read<false>);
    EXPECT_THAT(run(), testing::Contains("RACE-001"));
    pair(write_and_push<true>, count_and_read<true>);
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
    return noc::make_rectangle(right(1), right(2), local).v;
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
void store_count_pages_and_send() {
    store(kBuffer);
    ib_cb_pages_free(0);
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    wait_writes();
}
void change_look_and_send() {
    load(kBuffer);
    store_look_and_send();
}
TEST_F(Hazards, a_store_may_come_later_than_the_command_that_takes_it) {
    mover(store_and_send);
    EXPECT_THAT(run(), ElementsAre("RACE-007"));
    mover(store_look_and_send);
    EXPECT_THAT(run(), IsEmpty());
    mover(store_count_pages_and_send);
    rig.cb(kCore, 0, kPages, kPage);
    EXPECT_THAT(run(), IsEmpty());
    mover(change_look_and_send);
    EXPECT_THAT(run(), IsEmpty());
}

void put(std::uint32_t address) {
    access_unless_asked(address, IB_CHECK_WRITE);
}
void look(std::uint32_t address) {
    access_unless_asked(address, 0);
}
void send_words() {
    ib_noc_write(kBuffer, dram_address(0), 64, kNoc0);
    wait_writes();
}
void fill_twice_look_and_send() {
    put(kBuffer + 4);
    put(kBuffer);
    put(kBuffer + 4);
    look(kBuffer + 4);
    send_words();
}
void fill_look_at_another_and_send() {
    put(kBuffer + 4);
    put(kBuffer);
    look(kBuffer + 4);
    send_words();
}
void look_fill_again_and_send() {
    put(kBuffer + 4);
    look(kBuffer + 4);
    put(kBuffer + 4);
    send_words();
}
TEST_F(Hazards, the_newest_store_is_known_when_words_are_stored_again) {
    mover(fill_twice_look_and_send);
    EXPECT_THAT(run(), IsEmpty());
    mover(fill_look_at_another_and_send);
    EXPECT_THAT(run(), ElementsAre("RACE-007"));
    mover(look_fill_again_and_send);
    EXPECT_THAT(run(), ElementsAre("RACE-007"));
}

}  // namespace
}  // namespace ironbird::check
