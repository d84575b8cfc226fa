// Moving elements: a result is put together from boxes of the inputs, and what no box covers is a
// fill value. Nearly every operation that moves data is one such map.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::data_movement {

using tt::tt_metal::Shape;

// One dimension of a box: positions begin to end of the result's are start, start + step, … of the
// source's dimension `of`, or always its first element.
struct Axis {
    static constexpr std::int32_t kNone = -1;

    std::uint32_t begin = 0, end = 0, start = 0, step = 1;
    std::int32_t of = kNone;
};

struct Part {
    std::uint32_t source = 0;
    std::vector<Axis> axes;  // one for each dimension of the map
};

struct Map {
    Shape shape;  // loops that produce the result's elements in their order, outermost first
    std::vector<Part> parts;
    // The dimensions that tiles are cut from; the last two unless said otherwise.
    std::optional<std::array<std::uint32_t, 2>> tiled = std::nullopt;
    bool linear = false;  // sources count as matrices of one row
};

// The map of a tensor on itself, to be changed into something else.
Map identity(const Shape& shape);

// Dimensions of at least two, as tiles need them.
Shape matrix_shape(const Shape& shape);

// The result of a map. In TILE layout tiles move as they are if the map allows that, transposed
// about their diagonal if its last two dimensions are swapped, and else through rows. Inputs are of
// one type and layout, which the result has too.
Tensor remap(std::string_view op, std::span<const Tensor> inputs, const Map& map,
             const Shape& shape, const MemoryConfig& memory, double fill = 0,
             const std::optional<CoreRangeSet>& cores = std::nullopt,
             const std::optional<Tensor>& output = std::nullopt);

// Whether all of it can be done with whole tiles.
bool moves_tiles(const Map& map, std::span<const Tensor> inputs);

// A number as elements of this type hold it, repeated over a word; also for block floats, of which
// only zero has such a form.
std::uint32_t fill_word(double value, DataType dtype);

// What a result is stored as if the caller does not say: like the input, with shards of the same
// kind over the same cores if the shape is another. A configuration without shards gets some.
MemoryConfig result_memory(const std::optional<MemoryConfig>& asked, const Tensor& input,
                           const Shape& shape);

// The same elements as another type that exists in rows: bfloat16 for block floats.
DataType row_type(DataType dtype);
Tensor to_rows(const Tensor& tensor);
// Back into the layout, type and memory wanted.
Tensor from_rows(const Tensor& rows, Layout layout, DataType dtype, const MemoryConfig& memory,
                 double pad = 0);

std::uint32_t dim_index(std::string_view op, std::int64_t dim, std::size_t rank);

}  // namespace ttnn::data_movement
