// Words of SrcB, broadcast. Compiled once per instruction set.
#if defined(IRONBIRD_TILE_BROADCAST_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef IRONBIRD_TILE_BROADCAST_INL_H
#undef IRONBIRD_TILE_BROADCAST_INL_H
#else
#define IRONBIRD_TILE_BROADCAST_INL_H
#endif

#include "tile/fpu/parts.hpp"
#include "tile/simd/words-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ironbird::tile {
namespace HWY_NAMESPACE {

HWY_INLINE Word broadcast_words(const SrcTile& s, Broadcast bcast, Shape shape, std::uint32_t at) {
    const BroadcastSource from = broadcast_source(bcast, shape, at);
    if (from.first_column) return word(s.word[from.row]);
    return load(&s.word[from.row + at % 16]);
}

}  // namespace HWY_NAMESPACE
}  // namespace ironbird::tile
HWY_AFTER_NAMESPACE();

#endif
