// How the families write their rows, and where the table finds them.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "tile/sfpu.hpp"

namespace ironbird::tile::sfpu {

// What a row says besides its name and its function.
struct Facts {
    std::uint8_t params = 0;
    std::array<std::uint32_t, kSfpuParams> example = {};
    double (*reference)(const double* in, const std::uint32_t* param) = nullptr;
    double low = -10, high = 10;
    double relative = 0, absolute = 0;
    SfpuCost cycles = {}, cycles_approx = {}, cycles_fp32 = {};
    SfpuCost (*cycles_by)(const std::uint32_t* param) = nullptr;
    bool measured = false;
    std::string_view note = {};
};

// A function with what follows from its kind.
struct Form {
    std::uint8_t inputs = 1, outputs = 1;
    Store store = Store::truncate;
    Numbers numbers = Numbers::real;
    void (*apply)(const SfpuCall&) = nullptr;
    void (*apply_tiles)(const SfpuTiles&) = nullptr;
};

constexpr SfpuOp row(std::string_view name, const Form& form, const Facts& facts) {
    return {.name = name,
            .inputs = form.inputs,
            .outputs = form.outputs,
            .params = facts.params,
            .apply = form.apply,
            .apply_tiles = form.apply_tiles,
            .store = form.store,
            .numbers = form.numbers,
            .reference = facts.reference,
            .example = facts.example,
            .low = facts.low,
            .high = facts.high,
            .relative = facts.relative,
            .absolute = facts.absolute,
            .cycles = facts.cycles,
            .cycles_approx = facts.cycles_approx,
            .cycles_fp32 = facts.cycles_fp32,
            .cycles_by = facts.cycles_by,
            .measured = facts.measured,
            .note = facts.note};
}

constexpr bool sorted(std::span<const SfpuOp> rows) {
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i - 1].name >= rows[i].name) return false;
    }
    return true;
}

// ---- references: inputs and parameters as they come

using In = const double*;
using Par = const std::uint32_t*;

constexpr std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}
inline double real(Par p, int index) {
    return std::bit_cast<float>(p[index]);
}
inline double whole(Par p, int index) {
    return static_cast<std::int32_t>(p[index]);
}
inline double truth(bool value) {
    return value ? 1.0 : 0.0;
}

using Rows = std::span<const SfpuOp>;
// Element by element, from the best instruction set of this machine.
using Families = std::array<Rows, 8>;
Families families();
// Those that see whole tiles.
Rows random_rows();
Rows sorting_rows();
Rows tile_rows();
Rows welford_rows();

}  // namespace ironbird::tile::sfpu
