// What the operations of experts refuse, and what they share.
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/program.hpp"
#include "ttnn/operations/experimental/moe/moe.hpp"
#include "ttnn/run.hpp"

namespace ttnn::operations::experimental::moe {

// Operands by the names of their parameters: one on the host, or without a buffer, is an error.
struct Operand {
    std::string_view name;
    const Tensor& tensor;
};
void need_device(std::string_view op, std::initializer_list<Operand> operands);

// What a tensor must be like; each rule that it breaks is an error that names it.
struct Rule {
    std::string_view name;
    std::initializer_list<DataType> dtypes;
    Layout layout;
    std::initializer_list<std::uint32_t> ranks;
};
void need(std::string_view op, const Tensor& tensor, const Rule& rule);
void need_extent(std::string_view op, std::string_view name, const Tensor& tensor, int dim,
                 std::uint32_t extent, std::string_view of);

// (E, 1) or (E) UINT32 in rows, for so many experts.
void need_counts(std::string_view op, const Tensor& counts, std::uint32_t experts);

constexpr std::uint32_t rounded(std::uint32_t value, std::uint32_t unit) {
    return (value + unit - 1) / unit * unit;
}
constexpr std::uint32_t divided(std::uint32_t value, std::uint32_t by) {
    return (value + by - 1) / by;
}
std::uint32_t largest_divisor(std::uint32_t value, std::uint32_t most);

// As kernels are told them: bytes from page to page.
std::uint32_t page_bytes(const Tensor& tensor);
// Kernel arguments of kernels/counts.h.
void append_counts(tt::tt_metal::KernelDescriptor::RTArgList& words, const Tensor& counts);
inline constexpr std::uint32_t kCountSlot = 64;  // bytes of scratch for an expert

// Memory that kernels use as they like.
tt::tt_metal::CBDescriptor scratch(std::uint8_t index, std::uint32_t bytes,
                                   const CoreRangeSet& cores);

}  // namespace ttnn::operations::experimental::moe
