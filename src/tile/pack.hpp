// From Dst to L1: conversion, ReLU, accumulation, row-major output.
#pragma once

#include "tile/format.hpp"
#include "tile/registers.hpp"

namespace ironbird::tile {

enum class Relu : std::uint8_t { none, zero, min_threshold, max_threshold };

struct PackMode {
    DstKind dst = DstKind::bf16;
    Format intermediate = Format::float16_b;  // what the packer reads Dst as
    Format out = Format::float16_b;
    Arithmetic arithmetic = Arithmetic::fast;
    Silicon silicon = Silicon::wormhole;
    Relu relu = Relu::none;
    std::uint32_t relu_threshold = 0;  // 16 bits, BF16 or FP16 by family
    bool accumulate = false;           // add to what L1 holds

    bool operator==(const PackMode&) const = default;
};

// Whole tiles; `fresh` as for the matrix unit. Null function: the chip has no such conversion.
using PackTile = void (*)(const DstTile& d, bool fresh, Shape shape, std::uint8_t* l1,
                          const PackMode& mode);
PackTile tile_packer(const PackMode& mode);

// Rows [first, first + rows) of a tile's face rows as row-major datums, `row_bytes` apart.
using PackRows = void (*)(const DstTile& d, bool fresh, Shape shape, std::uint32_t columns,
                          std::uint8_t* l1, std::uint32_t row_bytes, const PackMode& mode);
PackRows row_packer(const PackMode& mode);

}  // namespace ironbird::tile
