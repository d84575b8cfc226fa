// Multicasts: who receives, who is counted, what is ordered.
#include <gtest/gtest.h>

#include "device/test_rig.hpp"

namespace ironbird::device {
namespace multicast_test {  // compiled together with other tests

constexpr std::uint32_t kFrom = Rig::kData, kTo = Rig::kData + 32768, kNote = Rig::kData + 65536;

template <std::uint8_t Flags, std::uint32_t Receivers>
void cast() {
    for (std::uint32_t i = 0; i < 64; i++) l1_word(kFrom + 4 * i) = 1000 + i;
    const ib_noc how{0, 4, 0, static_cast<std::uint8_t>(IB_NOC_MULTICAST | Flags), Receivers};
    ib_noc_write(kFrom, rectangle(0, 0, 3, 2, kTo), 256, how);
    ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
    l1_word(kNote) = 1;
}

TEST(Multicast, reaches_everybody_but_the_sender) {
    Rig rig;
    rig.kernel({1, 1}, kBrisc, cast<0, 11>);
    rig.run();
    for_each_core(5, 4, [&](Logical c) {
        const bool inside = c.x <= 3 && c.y <= 2 && c != Logical{1, 1};
        EXPECT_EQ(rig.word(c, kTo + 252), inside ? 1063u : 0u) << c.x << "," << c.y;
    });
}

TEST(Multicast, reaches_the_sender_when_asked) {
    Rig rig;
    rig.kernel({1, 1}, kBrisc, cast<IB_NOC_INCLUDE_SELF, 12>);
    rig.run();
    EXPECT_EQ(rig.word({1, 1}, kTo), 1000u);
}

TEST(Multicast, too_large_a_receiver_count_hangs_the_barrier) {
    Rig rig;
    rig.kernel({1, 1}, kBrisc, cast<0, 12>);
    const Error e = rig.run_to_error();
    EXPECT_EQ(e.fault(), Fault::hang);
    EXPECT_NE(e.detail().find("write barrier on NoC 0: 1 outstanding"), std::string::npos)
        << e.what();
}

TEST(Multicast, posted_needs_no_count) {
    Rig rig;
    rig.kernel({1, 1}, kBrisc, cast<IB_NOC_POSTED, 0>);
    rig.run();
    EXPECT_EQ(rig.word({3, 2}, kTo), 1000u);
}

// Data, then its flag, linked: nobody sees the flag before the data.
void cast_linked() {
    for (std::uint32_t round = 1; round <= 20; round++) {
        for (std::uint32_t i = 0; i < 512; i++) l1_word(kFrom + 4 * i) = round;
        const std::uint8_t flags = IB_NOC_MULTICAST;
        ib_noc_write(kFrom, rectangle(1, 0, 3, 0, kTo), 2048,
                     {0, 4, 0, std::uint8_t(flags | IB_NOC_LINKED), 3});
        l1_word(kNote + 64) = round;
        ib_noc_write(kNote + 64, rectangle(1, 0, 3, 0, semaphore(0)), 4, {0, 4, 0, flags, 3});
        ib_noc_barrier(IB_WAIT_WRITES_ACKED, kNoc0);
        ib_sem_wait(semaphore(1), 3 * round);
    }
}

void receive_linked() {
    for (std::uint32_t round = 1; round <= 20; round++) {
        ib_sem_wait(semaphore(0), round);
        for (std::uint32_t i = 0; i < 512; i++)
            l1_word(kNote) += l1_word(kTo + 4 * i) == round ? 0 : 1;
        ib_noc_atomic(core_address(0, 0, semaphore(1)), IB_ATOMIC_INC, 1, 31, kNoc0);
    }
    ib_noc_barrier(IB_WAIT_ATOMICS_ACKED, kNoc0);
}

TEST(Multicast, data_comes_before_its_flag_in_every_mode) {
    using enum noc::Mode;
    const noc::Delivery ways[] = {timed, eager, late, {random, 1}, {random, 2}, {random, 3}};
    for (std::size_t way = 0; way < std::size(ways); way++) {
        Rig rig({.noc = ways[way]});
        for (std::uint32_t x = 0; x <= 3; x++)
            rig.word({x, 0}, Rig::kSemaphores) = rig.word({x, 0}, Rig::kSemaphores + 16) = 0;
        rig.kernel({0, 0}, kBrisc, cast_linked);
        for (std::uint32_t x = 1; x <= 3; x++) rig.kernel({x, 0}, kBrisc, receive_linked);
        rig.run();
        for (std::uint32_t x = 1; x <= 3; x++) EXPECT_EQ(rig.word({x, 0}, kNote), 0u) << way;
    }
}

}  // namespace multicast_test
}  // namespace ironbird::device
