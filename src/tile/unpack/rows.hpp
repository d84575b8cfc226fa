// The table of unpackers, and a run of datums in L1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tile/format.hpp"
#include "tile/unpack.hpp"

namespace ironbird::tile {

struct Run {
    const std::uint8_t* exponent;  // of block formats, one per 16 datums
    const std::uint8_t* data;
};

struct SrcRow {
    Format in, reg;
    bool blackhole;  // not on the older chips
    UnpackSrc unpack;
    TilizeSrc tilize;
};

struct DstRow {
    Format in;
    UnpackDst unpack;
    TilizeDst tilize;
};

// Copies that keep denormals and -0.
struct CopyRow {
    Format in, reg;
    UnpackSrc unpack;
};

struct UnpackRows {
    std::span<const SrcRow> src;
    std::span<const DstRow> dst;
    std::span<const CopyRow> copied;
};

}  // namespace ironbird::tile
