// One harness over all rows: every operation, in every kind of Dst, on every family of chips,
// against its own reference in double precision.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "ib_sfpu_ops.h"
#include "words.hpp"

namespace ironbird::tile {
namespace {

constexpr DstKind kRealKinds[] = {DstKind::fp32, DstKind::bf16, DstKind::fp16};
constexpr Silicon kChips[] = {Silicon::grayskull, Silicon::wormhole, Silicon::blackhole};

// Grayskull's Dst has 16 bits.
bool has(Silicon chip, DstKind dst) {
    return chip != Silicon::grayskull || (dst != DstKind::fp32 && dst != DstKind::int32);
}

std::string where(const SfpuOp& op, DstKind dst) {
    return std::string(op.name) + ", Dst kind " + std::to_string(static_cast<int>(dst));
}

struct Rig {
    DstTile in[3], out;
    const SfpuOp& op;
    SfpuCall call;

    Rig(const SfpuOp& row, DstKind dst, Silicon chip) : op(row) {
        for (int n = 0; n < 3; ++n) call.in[n] = in[n].word.data();
        call.out = out.word.data();
        call.param = op.example.data();
        call.dst = dst;
        call.silicon = chip;
        out.word.fill(0xdeadbeef);
    }
    void run() { op.apply(call); }
};

// ---- real numbers

// Evenly over the domain, then by magnitudes, then its ends.
double sample(const SfpuOp& op, std::size_t i, std::mt19937& random) {
    std::uniform_real_distribution<double> even(op.low, op.high);
    if (i == 0) return op.low;
    if (i == 1) return op.high;
    if (i % 4 != 0) return even(random);
    const double top = std::max(std::fabs(op.low), std::fabs(op.high));
    std::uniform_real_distribution<double> magnitude(-8, 0);
    const double size = top * std::pow(10, magnitude(random));
    const double value = op.low < 0 && i % 8 == 0 ? -size : size;
    return value >= op.low && value <= op.high ? value : even(random);
}

void fill(Rig& rig, std::mt19937& random) {
    for (auto& tile : rig.in) {
        for (std::size_t i = 0; i < kTileDatums; ++i)
            tile.word[i] = word_near(sample(rig.op, i, random), rig.call.dst);
    }
}

void compare(const Rig& rig) {
    const DstKind dst = rig.call.dst;
    int wrong = 0;
    for (std::size_t i = 0; i < kTileDatums && wrong < 3; ++i) {
        double x[3];
        for (int n = 0; n < 3; ++n) x[n] = value_of(rig.in[n].word[i], dst);
        const bool inside = x[0] >= rig.op.low && x[0] <= rig.op.high;
        const double want = rig.op.reference(x, rig.op.example.data());
        if (!inside || !std::isfinite(want) || std::fabs(want) > 0.99 * largest(dst)) continue;
        const double got = value_of(rig.out.word[i], dst);
        const double allowed = rig.op.absolute + smallest(dst) +
                               (rig.op.relative + store_error(rig.op, dst)) * std::fabs(want);
        if (std::fabs(got - want) <= allowed) continue;
        ++wrong;
        ADD_FAILURE() << where(rig.op, dst) << ": f(" << x[0] << ", " << x[1] << ", " << x[2]
                      << ") gave " << got << " for " << want << ", off by "
                      << std::fabs(got - want) / allowed << " times the bound";
    }
}

TEST(Rows, RealOperationsKeepTheirBounds) {
    std::mt19937 random(1);
    for (const SfpuOp& op : sfpu_ops()) {
        if (op.numbers != Numbers::real || op.reference == nullptr) continue;
        for (const DstKind dst : kRealKinds) {
            for (const Silicon chip : kChips) {
                if (!has(chip, dst)) continue;
                for (int tile = 0; tile < 8; ++tile) {
                    Rig rig(op, dst, chip);
                    fill(rig, random);
                    rig.run();
                    compare(rig);
                }
            }
        }
    }
}

// Numbers with a zero exponent count as zeros of their sign, and none is made.
TEST(Rows, NoOperationSeesOrMakesDenormals) {
    for (const SfpuOp& op : sfpu_ops()) {
        if (op.numbers != Numbers::real || op.apply == nullptr || op.store == Store::bits ||
            op.inputs == 0 || op.reference == nullptr)
            continue;
        Rig tiny(op, DstKind::fp32, Silicon::wormhole), zero(op, DstKind::fp32, Silicon::wormhole);
        for (std::uint32_t i = 0; i < kTileDatums; ++i) {
            for (int n = 0; n < 3; ++n) {
                const std::uint32_t sign = (i >> n & 1) << 31;
                tiny.in[n].word[i] = sign | (0x123 + i);
                zero.in[n].word[i] = sign;
            }
        }
        tiny.run();
        zero.run();
        EXPECT_EQ(tiny.out.word, zero.out.word) << op.name;
    }
}

// ---- whole numbers

std::uint32_t integer_word(const SfpuOp& op, Format format, std::uint32_t value) {
    const bool narrow = op.numbers == Numbers::uint16 || format == Format::uint16;
    return narrow ? value << 16 : value;
}
double integer_value(const SfpuOp& op, Format format, std::uint32_t word) {
    if (op.numbers == Numbers::uint16 || format == Format::uint16) return word >> 16;
    if (op.numbers == Numbers::uint32 || format == Format::uint32) return word;
    return static_cast<std::int32_t>(word);
}

void check_integers(const SfpuOp& op, Format format, std::mt19937& random) {
    const bool narrow = op.numbers == Numbers::uint16 || format == Format::uint16;
    Rig rig(op, narrow ? DstKind::raw16 : DstKind::int32, Silicon::wormhole);
    rig.call.format = format;
    for (auto& tile : rig.in) {
        for (std::size_t i = 0; i < kTileDatums; ++i) {
            const auto any = static_cast<std::uint32_t>(random());
            const std::uint32_t small = any % 65;
            tile.word[i] = integer_word(op, format, i % 3 == 0 ? small + 1 : any | 1);
        }
    }
    rig.run();
    for (std::size_t i = 0; i < kTileDatums; ++i) {
        double x[3];
        for (int n = 0; n < 3; ++n) x[n] = integer_value(op, format, rig.in[n].word[i]);
        const double want = op.reference(x, op.example.data());
        const auto low = static_cast<std::uint32_t>(static_cast<std::int64_t>(want));
        ASSERT_EQ(rig.out.word[i], integer_word(op, format, low))
            << op.name << " of " << x[0] << ", " << x[1] << " for " << want;
    }
}

TEST(Rows, IntegerOperationsAreExact) {
    std::mt19937 random(2);
    for (const SfpuOp& op : sfpu_ops()) {
        if (op.apply == nullptr || op.reference == nullptr) continue;
        if (op.numbers == Numbers::mixed) {
            for (const Format format : {Format::int32, Format::uint32, Format::uint16}) {
                const bool arithmetic = op.name == "right_shift" && format == Format::uint32;
                if (!arithmetic) check_integers(op, format, random);
            }
        } else if (op.numbers != Numbers::real) {
            check_integers(op, Format::none, random);
        }
    }
}

// ---- the table itself

TEST(Rows, TheListOfNamesAndTheRowsAreTheSame) {
    constexpr const char* kNames[] = {
#define IB_SFPU_NAME(name) #name,
        IB_SFPU_OPS(IB_SFPU_NAME)
#undef IB_SFPU_NAME
    };
    std::set<std::string_view> names(std::begin(kNames), std::end(kNames)), rows;
    for (const SfpuOp& op : sfpu_ops()) rows.insert(op.name);
    EXPECT_EQ(names, rows);
    EXPECT_EQ(std::size(kNames), sfpu_ops().size()) << "a name appears twice";
}

TEST(Rows, EveryRowHasAFunctionAndACost) {
    for (const SfpuOp& op : sfpu_ops()) {
        EXPECT_NE(op.apply != nullptr, op.apply_tiles != nullptr) << op.name;
        EXPECT_TRUE(op.cycles.given()) << op.name;
        EXPECT_EQ(find_sfpu_op(op.name), &op);
    }
    EXPECT_EQ(find_sfpu_op("no such operation"), nullptr);
}

}  // namespace
}  // namespace ironbird::tile
