// Pages of tensors, and the kernel that writes them part by part.
#include "ops/data_movement/chunks.hpp"

#include <algorithm>

#include "ops/data_movement/remap.hpp"

namespace ttnn::data_movement {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kChunk = 8192;  // bytes of a page that move at a time

}  // namespace

Pages pages_of(const Tensor& tensor) {
    const auto aligned = static_cast<std::uint32_t>(tensor.buffer()->aligned_page_size());
    const auto bytes = static_cast<std::uint32_t>(tensor.buffer()->page_size());
    if (tensor.layout() == Layout::TILE) return {bytes, 1, 1, 1, aligned};
    const std::uint32_t unit = tensor.element_size();
    const Shape &logical = tensor.logical_shape(), &padded = tensor.padded_shape();
    const std::uint32_t row = logical.rank() == 0 ? 1 : logical[-1];
    const std::uint32_t page = bytes / unit;
    return {unit, row, page, padded.rank() == 0 ? 1 : parts_of(padded[-1], page), aligned};
}

Chunking chunking(const Pages& pages) {
    const std::uint32_t most = std::max(1u, kChunk / pages.unit_bytes);
    const std::uint32_t size = std::min(pages.page, most);
    const std::uint32_t slot = (size * pages.unit_bytes + 63) / 64 * 64;
    return {size, parts_of(pages.page, size), slot, std::clamp(16384 / slot, 1u, 16u)};
}

std::vector<std::uint32_t> chunk_words(const Pages& pages, const Chunking& chunks) {
    return {pages.page, chunks.size, chunks.per_page, chunks.slot, chunks.batch};
}

void add_shares(KernelDescriptor& kernel, const program::Split& split) {
    for (const program::Share& share : split.shares)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
}

void add_shares(KernelDescriptor& kernel, const program::Split& split, Begin begin) {
    std::uint64_t number = 0;
    for (const program::Share& share : split.shares) {
        const std::uint64_t apart = number++ * share.count / split.shares.size();
        const auto start = begin == Begin::apart ? static_cast<std::uint32_t>(apart) : 0;
        kernel.emplace_runtime_args(share.core, {share.first, share.count, start});
    }
}

KernelDescriptor chunk_writer(std::uint8_t cb, const Tensor& to, const Pages& pages,
                              const Chunking& chunks, const program::Split& split, Begin begin) {
    KernelDescriptor kernel = program::data_mover("kernels/write_chunks.cpp", false, split.cores);
    kernel.compile_time_args = {cb};
    KernelDescriptor::RTArgList words;
    words.push_back(to.buffer());
    words.append(chunk_words(pages, chunks));
    words.append({pages.unit_bytes, pages.bytes});
    program::append_late(kernel, words, to);
    kernel.emplace_common_runtime_args(words);
    add_shares(kernel, split, begin);
    return kernel;
}

std::uint32_t chunk_count(const Tensor& tensor, const Pages& pages, const Chunking& chunks) {
    if (tensor.layout() == Layout::TILE) return program::tiles_of(tensor);
    const Shape padded = matrix_shape(tensor.padded_shape());
    return static_cast<std::uint32_t>(padded.volume() / padded[-1]) * pages.across *
           chunks.per_page;
}

}  // namespace ttnn::data_movement
