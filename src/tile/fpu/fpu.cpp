// Which matrix unit a mode gets.
#include "tile/fpu.hpp"

#include <array>

#include "tile/fpu/parts.hpp"
#include "tile/unpack.hpp"

namespace ironbird::tile {

const Fpu& fpu(Arithmetic arithmetic) {
    return (arithmetic == Arithmetic::exact ? exact_functions() : fast_functions()).fpu;
}

const SrcTile& as_words(const SrcTile& tile, SrcTile& scratch) {
    if (tile.layout == SrcLayout::words) [[likely]]
        return tile;  // NOLINT(bugprone-return-const-ref-from-parameter): no tile is a temporary
    if (tile.layout == SrcLayout::bits || tile.layout == SrcLayout::half_bits) {
        const std::uint32_t least = tile.layout == SrcLayout::bits ? 1u << 23 : 113u << 23;
        for (std::uint32_t i = 0; i < kTileDatums; i++)
            scratch.word[i] = (tile.word[i] & 0x7fffffff) < least ? 0 : tile.word[i];
        scratch.fine = tile.fine;
        scratch.layout = SrcLayout::words;
        return scratch;
    }
    const auto unpack = src_unpacker(Format::float16_b, Format::float16_b);
    if (tile.layout == SrcLayout::pairs_in0) {
        unpack(reinterpret_cast<const std::uint8_t*>(tile.pairs()), {}, scratch);
        return scratch;
    }
    std::array<std::uint16_t, kTileDatums> rows;
    for (std::uint32_t i = 0; i < kTileDatums; i++) {
        const std::uint32_t pair = tile.word[i / 32 * 16 + i % 16];
        rows[i] = static_cast<std::uint16_t>(i / 16 % 2 != 0 ? pair >> 16 : pair);
    }
    unpack(reinterpret_cast<const std::uint8_t*>(rows.data()), {}, scratch);
    return scratch;
}

}  // namespace ironbird::tile
