// Many cores: semaphores, polls, ping-pong, and the same result for any number of threads.
#include <gtest/gtest.h>

#include <numeric>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace multicore_test {  // compiled together with other tests

constexpr std::uint32_t kFrom = Rig::kData, kTo = Rig::kData + 32768, kNote = Rig::kData + 65536;

// ---- a barrier of 64 cores: everybody reports to (0,0), which tells everybody

void join_barrier() {
    const ib_context& me = *ib_self();
    const std::uint32_t arrived = semaphore(0), go = semaphore(1);
    for (std::uint32_t round = 1; round <= arg(0); round++) {
        ib_noc_atomic(core_address(0, 0, arrived), IB_ATOMIC_INC, 1, 31, kNoc0);
        if (me.logical_x == 0 && me.logical_y == 0) {
            ib_sem_wait(arrived, 64);
            ib_sem_set(arrived, 0);
            l1_word(kFrom) = round;
            ib_noc_write(kFrom, rectangle(0, 0, 7, 7, go), 4,
                         {0, 4, 0, IB_NOC_MULTICAST | IB_NOC_INCLUDE_SELF, 64});
            ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
        }
        ib_sem_wait(go, round);
        l1_word(kNote) += round;
    }
    ib_noc_barrier(IB_WAIT_ATOMICS_ACKED, kNoc0);
}

void clear_semaphores(Rig& rig) {
    for_each_core(8, 8, [&](Logical c) {
        rig.word(c, Rig::kSemaphores) = rig.word(c, Rig::kSemaphores + 16) = 0;
    });
}

std::uint64_t run_barriers(RigOptions options, std::uint32_t rounds) {
    Rig rig(options);
    clear_semaphores(rig);
    for_each_core(8, 8, [&](Logical c) { rig.kernel(c, kBrisc, join_barrier, {rounds}); });
    const Completion done = rig.run();
    for_each_core(8, 8,
                  [&](Logical c) { EXPECT_EQ(rig.word(c, kNote), rounds * (rounds + 1) / 2); });
    return done.end.v - done.start.v;
}

TEST(Multicore, sixty_four_cores_meet) {
    run_barriers({}, 50);
}

// ---- ping-pong

void ping() {
    for (std::uint32_t i = 1; i <= arg(0); i++) {
        ib_noc_atomic(core_address(7, 7, semaphore(0)), IB_ATOMIC_INC, 1, 31, kNoc0);
        ib_sem_wait(semaphore(1), i);
    }
}

void pong() {
    for (std::uint32_t i = 1; i <= arg(0); i++) {
        ib_sem_wait(semaphore(0), i);
        ib_noc_atomic(core_address(0, 0, semaphore(1)), IB_ATOMIC_INC, 1, 31, kNoc1);
    }
}

std::uint64_t run_ping_pong(RigOptions options) {
    Rig rig(options);
    clear_semaphores(rig);
    rig.kernel({0, 0}, kBrisc, ping, {1000});
    rig.kernel({7, 7}, kNcrisc, pong, {1000});
    const Completion done = rig.run();
    EXPECT_EQ(rig.word({7, 7}, Rig::kSemaphores), 1000u);
    return done.end.v - done.start.v;
}

TEST(Multicore, thousand_rounds_of_ping_pong) {
    run_ping_pong({});
}

// ---- a loop that polls a word which another core writes

void poll_word() {
    while (l1_word(kTo) != 3) {
        const std::uint32_t address = kTo;
        ib_poll(&address, 1);
    }
    l1_word(kNote) = static_cast<std::uint32_t>(ib_self()->cycles);
}

void write_words() {
    for (std::uint32_t v = 1; v <= 3; v++) {
        ib_self()->cycles += 1000;
        ib_noc_inline_write(core_address(2, 0, kTo), v, 15, kNoc0);
    }
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
}

// The same with a call in the loop that lets things happen between the load and the poll.
void poll_word_with_hint() {
    for (;;) {
        if (l1_word(kTo) == 3) break;
        ib_self()->cycles += 400;
        ib_spin_hint();
        const std::uint32_t address = kTo;
        ib_poll(&address, 1);
    }
    l1_word(kNote) = static_cast<std::uint32_t>(ib_self()->cycles);
}

TEST(Multicore, a_polled_word_wakes_its_loop) {
    for (const bool hint : {false, true}) {
        Rig rig;
        rig.kernel({2, 0}, kBrisc, hint ? poll_word_with_hint : poll_word);
        rig.kernel({0, 0}, kBrisc, write_words);
        rig.run();
        EXPECT_NEAR(rig.word({2, 0}, kNote), 800 + 3000 + 3 * 22 + 60, hint ? 900 : 60);
    }
}

// ---- all cores read DRAM and pass pages on: bytes and cycles

void gather() {
    const ib_context& me = *ib_self();
    ib_cb_interface& cb = ib_self()->cb[0];
    for (std::uint32_t i = 0; i < 24; i++) {
        ib_cb_reserve_back(0, 1);
        const std::uint32_t page = (me.logical_y * 8 + me.logical_x) * 24 + i;
        ib_noc_read(dram_address(page * 2048), cb.fifo_wr_ptr, 2048, kNoc0);
        ib_noc_barrier(IB_WAIT_READS, kNoc0);
        ib_cb_push_back(0, 1);
    }
}

void scatter() {
    const ib_context& me = *ib_self();
    ib_cb_interface& cb = ib_self()->cb[0];
    for (std::uint32_t i = 0; i < 24; i++) {
        ib_cb_wait_front(0, 1);
        l1_word(kNote) += l1_word(cb.fifo_rd_ptr);
        ib_noc_write(
            cb.fifo_rd_ptr,
            core_address((me.logical_x + 3) % 8, (me.logical_y + 5) % 8, kTo + (i % 8) * 2048),
            2048, kNoc1);
        ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc1);
        ib_cb_pop_front(0, 1);
    }
}

struct Outcome {
    std::uint64_t cycles = 0;
    std::vector<std::uint32_t> bytes;
};

Outcome run_gather(RigOptions options) {
    Rig rig(options);
    std::vector<std::uint32_t> pages(64 * 24 * 512);
    std::iota(pages.begin(), pages.end(), 1u);
    rig.chip->write_dram(
        0, 0, std::span(reinterpret_cast<const std::uint8_t*>(pages.data()), pages.size() * 4));
    for_each_core(8, 8, [&](Logical c) {
        rig.cb(c, 0, 4, 2048);
        rig.kernel(c, kBrisc, gather);
        rig.kernel(c, kNcrisc, scatter);
    });
    const Completion done = rig.run();
    Outcome out{done.end.v - done.start.v, {}};
    for_each_core(8, 8, [&](Logical c) {
        out.bytes.push_back(rig.word(c, kNote));
        for (std::uint32_t i = 0; i < 4096; i++) out.bytes.push_back(rig.word(c, kTo + 4 * i));
    });
    return out;
}

TEST(Determinism, threads_do_not_matter) {
    const Outcome one = run_gather({.threads = 1});
    for (int i = 0; i < 5; i++) {
        const Outcome two = run_gather({.threads = 2});
        EXPECT_EQ(two.cycles, one.cycles);
        EXPECT_EQ(two.bytes, one.bytes);
    }
    EXPECT_EQ(run_barriers({.threads = 2}, 20), run_barriers({.threads = 1}, 20));
}

void expect_within_a_percent(std::uint64_t a, std::uint64_t b) {
    EXPECT_NEAR(static_cast<double>(a), static_cast<double>(b), 0.01 * static_cast<double>(b));
}

TEST(Determinism, windows_hardly_matter) {
    const Outcome wide = run_gather({}), strict = run_gather({.window = {.strict = true}});
    EXPECT_EQ(wide.bytes, strict.bytes);
    expect_within_a_percent(wide.cycles, strict.cycles);
    expect_within_a_percent(run_barriers({}, 20), run_barriers({.window = {.strict = true}}, 20));
    expect_within_a_percent(run_ping_pong({}), run_ping_pong({.window = {.strict = true}}));
}

// ---- all cores copy from DRAM to DRAM

void copy_pages() {
    const ib_context& me = *ib_self();
    const std::uint32_t first = (me.logical_y * 8 + me.logical_x) * arg(0);
    for (std::uint32_t i = first; i < first + arg(0); i++) {
        ib_noc_read(dram_address(i * 2048), kFrom, 2048, kNoc0);
        ib_noc_barrier(IB_WAIT_READS, kNoc0);
        ib_noc_write(kFrom, dram_address(0x1000000 + i * 2048), 2048, kNoc1);
        ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc1);
    }
}

std::uint64_t run_copies(RigOptions options) {
    Rig rig(options);
    for_each_core(8, 8, [&](Logical c) { rig.kernel(c, kBrisc, copy_pages, {12}); });
    const Completion done = rig.run();
    return done.end.v - done.start.v;
}

TEST(Determinism, traffic_with_dram_does_not_know_windows) {
    const std::uint64_t strict = run_copies({.window = {.strict = true}});
    for (const std::uint64_t cycles : {70, 200, 500, 3000})
        EXPECT_EQ(run_copies({.window = {.cycles = Cycles{cycles}}}), strict) << cycles;
}

// Everybody writes to one core: its links are crowded to the end.
void crowd() {
    for (std::uint32_t i = 0; i < arg(0); i++)
        ib_noc_write(kFrom, core_address(0, 0, kTo), 8192, kNoc0);
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
}

TEST(Determinism, a_program_does_not_wait_for_the_one_before) {
    Rig rig;
    std::vector<std::uint64_t> times;
    for (int launch = 0; launch < 3; launch++) {
        for_each_core(8, 8, [&](Logical c) { rig.kernel(c, kBrisc, crowd, {8}); });
        const Completion done = rig.run();
        times.push_back(done.end.v - done.start.v);
    }
    EXPECT_GT(times[0], 10'000u);
    EXPECT_EQ(times[1], times[0]);
    EXPECT_EQ(times[2], times[0]);
}

TEST(Determinism, delivery_modes_do_not_matter_to_a_correct_program) {
    const Outcome plain = run_gather({});
    using enum noc::Mode;
    for (const noc::Mode mode : {eager, late, random})
        EXPECT_EQ(run_gather({.noc = {mode, 7}}).bytes, plain.bytes) << static_cast<int>(mode);
}

}  // namespace multicore_test
}  // namespace ironbird::device
