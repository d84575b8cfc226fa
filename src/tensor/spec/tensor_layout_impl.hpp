// What a tensor layout holds, and what it makes of a shape.
#pragma once

#include <tt-metalium/tensor/spec/layout/tensor_layout.hpp>

namespace tt::tt_metal {

class TensorLayoutImpl {
 public:
    DataType dtype;
    PageConfig page_config;
    MemoryConfig memory_config;
    Alignment alignment;
};

}  // namespace tt::tt_metal

namespace ironbird::tensor {

using tt::tt_metal::BufferShardingArgs;
using tt::tt_metal::Shape;
using tt::tt_metal::Shape2D;
using tt::tt_metal::Strides;
using tt::tt_metal::TensorLayout;

// The alignment that pads one shape to the other; empty if that of the pages does.
tt::tt_metal::Alignment alignment_from_padding(const tt::tt_metal::PageConfig& pages,
                                               const tt::tt_metal::MemoryConfig& memory,
                                               const Shape& logical, const Shape& padded);
TensorLayout layout_from_padding(tt::tt_metal::DataType dtype,
                                 const tt::tt_metal::PageConfig& pages,
                                 const tt::tt_metal::MemoryConfig& memory, const Shape& logical,
                                 const Shape& padded);

Shape2D logical_2d_shape(const Shape& shape);
// Height and width of the matrix that is stored.
Shape2D physical_shape(const TensorLayout& layout, const Shape& shape);
Shape padded_shape(const TensorLayout& layout, const Shape& shape);
Strides strides(const TensorLayout& layout, const Shape& shape);

std::size_t packed_bytes(const TensorLayout& layout, const Shape& shape);
std::size_t page_bytes(const TensorLayout& layout, const Shape& shape);
BufferShardingArgs sharding_args(const TensorLayout& layout, const Shape& shape);
std::size_t bytes_per_bank(const TensorLayout& layout, const Shape& shape,
                           std::size_t page_alignment, std::size_t banks);

}  // namespace ironbird::tensor
