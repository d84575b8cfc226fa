// A transfer to the shards of some cores alone.
#pragma once

#include <optional>
#include <tt-metalium/core_coord.hpp>

#include "ttnn/common/queue_id.hpp"
#include "ttnn/tensor/types.hpp"

namespace ttnn {
class Tensor;
}

namespace ttnn::experimental::core_subset_write {

void copy_to_device_filtered(const ttnn::Tensor& host_tensor, ttnn::Tensor& device_tensor,
                             const tt::tt_metal::CoreRangeSet& logical_core_filter,
                             std::optional<QueueId> cq_id = std::nullopt);

}  // namespace ttnn::experimental::core_subset_write
