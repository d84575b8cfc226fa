// Tiles of block floats with 4 bits per value: sign and mantissa, one exponent for 16 of them.
#pragma once

#include <cstdint>
#include <optional>
#include <tt-metalium/tile.hpp>
#include <tt_stl/span.hpp>
#include <vector>

// T is float, bfloat16, or a 32-bit integer that is converted to float. is_exp_a selects the 5-bit
// exponent of the A formats, otherwise it has 8 bits.
template <typename T>
std::vector<std::uint32_t> pack_as_bfp4_tiles(
    ttsl::Span<const T> data, bool row_major_input, bool is_exp_a,
    const std::optional<tt::tt_metal::Tile>& tile = std::nullopt);

std::vector<float> unpack_bfp4_tiles_into_float_vec(
    ttsl::Span<const std::uint32_t> bfp_tiles, bool row_major_output, bool is_exp_a,
    const std::optional<tt::tt_metal::Tile>& tile = std::nullopt);
