// The vector unit: every operation a row with its function, reference, domain, error bound and
// cost.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tile/format.hpp"
#include "tile/registers.hpp"

namespace ironbird::tile {

// One call on part of the tiles: `count` words from each pointer (whole faces), in place or to
// `out`.
struct SfpuCall {
    const std::uint32_t* in[3] = {};
    std::uint32_t* out = nullptr;
    std::uint32_t* out2 = nullptr;  // operations with two results
    std::uint32_t count = kTileDatums;
    const std::uint32_t* param = nullptr;  // as the kernel gave them
    DstKind dst = DstKind::bf16;
    Format format = Format::none;  // that the call names
    Silicon silicon = Silicon::wormhole;
    bool approx = false;
    std::uint32_t* random = nullptr;  // state of the core's generator, 32 lanes
};

// Whole-tile operations (top-k, cumsum, Welford, reductions) see Dst itself.
struct SfpuTiles {
    DstTile* tile = nullptr;  // Dst tile 0 of the section
    const std::uint32_t* index = nullptr;
    const SfpuCall* call = nullptr;
    std::span<std::uint32_t> state;  // what the operation keeps between calls (LREGs)
};

struct SfpuOp {
    std::string_view name;
    std::uint8_t inputs = 1, outputs = 1, params = 0;
    void (*apply)(const SfpuCall&) = nullptr;         // word by word, or
    void (*apply_tiles)(const SfpuTiles&) = nullptr;  // whole tiles
    // ---- what tests and documentation read
    double (*reference)(const double* in, const std::uint32_t* param) = nullptr;
    double low = -10, high = 10;  // domain of the stated bound
    double relative = 0,
           absolute = 0;       // bound of |got - want| <= absolute + relative * |want|, float32 Dst
    std::uint32_t cycles = 0;  // per tile, accurate form
    std::uint32_t cycles_approx = 0;
    std::string_view note = {};
};

std::span<const SfpuOp> sfpu_ops();  // sorted by name
const SfpuOp* find_sfpu_op(std::string_view name);

}  // namespace ironbird::tile
