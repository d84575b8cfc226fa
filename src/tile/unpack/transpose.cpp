// Transposes of faces and of the order of faces, in place.
#ifndef HWY_TARGET_INCLUDE  // else one of several, see UnifiedSource.cpp
#define HWY_TARGET_INCLUDE "tile/unpack/transpose.cpp"
#endif
#include <hwy/foreach_target.h>  // first: includes this file once per instruction set
#include <hwy/highway.h>

#include <algorithm>
#include <utility>

#include "tile/unpack.hpp"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Four = hn::FixedTag<std::uint32_t, 4>;
using Square = std::array<hn::Vec<Four>, 4>;

// Four words of four rows, transposed.
HWY_INLINE void load_square(const std::uint32_t* p, Square& s) {
    const Four d;
    const hn::Repartition<std::uint64_t, Four> d64;
    const auto r0 = hn::Load(d, p), r1 = hn::Load(d, p + 16);
    const auto r2 = hn::Load(d, p + 32), r3 = hn::Load(d, p + 48);
    const auto a = hn::BitCast(d64, hn::InterleaveLower(d, r0, r1));
    const auto b = hn::BitCast(d64, hn::InterleaveLower(d, r2, r3));
    const auto c = hn::BitCast(d64, hn::InterleaveUpper(d, r0, r1));
    const auto e = hn::BitCast(d64, hn::InterleaveUpper(d, r2, r3));
    s[0] = hn::BitCast(d, hn::InterleaveLower(d64, a, b));
    s[1] = hn::BitCast(d, hn::InterleaveUpper(d64, a, b));
    s[2] = hn::BitCast(d, hn::InterleaveLower(d64, c, e));
    s[3] = hn::BitCast(d, hn::InterleaveUpper(d64, c, e));
}

HWY_INLINE void store_square(const Square& s, std::uint32_t* p) {
    for (std::uint32_t r = 0; r < 4; r++) hn::Store(s[r], Four(), p + 16 * r);
}

void transpose_faces(std::uint32_t* tile) {
    Square s, t;
    for (std::uint32_t* face = tile; face < tile + kTileDatums; face += kFaceDatums)
        for (std::uint32_t r = 0; r < 16; r += 4) {
            load_square(face + 17 * r, s);
            store_square(s, face + 17 * r);
            for (std::uint32_t c = r + 4; c < 16; c += 4) {
                load_square(face + 16 * r + c, s);
                load_square(face + 16 * c + r, t);
                store_square(s, face + 16 * c + r);
                store_square(t, face + 16 * r + c);
            }
        }
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ironbird::tile {
namespace {

HWY_EXPORT(transpose_faces);

void swap_faces(std::uint32_t* tile) {
    std::swap_ranges(tile + kFaceDatums, tile + 2 * kFaceDatums, tile + 2 * kFaceDatums);
}

}  // namespace

void transpose_within_faces(SrcTile& tile) {
    HWY_DYNAMIC_DISPATCH(transpose_faces)(tile.word.data());
}
void transpose_within_faces(DstTile& tile) {
    HWY_DYNAMIC_DISPATCH(transpose_faces)(tile.word.data());
}
void swap_middle_faces(SrcTile& tile) {
    swap_faces(tile.word.data());
}
void swap_middle_faces(DstTile& tile) {
    swap_faces(tile.word.data());
}

}  // namespace ironbird::tile
#endif
