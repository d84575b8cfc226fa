// The weights of a convolution as it uses them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ttnn/tensor/tensor.hpp"
#include "ttnn/types.hpp"

namespace ttnn::convolution {

struct Weights {
    std::uint32_t in, out, groups;
    std::array<std::uint32_t, 2> kernel;

    // Every channel has a kernel of its own: products of elements, no product of matrices.
    bool each_alone() const { return groups > 1 && groups == in && in == out; }
    tt::tt_metal::Shape shape() const;
};

// On the device in TILE layout; what is that already stays. Groups become one matrix with zeros
// where channels have nothing to do with each other.
Tensor prepared(std::string_view op, const Tensor& tensor, const Weights& weights, bool transposed,
                bool mirrored, const std::optional<DataType>& dtype, MeshDevice* device);
Tensor prepared_bias(std::string_view op, const Tensor& bias, std::uint32_t channels,
                     const std::optional<DataType>& dtype, MeshDevice* device);

}  // namespace ttnn::convolution
