// Rows of interleaved tensors in either layout: the host's side of kernels/rows.h.
#pragma once

#include <cstdint>
#include <string_view>
#include <tt-metalium/program_descriptors.hpp>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::rows {

std::uint32_t width(const tt::tt_metal::Shape& shape);  // of a row; 1 of a tensor of rank 0
std::uint32_t count(const tt::tt_metal::Shape& shape);  // of rows

std::uint32_t element_bytes(DataType dtype);
// How bits are to be compared: 0 real, 1 signed, 2 unsigned.
std::uint32_t kind(DataType dtype);

// The words of class Rows, and the words of its accessor for the compiler.
void append(tt::tt_metal::KernelDescriptor& kernel,
            tt::tt_metal::KernelDescriptor::RTArgList& words, const Tensor& tensor);

// What a core's kernel may use for itself.
std::uint32_t room(const MeshDevice& device);

// The last dimension swapped with this one, if that is another, and the same back.
Tensor turned(const Tensor& tensor, std::uint32_t dim);

// Interleaved, as a kernel of rows needs it.
Tensor interleaved(const Tensor& tensor);

}  // namespace ttnn::rows
