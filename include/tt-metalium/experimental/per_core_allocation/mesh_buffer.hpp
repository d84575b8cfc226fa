// Mesh buffers whose shards lie at addresses of their own. None here does.
#pragma once

#include <memory>
#include <tt-metalium/mesh_buffer.hpp>

namespace tt::tt_metal::experimental::per_core_allocation {

DeviceAddr get_per_core_address(const distributed::MeshBuffer& mesh_buffer,
                                const distributed::MeshCoordinate& device_coord,
                                const CoreCoord& core);
bool is_per_core_allocation(const distributed::MeshBuffer& mesh_buffer);
std::shared_ptr<distributed::MeshBuffer> create_on_single_device(
    const distributed::MeshBufferConfig& mesh_buffer_config,
    const distributed::DeviceLocalBufferConfig& device_local_config,
    distributed::MeshDevice* mesh_device, const distributed::MeshCoordinate& coord);

}  // namespace tt::tt_metal::experimental::per_core_allocation
