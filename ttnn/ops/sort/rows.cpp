// Rows of interleaved tensors: see the header.
#include "ops/sort/rows.hpp"

#include <algorithm>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>

#include "core/program.hpp"
#include "ops/data_movement/chunks.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"

namespace ttnn::rows {

using namespace tt::tt_metal;

std::uint32_t width(const tt::tt_metal::Shape& shape) {
    return shape.rank() == 0 ? 1 : shape[-1];
}
std::uint32_t count(const tt::tt_metal::Shape& shape) {
    return static_cast<std::uint32_t>(shape.volume() / std::max(width(shape), 1u));
}

std::uint32_t element_bytes(DataType dtype) {
    return static_cast<std::uint32_t>(datum_size(datatype_to_dataformat_converter(dtype)));
}
std::uint32_t kind(DataType dtype) {
    return is_floating_point(dtype) ? 0 : dtype == DataType::INT32 ? 1 : 2;
}

void append(KernelDescriptor& kernel, KernelDescriptor::RTArgList& words, const Tensor& tensor) {
    const auto& shape = tensor.logical_shape();
    const std::uint32_t height = shape.rank() < 2 ? 1 : shape[-2];
    KernelDescriptor::RTArgList unused;
    program::append_late(kernel, unused, tensor);
    words.push_back(tensor.buffer());
    words.append({static_cast<std::uint32_t>(data_movement::pages_of(tensor).bytes), height,
                  (height + 31) / 32, (width(shape) + 31) / 32});
}

std::uint32_t room(const MeshDevice& device) {
    const auto base = device.allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto top = device.lowest_occupied_compute_l1_address();
    return static_cast<std::uint32_t>((top ? *top : device.l1_size_per_core()) - base);
}

Tensor turned(const Tensor& tensor, std::uint32_t dim) {
    const std::size_t rank = tensor.logical_shape().rank();
    return dim + 1 >= rank ? tensor : ttnn::transpose(tensor, dim, -1);
}

Tensor interleaved(const Tensor& tensor) {
    return tensor.is_sharded() ? to_memory_config(tensor, DRAM_MEMORY_CONFIG) : tensor;
}

}  // namespace ttnn::rows
