// A part of a tensor.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <tt_stl/small_vector.hpp>
#include <tt_stl/span.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Elements begin, begin + step, … below end of every dimension. Negative begins and ends count from
// the end of the dimension, steps are at least 1.
template <typename T>
Tensor slice(const Tensor& input_tensor, ttsl::Span<const T> begins, ttsl::Span<const T> ends,
             ttsl::Span<const T> step,
             const std::optional<MemoryConfig>& memory_config_arg = std::nullopt,
             const std::optional<Tensor>& optional_output_tensor = std::nullopt,
             const std::optional<float>& pad_value = std::nullopt,
             const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);
template <typename T>
Tensor slice(const Tensor& input_tensor, const ttsl::SmallVector<T>& begins,
             const ttsl::SmallVector<T>& ends, const ttsl::SmallVector<T>& step,
             const std::optional<MemoryConfig>& memory_config_arg = std::nullopt,
             const std::optional<Tensor>& optional_output_tensor = std::nullopt,
             const std::optional<float>& pad_value = std::nullopt,
             const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt) {
    return slice(input_tensor, ttsl::Span<const T>(begins), ttsl::Span<const T>(ends),
                 ttsl::Span<const T>(step), memory_config_arg, optional_output_tensor, pad_value,
                 sub_core_grids);
}
template <typename T, std::size_t N>
Tensor slice(const Tensor& input_tensor, const std::array<T, N>& output_tensor_start,
             const std::array<T, N>& output_tensor_end, const std::array<T, N>& step,
             const std::optional<MemoryConfig>& memory_config_arg = std::nullopt,
             const std::optional<Tensor>& optional_output_tensor = std::nullopt,
             const std::optional<float>& pad_value = std::nullopt,
             const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt) {
    return slice(input_tensor, ttsl::Span<const T>(output_tensor_start),
                 ttsl::Span<const T>(output_tensor_end), ttsl::Span<const T>(step),
                 memory_config_arg, optional_output_tensor, pad_value, sub_core_grids);
}
// Begins and ends are read from the device first. Steps of 1 unless they are given.
template <typename T>
Tensor slice(const Tensor& input_tensor, const Tensor& output_tensor_start,
             const Tensor& output_tensor_end,
             const std::optional<ttsl::SmallVector<T>>& step = std::nullopt,
             const std::optional<MemoryConfig>& memory_config_arg = std::nullopt,
             const std::optional<Tensor>& optional_output_tensor = std::nullopt,
             const std::optional<float>& pad_value = std::nullopt,
             const std::optional<std::uint32_t>& slice_dim = std::nullopt,
             const std::optional<std::uint32_t>& num_devices = std::nullopt,
             const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn
