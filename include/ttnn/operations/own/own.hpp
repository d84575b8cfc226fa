// Operations of one tensor that have a file of their own.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ttnn/types.hpp"

namespace ttnn {

#define TTNN_OWN(name, ...)                 \
    Tensor name(const Tensor& input_tensor, \
                const std::optional<MemoryConfig>& memory_config = std::nullopt);
#include "ttnn/operations/own/rows.inc"
#undef TTNN_OWN

namespace table {

struct OwnRow {
    std::string_view name, what;
    Tensor (*run)(const Tensor& input, const std::optional<MemoryConfig>& memory);
    double (*reference)(double x);
};
std::span<const OwnRow> own();

}  // namespace table
}  // namespace ttnn
