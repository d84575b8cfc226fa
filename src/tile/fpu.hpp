// The matrix unit: products, element-wise operations, reductions and moves into Dst.
#pragma once

#include "tile/format.hpp"
#include "tile/registers.hpp"

namespace ironbird::tile {

enum class Broadcast : std::uint8_t { none, column, row, scalar };  // how SrcB is spread
enum class Elementwise : std::uint8_t { mul = 0, add = 2, sub = 3 };
enum class Pool : std::uint8_t { sum, average, max, min };
enum class ReduceDim : std::uint8_t { row, column, scalar };

// How one operation is to be done; constant between reconfigurations.
struct FpuMode {
    DstKind dst = DstKind::bf16;
    Fidelity fidelity = Fidelity::hifi4;
    Silicon silicon = Silicon::wormhole;
    bool half_precision = false;  // Src holds the 5-bit exponent family
    bool integer = false;         // Src holds 8-bit integers
};

// One set per arithmetic mode and kind of mode; a call computes one tile. `fresh`: Dst was cleared
// and its words are not to be read (they count as zero).
struct Fpu {
    // d += b · a: b is in0 (SrcB), a is in1 (SrcA), both in face order.
    void (*matmul)(const SrcTile& b, const SrcTile& a, Shape b_shape, Shape a_shape, DstTile& d,
                   bool fresh, const FpuMode& mode);
    // d = a op b, or d + (a op b); multiplication always adds.
    void (*elementwise)(Elementwise op, const SrcTile& a, const SrcTile& b, Broadcast bcast,
                        DstTile& d, bool fresh, bool accumulate, const FpuMode& mode);
    // Src was unpacked as the chip does it for this dimension: see ib_unpack_reduce in
    // device/tensix.
    void (*reduce)(Pool pool, ReduceDim dim, const SrcTile& a, const SrcTile& scaler, Shape shape,
                   DstTile& d, bool fresh, const FpuMode& mode);
    // d = a (or b spread).
    void (*copy)(const SrcTile& s, Broadcast bcast, DstTile& d, const FpuMode& mode);
    // Dest reuse: the value that Src gets from Dst.
    void (*dst_to_src)(const DstTile& d, bool fresh, SrcTile& s, const FpuMode& mode);
};

const Fpu& fpu(Arithmetic arithmetic);

}  // namespace ironbird::tile
