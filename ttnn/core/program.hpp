// What the programs of operations are put together from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tt-metalium/program_descriptors.hpp>
#include <vector>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::program {

// A core's part of the work: units first, first + 1, …
struct Share {
    CoreCoord core;
    std::uint32_t first = 0, count = 0;
};

struct Split {
    CoreRangeSet cores;
    std::vector<Share> shares;
};

// As evenly as it goes over the compute grid, or over given cores.
Split split(const MeshDevice& device, std::uint32_t units,
            const std::optional<CoreRangeSet>& cores = std::nullopt);

// The path of a kernel of ours, named from the folder ttnn/.
std::string kernel_path(std::string_view name);

tt::tt_metal::CBDescriptor circular_buffer(std::uint8_t index, DataType dtype,
                                           std::uint32_t page_bytes, std::uint32_t pages,
                                           const CoreRangeSet& cores);

// Circular buffers of tiles: how many of them are moved at a time, and the place for twice as many.
inline constexpr std::uint32_t kBatch = 8;
std::uint32_t tile_bytes(DataType dtype);
std::uint32_t tiles_of(const Tensor& tensor);  // padding included
tt::tt_metal::CBDescriptor tile_buffer(std::uint8_t index, DataType dtype,
                                       const CoreRangeSet& cores, std::uint32_t tiles = 2 * kBatch);

// Pages of a tensor, in order, into a circular buffer and out of one.
tt::tt_metal::KernelDescriptor page_reader(std::uint8_t cb, const Tensor& from,
                                           std::uint32_t page_bytes, std::uint32_t batch,
                                           const Split& split);
tt::tt_metal::KernelDescriptor page_writer(std::uint8_t cb, const Tensor& to,
                                           std::uint32_t page_bytes, std::uint32_t batch,
                                           const Split& split);
tt::tt_metal::KernelDescriptor data_mover(std::string_view path, bool reads,
                                          const CoreRangeSet& cores);

// A compute kernel whose Dst holds what the widest of its formats needs. CBs of 32-bit formats go
// past the source registers, which would cut them to 19 bits.
tt::tt_metal::KernelDescriptor compute(std::string_view path, const CoreRangeSet& cores,
                                       const std::vector<std::pair<std::uint8_t, DataType>>& inputs,
                                       DataType output);

void append(tt::tt_metal::KernelDescriptor& kernel, const Tensor& tensor);  // its accessor's words
// The same for a kernel that is told the size of pages (page_bytes) at run time and is the same one
// for all interleaved tensors then.
void append_sized(tt::tt_metal::KernelDescriptor& kernel, const Tensor& tensor);
std::uint32_t page_bytes(const Tensor& tensor);
// The same with all that depends on shapes at the end of the common arguments, and pages of a size
// that the kernel is told. Kernels then do not depend on shapes and grids.
void append_late(tt::tt_metal::KernelDescriptor& kernel,
                 tt::tt_metal::KernelDescriptor::RTArgList& common, const Tensor& tensor);

}  // namespace ttnn::program
