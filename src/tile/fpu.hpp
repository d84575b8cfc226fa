// The matrix unit: matmul, element-wise operations, reductions and moves into Dst.
#pragma once

#include "tile/format.hpp"
#include "tile/registers.hpp"

namespace ironbird::tile {

enum class Broadcast : std::uint8_t { none, column, row, scalar };  // of SrcB
enum class Elementwise : std::uint8_t { mul = 0, add = 2, sub = 3 };
enum class Pool : std::uint8_t { sum, average, max, min };
enum class ReduceDim : std::uint8_t { row, column, scalar };

// How one operation is to be done; constant between reconfigurations.
struct FpuMode {
    DstKind dst = DstKind::bf16;
    Fidelity fidelity = Fidelity::hifi4;
    Silicon silicon = Silicon::wormhole;
    bool half_precision = false;   // Src holds the 5-bit exponent family
    bool integer = false;          // Src holds 8-bit integers
    bool tf32 = false;             // Src is TF32: Dst keeps ten mantissa bits on its way to Src
    bool raw16 = false;            // Src holds 16-bit data that only passes through
    bool keeps_denormals = false;  // copies to a 16-bit Dst move bits
    Shape shape = {};              // of the tiles that element-wise operations and copies broadcast
};

// One set per arithmetic mode; a call computes one tile. `fresh`: Dst was cleared and its words are
// not to be read (they count as zero). Every call defines all words of d. Src tiles are as the
// unpacker left them, whole and untransposed, also those that are broadcast or that scale a
// reduction. 16-bit Dst is of Src's family (half_precision: fp16), raw16 for data that only passes
// through.
struct Fpu {
    // d += b · a: b is in0 (SrcB), a is in1 (SrcA), both in face order.
    void (*matmul)(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape, DstTile& d,
                   bool fresh, const FpuMode& mode);
    // d = a op b, or d + (a op b); multiplication always adds.
    void (*elementwise)(Elementwise op, const SrcTile& a, const SrcTile& b, Broadcast bcast,
                        DstTile& d, bool fresh, bool accumulate, const FpuMode& mode);
    // Both tiles plainly unpacked: `a` the data, `scaler` with a face's factors in row 0 of its
    // face. Adds to d, or takes the maximum with it. The result of `row` lies in column 0, of
    // `column` in row 0, of `scalar` (scaled twice) in [0][0]; other words are zero if d was fresh,
    // else kept.
    void (*reduce)(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                   DstTile& d, bool fresh, const FpuMode& mode);
    // d = a (or b broadcast).
    void (*copy)(const SrcTile& s, Broadcast bcast, DstTile& d, const FpuMode& mode);
    // Dest reuse: the value that Src gets from Dst.
    void (*dst_to_src)(const DstTile& d, bool fresh, SrcTile& s, const FpuMode& mode);
};

const Fpu& fpu(Arithmetic arithmetic);

}  // namespace ironbird::tile
