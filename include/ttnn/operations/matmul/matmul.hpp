// Products of matrices.
#pragma once

#include <optional>
#include <string>
#include <tt-metalium/sub_device_types.hpp>
#include <tt-metalium/tile.hpp>
#include <variant>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/operations/eltwise/unary/common/unary_op_types.hpp"
#include "ttnn/operations/matmul/device/config/matmul_program_config_types.hpp"
#include "ttnn/tensor/tensor_utils.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

using operations::unary::UnaryOpType;
using operations::unary::UnaryWithParam;
using Activation = std::variant<std::string, UnaryWithParam>;

namespace operations::matmul {

// Of the last two dimensions; the ones before must be equal or one of the tensors has one matrix. A
// tensor of rank 1 is a row on the left and a column on the right. Tiles of 32x32 alone. Unless
// told otherwise, fidelity is HiFi2 (LoFi for block formats), sums are kept in the format of the
// result.
Tensor matmul(const Tensor& input_tensor_a, const Tensor& input_tensor_b, bool transpose_a = false,
              bool transpose_b = false,
              const std::optional<const MemoryConfig>& memory_config = std::nullopt,
              std::optional<const DataType> dtype = std::nullopt,
              const std::optional<const MatmulProgramConfig>& program_config = std::nullopt,
              const std::optional<const Activation>& activation = std::nullopt,
              std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
              std::optional<const CoreGrid> core_grid = std::nullopt,
              const std::optional<const tt::tt_metal::Tile>& output_tile = std::nullopt,
              std::optional<Tensor> optional_output_tensor = std::nullopt,
              const std::optional<const GlobalCircularBuffer>& global_cb = std::nullopt,
              const std::optional<tt::tt_metal::SubDeviceId>& sub_device_id = std::nullopt);

// The product plus a bias, which is broadcast.
Tensor linear(const Tensor& input_tensor_a, const Tensor& input_tensor_b,
              const std::optional<const Tensor>& bias = std::nullopt, bool transpose_a = false,
              bool transpose_b = false,
              const std::optional<const MemoryConfig>& memory_config = std::nullopt,
              std::optional<const DataType> dtype = std::nullopt,
              const std::optional<const MatmulProgramConfig>& program_config = std::nullopt,
              const std::optional<const Activation>& activation = std::nullopt,
              std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
              std::optional<const CoreGrid> core_grid = std::nullopt,
              const std::optional<const tt::tt_metal::Tile>& output_tile = std::nullopt,
              std::optional<Tensor> optional_output_tensor = std::nullopt,
              const std::optional<const GlobalCircularBuffer>& global_cb = std::nullopt,
              const std::optional<tt::tt_metal::SubDeviceId>& sub_device_id = std::nullopt);

// beta * input + alpha * (mat1 x mat2). The input is broadcast.
Tensor addmm(const Tensor& input_tensor, const Tensor& mat1_tensor, const Tensor& mat2_tensor,
             float alpha = 1.0f, float beta = 1.0f,
             const std::optional<const MemoryConfig>& memory_config = std::nullopt,
             std::optional<const DataType> dtype = std::nullopt,
             const std::optional<const MatmulProgramConfig>& program_config = std::nullopt,
             std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
             std::optional<const CoreGrid> core_grid = std::nullopt,
             const std::optional<const tt::tt_metal::Tile>& output_tile = std::nullopt,
             std::optional<Tensor> optional_output_tensor = std::nullopt);

}  // namespace operations::matmul

using operations::matmul::addmm;
using operations::matmul::linear;
using operations::matmul::matmul;

}  // namespace ttnn
