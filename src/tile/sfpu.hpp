// The vector unit: every operation a row with its function, reference, domain, error bound and
// cost.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "tile/format.hpp"
#include "tile/registers.hpp"

namespace ironbird::tile {

inline constexpr std::uint32_t kSfpuLanes = 32;
inline constexpr std::uint32_t kSfpuParams = 6;
inline constexpr std::uint32_t kSfpuStateWords = 256;  // eight registers of 32 lanes

// One call on part of the tiles: `count` words from each pointer (whole rows of a face), in place
// or to `out`. An operation with n inputs takes in[0..n) and writes out.
struct SfpuCall {
    const std::uint32_t* in[3] = {};
    std::uint32_t* out = nullptr;
    std::uint32_t* out2 = nullptr;  // operations with two results
    std::uint32_t count = kTileDatums;
    const std::uint32_t* param = nullptr;  // as the kernel gave them, kSfpuParams of them
    DstKind dst = DstKind::bf16;
    Format format = Format::none;  // that the call names
    Silicon silicon = Silicon::wormhole;
    bool approx = false;
    std::uint32_t* random = nullptr;  // state of the core's generator, kSfpuLanes words
};

// Whole-tile operations (top-k, cumsum, Welford, reductions) see Dst itself, whatever the vector
// mode of the call says.
struct SfpuTiles {
    DstTile* tile = nullptr;               // Dst tile 0 of the section
    const std::uint32_t* index = nullptr;  // the call's four Dst indices
    const SfpuCall* call = nullptr;
    std::span<std::uint32_t> state;  // kSfpuStateWords that stay between calls
};

// What a 16-bit Dst gets of a result: cut off, or rounded as the operation's own code does it.
enum class Store : std::uint8_t { truncate, half_even, half_away, bits };

// What the operation's words mean: tests and documentation read it.
enum class Numbers : std::uint8_t { real, int32, uint32, uint16, mixed };

// Cycles for a tile. Some operations have a shorter code on one of the chips.
struct SfpuCost {
    constexpr SfpuCost() = default;
    constexpr SfpuCost(std::uint32_t on_both) : wormhole(on_both), blackhole(on_both) {}
    constexpr SfpuCost(std::uint32_t on_wormhole, std::uint32_t on_blackhole)
        : wormhole(on_wormhole), blackhole(on_blackhole) {}

    constexpr bool given() const { return wormhole != 0; }
    constexpr std::uint32_t on(Silicon s) const {
        return s == Silicon::blackhole ? blackhole : wormhole;
    }

    std::uint32_t wormhole = 0, blackhole = 0;
};

struct SfpuOp {
    std::string_view name;
    std::uint8_t inputs = 1, outputs = 1, params = 0;
    void (*apply)(const SfpuCall&) = nullptr;         // word by word, or
    void (*apply_tiles)(const SfpuTiles&) = nullptr;  // whole tiles
    Store store = Store::truncate;
    // ---- what tests and documentation read
    Numbers numbers = Numbers::real;
    double (*reference)(const double* in, const std::uint32_t* param) = nullptr;
    std::array<std::uint32_t, kSfpuParams> example = {};  // parameters for the tests
    double low = -10, high = 10;                          // domain of the stated bound
    // Bound of |got - want| <= absolute + relative * |want| with float32 in Dst.
    double relative = 0, absolute = 0;
    SfpuCost cycles = {};         // accurate form
    SfpuCost cycles_approx = {};  // none: the same
    SfpuCost cycles_fp32 = {};    // accurate form with float32 in Dst; none: the same
    SfpuCost (*cycles_by)(const std::uint32_t* param) = nullptr;  // where parameters decide
    bool measured = false;  // a published measurement, else an estimate
    std::string_view note = {};
};

// x · y + z of kSfpuLanes floats as the unit computes it; the results may replace an operand.
void sfpu_mad(const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z,
              std::uint32_t* result, Silicon silicon);

std::span<const SfpuOp> sfpu_ops();  // sorted by name
const SfpuOp* find_sfpu_op(std::string_view name);

}  // namespace ironbird::tile
