// The data mover that normalisations write with, which also brings what they need once.
#pragma once

#include <cstdint>
#include <tt-metalium/program_descriptors.hpp>

#include "core/program.hpp"
#include "ops/reduction/lines.hpp"

namespace ttnn::normalization {

// A row of weights for all lines, and its CB; none: there is nothing to bring.
struct HeldWeight {
    const Tensor* tensor = nullptr;
    std::uint32_t cb = 0;
};

struct NormWriter {
    const Tensor* out;
    HeldWeight weight = {}, bias = {};
    std::uint32_t edge = 0;          // the CB of a tile of ones with zeros from a column on
    std::uint32_t edge_columns = 0;  // how many are ones
};

// Results are taken from CB 16.
tt::tt_metal::KernelDescriptor norm_writer(const NormWriter& writer, const reduction::Lines& lines,
                                           const program::Split& split);

}  // namespace ttnn::normalization
