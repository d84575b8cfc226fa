// Rules of tensors.
#include "ops/moe/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tt_stl/assert.hpp>

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

template <typename T>
std::string choices(std::initializer_list<T> all) {
    std::string text;
    for (const T& one : all) text += fmt::format("{}{}", text.empty() ? "" : " or ", one);
    return text;
}

}  // namespace

void need_device(std::string_view op, std::initializer_list<Operand> operands) {
    for (const auto& [operand, tensor] : operands) {
        TT_FATAL(tensor.storage_type() == StorageType::DEVICE,
                 "{}: Operands to {} need to be on device! {} is on the host", op, op, operand);
        TT_FATAL(tensor.is_allocated(),
                 "{}: Operands to {} need to be allocated in buffers on device! {} is not: it was "
                 "deallocated",
                 op, op, operand);
    }
}

void need(std::string_view op, const Tensor& tensor, const Rule& rule) {
    const auto rank = static_cast<std::uint32_t>(tensor.logical_shape().rank());
    TT_FATAL(std::ranges::find(rule.dtypes, tensor.dtype()) != rule.dtypes.end(),
             "{}: {} is of type {}, it must be {}", op, rule.name, tensor.dtype(),
             choices(rule.dtypes));
    TT_FATAL(tensor.layout() == rule.layout, "{}: {} is in {} layout, it must be in {}", op,
             rule.name, tensor.layout(), rule.layout);
    TT_FATAL(std::ranges::find(rule.ranks, rank) != rule.ranks.end(),
             "{}: {} has rank {}, it must have rank {}", op, rule.name, rank, choices(rule.ranks));
    TT_FATAL(rule.layout == Layout::TILE || !tensor.is_sharded(),
             "{}: {} is sharded, it must be interleaved", op, rule.name);
    TT_FATAL(tensor.logical_volume() != 0, "{}: {} is empty, its shape is {}", op, rule.name,
             tensor.logical_shape());
}

void need_extent(std::string_view op, std::string_view name, const Tensor& tensor, int dim,
                 std::uint32_t extent, std::string_view of) {
    TT_FATAL(tensor.logical_shape()[dim] == extent,
             "{}: dimension {} of {} is {}, it must be {}, {}", op, dim, name,
             tensor.logical_shape()[dim], extent, of);
}

void need_counts(std::string_view op, const Tensor& counts, std::uint32_t experts) {
    need(op, counts,
         {.name = "num_routed_tokens",
          .dtypes = {DataType::UINT32},
          .layout = Layout::ROW_MAJOR,
          .ranks = {1, 2}});
    need_extent(op, "num_routed_tokens", counts, 0, experts, "the number of experts");
    TT_FATAL(counts.logical_shape().rank() == 1 || counts.logical_shape()[1] == 1,
             "{}: num_routed_tokens has shape {}, it must be (experts, 1) or (experts)", op,
             counts.logical_shape());
}

std::uint32_t largest_divisor(std::uint32_t value, std::uint32_t most) {
    for (std::uint32_t d = std::min(value, most); d > 1; d--)
        if (value % d == 0) return d;
    return 1;
}

std::uint32_t page_bytes(const Tensor& tensor) {
    return static_cast<std::uint32_t>(tensor.buffer()->aligned_page_size());
}

void append_counts(KernelDescriptor::RTArgList& words, const Tensor& counts) {
    words.push_back(counts.buffer());
    words.append({page_bytes(counts), counts.logical_shape().rank() == 1 ? 1u : 0u});
}

CBDescriptor scratch(std::uint8_t index, std::uint32_t bytes, const CoreRangeSet& cores) {
    return program::circular_buffer(index, DataType::UINT32, rounded(bytes, 64), 1, cores);
}

}  // namespace ttnn::operations::experimental::moe
