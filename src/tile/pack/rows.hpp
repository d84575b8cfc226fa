// The two halves of a packer as tables: from Dst to what the packer reads it as, and from there to
// L1. In between, floats lie as their FP32 bits, integers as they are.
#pragma once

#include <cstdint>
#include <span>

#include "tile/pack.hpp"

namespace ironbird::tile {

using PackBuffer = std::uint32_t[kTileDatums];

struct EarlyRow {
    DstKind dst;
    Format intermediate;
    void (*read)(const DstTile& d, std::uint32_t* out);
};

struct LateRow {
    Format out;
    bool accumulate;
    void (*write_tile)(const std::uint32_t* words, Shape shape, std::uint8_t* l1);
    // `columns` datums of each row of the tile, `row_bytes` apart.
    void (*write_rows)(const std::uint32_t* words, Shape shape, std::uint32_t columns,
                       std::uint8_t* l1, std::uint32_t row_bytes);
};

// Both halves at once, without ReLU.
struct FusedRow {
    DstKind dst;
    Format intermediate, out;
    PackTile pack;
};

struct PackTables {
    std::span<const EarlyRow> early;
    std::span<const LateRow> late;
    std::span<const FusedRow> fused;
    void (*relu)(std::uint32_t* words, Relu relu, std::uint32_t threshold);
};

}  // namespace ironbird::tile
