// Small types that tensors are described with.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <variant>

#include "ttnn/tensor/shape/shape.hpp"

namespace ttnn {

using PadValue = std::variant<std::uint32_t, float>;

enum class StorageType { HOST = 0, DEVICE = 1 };

static constexpr std::size_t MAX_NUM_DIMENSIONS = 8;

using Array1D = std::array<std::uint32_t, 1>;
using Array2D = std::array<std::uint32_t, 2>;
using Array3D = std::array<std::uint32_t, 3>;
using Array4D = std::array<std::uint32_t, 4>;
using Array5D = std::array<std::uint32_t, 5>;
using Array6D = std::array<std::uint32_t, 6>;
using Array7D = std::array<std::uint32_t, 7>;
using Array8D = std::array<std::uint32_t, 8>;

}  // namespace ttnn
