// Reductions of 8-bit integers to 32-bit sums.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "tile/fpu/parts.hpp"

namespace ironbird::tile {
namespace {

// 8-bit integers: sixteen products at a time on top of a 32-bit sum.
std::int32_t integer_dot(const std::uint32_t* data, std::uint32_t stride,
                         const std::uint32_t* scaler, bool data_is_a, const FpuMode& mode,
                         std::int32_t sum) {
    const auto part = [](std::uint32_t w, std::uint32_t mask) {
        const auto v = static_cast<std::int32_t>(std::bit_cast<float>(w));
        const auto m = static_cast<std::int32_t>(static_cast<std::uint32_t>(std::abs(v)) & mask);
        return v < 0 ? -m : m;
    };
    for (std::uint32_t phase = 0; phase < phases(mode.fidelity); phase++) {
        std::int64_t total = sum;
        for (std::uint32_t k = 0; k < 16; k++) {
            const std::uint32_t a = data_is_a ? data[k * stride] : scaler[k];
            const std::uint32_t b = data_is_a ? scaler[k] : data[k * stride];
            total += part(a, integer_mask_a(phase)) * part(b, integer_mask_b(phase));
        }
        constexpr std::int64_t kMost = 0x7fffffff;
        sum = static_cast<std::int32_t>(std::clamp(total, -kMost, kMost));
    }
    return sum;
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

void reduce_integers(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                     DstTile& d, const FpuMode& mode) {
    const bool rows = dim == ReduceDim::row;
    std::array<std::int32_t, 16> partial = {};
    for (std::uint32_t face = 0; face < shape.faces(); face++)
        for (std::uint32_t i = 0; i < 16; i++) {
            const std::uint32_t* data = &a.word[face * kFaceDatums + (rows ? i * 16 : i)];
            const std::uint32_t* factors = &scaler.word[face * kFaceDatums];
            std::uint32_t& word =
                d.word[rows ? face / shape.across * shape.across * kFaceDatums + i * 16
                            : face % shape.across * kFaceDatums + i];
            std::int32_t sum = dim == ReduceDim::scalar ? partial[i] : from_magnitude(word);
            sum = integer_dot(data, rows ? 1 : 16, factors, !rows, mode, sum);
            if (dim == ReduceDim::scalar)
                partial[i] = sum;
            else
                word = to_magnitude(sum);
        }
    if (dim != ReduceDim::scalar) return;
    std::array<std::uint32_t, 16> column;  // as 8-bit integers again
    for (std::uint32_t i = 0; i < 16; i++)
        column[i] =
            std::bit_cast<std::uint32_t>(static_cast<float>(std::clamp(partial[i], -127, 127)));
    const std::uint32_t* last = &scaler.word[(shape.faces() - 1) * kFaceDatums];
    d.word[0] =
        to_magnitude(integer_dot(column.data(), 1, last, true, mode, from_magnitude(d.word[0])));
}

}  // namespace ironbird::tile
