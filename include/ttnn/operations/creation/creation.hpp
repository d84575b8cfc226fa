// Tensors made of nothing.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ttnn/core.hpp"
#include "ttnn/distributed/types.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/functions.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_ops.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Data type bfloat16, row-major and on the host unless told otherwise.
using OptionalDevice = std::optional<std::reference_wrapper<MeshDevice>>;

template <typename T>
concept FillValue = std::same_as<T, int> || std::same_as<T, float>;

Tensor zeros(const Shape& shape, const std::optional<DataType>& dtype = std::nullopt,
             const std::optional<Layout>& layout = std::nullopt,
             OptionalDevice device = std::nullopt,
             const std::optional<MemoryConfig>& memory_config = std::nullopt);
Tensor ones(const Shape& shape, const std::optional<DataType>& dtype = std::nullopt,
            const std::optional<Layout>& layout = std::nullopt,
            OptionalDevice device = std::nullopt,
            const std::optional<MemoryConfig>& memory_config = std::nullopt);
// An output tensor decides everything but the value.
template <FillValue T>
Tensor full(const Shape& shape, T fill_value, const std::optional<DataType>& dtype = std::nullopt,
            const std::optional<Layout>& layout = std::nullopt,
            OptionalDevice device = std::nullopt,
            const std::optional<MemoryConfig>& memory_config = std::nullopt,
            const std::optional<Tensor>& optional_output_tensor = std::nullopt);

// What is left out is as in the tensor given.
template <FillValue T>
Tensor full_like(const Tensor& tensor, T fill_value,
                 const std::optional<DataType>& dtype = std::nullopt,
                 const std::optional<Layout>& layout = std::nullopt,
                 OptionalDevice device = std::nullopt,
                 const std::optional<MemoryConfig>& memory_config = std::nullopt,
                 const std::optional<Tensor>& optional_output_tensor = std::nullopt);
Tensor zeros_like(const Tensor& tensor, const std::optional<DataType>& dtype = std::nullopt,
                  const std::optional<Layout>& layout = std::nullopt,
                  OptionalDevice device = std::nullopt,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt,
                  const std::optional<Tensor>& optional_output_tensor = std::nullopt);
Tensor ones_like(const Tensor& tensor, const std::optional<DataType>& dtype = std::nullopt,
                 const std::optional<Layout>& layout = std::nullopt,
                 OptionalDevice device = std::nullopt,
                 const std::optional<MemoryConfig>& memory_config = std::nullopt,
                 const std::optional<Tensor>& optional_output_tensor = std::nullopt);

// Not initialised.
Tensor empty(const Shape& shape, const DataType& dtype, const Layout& layout, MeshDevice* device,
             const MemoryConfig& memory_config);
Tensor empty_like(const Tensor& tensor, const std::optional<DataType>& dtype = std::nullopt,
                  const std::optional<Layout>& layout = std::nullopt,
                  OptionalDevice device = std::nullopt,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt);

template <typename T>
Tensor from_buffer(std::vector<T>&& buffer, const Shape& shape, DataType dtype, MeshDevice* device,
                   const std::optional<Layout>& layout = std::nullopt,
                   const std::optional<MemoryConfig>& memory_config = std::nullopt);

// start, start + step, …: as many as lie before stop.
Tensor arange(std::int64_t start, std::int64_t stop, std::int64_t step = 1,
              DataType dtype = DataType::BFLOAT16, OptionalDevice device = std::nullopt,
              const MemoryConfig& memory_config = DRAM_MEMORY_CONFIG,
              Layout layout = Layout::ROW_MAJOR);
Tensor arange(std::int64_t stop, DataType dtype = DataType::BFLOAT16,
              OptionalDevice device = std::nullopt,
              const MemoryConfig& memory_config = DRAM_MEMORY_CONFIG,
              Layout layout = Layout::ROW_MAJOR);

}  // namespace ttnn
