// all_to_all_async_generic into a buffer of the caller's. Parts go to their places at once: the
// intermediate buffer is not written, and the semaphore not used.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn::experimental {

Tensor all_to_all_async(const Tensor& input_tensor, Tensor& persistent_intermediate_buffer,
                        Tensor& persistent_output_buffer, int32_t in_dim, int32_t out_dim,
                        const GlobalSemaphore& multi_device_global_semaphore,
                        uint32_t num_links = 1,
                        const std::optional<MemoryConfig>& memory_config = std::nullopt,
                        ccl::Topology topology = ccl::Topology::Ring,
                        std::optional<tt::tt_metal::SubDeviceId> subdevice_id = std::nullopt);

}  // namespace ttnn::experimental
