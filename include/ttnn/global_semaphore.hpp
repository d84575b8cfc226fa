// Semaphores with one address on all devices of a mesh.
#pragma once

#include <cstdint>

#include "ttnn/types.hpp"

namespace ttnn::global_semaphore {

GlobalSemaphore create_global_semaphore(MeshDevice* mesh_device, const CoreRangeSet& cores,
                                        std::uint32_t initial_value,
                                        BufferType buffer_type = BufferType::L1);
tt::tt_metal::DeviceAddr get_global_semaphore_address(const GlobalSemaphore& global_semaphore);
void reset_global_semaphore_value(const GlobalSemaphore& global_semaphore,
                                  std::uint32_t reset_value);

}  // namespace ttnn::global_semaphore
