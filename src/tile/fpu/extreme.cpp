// Reductions to a maximum or minimum: comparisons of bit patterns, the same in both modes.
#include <algorithm>
#include <array>
#include <bit>

#include "tile/fpu/parts.hpp"

namespace ironbird::tile {
namespace {

constexpr std::uint32_t kExponent = 0x7f800000u;

// Bit patterns in the order of sign, exponent and mantissa.
constexpr std::int32_t order(std::uint32_t w) {
    return static_cast<std::int32_t>((w >> 31) != 0 ? w ^ 0x7fffffffu : w);
}

// The scaler's exponent moves that of the datum; its mantissa counts for nothing.
std::uint32_t scaled(std::uint32_t w, std::uint32_t scaler) {
    const std::int32_t from = static_cast<std::int32_t>((w & kExponent) >> 23);
    const std::int32_t by = static_cast<std::int32_t>((scaler & kExponent) >> 23);
    if (from == 0 || by == 0 || from + by <= 127) return 0;
    if (by == 127) return w;
    const std::uint32_t sign = w & 0x80000000u;
    if (from + by - 127 >= 255) return sign | kExponent;
    return sign | (static_cast<std::uint32_t>(from + by - 127) << 23) | (w & 0x7fffffu);
}

// Results along rows reach their column by an addition to zero: infinity is all that exponent 255
// can be afterwards.
std::uint32_t added(std::uint32_t w) {
    return (w & kExponent) == kExponent ? w & 0xff800000u : w;
}

// Running results as floats, whatever Dst holds. Nothing yet: all ones, below everything.
struct Extreme {
    const FpuMode& mode;
    bool least;

    std::uint32_t flip(std::uint32_t w) const { return least ? w ^ 0x80000000u : w; }
    std::uint32_t kept() const { return mode.dst == DstKind::bf16 ? 0xffff0000u : 0xffffe000u; }
    std::uint32_t nothing() const { return mode.half_precision ? 0xc7ffe000u : kept(); }

    void face(const std::uint32_t* data, const std::uint32_t* scaler, bool along_rows,
              std::array<std::uint32_t, 16>& result) const {
        for (std::uint32_t i = 0; i < 16; i++)
            for (std::uint32_t k = 0; k < 16; k++) {
                const std::uint32_t at = along_rows ? i * 16 + k : k * 16 + i;
                const std::uint32_t w = flip(scaled(data[at], scaler[k]));
                if (order(w) > order(result[i])) result[i] = w;
            }
    }
};

struct Reduction {
    const SrcTile& a;
    const SrcTile& scaler;
    Shape shape;
    DstTile& d;
    bool fresh;
    Extreme extreme;

    std::array<std::uint32_t, 16> before(const SrcTile& old, std::uint32_t at,
                                         std::uint32_t stride) const {
        std::array<std::uint32_t, 16> result;
        for (std::uint32_t i = 0; i < 16; i++)
            result[i] = fresh ? extreme.nothing() : extreme.flip(old.word[at + i * stride]);
        return result;
    }
    void faces(std::uint32_t first, std::uint32_t step, std::uint32_t count, bool along_rows,
               std::array<std::uint32_t, 16>& result) const {
        for (std::uint32_t f = first; count > 0; f += step, count--)
            extreme.face(&a.word[f * kFaceDatums], &scaler.word[f * kFaceDatums], along_rows,
                         result);
    }
};

void reduce_into(ReduceDim dim, const Reduction& r, SrcTile& old) {
    const Shape shape = r.shape;
    if (dim == ReduceDim::row) {
        for (std::uint32_t down = 0; down < shape.down; down++) {
            const std::uint32_t first = down * shape.across;
            auto result = r.before(old, first * kFaceDatums, 16);
            r.faces(first, 1, shape.across, true, result);
            for (std::uint32_t i = 0; i < 16; i++)
                old.word[first * kFaceDatums + i * 16] = added(r.extreme.flip(result[i]));
        }
    } else if (dim == ReduceDim::column) {
        for (std::uint32_t across = 0; across < shape.across; across++) {
            auto result = r.before(old, across * kFaceDatums, 1);
            r.faces(across, shape.across, shape.down, false, result);
            for (std::uint32_t i = 0; i < 16; i++)
                old.word[across * kFaceDatums + i] = r.extreme.flip(result[i]);
        }
    } else {
        std::array<std::uint32_t, 16> result;
        result.fill(r.extreme.nothing());
        r.faces(0, 1, shape.faces(), false, result);
        std::uint32_t best = r.before(old, 0, 1)[0];
        const std::uint32_t* last = &r.scaler.word[(shape.faces() - 1) * kFaceDatums];
        for (std::uint32_t i = 0; i < 16; i++) {
            const std::uint32_t w = scaled(result[i], last[i]);
            if (order(w) > order(best)) best = w;
        }
        old.word[0] = r.extreme.flip(best);
    }
}

}  // namespace

// Dst passes through the precision of Src, as the chip's maximum sees no more of it.
void reduce_extreme(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                    DstTile& d, bool fresh, const FpuMode& mode) {
    SrcTile old;
    FpuMode precise = mode;
    precise.tf32 = true;
    moves().dst_to_src(d, fresh, old, precise);
    reduce_into(dim, {a, scaler, shape, d, fresh, {mode, pool == Pool::min}}, old);
    moves().copy(old, Broadcast::none, d, mode);
}

}  // namespace ironbird::tile
