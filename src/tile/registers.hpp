// The Tensix engine's data registers as the host holds them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace ironbird::tile {

inline constexpr std::uint32_t kFaceDatums = 256;
inline constexpr std::uint32_t kTileDatums = 1024;
inline constexpr std::uint32_t kDstTiles = 16;

// A tile in SrcA or SrcB: faces in order, 16 rows of 16 each, whatever the tile's shape (rows that
// a smaller tile lacks are zero). Floating formats are held as the bits of an equal float: TF32,
// BF16 and FP16 all fit, and exponent 31 of FP16 is the ordinary number that it is on the chip.
// Denormals and -0 are +0, since every reader of Src takes them so, except a move to Dst that keeps
// them: tiles that are only copied may lie as `bits`, floats where a zero exponent still has its
// sign and mantissa (FP16's is 112). 8-bit integers are held as floats of equal value; 16-bit data
// that only passes through lies in the upper half. Operands of a fast matmul may instead lie as
// pairs of BF16 (matmul_unpacker): those of in0 as in L1, and perhaps still there, those of in1
// with two rows side by side. Every function of the matrix unit takes either.
enum class SrcLayout : std::uint8_t { words, pairs_in0, pairs_in1, bits, half_bits };

struct alignas(64) SrcTile {
    std::array<std::uint32_t, kTileDatums> word;
    bool fine = true;  // some value may need more bits than BF16 has; set by whoever fills it
    SrcLayout layout = SrcLayout::words;  // likewise
    const std::uint32_t* lent = nullptr;  // pairs_in0 that nobody has copied yet

    const std::uint32_t* pairs() const { return lent != nullptr ? lent : word.data(); }
    // Before what was lent may change.
    void own() {
        if (lent == nullptr) return;
        std::copy_n(lent, kTileDatums / 2, word.begin());
        lent = nullptr;
    }
};

// What Dst holds: 16-bit data lie in the upper half of the word (so BF16 is a float with a zero
// lower half), 32-bit data fill it. Integers are what their writer makes of them: signs and
// magnitudes from the matrix unit and for the packer's bytes, two's complement from most of the
// vector unit. 16-bit ones in a 32-bit Dst lie in the lower half.
enum class DstKind : std::uint8_t { bf16, fp16, raw16, fp32, int32 };

constexpr bool is_wide(DstKind dst) {
    return dst == DstKind::fp32 || dst == DstKind::int32;
}

struct alignas(64) DstTile {
    std::array<std::uint32_t, kTileDatums> word;
};

enum class Arithmetic : std::uint8_t { fast, exact };
enum class Silicon : std::uint8_t { grayskull, wormhole, blackhole };
enum class Fidelity : std::uint8_t { lofi = 0, hifi2 = 2, hifi3 = 3, hifi4 = 4 };
constexpr std::uint32_t phases(Fidelity f) {
    return f == Fidelity::lofi ? 1 : static_cast<std::uint32_t>(f);
}

}  // namespace ironbird::tile
