// Pages of tensors and the parts of them that move at a time: the host's side of kernels/boxes.h.
#pragma once

#include <cstdint>
#include <tt-metalium/program_descriptors.hpp>
#include <vector>

#include "core/program.hpp"
#include "ttnn/tensor/tensor.hpp"

namespace ttnn::data_movement {

inline std::uint32_t parts_of(std::uint32_t extent, std::uint32_t size) {
    return (extent + size - 1) / size;
}

// The rows and pages of a tensor in units: numbers, or tiles in TILE layout.
struct Pages {
    std::uint32_t unit_bytes, row, page, across, bytes;
};
Pages pages_of(const Tensor& tensor);

struct Chunking {
    std::uint32_t size, per_page, slot, batch;
};
Chunking chunking(const Pages& pages);
std::uint32_t chunk_count(const Tensor& tensor, const Pages& pages, const Chunking& chunks);

// Common arguments 1 to 5 of readers and writers of chunks.
std::vector<std::uint32_t> chunk_words(const Pages& pages, const Chunking& chunks);
void add_shares(tt::tt_metal::KernelDescriptor& kernel, const program::Split& split);

// Whether cores begin at different places of their shares, each somewhat further on than the one
// before, and come to what is left at the end: pages that all of them ask for first may lie in a
// few banks.
enum class Begin : std::uint8_t { at_first, apart };
void add_shares(tt::tt_metal::KernelDescriptor& kernel, const program::Split& split, Begin begin);
tt::tt_metal::KernelDescriptor chunk_writer(std::uint8_t cb, const Tensor& to, const Pages& pages,
                                            const Chunking& chunks, const program::Split& split,
                                            Begin begin = Begin::at_first);

}  // namespace ttnn::data_movement
