// From L1 to the registers: format conversion fused with the copy.
#pragma once

#include "tile/format.hpp"
#include "tile/registers.hpp"

namespace ironbird::tile {

// Fills a register from a tile in L1. Chosen once when the unpacker is configured, called per tile.
using UnpackSrc = void (*)(const std::uint8_t* l1, Shape shape, SrcTile& out);
using UnpackDst = void (*)(const std::uint8_t* l1, Shape shape, DstTile& out);

// Null: the chip has no such conversion. `in` is the format in L1, `reg` what Src holds. Floating
// conversions cut, they never round; the rules are the same in both arithmetic modes.
UnpackSrc src_unpacker(Format in, Format reg, Silicon silicon = Silicon::wormhole);
// For a tile that is only copied to Dst: BF16 stays as it lies in L1, and 16-bit formats keep
// denormals and -0.
UnpackSrc copy_unpacker(Format in, Format reg, Silicon silicon = Silicon::wormhole);
// BF16 that a matmul reads where it lies.
UnpackSrc bf16_lender();
// For an operand of matmul: the quickest form that the arithmetic and this machine can use.
UnpackSrc matmul_unpacker(Arithmetic arithmetic, bool is_in0, Format in, Format reg,
                          Silicon silicon = Silicon::wormhole);
UnpackDst dst_unpacker(Format in);  // past Src, bits as they are; 16-bit data in the upper half

// One tile out of row-major rows: `row_bytes` apart, the tile's first datum at l1.
using TilizeSrc = void (*)(const std::uint8_t* l1, std::uint32_t row_bytes, Shape shape,
                           SrcTile& out);
TilizeSrc src_tilizer(Format in, Format reg, Silicon silicon = Silicon::wormhole);
using TilizeDst = void (*)(const std::uint8_t* l1, std::uint32_t row_bytes, Shape shape,
                           DstTile& out);
TilizeDst dst_tilizer(Format in);

// In place, after unpacking.
void transpose_within_faces(SrcTile& tile);
void swap_middle_faces(SrcTile& tile);
void transpose_within_faces(DstTile& tile);
void swap_middle_faces(DstTile& tile);

}  // namespace ironbird::tile
