// The multiply-add against the documented arithmetic, written down plainly in wide integers.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>

#include "tile/sfpu.hpp"

namespace ironbird::tile {
namespace {

// One lane as the documentation tells it: exact product of normal numbers, three bits more than a
// float's, marks for what is lost, one rounding.
struct Lane {
    bool blackhole;

    struct Parts {
        explicit Parts(std::uint32_t w) : negative(w >> 31 != 0), exponent(w >> 23 & 255) {
            mantissa = exponent == 0 ? 0 : (w & 0x7fffff) | 0x800000;
        }
        bool top() const { return exponent == 255; }
        bool nan() const { return top() && mantissa != 0x800000; }
        bool negative;
        int exponent;
        std::uint64_t mantissa;
    };

    static std::uint64_t marked_shift(std::uint64_t v, int by) {
        if (by >= 60) return 0;
        const std::uint64_t left = v >> by;
        return left == 0 ? 0 : left | static_cast<std::uint64_t>((left << by) != v);
    }
    static std::uint32_t with_sign(bool negative, std::uint32_t w) {
        return w | (negative ? 0x80000000u : 0);
    }

    // The unit's steps one after the other: in parts, each would hand on nearly all of them.
    // NOLINTNEXTLINE(readability-function-cognitive-complexity)
    std::uint32_t operator()(std::uint32_t wx, std::uint32_t wy, std::uint32_t wz) const {
        const Parts x(wx), y(wy), z(wz);
        const bool negative = x.negative != y.negative;
        const std::uint64_t exact = x.mantissa * y.mantissa;
        int e = x.exponent + y.exponent - 127;
        const bool factors_top = x.top() || y.top();
        const bool product_infinite = factors_top || e >= 255;
        const bool invalid =
            x.nan() || y.nan() || (x.top() && y.mantissa == 0) || (y.top() && x.mantissa == 0);
        const bool against = z.top() && !z.nan() && z.negative != negative &&
                             (blackhole ? factors_top : product_infinite);
        const bool nan = invalid || against || z.nan();
        if (nan && blackhole) return 0x7fc00000;
        const std::uint32_t mark =
            nan ? with_sign(invalid || against ? negative : z.negative, 0x7f800001) : 0;
        if (!nan && z.top()) return wz;
        if (!nan && product_infinite) return with_sign(negative, 0x7f800000);
        const bool vanishes = exact == 0 || e < 0;
        if (vanishes && !nan) {
            if (z.mantissa != 0) return wz;
            return with_sign(blackhole && negative && z.negative, 0);
        }
        if (vanishes) e = 0;
        if (e > 255) e = 255;
        std::uint64_t p = vanishes ? 0 : exact >> 20 | ((exact & 0xfffff) != 0);
        std::uint64_t q = z.mantissa << 3;
        int common = std::max(e, z.exponent);
        p = marked_shift(p, common - e);
        q = marked_shift(q, common - z.exponent);
        const bool first = p >= q, result_negative = first ? negative : z.negative;
        std::uint64_t sum = negative == z.negative ? p + q : first ? p - q : q - p;
        if (sum == 0) return blackhole ? with_sign(negative && z.negative, 0) : mark;
        int shift = static_cast<int>(std::bit_width(sum)) - 27;
        common += shift;
        if (common >= 255) return nan ? mark : with_sign(result_negative, 0x7f800000);
        if (!blackhole && common < 0) return mark;
        if (blackhole && common <= 0) shift++, common = 0;
        if (shift <= 0) {
            sum <<= -shift;
        } else {
            const std::uint64_t seen = blackhole ? static_cast<std::uint64_t>(shift) | 1 : 1;
            sum = sum >> shift | static_cast<std::uint64_t>((sum & seen) != 0);
        }
        std::uint32_t r = (static_cast<std::uint32_t>(common) << 23) +
                          (static_cast<std::uint32_t>(sum >> 3) & 0x7fffff);
        r += ((sum & 7) + (r & 1)) > 4;
        if (r >> 23 == 0) return blackhole ? with_sign(result_negative, 0) : mark;
        return nan ? mark | r : with_sign(result_negative, r);
    }
};

using Lanes = std::array<std::uint32_t, kSfpuLanes>;

std::uint32_t bits(float x) {
    return std::bit_cast<std::uint32_t>(x);
}
std::uint32_t one(float x, float y, float z, Silicon chip) {
    Lanes a, b, c, r;
    a.fill(bits(x)), b.fill(bits(y)), c.fill(bits(z));
    sfpu_mad(a.data(), b.data(), c.data(), r.data(), chip);
    return r[7];
}

// Words around each other's size, so that sums cancel, and every special exponent.
std::uint32_t draw(std::mt19937& random, int kind) {
    constexpr std::uint32_t kSpecial[] = {0,          0x80000000, 1,          0x807fffff,
                                          0x00800000, 0x80800001, 0x3f800000, 0xbf800000,
                                          0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                                          0x7f800001, 0xffc00000, 0x7fffffff};
    const auto w = static_cast<std::uint32_t>(random()), n = static_cast<std::uint32_t>(random());
    if (kind == 0) return w;
    if (kind == 1) return (w & 0x807fffff) | (120 + n % 16) << 23;
    if (kind == 2) return (w & 0x807fffff) | (55 + n % 20) << 23;
    if (kind == 3) return (w & 0x80700000) | (124 + n % 4) << 23;
    return kSpecial[n % std::size(kSpecial)];
}

TEST(Mad, IsTheDocumentedArithmetic) {
    std::mt19937 random(5);
    for (const Silicon chip : {Silicon::wormhole, Silicon::blackhole}) {
        const Lane plain = {chip == Silicon::blackhole};
        for (int turn = 0; turn < 20000; turn++) {
            Lanes x, y, z, got;
            for (std::uint32_t i = 0; i < kSfpuLanes; i++) {
                x[i] = draw(random, turn % 5), y[i] = draw(random, turn / 5 % 5);
                z[i] = draw(random, turn / 25 % 5);
                if (turn % 7 == 0)  // the sum nearly cancels
                    z[i] = bits(-std::bit_cast<float>(x[i]) * std::bit_cast<float>(y[i])) ^
                           static_cast<std::uint32_t>(random() & 3);
            }
            sfpu_mad(x.data(), y.data(), z.data(), got.data(), chip);
            for (std::uint32_t i = 0; i < kSfpuLanes; i++)
                ASSERT_EQ(got[i], plain(x[i], y[i], z[i]))
                    << std::hex << x[i] << " * " << y[i] << " + " << z[i];
        }
    }
}

TEST(Mad, RoundsOnce) {
    // 1 + 2^-23 squared is 1 + 2^-22 + 2^-46; minus its float only the last part is left of a
    // complete fusion, and the chip keeps nothing that far down.
    const float x = 1 + 0x1p-23f;
    EXPECT_EQ(one(x, x, -(1 + 0x1p-22f), Silicon::wormhole), bits(0x1p-26f));
    // Two roundings to even lose what the third bit below keeps.
    EXPECT_EQ(one(1 + 0x1p-12f, 1 + 0x1p-12f, -1, Silicon::blackhole), bits(0x1p-11f + 0x1p-24f));
}

TEST(Mad, SignsOfWhatVanishes) {
    const float tiny = 0x1p-100f;
    EXPECT_EQ(one(-tiny, tiny, 0, Silicon::blackhole), 0u) << "a product that vanishes is added";
    EXPECT_EQ(one(-tiny, tiny, -0.0f, Silicon::blackhole), 0x80000000u);
    EXPECT_EQ(one(-0x1p-100f, 0x1p-27f, 0, Silicon::blackhole), 0x80000000u)
        << "one that is only denormal keeps its sign";
    EXPECT_EQ(one(-0x1p-100f, 0x1p-27f, 0, Silicon::wormhole), 0u);
}

}  // namespace
}  // namespace ironbird::tile
