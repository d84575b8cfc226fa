// Distances on a chip.
#pragma once

#include <cstdint>
#include <tt-metalium/core_coord.hpp>

namespace tt::tt_metal {
enum NOC : uint8_t;
class IDevice;
}  // namespace tt::tt_metal

namespace tt::tt_metal::distributed {
class MeshDevice;
class MeshCoordinate;
}  // namespace tt::tt_metal::distributed

namespace tt::tt_metal::experimental::Device {

// Routers that a packet passes from one worker to another.
uint32_t get_worker_noc_hop_distance(IDevice* device, const CoreCoord& logical_src,
                                     const CoreCoord& logical_dst, NOC noc);
uint32_t get_worker_noc_hop_distance(distributed::MeshDevice* mesh_device,
                                     const distributed::MeshCoordinate& mesh_coord,
                                     const CoreCoord& logical_src, const CoreCoord& logical_dst,
                                     NOC noc);

}  // namespace tt::tt_metal::experimental::Device
