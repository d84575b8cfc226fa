// Exact reductions bit for bit against the plain description, on both chips.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tile/reference/cases.hpp"

#pragma GCC optimize("O2")  // over a million sums of 128 products

namespace ironbird::tile {
namespace {

using namespace reference;

// Sums: the data is SrcA, except along rows.
class ExpectedSum {
 public:
    ExpectedSum(const Operand& data, const Operand& scaler, Shape shape, const FpuMode& mode)
        : data_(data), scaler_(scaler), shape_(shape), mode_(mode) {}

    void add_to(DstTile& d, ReduceDim dim) const {
        if (dim == ReduceDim::row) return rows(d);
        if (dim == ReduceDim::column) return columns(d);
        all(d);
    }

 private:
    const Datum* factors(std::uint32_t face) const { return &scaler_.datum[face * 256]; }

    // A column of a face, all phases.
    std::uint32_t column(std::uint32_t face, std::uint32_t c, std::uint32_t word) const {
        std::array<Datum, 16> column;
        for (std::uint32_t r = 0; r < 16; r++) column[r] = data_.datum[face * 256 + r * 16 + c];
        return phases_of(column.data(), factors(face), word);
    }
    std::uint32_t phases_of(const Datum* a, const Datum* b, std::uint32_t word) const {
        for (std::uint32_t phase = 0; phase < count_; phase++)
            word = multiply(a, b, word, static_cast<int>(phase), unit_);
        return word;
    }

    // A whole tile takes a phase through its faces, a smaller one a face through its phases.
    void rows(DstTile& d) const {
        const std::uint32_t across = shape_.across;
        const bool whole = shape_.faces() == 4;
        for (std::uint32_t y = 0; y < shape_.down * 16u; y++) {
            const std::uint32_t left = y / 16 * across;
            std::uint32_t& word = d.word[left * 256 + y % 16 * 16];
            for (std::uint32_t step = 0; step < count_ * across; step++) {
                const std::uint32_t face = left + (whole ? step % across : step / count_);
                const Datum* row = &data_.datum[face * 256 + y % 16 * 16];
                const std::uint32_t phase = whole ? step / across : step % count_;
                word = multiply(factors(face), row, word, static_cast<int>(phase), unit_);
            }
        }
    }
    void columns(DstTile& d) const {
        for (std::uint32_t face = 0; face < shape_.faces(); face++)
            for (std::uint32_t c = 0; c < 16; c++) {
                std::uint32_t& word = d.word[face % shape_.across * 256 + c];
                word = column(face, c, word);
            }
    }
    // Columns first, which go through Dst into SrcA.
    void all(DstTile& d) const {
        std::array<Datum, 16> partial;
        for (std::uint32_t c = 0; c < 16; c++) {
            std::uint32_t word = 0;
            for (std::uint32_t face = 0; face < shape_.faces(); face++)
                word = column(face, c, word);
            partial[c] = mode_.dst == DstKind::fp16 ? from_fp16(word >> 16)
                         : mode_.tf32               ? from_tf32(word)
                                                    : from_bf16(word >> 16);
        }
        d.word[0] = phases_of(partial.data(), factors(shape_.faces() - 1), d.word[0]);
    }

    const Operand& data_;
    const Operand& scaler_;
    Shape shape_;
    FpuMode mode_;
    Unit unit_ = unit_of(mode_);
    std::uint32_t count_ = phases(mode_.fidelity);
};

class Reduce : public testing::TestWithParam<Inputs> {};

struct SumCase {
    ReduceDim dim;
    Fidelity fidelity;
    Silicon chip;
    bool wide;
    Mix mix;
};

void check_sum(Inputs inputs, const SumCase& c, bool fresh, Random& random) {
    const auto [in, reg] = inputs;
    const auto a = operand(in, reg, c.mix, random), s = operand(in, reg, Mix::narrow, random);
    const FpuMode mode = mode_of(c.fidelity, c.chip, a->half, c.wide);
    if (a->half && c.wide && c.dim == ReduceDim::scalar) return;
    const auto before = dst_tile(mode.dst, Mix::normal, random);
    DstTile got = *before, want = *before;
    if (fresh) want.word.fill(0);
    fpu(Arithmetic::exact).reduce(Pool::sum, c.dim, a->tile, s->tile, {}, got, fresh, mode);
    ExpectedSum(*a, *s, {}, mode).add_to(want, c.dim);
    ASSERT_EQ(got.word, want.word) << static_cast<int>(c.dim) << " mix " << static_cast<int>(c.mix);
}

TEST_P(Reduce, SumsBitForBit) {
    Random random(13);
    for (const ReduceDim dim : {ReduceDim::row, ReduceDim::column, ReduceDim::scalar})
        for (const Fidelity fidelity : kFidelities)
            for (const Silicon chip : kChips)
                for (const bool wide : {false, true})
                    for (const Mix mix : kMixes) {
                        check_sum(GetParam(), {dim, fidelity, chip, wide, mix}, true, random);
                        check_sum(GetParam(), {dim, fidelity, chip, wide, mix}, false, random);
                        if (HasFatalFailure()) return;
                    }
}

// What lies outside of the tile is zero in Src, as the unpacker leaves it.
TEST_P(Reduce, SumsOfSmallerTiles) {
    Random random(37);
    const auto [in, reg] = GetParam();
    for (const Shape shape : {Shape{16, 1, 2}, Shape{16, 2, 1}, Shape{16, 1, 1}, Shape{4, 1, 2}})
        for (const ReduceDim dim : {ReduceDim::row, ReduceDim::column, ReduceDim::scalar})
            for (const Fidelity fidelity : kFidelities)
                for (const Mix mix : kMixes) {
                    const auto a = small_operand(in, reg, shape, mix, random),
                               s = operand(in, reg, Mix::narrow, random);
                    const FpuMode mode = mode_of(fidelity, Silicon::wormhole, a->half, false);
                    const auto before = dst_tile(mode.dst, Mix::normal, random);
                    DstTile got = *before, want = *before;
                    fpu(Arithmetic::exact)
                        .reduce(Pool::sum, dim, a->tile, s->tile, shape, got, false, mode);
                    ExpectedSum(*a, *s, shape, mode).add_to(want, dim);
                    ASSERT_EQ(got.word, want.word)
                        << static_cast<int>(dim) << " mix " << static_cast<int>(mix);
                }
}
INSTANTIATE_TEST_SUITE_P(Formats, Reduce, testing::ValuesIn(kInputs), name_of);

// Bit patterns in order: sign, then exponent and fraction.
std::int64_t rank(std::uint32_t w) {
    const auto magnitude = static_cast<std::int64_t>(w & 0x7fffffff);
    return (w >> 31) != 0 ? -magnitude - 1 : magnitude;
}

std::uint32_t higher(std::uint32_t a, std::uint32_t b) {
    return rank(b) > rank(a) ? b : a;
}

// What Dst held before takes part unless it is to be fresh.
void check_maxima(const Operand& a, const SrcTile& scaler, const DstTile& before, bool fresh,
                  bool wide) {
    const FpuMode mode = mode_of(Fidelity::hifi4, Silicon::wormhole, false, wide);
    const auto start = [&](std::uint32_t at) {
        return !fresh ? before.word[at] : wide ? 0xffffe000 : 0xffff0000;
    };
    const Fpu& unit = fpu(Arithmetic::exact);
    DstTile got = before;
    unit.reduce(Pool::max, ReduceDim::column, a.tile, scaler, {}, got, fresh, mode);
    for (std::uint32_t x = 0; x < 32; x++) {
        const std::uint32_t at = x / 16 * 256 + x % 16;
        std::uint32_t best = start(at);
        if (rank(best) >= 0 && (best & 0x7f800000) == 0) best = 0;
        for (std::uint32_t y = 0; y < 32; y++) best = higher(best, src_word(a.at(y, x), false));
        ASSERT_EQ(got.word[at], best) << "column " << x;
    }
    got = before;
    unit.reduce(Pool::max, ReduceDim::row, a.tile, scaler, {}, got, fresh, mode);
    for (std::uint32_t y = 0; y < 32; y++) {
        const std::uint32_t at = y / 16 * 512 + y % 16 * 16;
        std::uint32_t best = start(at);
        for (std::uint32_t x = 0; x < 32; x++) best = higher(best, src_word(a.at(y, x), false));
        if (wide && (best & 0x7f800000) == 0x7f800000) best &= 0xff800000;
        ASSERT_EQ(got.word[at], best) << "row " << y;
    }
}

TEST(Reduce, MaximaCompareBitPatterns) {
    Random random(17);
    std::vector<std::uint8_t> ones(2048);
    for (std::uint32_t i = 0; i < 1024; i++) ones[2 * i] = 0x80, ones[2 * i + 1] = 0x3f;
    SrcTile scaler;
    src_unpacker(Format::float16_b, Format::float16_b)(ones.data(), {}, scaler);
    for (const bool wide : {false, true})
        for (const Mix mix : kMixes)
            for (const bool fresh : {true, false}) {
                const auto a =
                    operand(Format::float32, wide ? Format::tf32 : Format::float16_b, mix, random);
                const auto before = dst_tile(DstKind::bf16, Mix::normal, random);
                check_maxima(*a, scaler, *before, fresh, wide);
                if (HasFatalFailure()) return;
            }
}

TEST(Reduce, ExtremesOfAllAndOfLittle) {
    Random random(29);
    const auto a = operand(Format::float16_b, Format::float16_b, Mix::normal, random);
    SrcTile ones;
    ones.word.fill(0x3f800000u);
    std::uint32_t most = 0xff800000u, least = 0x7f800000u, upper = 0xff800000u;
    for (std::uint32_t i = 0; i < kTileDatums; i++) {
        const std::uint32_t w = a->tile.word[i];
        if (rank(w) > rank(most)) most = w;
        if (rank(w) < rank(least)) least = w;
        if (i < 256 && i / 16 == 5 && rank(w) > rank(upper)) upper = w;
    }
    for (const DstKind dst : {DstKind::bf16, DstKind::fp32}) {
        DstTile d;
        const Fpu& unit = fpu(Arithmetic::fast);
        unit.reduce(Pool::max, ReduceDim::scalar, a->tile, ones, {}, d, true, {.dst = dst});
        EXPECT_EQ(d.word[0], most);
        EXPECT_EQ(d.word[1], 0u);
        unit.reduce(Pool::min, ReduceDim::scalar, a->tile, ones, {}, d, true, {.dst = dst});
        EXPECT_EQ(d.word[0], least);
        unit.reduce(Pool::max, ReduceDim::row, a->tile, ones, {16, 1, 1}, d, true, {.dst = dst});
        EXPECT_EQ(d.word[5 * 16], upper) << "one face";
    }
}

// The documented comparison, one datum at a time: sign, nine bits of exponent, ten of mantissa.
struct Compared {
    int negative = 0;
    std::uint32_t exponent = 0, mantissa = 0;
    std::int64_t order() const {
        const auto m = static_cast<std::int64_t>(exponent << 10 | mantissa);
        return negative != 0 ? -m : m;
    }
};
// FP16 or an exponent of eight bits, of whose mantissa `mask` is kept.
struct Comparison {
    bool half;
    std::uint32_t mask;

    // Of a float in Src, or of a word of Dst.
    std::uint32_t exponent(std::uint32_t w) const {
        const std::uint32_t e = w >> 23 & 255;
        return half && e != 0 ? e - 112 : e;
    }
    Compared of_dst(std::uint32_t w) const {
        const int negative = static_cast<int>(w >> 31);
        if (half) return {negative, (w >> 26 & 31) + 15, w >> 16 & 1023};
        return {negative, (w >> 23 & 255) + 127, w >> 13 & mask};
    }
    std::uint32_t to_dst(const Compared& c) const {
        if (c.exponent == 0) return 0;
        const std::uint32_t sign = static_cast<std::uint32_t>(c.negative) << 31;
        if (half) return sign | ((c.exponent - 15) & 31) << 26 | c.mantissa << 16;
        return sign | ((c.exponent - 127) & 255) << 23 | (c.mantissa & mask) << 13;
    }
    std::uint32_t greatest(const std::array<std::uint32_t, 16>& data,
                           const std::array<std::uint32_t, 16>& scaler, std::uint32_t dst) const {
        Compared most = of_dst(dst);
        for (std::uint32_t i = 0; i < 16; i++) {
            const std::uint32_t own = exponent(data[i]), by = exponent(scaler[i]);
            Compared x;
            if (by == 0)
                x = {1, 511, 1023};
            else if (own != 0)
                x = {static_cast<int>(data[i] >> 31), own + by, data[i] >> 13 & mask};
            if (x.order() >= most.order()) most = x;
        }
        return to_dst(most);
    }
};

// Random data of a family, and scalers: one, powers of two that overflow and underflow, nothing.
struct Scaled16 {
    SrcTile a, scaler;

    Scaled16(bool half, std::uint32_t cut, int turn, Random& random) {
        for (auto& w : a.word) {
            const auto drawn = static_cast<std::uint32_t>(random());
            w = half ? src_word(from_fp16(drawn >> 16), true) : drawn & cut;
            if ((w & 0x7f800000) == 0) w = 0;
            if (turn % 3 == 0 && w != 0) w |= 0x80000000;
        }
        for (auto& w : scaler.word) {
            constexpr std::uint32_t kWide[] = {0x3f800000, 0x3f800000, 0x7f000000,
                                               0x00800000, 0x40490000, 0};
            constexpr std::uint32_t kHalf[] = {0x3f800000, 0x3f800000, 0x47800000,
                                               0x38800000, 0x40490000, 0};
            // Not (half ? kHalf : kWide)[which]: GCC 12's check of bounds divides by what is not
            // set.
            const std::size_t which = random() % (turn % 2 == 0 ? 6 : 2);
            w = half ? kHalf[which] : kWide[which];
        }
    }
};

TEST(Reduce, MaximaFollowTheDocumentedComparison) {
    Random random(31);
    struct Kind {
        DstKind dst;
        Comparison by;
        std::uint32_t cut;
    };
    for (const auto& [dst, by, cut] : {Kind{DstKind::bf16, {false, 0x3f8}, 0xffff0000},
                                       Kind{DstKind::fp32, {false, 0x3ff}, 0xffffe000},
                                       Kind{DstKind::fp16, {true, 0x3ff}, 0xffff0000}})
        for (int turn = 0; turn < 200; turn++) {
            const Scaled16 in(by.half, cut, turn, random);
            const FpuMode mode =
                mode_of(Fidelity::hifi4, Silicon::wormhole, by.half, dst == DstKind::fp32);
            DstTile d;
            for (auto& w : d.word) w = static_cast<std::uint32_t>(random()) & cut;
            const DstTile before = d;
            for (const bool fresh : {false, true}) {
                d = before;
                fpu(Arithmetic::exact)
                    .reduce(Pool::max, ReduceDim::column, in.a, in.scaler, {16, 1, 1}, d, fresh,
                            mode);
                for (std::uint32_t c = 0; c < 16; c++) {
                    std::array<std::uint32_t, 16> data, factors;
                    for (std::uint32_t r = 0; r < 16; r++)
                        data[r] = in.a.word[r * 16 + c], factors[r] = in.scaler.word[r];
                    const std::uint32_t old = fresh ? cut : before.word[c];
                    ASSERT_EQ(d.word[c], by.greatest(data, factors, old)) << c;
                }
            }
        }
}

TEST(Reduce, MaximaKeepNaN) {
    SrcTile a, ones;
    ones.word.fill(0x3f800000u);
    a.word.fill(0x3f800000u);
    a.word[5] = 0x7fc02000u;
    DstTile d;
    const Fpu& unit = fpu(Arithmetic::exact);
    const FpuMode mode = {.dst = DstKind::fp32, .tf32 = true};
    unit.reduce(Pool::max, ReduceDim::column, a, ones, {}, d, true, mode);
    EXPECT_EQ(d.word[5], 0x7fc02000u);
    unit.reduce(Pool::max, ReduceDim::scalar, a, ones, {}, d, true, mode);
    EXPECT_EQ(d.word[0], 0x7fc02000u);
    unit.reduce(Pool::max, ReduceDim::row, a, ones, {}, d, true, mode);
    EXPECT_EQ(d.word[0], 0x7f800000u) << "which is added to zero on its way to the column";
}

TEST(Reduce, MaximaAreScaledByExponents) {
    SrcTile a, scaler;
    a.word.fill(std::bit_cast<std::uint32_t>(3.0f));
    scaler.word.fill(std::bit_cast<std::uint32_t>(0.75f));  // counts as one half
    DstTile d;
    fpu(Arithmetic::exact)
        .reduce(Pool::max, ReduceDim::column, a, scaler, {}, d, true, {.dst = DstKind::fp32});
    EXPECT_EQ(std::bit_cast<float>(d.word[0]), 1.5f);
}

}  // namespace
}  // namespace ironbird::tile
