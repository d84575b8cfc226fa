// Which matrix unit a mode gets.
#include "tile/fpu.hpp"

#include "tile/fpu/parts.hpp"

namespace ironbird::tile {

const Fpu& fpu(Arithmetic arithmetic) {
    return (arithmetic == Arithmetic::exact ? exact_functions() : fast_functions()).fpu;
}

const SrcTile& as_words(const SrcTile& tile, SrcTile& scratch) {
    if (tile.layout == SrcLayout::words) [[likely]]
        return tile;
    scratch.fine = false;
    for (std::uint32_t i = 0; i < kTileDatums; i++) {
        const std::uint32_t face = i / kFaceDatums, row = i / 16 % 16, column = i % 16;
        const bool rows = tile.layout == SrcLayout::pairs_in1;
        const std::uint32_t pair =
            face * 128 + (rows ? row / 2 * 16 + column : row * 8 + column / 2);
        const bool upper = (rows ? row : column) % 2 != 0;
        const std::uint32_t w = upper ? tile.word[pair] & 0xffff0000u : tile.word[pair] << 16;
        scratch.word[i] = (w & 0x7f800000u) == 0 ? 0 : w;
    }
    return scratch;
}

}  // namespace ironbird::tile
