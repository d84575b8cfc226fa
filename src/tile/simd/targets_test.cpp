// The same bits with every instruction set that this machine has.
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "tile/reference/operands.hpp"

namespace ironbird::tile {
namespace {

using namespace reference;

constexpr std::int64_t kTargets[] = {HWY_SSE4, HWY_AVX2, HWY_AVX3};

void add_packed(std::vector<std::uint32_t>& words, const FpuMode& mode, Mix mix, Random& random) {
    for (const Format out : {Format::float16_b, Format::bfp8_b, Format::bfp2_b}) {
        PackMode pack = {.dst = mode.dst, .out = out};
        pack.intermediate = mode.dst == DstKind::fp16 ? Format::float16 : Format::float16_b;
        if (tile_packer(pack) == nullptr) continue;
        std::vector<std::uint32_t> l1(1024);
        const auto other = dst_tile(mode.dst, mix, random);
        tile_packer(pack)(*other, false, {}, reinterpret_cast<std::uint8_t*>(l1.data()), pack);
        words.insert(words.end(), l1.begin(), l1.end());
    }
}

// Everything that is defined to the last bit, as one long list of words.
std::vector<std::uint32_t> everything() {
    Random random(71);
    std::vector<std::uint32_t> words;
    const auto keep = [&](const auto& tile) {
        words.insert(words.end(), tile.word.begin(), tile.word.end());
    };
    const Fpu& unit = fpu(Arithmetic::exact);
    for (const Format format : {Format::float16_b, Format::bfp8_b, Format::bfp4_b, Format::float16})
        for (const Mix mix : kMixes) {
            const Format reg = format == Format::bfp4_b ? Format::float16_b : format;
            const auto a = operand(format, reg, mix, random), b = operand(format, reg, mix, random);
            keep(a->tile);
            for (const bool wide : {false, true}) {
                const FpuMode mode = {.dst = wide      ? DstKind::fp32
                                             : a->half ? DstKind::fp16
                                                       : DstKind::bf16,
                                      .half_precision = a->half};
                const auto d = dst_tile(mode.dst, mix, random);
                unit.matmul(b->tile, a->tile, {}, {}, *d, false, mode);
                keep(*d);
                unit.elementwise(Elementwise::sub, a->tile, b->tile, Broadcast::column, *d, false,
                                 true, mode);
                keep(*d);
                unit.reduce(Pool::sum, ReduceDim::row, a->tile, b->tile, {}, *d, false, mode);
                unit.reduce(Pool::max, ReduceDim::column, a->tile, b->tile, {}, *d, false, mode);
                unit.dst_to_src(*d, false, a->tile, mode);
                unit.copy(a->tile, Broadcast::scalar, *d, mode);
                transpose_within_faces(b->tile);
                keep(*d);
                keep(b->tile);
                add_packed(words, mode, mix, random);
            }
        }
    return words;
}

void use(std::int64_t targets) {
    hwy::SetSupportedTargetsForTest(targets);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(InstructionSets, AgreeToTheLastBit) {
    const std::int64_t supported = hwy::SupportedTargets();
    const std::vector<std::uint32_t> want = everything();
    int tried = 0;
    for (const std::int64_t target : kTargets)
        if ((supported & target) != 0) {
            use(target);
            EXPECT_EQ(everything(), want) << hwy::TargetName(target);
            tried++;
        }
    use(0);
    EXPECT_GE(tried, 1);
}

TEST(InstructionSets, FastProductsDifferByRoundingsOnly) {
    Random random(73);
    const auto a = operand(Format::float16_b, Format::float16_b, Mix::normal, random);
    const auto b = operand(Format::float16_b, Format::float16_b, Mix::normal, random);
    const FpuMode mode = {.dst = DstKind::fp32};
    DstTile want, got;
    fpu(Arithmetic::fast).matmul(b->tile, a->tile, {}, {}, want, true, mode);
    const std::int64_t supported = hwy::SupportedTargets();
    for (const std::int64_t target : kTargets)
        for (const bool fine : {false, true}) {
            if ((supported & target) == 0) continue;
            use(target);
            a->tile.fine = fine;
            fpu(Arithmetic::fast).matmul(b->tile, a->tile, {}, {}, got, true, mode);
            for (std::uint32_t i = 0; i < kTileDatums; i++)
                ASSERT_NEAR(std::bit_cast<float>(got.word[i]), std::bit_cast<float>(want.word[i]),
                            1e-4);
        }
    use(0);
}

}  // namespace
}  // namespace ironbird::tile
