// NoC transactions end to end: data, order, counters and time.
#include <gtest/gtest.h>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace noc_test {  // compiled together with other tests

constexpr Logical kCore{0, 0};
constexpr std::uint32_t kFrom = Rig::kData, kTo = Rig::kData + 32768, kNote = Rig::kData + 65536;

void note(std::uint32_t i, std::uint64_t value) {
    l1_word(kNote + 4 * i) = static_cast<std::uint32_t>(value);
}

// ---- loop-back on the own core and through DRAM

void copy_through_dram() {
    for (std::uint32_t i = 0; i < 4096; i++) l1_word(kFrom + 4 * i) = i * 7;
    ib_noc_write(kFrom, dram_address(4096), 16384, kNoc0);
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
    ib_noc_read(dram_address(4096), kTo, 16384, kNoc0);
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
}

TEST(Noc, loopback_through_dram) {
    Rig rig;
    rig.kernel(kCore, kBrisc, copy_through_dram);
    rig.run();
    for (std::uint32_t i = 0; i < 4096; i++) ASSERT_EQ(rig.word(kCore, kTo + 4 * i), i * 7);
    EXPECT_EQ(rig.chip->traffic().dram_read_bytes, 16384u);
    EXPECT_EQ(rig.chip->traffic().dram_write_bytes, 16384u);
}

void read_own_without_barrier() {
    l1_word(kFrom) = 5;
    l1_word(kTo) = 1;
    ib_noc_read(own_address(kFrom), kTo, 32, kNoc0);
    note(0, l1_word(kTo));
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
    note(1, l1_word(kTo));
}

TEST(Noc, data_is_not_there_before_the_barrier) {
    Rig rig;
    rig.kernel(kCore, kBrisc, read_own_without_barrier);
    rig.run();
    EXPECT_EQ(rig.word(kCore, kNote), 1u);
    EXPECT_EQ(rig.word(kCore, kNote + 4), 5u);
}

TEST(Noc, eager_delivers_at_once) {
    Rig rig({.noc = noc::Mode::eager});
    rig.kernel(kCore, kBrisc, read_own_without_barrier);
    rig.run();
    EXPECT_EQ(rig.word(kCore, kNote), 5u);
}

// ---- the source of a write is taken when it departs

void overwrite_source(bool flush) {
    l1_word(kFrom) = 5;
    ib_noc_write(kFrom, own_address(kTo), 32, kNoc0);
    if (flush) ib_noc_barrier(IB_WAIT_WRITES_SENT, kNoc0);
    l1_word(kFrom) = 6;
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
}

TEST(Noc, a_write_takes_its_bytes_at_departure) {
    for (const bool flush : {true, false}) {
        Rig rig;
        rig.kernel(
            kCore, kBrisc,
            flush ? +[] { overwrite_source(true); } : +[] { overwrite_source(false); });
        rig.run();
        EXPECT_EQ(rig.word(kCore, kTo), flush ? 5u : 6u);
    }
}

// ---- time (hardware/timing.md section 1)

void time_read_and_write() {
    const noc::Corner there{static_cast<std::uint8_t>(arg(0)), static_cast<std::uint8_t>(arg(1))};
    const std::uint64_t begin = ib_self()->cycles;
    ib_noc_read(noc::make_address(there, kFrom).v, kTo, 64, kNoc0);
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
    const std::uint64_t between = ib_self()->cycles;
    note(0, between - begin);
    ib_noc_write(kFrom, noc::make_address(there, kTo).v, 64, kNoc0);
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
    note(1, ib_self()->cycles - between);
}

struct Latency {
    const char* chip;
    Logical to;
    int read, write;
};

TEST(Noc, latency_in_a_column_and_across) {
    for (const Latency& l :
         {Latency{"n150", {0, 5}, 205, 210}, Latency{"n150", {3, 5}, 293, 293},
          Latency{"p150", {0, 5}, 226, 208}, Latency{"p150", {3, 5}, 373, 358}}) {
        Rig rig({.chip = l.chip});
        const Virtual there = rig.chip->plan().to_virtual(l.to);
        rig.kernel(kCore, kBrisc, time_read_and_write, {there.x, there.y});
        rig.run();
        EXPECT_NEAR(rig.word(kCore, kNote), l.read, 10)
            << l.chip << " (" << l.to.x << "," << l.to.y << ")";
        EXPECT_NEAR(rig.word(kCore, kNote + 4), l.write, 10)
            << l.chip << " (" << l.to.x << "," << l.to.y << ")";
    }
}

void time_dram() {
    const std::uint64_t begin = ib_self()->cycles;
    ib_noc_read(dram_address(0), kTo, 64, kNoc0);
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
    note(0, ib_self()->cycles - begin);
}

void stream_reads() {
    const std::uint64_t begin = ib_self()->cycles;
    for (int i = 0; i < 64; i++) ib_noc_read(core_address(3, 3, kFrom), kTo, 8192, kNoc0);
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
    note(0, ib_self()->cycles - begin);
}

void stream_writes() {
    const std::uint64_t begin = ib_self()->cycles;
    for (int i = 0; i < 64; i++) ib_noc_write(kFrom, core_address(3, 3, kTo), 8192, kNoc0);
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
    note(0, ib_self()->cycles - begin);
}

void stream_dram() {
    const std::uint64_t begin = ib_self()->cycles;
    for (int i = 0; i < 64; i++) ib_noc_read(dram_address(8192), kTo, 8192, kNoc0);
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
    note(0, ib_self()->cycles - begin);
}

double bytes_per_cycle(void (*kernel)()) {
    Rig rig;
    rig.kernel(kCore, kBrisc, kernel);
    rig.run();
    return 64.0 * 8192 / rig.word(kCore, kNote);
}

TEST(Noc, latency_of_dram) {
    Rig rig;
    rig.kernel(kCore, kBrisc, time_dram);
    rig.run();
    EXPECT_NEAR(rig.word(kCore, kNote), 397, 15);
}

TEST(Noc, bandwidth) {
    EXPECT_NEAR(bytes_per_cycle(stream_reads), 28.2, 1);
    EXPECT_NEAR(bytes_per_cycle(stream_writes), 31.2, 1);
    EXPECT_NEAR(bytes_per_cycle(stream_dram), 22.3, 1);
}

// ---- atomics and inline writes

void atomics() {
    const std::uint64_t there = core_address(1, 0, kTo);
    ib_noc_atomic(there, IB_ATOMIC_INC, 5, 31, kNoc0);
    ib_noc_atomic(there, IB_ATOMIC_INC, 7, 31, kNoc0);
    ib_noc_barrier(IB_WAIT_ATOMICS_ACKED, kNoc0);
    note(0, l1_word(4));                                   // the old value of the last one
    ib_noc_atomic(there + 4, IB_ATOMIC_INC, 3, 1, kNoc0);  // two bits wide
    ib_noc_atomic(there + 8, IB_ATOMIC_SWAP, 99, 0, kNoc0);
    ib_noc_atomic(there + 12, IB_ATOMIC_CAS, 50, 40, kNoc0);
    ib_noc_atomic(there + 16, IB_ATOMIC_CAS, 51, 41, kNoc0);
    ib_noc_inline_write(there + 20, 0x11223344, 0x6, kNoc0);
    ib_noc_barrier(IB_WAIT_ATOMICS_ACKED | IB_WAIT_WRITES_ACKED, kNoc0);
}

TEST(Noc, atomics_and_inline_writes) {
    Rig rig;
    const Logical there{1, 0};
    rig.word(there, kTo) = 10;
    rig.word(there, kTo + 4) = 0x102;
    rig.word(there, kTo + 12) = 40;
    rig.word(there, kTo + 16) = 40;
    rig.word(there, kTo + 20) = 0xffffffff;
    rig.kernel(kCore, kBrisc, atomics);
    rig.run();
    EXPECT_EQ(rig.word(there, kTo), 22u);
    EXPECT_EQ(rig.word(kCore, kNote), 15u);
    EXPECT_EQ(rig.word(there, kTo + 4), 0x101u);
    EXPECT_EQ(rig.word(there, kTo + 8), 99u);
    EXPECT_EQ(rig.word(there, kTo + 12), 50u);
    EXPECT_EQ(rig.word(there, kTo + 16), 40u);
    EXPECT_EQ(rig.word(there, kTo + 20), 0xff2233ffu);
}

// ---- transaction ids and posted writes

void ids() {
    ib_noc one{0, 1, 1, IB_NOC_TRID, 0}, two{0, 1, 2, IB_NOC_TRID, 0};
    ib_noc_read(own_address(kFrom), kTo, 64, one);
    for (int i = 0; i < 30; i++) ib_noc_read(dram_address(0), kTo + 8192, 8192, two);
    ib_noc_barrier(IB_WAIT_READS, one);
    note(0, l1_word(kTo));
    note(1, ib_noc_done(IB_WAIT_READS, two));
    ib_noc_barrier(IB_WAIT_READS, two);
    note(2, ib_noc_done(IB_WAIT_READS, two));
    note(3, ib_noc_done(IB_WAIT_READS, kNoc0));
}

TEST(Noc, transaction_ids_wait_for_their_own) {
    Rig rig;
    rig.word(kCore, kFrom) = 77;
    rig.kernel(kCore, kBrisc, ids);
    rig.run();
    EXPECT_EQ(rig.word(kCore, kNote), 77u);
    EXPECT_EQ(rig.word(kCore, kNote + 4), 0u);
    EXPECT_EQ(rig.word(kCore, kNote + 8), 1u);
    EXPECT_EQ(rig.word(kCore, kNote + 12), 1u);
}

void posted() {
    l1_word(kFrom) = 8;
    ib_noc_write(kFrom, core_address(2, 2, kTo), 32, {0, 1, 0, IB_NOC_POSTED, 0});
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);  // says nothing about it
    ib_noc_barrier(IB_WAIT_POSTED_SENT, kNoc0);
    l1_word(kFrom) = 9;
}

TEST(Noc, posted_writes_arrive_after_the_kernel_ended) {
    Rig rig;
    rig.kernel(kCore, kBrisc, posted);
    rig.run();
    EXPECT_EQ(rig.word({2, 2}, kTo), 8u);
}

// ---- both NoCs of one core at once

void read_noc0() {
    ib_noc_read(core_address(4, 4, kFrom), kTo, 2048, kNoc0);
    ib_noc_barrier(IB_WAIT_READS, kNoc0);
}
void read_noc1() {
    ib_noc_read(core_address(5, 5, kFrom), kTo + 4096, 2048, kNoc1);
    ib_noc_barrier(IB_WAIT_READS, kNoc1);
}

TEST(Noc, both_nocs) {
    Rig rig;
    rig.word({4, 4}, kFrom) = 1;
    rig.word({5, 5}, kFrom) = 2;
    rig.kernel(kCore, kBrisc, read_noc0);
    rig.kernel(kCore, kNcrisc, read_noc1);
    rig.run();
    EXPECT_EQ(rig.word(kCore, kTo), 1u);
    EXPECT_EQ(rig.word(kCore, kTo + 4096), 2u);
    EXPECT_EQ(rig.chip->traffic().noc_bytes[0], 2048u);
    EXPECT_EQ(rig.chip->traffic().noc_bytes[1], 2048u);
}

// ---- remembered state

void set_state() {
    const std::uint64_t begin = ib_self()->cycles;
    ib_noc_set_state();
    note(0, ib_self()->cycles - begin);
}

TEST(Noc, setting_state_takes_the_chips_time) {
    for (const char* chip : {"n150", "p150"}) {
        Rig rig({.chip = chip});
        rig.kernel(kCore, kBrisc, set_state);
        rig.run();
        EXPECT_EQ(rig.word(kCore, kNote), arch::find(chip)->noc.issue.set_state) << chip;
    }
}

}  // namespace noc_test
}  // namespace ironbird::device
