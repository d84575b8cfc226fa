// What the tests of the matrix unit run over: fidelities, chips, formats, and their modes.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tile/reference/operands.hpp"

namespace ironbird::tile::reference {

inline constexpr Fidelity kFidelities[] = {Fidelity::lofi, Fidelity::hifi2, Fidelity::hifi3,
                                           Fidelity::hifi4};
inline constexpr Silicon kChips[] = {Silicon::wormhole, Silicon::blackhole};

struct Inputs {
    Format in, reg;
};
inline constexpr Inputs kInputs[] = {{Format::float16_b, Format::float16_b},
                                     {Format::float32, Format::tf32},
                                     {Format::bfp8_b, Format::bfp8_b},
                                     {Format::bfp8, Format::bfp8},
                                     {Format::float16, Format::float16}};

inline DstKind dst_of(bool half, bool wide) {
    return wide ? DstKind::fp32 : half ? DstKind::fp16 : DstKind::bf16;
}

inline FpuMode mode_of(Fidelity fidelity, Silicon chip, bool half, bool wide) {
    return {.dst = dst_of(half, wide),
            .fidelity = fidelity,
            .silicon = chip,
            .half_precision = half,
            .tf32 = wide && !half};
}

inline Unit unit_of(const FpuMode& mode) {
    return {mode.dst == DstKind::fp32, mode.half_precision, mode.silicon != Silicon::blackhole};
}

inline std::string name_of(const testing::TestParamInfo<Inputs>& info) {
    return std::string(find(info.param.reg)->name);
}
// Where a broadcast finds the datum for word `i`.
inline std::uint32_t broadcast_index(Broadcast bcast, std::uint32_t i, Shape shape = {}) {
    const std::uint32_t face = i / 256, row = i / 16 % 16, column = i % 16;
    switch (bcast) {
        case Broadcast::none:
            return i;
        case Broadcast::column:
            return face / shape.across * shape.across * 256 + row * 16;
        case Broadcast::row:
            return face % shape.across * 256 + column;
        case Broadcast::scalar:
            return 0;
    }
    return i;
}

}  // namespace ironbird::tile::reference
