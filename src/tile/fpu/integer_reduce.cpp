// Reductions of 8-bit integers to 32-bit sums, along rows or columns. There is no sum of all: its
// way leads through Src, where the chip loses them.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "tile/fpu/parts.hpp"

namespace ironbird::tile {
namespace {

// Sixteen products of one phase on top of a 32-bit sum.
std::int32_t integer_dot(const std::uint32_t* data, std::uint32_t stride,
                         const std::uint32_t* scaler, bool data_is_a, std::uint32_t phase,
                         std::int32_t sum) {
    const auto part = [](std::uint32_t w, std::uint32_t mask) {
        const auto v = static_cast<std::int32_t>(std::bit_cast<float>(w));
        const auto m = static_cast<std::int32_t>(static_cast<std::uint32_t>(std::abs(v)) & mask);
        return v < 0 ? -m : m;
    };
    std::int64_t total = sum;
    for (std::uint32_t k = 0; k < 16; k++) {
        const std::uint32_t a = data_is_a ? data[k * stride] : scaler[k];
        const std::uint32_t b = data_is_a ? scaler[k] : data[k * stride];
        total += part(a, integer_mask_a(phase)) * part(b, integer_mask_b(phase));
    }
    constexpr std::int64_t kMost = 0x7fffffff;
    return static_cast<std::int32_t>(std::clamp(total, -kMost, kMost));
}

// Dst holds a sign and a magnitude.
std::int32_t from_magnitude(std::uint32_t w) {
    const auto magnitude = static_cast<std::int32_t>(w & 0x7fffffff);
    return (w >> 31) != 0 ? -magnitude : magnitude;
}
std::uint32_t to_magnitude(std::int32_t v) {
    return (v < 0 ? 0x80000000u : 0) | static_cast<std::uint32_t>(std::abs(v));
}

}  // namespace

// Along rows a whole tile takes a phase through its faces, all else a face through its phases.
void reduce_integers(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                     DstTile& d, const FpuMode& mode) {
    const bool rows = dim == ReduceDim::row, whole = rows && shape.faces() == 4;
    const std::uint32_t count = phases(mode.fidelity), faces = shape.faces();
    for (std::uint32_t step = 0; step < faces * count; step++) {
        const std::uint32_t face = whole ? step % faces : step / count;
        const std::uint32_t phase = whole ? step / faces : step % count;
        for (std::uint32_t i = 0; i < 16; i++) {
            const std::uint32_t* data = &a.word[face * kFaceDatums + (rows ? i * 16 : i)];
            const std::uint32_t* factors = &scaler.word[face * kFaceDatums];
            std::uint32_t& word =
                d.word[rows ? face / shape.across * shape.across * kFaceDatums + i * 16
                            : face % shape.across * kFaceDatums + i];
            word = to_magnitude(
                integer_dot(data, rows ? 1 : 16, factors, !rows, phase, from_magnitude(word)));
        }
    }
}

}  // namespace ironbird::tile
