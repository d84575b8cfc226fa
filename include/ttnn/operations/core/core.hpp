// Moving tensors and changing how they are stored.
#pragma once

#include <optional>

#include "ttnn/common/queue_id.hpp"
#include "ttnn/core.hpp"
#include "ttnn/operations/core/to_dtype/to_dtype_op.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/operations/core/to_memory_config/to_memory_config_op.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/tensor/tensor.hpp"
#include "ttnn/tensor/tensor_utils.hpp"
#include "ttnn/types.hpp"

namespace ttnn {
namespace operations::core {

Tensor unsqueeze_to_4D(const Tensor& tensor);
Tensor squeeze_from_4D(const Tensor& tensor, int rank);
Tensor to_device(const Tensor& tensor, MeshDevice* mesh_device,
                 const std::optional<MemoryConfig>& memory_config,
                 std::optional<QueueId> queue_id = std::nullopt);
Tensor from_device(const Tensor& tensor, bool blocking = true,
                   std::optional<QueueId> queue_id = std::nullopt);
void deallocate(Tensor& tensor, bool force = true);
// Into memory of its own; the input is given back.
Tensor reallocate(const Tensor& tensor,
                  const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace operations::core

using operations::core::deallocate;
using operations::core::from_device;
using operations::core::reallocate;
using operations::core::squeeze_from_4D;
using operations::core::to_device;
using operations::core::unsqueeze_to_4D;

}  // namespace ttnn
