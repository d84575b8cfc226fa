// Lines of tiles: those that a reduction makes one tile of, or that a normalisation goes over.
#pragma once

#include <array>
#include <cstdint>
#include <tt-metalium/program_descriptors.hpp>
#include <vector>

#include "core/program.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace ttnn::reduction {

// Which dimensions of a shape are reduced; a shape of rank 0 or 1 has two here too.
using Reduced = std::vector<bool>;

// The places of dimensions of a tensor, negative ones counted from its end, each given once.
// Throws.
Reduced reduced_dims(std::string_view op, const tt::tt_metal::Shape& shape,
                     const std::vector<int>& dims);

// One of the nested loops over tiles, with the step of each tensor that is walked over.
inline constexpr std::size_t kMostTensors = 4;
struct WalkLoop {
    std::uint32_t extent = 1;
    std::array<std::uint32_t, kMostTensors> strides{};
};

// The tiles of tensors in the order that lines need them: those of a line, so many times over, then
// those of the next line.
struct Lines {
    std::array<WalkLoop, 8> loops;  // innermost first
    std::uint32_t count = 1;        // lines
    std::uint32_t length = 1;       // tiles of one, once over
    bool rows = false;              // goes on inside of tiles along rows
    bool columns = false;           // down columns
};

// Shapes have an extent of 1 where they are broadcast.
Lines lines_of(const std::vector<tt::tt_metal::Shape>& shapes, const Reduced& reduced,
               std::uint32_t passes = 1);

// A tensor of lines; padding inside of what is reduced is overwritten with this value.
struct LineTensor {
    const Tensor* tensor;
    double pad;
};

// Reads tiles of all tensors in step, each into the CB of its number. `at_once`: CBs hold whole
// lines, and so many tiles are asked for before any is waited for; 0 where CBs have room for a
// batch.
tt::tt_metal::KernelDescriptor line_reader(const std::vector<LineTensor>& from, const Lines& lines,
                                           const std::vector<program::Share>& tiles,
                                           const CoreRangeSet& cores, std::uint32_t at_once = 0);

// Writes tiles in the order of lines.
tt::tt_metal::KernelDescriptor line_writer(std::uint8_t cb, const Tensor& to, const Lines& lines,
                                           const std::vector<program::Share>& tiles,
                                           const CoreRangeSet& cores);

// How many lines of all these tensors CBs can hold: two, so that the next is read while one is
// worked on, one, or none.
std::uint32_t lines_held(const std::vector<LineTensor>& tensors, const Lines& lines,
                         std::uint32_t other_bytes = 0);

// The shares of lines as shares of tiles.
std::vector<program::Share> in_tiles(const program::Split& split, std::uint32_t tiles_of_line);

}  // namespace ttnn::reduction
