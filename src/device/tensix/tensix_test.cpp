// The Tensix calls on a core: hand-over, mailboxes, semaphores, vector code, warnings.
#include <gtest/gtest.h>

#include "abi/ib_compute.h"
#include "device/test_rig.hpp"

namespace ironbird::device {
namespace tensix_test {  // compiled together with other tests

constexpr auto kUnpack = abi::Processor::unpack, kMath = abi::Processor::math,
               kPack = abi::Processor::pack;
constexpr Logical kCore{0, 0};
constexpr std::uint32_t kPage = 2048, kIn = Rig::kData, kOut = Rig::kData + 65536,
                        kNote = Rig::kData + 131072;
constexpr std::uint8_t kBf16 = 5, kBfp8 = 6;

ib_operand operand(std::uint8_t cb, std::uint8_t format = kBf16) {
    return {cb, format, format, 16, 2, 2, 0, 0};
}

// What start-up calls and an init leave.
void set_up_unit(setup::Unit unit, setup::Fields f) {
    ib_set_up(static_cast<std::uint32_t>(unit), f.value, f.mask);
}
constexpr std::uint64_t kShape = setup::shape(16, 4);
void unpack_is(setup::Fields loop) {
    set_up_unit(setup::Unit::unpack, setup::unpack::started() | loop);
}
void math_is(setup::Fields loop) {
    set_up_unit(setup::Unit::math, setup::math::started() | loop);
}
void packs_tiles() {
    set_up_unit(setup::Unit::pack, setup::pack::started(kShape));
}

void set_up(Rig& rig) {
    rig.cb(kCore, 0, 4, kPage, kIn);
    rig.cb(kCore, 16, 4, kPage, kOut);
}

void idle() {}

void unpack_two() {
    unpack_is(setup::unpack::one(IB_BCAST_NONE, kShape));
    ib_unpack_configure(IB_SRC_A, operand(0), operand(0));
    for (std::uint32_t t = 0; t < 2; t++) ib_unpack_one(IB_SRC_A, operand(0), t, IB_BCAST_NONE, 0);
}
void copy_two() {
    math_is(setup::math::copy(kShape));
    ib_math_configure(IB_SRC_A, operand(0), operand(0));
    ib_dst_acquire();
    for (std::uint32_t t = 0; t < 2; t++) ib_math_copy(t, IB_SRC_A, IB_BCAST_NONE, 0);
    ib_dst_commit();
}
void pack_two() {
    packs_tiles();
    ib_pack_configure(operand(16));
    ib_dst_wait();
    for (std::uint32_t t = 0; t < 3; t++) ib_pack_tile(t, operand(16), IB_PACK_NEXT);
    ib_dst_release();
}

TEST(Tensix, tiles_pass_and_what_nobody_wrote_is_zero) {
    Rig rig;
    set_up(rig);
    for (std::uint32_t i = 0; i < 2 * kPage / 4; i++)
        rig.word(kCore, kIn + 4 * i) = 0x3f803f80 + i % 64;
    for (std::uint32_t i = 0; i < kPage / 4; i++) rig.word(kCore, kOut + 2 * kPage + 4 * i) = 7;
    rig.kernel(kCore, kUnpack, unpack_two);
    rig.kernel(kCore, kMath, copy_two);
    rig.kernel(kCore, kPack, pack_two);
    rig.run();
    for (std::uint32_t i = 0; i < 2 * kPage / 4; i++)
        ASSERT_EQ(rig.word(kCore, kOut + 4 * i), 0x3f803f80 + i % 64) << i;
    for (std::uint32_t i = 0; i < kPage / 4; i++)
        ASSERT_EQ(rig.word(kCore, kOut + 2 * kPage + 4 * i), 0u) << i;
    EXPECT_TRUE(rig.engine->warnings().empty());
}

TEST(Tensix, a_format_that_is_not_set_is_told_once) {
    Rig rig;
    for (int launch = 0; launch < 2; launch++) {
        set_up(rig);
        rig.kernel(kCore, kUnpack, [] {
            unpack_is(setup::unpack::one(IB_BCAST_NONE, kShape));
            ib_unpack_configure(IB_SRC_A, operand(0), operand(0));
            for (std::uint32_t t = 0; t < 2; t++)
                ib_unpack_one(IB_SRC_A, operand(0, kBfp8), t, IB_BCAST_NONE, 0);
        });
        rig.kernel(kCore, kMath, copy_two);
        rig.kernel(kCore, kPack, pack_two);
        rig.run();
        const auto warnings = rig.engine->warnings();
        ASSERT_EQ(warnings.size(), 1u + launch);  // the second launch has a kernel of its own
        EXPECT_NE(warnings[0].find("CB 0 is for Bfp8_b to Bfp8_b, but the unpacker of SrcA is set "
                                   "to Float16_b to Float16_b"),
                  std::string::npos)
            << warnings[0];
    }
}

// Each unit is told once for each place, with the call that set it up last.
TEST(Tensix, an_operation_on_a_unit_that_is_set_up_for_another_is_told) {
    Rig rig;
    set_up(rig);
    rig.kernel(kCore, kUnpack, [] {
        unpack_is(setup::unpack::pair(IB_BCAST_NONE, kShape));
        ib_unpack_configure(IB_SRC_A | IB_SRC_B | IB_SHAPE, operand(0), operand(0));
        for (std::uint32_t t = 0; t < 2; t++)
            ib_unpack_pair(operand(0), operand(0), t, t, IB_BCAST_NONE, 0, 0);
    });
    rig.kernel(kCore, kMath, [] {
        math_is(setup::math::elementwise(setup::Loop::mul, IB_BCAST_NONE, false, 4, kShape));
        ib_math_configure(IB_SRC_A | IB_SRC_B, operand(0), operand(0));
        ib_dst_acquire();
        for (std::uint32_t t = 0; t < 2; t++) ib_math_binary(IB_ELW_ADD, t, IB_BCAST_NONE, 0, 0);
        ib_dst_commit();
    });
    rig.kernel(kCore, kPack, pack_two);
    rig.run();
    const auto all = rig.engine->unit_warnings();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].fault, UnitFault::operation);
    EXPECT_TRUE(all[0].set_up.has_value());
    EXPECT_NE(all[0].because.find("set up for mul_tiles here, not for add_tiles"),
              std::string::npos)
        << all[0].because;
    EXPECT_NE(rig.engine->warnings()[0].find("set up by test.cpp"), std::string::npos);
}

// A row for a number: the chip's loops make the spread that they were set up for.
TEST(Tensix, a_broadcast_is_made_as_it_is_set_up) {
    Rig rig;
    set_up(rig);
    for (std::uint32_t i = 0; i < kPage / 4; i++)
        rig.word(kCore, kIn + 4 * i) = i < 8 ? 0x40004000 : 0x3f803f80;  // row 0 of face 0: 2
    rig.kernel(kCore, kUnpack, [] {
        unpack_is(setup::unpack::pair(IB_BCAST_ROW, kShape));
        ib_unpack_configure(IB_SRC_A | IB_SRC_B | IB_SHAPE, operand(0), operand(0));
        ib_unpack_pair(operand(0), operand(0), 0, 0, IB_BCAST_NONE, 0, 0);
    });
    rig.kernel(kCore, kMath, [] {
        math_is(setup::math::elementwise(setup::Loop::add, IB_BCAST_ROW, false, 0, kShape));
        ib_math_configure(IB_SRC_A | IB_SRC_B, operand(0), operand(0));
        ib_dst_acquire();
        ib_math_binary(IB_ELW_ADD, 0, IB_BCAST_NONE, 0, 0);
        ib_dst_commit();
    });
    rig.kernel(kCore, kPack, [] {
        packs_tiles();
        ib_pack_configure(operand(16));
        ib_dst_wait();
        ib_pack_tile(0, operand(16), 0);
        ib_dst_release();
    });
    rig.run();
    EXPECT_EQ(rig.word(kCore, kOut + 4 * 8), 0x40404040u);  // row 1: 1 + 2, not 1 + 1
    ASSERT_EQ(rig.engine->unit_warnings().size(), 2u);      // unpack and math
    EXPECT_EQ(rig.engine->unit_warnings()[0].fault, UnitFault::broadcast);
}

TEST(Tensix, what_no_call_has_set_up_is_told) {
    Rig rig;
    set_up(rig);
    rig.kernel(kCore, kUnpack, [] { ib_unpack_one(IB_SRC_A, operand(0), 0, IB_BCAST_NONE, 0); });
    rig.kernel(kCore, kMath, [] {
        ib_dst_acquire();
        ib_math_copy(0, IB_SRC_A, IB_BCAST_NONE, 0);
        ib_dst_commit();
    });
    rig.kernel(kCore, kPack, [] {
        ib_dst_wait();
        ib_pack_tile(0, operand(16), 0);
        ib_dst_release();
    });
    rig.run();
    std::uint32_t none = 0;
    for (const UnitWarning& w : rig.engine->unit_warnings())
        none += w.fault == UnitFault::none && !w.set_up ? 1 : 0;
    EXPECT_EQ(none, 5u);  // the loops of three, the formats of two
}

TEST(Tensix, mailboxes_hold_four_words_and_carry_time) {
    Rig rig;
    set_up(rig);
    rig.kernel(kCore, kUnpack, [] {
        for (std::uint32_t i = 0; i < 6; i++) ib_mailbox_write(1, 10 + i);
        l1_word(kNote + 32) = static_cast<std::uint32_t>(ib_self()->cycles);
    });
    rig.kernel(kCore, kMath, [] {
        ib_self()->cycles += 5000;
        for (std::uint32_t i = 0; i < 6; i++) l1_word(kNote + 4 * i) = ib_mailbox_read(0);
    });
    rig.kernel(kCore, kPack, idle);
    rig.run();
    for (std::uint32_t i = 0; i < 6; i++) EXPECT_EQ(rig.word(kCore, kNote + 4 * i), 10 + i);
    EXPECT_GT(rig.word(kCore, kNote + 32), 5800u);  // the fifth word waited for room
}

TEST(Tensix, semaphores_wait_both_ways) {
    Rig rig;
    set_up(rig);
    rig.kernel(kCore, kUnpack, [] {
        ib_tensix_sem_init(3, 1, 0);
        ib_self()->cycles += 1000;
        ib_tensix_sem_post(3);
        ib_tensix_sem_wait(3, 0);
        l1_word(kNote) = ib_tensix_sem_read(3);
    });
    rig.kernel(kCore, kMath, [] {
        ib_self()->cycles += 100;
        ib_tensix_sem_wait(3, 1);
        ib_self()->cycles += 1000;
        l1_word(kNote + 4) = ib_tensix_sem_read(3);
        ib_tensix_sem_get(3);
    });
    rig.kernel(kCore, kPack, idle);
    rig.run();
    EXPECT_EQ(rig.word(kCore, kNote), 0u);
    EXPECT_EQ(rig.word(kCore, kNote + 4), 1u);
}

// 32 lanes are four rows of the even or the odd columns; the next pair of addresses is four rows
// on.
TEST(Tensix, vector_code_sees_rows_and_columns) {
    Rig rig;
    set_up(rig);
    rig.kernel(kCore, kUnpack, [] {
        ib_unpack_configure(IB_SRC_A, operand(0), operand(0));
        ib_unpack_one(IB_SRC_A, operand(0), 0, IB_BCAST_NONE, 0);
    });
    rig.kernel(kCore, kMath, [] {
        ib_math_configure(IB_SRC_A, operand(0), operand(0));
        ib_dst_acquire();
        ib_math_copy(0, IB_SRC_A, IB_BCAST_NONE, 0);
        ib_sfpi_begin(0, 0);
        std::uint32_t lanes[32];
        ib_sfpi_load(6, 0, lanes);  // rows 4 to 7, odd columns
        l1_word(kNote) = lanes[0];
        l1_word(kNote + 4) = lanes[31];
        ib_sfpi_advance(16, 0);
        for (std::uint32_t& l : lanes) l = 0x40490fdb;
        ib_sfpi_store(0, 0, lanes, 1u << 9, 0);  // row 17 of the tile's 64, column 2
        ib_dst_commit();
    });
    rig.kernel(kCore, kPack, [] {
        ib_pack_configure(operand(16));
        ib_dst_wait();
        ib_pack_tile(0, operand(16), 0);
        ib_dst_release();
    });
    // Each datum is its own position, as a BF16 number's bits above 1.0.
    for (std::uint32_t i = 0; i < 512; i++)
        rig.word(kCore, kIn + 4 * i) = 0x3f803f80 + ((2 * i) & 127) + (((2 * i + 1) & 127) << 16);
    rig.run();
    EXPECT_EQ(rig.word(kCore, kNote), 0x3f800000u + ((4 * 16 + 1) % 128 << 16));
    EXPECT_EQ(rig.word(kCore, kNote + 4), 0x3f800000u + ((7 * 16 + 15) % 128 << 16));
    const std::uint32_t changed = (17 * 16 + 2) / 2;
    EXPECT_EQ(rig.word(kCore, kOut + 4 * changed) & 0xffff, 0x4049u);  // cut off, not rounded
    EXPECT_EQ(rig.word(kCore, kOut + 4 * changed) >> 16, 0x3f80u + (17 * 16 + 3) % 128);
}

// Vector code counts its instructions itself and tells at stores and steps.
TEST(Tensix, vector_code_takes_the_cycles_it_tells) {
    Rig rig;
    set_up(rig);
    rig.kernel(kCore, kUnpack, idle);
    rig.kernel(kCore, kMath, [] {
        ib_dst_acquire();
        const std::uint64_t before = ib_self()->cycles;
        ib_sfpi_begin(0, 20);
        std::uint32_t lanes[32];
        ib_sfpi_load(0, 2, lanes);
        ib_sfpi_store(0, 2, lanes, ~0u, 7);
        ib_sfpi_advance(16, 3);
        l1_word(kNote) = static_cast<std::uint32_t>(ib_self()->cycles - before);
        ib_dst_commit();
    });
    rig.kernel(kCore, kPack, [] {
        ib_pack_configure(operand(16));
        ib_dst_wait();
        ib_dst_release();
    });
    rig.run();
    EXPECT_EQ(rig.word(kCore, kNote), 30u);
}

// A matmul streams: unpack, math and pack overlap, and HiFi4 makes math the slowest.
TEST(Tensix, a_long_matmul_takes_maths_time) {
    Rig rig;
    set_up(rig);
    constexpr std::uint32_t kSteps = 1000;
    rig.kernel(kCore, kUnpack, [] {
        unpack_is(setup::unpack::matmul(2, 2, 1, false));
        ib_unpack_configure(IB_SRC_A | IB_SRC_B, operand(0), operand(0));
        for (std::uint32_t i = 0; i < kSteps; i++)
            ib_unpack_matmul(operand(0), operand(0), 0, 2, 2, 2, 1, 0);
    });
    rig.kernel(kCore, kMath, [] {
        math_is(setup::math::matmul(2, 2, 4));
        ib_math_configure(IB_SRC_A | IB_SRC_B, operand(0), operand(0));
        ib_dst_acquire();
        for (std::uint32_t i = 0; i < kSteps; i++) ib_math_matmul(0, 2, 2, 4, 0);
        ib_dst_commit();
    });
    rig.kernel(kCore, kPack, [] {
        ib_pack_configure(operand(16));
        ib_dst_wait();
        ib_dst_release();
    });
    const Completion done = rig.run();
    const double per_product = static_cast<double>(done.end.v - done.start.v - 800) / (4 * kSteps);
    EXPECT_GE(per_product, 65.0);  // a cycle between two
    EXPECT_LT(per_product, 66.0);
}

}  // namespace tensix_test
}  // namespace ironbird::device
