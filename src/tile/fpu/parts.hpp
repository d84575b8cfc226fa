// How the two arithmetic modes share work: tables per instruction set, and exact pieces that the
// fast mode falls back to where a result is not finite.
#pragma once

#include <algorithm>

#include "tile/fpu.hpp"

namespace ironbird::tile {

// One face of a matmul: d[face] += sum over k of b[k] · a[k], faces given by their words.
struct FaceMatmul {
    const std::uint32_t* b[2];  // 16 rows of in0
    const std::uint32_t* a[2];  // 16 rows of in1
    std::uint32_t inner;        // faces in the inner dimension
    std::uint32_t* d;
    bool fresh;
};

struct Moves {
    decltype(Fpu::copy) copy;
    decltype(Fpu::dst_to_src) dst_to_src;
};
const Moves& moves();

using FaceFunction = void (*)(const FaceMatmul& face, const FpuMode& mode);
struct FpuFunctions {
    Fpu fpu;
    FaceFunction face;
};
const FpuFunctions& fast_functions();
const FpuFunctions& exact_functions();
inline void exact_face(const FaceMatmul& face, const FpuMode& mode) {
    exact_functions().face(face, mode);
}

// What a phase multiplies of 8-bit magnitudes: the lower bits or the rest.
constexpr std::uint32_t integer_mask_a(std::uint32_t phase) {
    return (phase & 1) != 0 ? 0x1f : 0xe0;
}
constexpr std::uint32_t integer_mask_b(std::uint32_t phase) {
    return (phase & 2) != 0 ? 0x0f : 0x3f0;
}

void exact_reduce(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                  DstTile& d, bool fresh, const FpuMode& mode);
void fast_reduce(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                 DstTile& d, bool fresh, const FpuMode& mode);
void reduce_integers(ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                     DstTile& d, const FpuMode& mode);

// Maxima and minima are exact in both modes.
void reduce_extreme(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                    DstTile& d, bool fresh, const FpuMode& mode);

// Matmul of values that fit BF16, for machines with AVX512_BF16; null on others. Faces whose sums
// are not all finite it leaves to the fast unit.
decltype(Fpu::matmul) bf16_matmul();

// The tile itself if it lies as words, else its words in `scratch`.
const SrcTile& as_words(const SrcTile& tile, SrcTile& scratch);

// Calls `face` for each face of the result, after clearing what is fresh and not computed. Faces
// lie in order whatever the shape: that of row i and column j is number i * across + j.
template <class Face>
void for_each_face(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape, DstTile& d,
                   bool fresh, Face&& face) {
    const std::uint32_t inner = std::min<std::uint32_t>(b_shape.across, a_shape.down);
    const std::uint32_t faces = std::uint32_t{b_shape.down} * a_shape.across;
    if (fresh) std::fill(d.word.begin() + faces * kFaceDatums, d.word.end(), 0u);
    for (std::uint32_t f = 0; f < faces; f++) {
        const std::uint32_t row = f / a_shape.across, column = f % a_shape.across;
        FaceMatmul matmul = {.inner = inner, .d = &d.word[f * kFaceDatums], .fresh = fresh};
        for (std::uint32_t k = 0; k < inner; k++) {
            matmul.b[k] = &b.word[(row * b_shape.across + k) * kFaceDatums];
            matmul.a[k] = &a.word[(k * a_shape.across + column) * kFaceDatums];
        }
        face(matmul);
    }
}

// Where SrcB's datum for word `at` of a tile lies, broadcast as `bcast` says.
struct BroadcastSource {
    std::uint32_t row;  // first word of the row of 16
    bool first_column;  // its first datum for all columns
};
constexpr BroadcastSource broadcast_source(Broadcast bcast, Shape shape, std::uint32_t at) {
    const std::uint32_t face = at / kFaceDatums, row = at / 16 % 16;
    const std::uint32_t across = shape.across == 1 ? 1 : 2;
    const std::uint32_t left = face / across * across, top = face % across;
    switch (bcast) {
        case Broadcast::none:
            return {at / 16 * 16, false};
        case Broadcast::column:
            return {left * kFaceDatums + row * 16, true};
        case Broadcast::row:
            return {top * kFaceDatums, false};
        case Broadcast::scalar:
            return {0, true};
    }
    return {};
}

}  // namespace ironbird::tile
