// Where the bits of a byte are, for decoders without an instruction for it.
#pragma once

#include <array>
#include <cstdint>

namespace piper {

// The positions of the bits of a byte, lowest first. Highway's Compress would do as well, but GCC
// 12 copies its table to the stack at each call.
using Positions = std::array<std::array<std::uint8_t, 8>, 256>;
constexpr Positions positions_of_bits() {
    Positions table = {};
    for (std::uint32_t byte = 0; byte < 256; ++byte)
        for (std::uint32_t bit = 0, n = 0; bit < 8; ++bit)
            if ((byte >> bit & 1) != 0) table[byte][n++] = static_cast<std::uint8_t>(bit);
    return table;
}
alignas(64) inline constexpr Positions kPositions = positions_of_bits();

}  // namespace piper
