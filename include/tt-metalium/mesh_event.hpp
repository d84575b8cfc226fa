// A point in a queue that others can wait for.
#pragma once

#include <cstdint>
#include <ostream>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/mesh_device.hpp>

namespace tt::tt_metal::distributed {

class MeshCommandQueue;

class MeshEvent {
 public:
    MeshEvent(uint32_t id, MeshCommandQueue& cq, const MeshCoordinateRange& device_range);
    MeshEvent(uint32_t id, MeshDevice* device, uint32_t mesh_cq_id,
              const MeshCoordinateRange& device_range);

    uint32_t id() const { return id_; }
    MeshDevice* device() const { return device_; }
    uint32_t mesh_cq_id() const { return cq_id_; }
    const MeshCoordinateRange& device_range() const { return range_; }

    friend std::ostream& operator<<(std::ostream& os, const MeshEvent& event);

 private:
    uint32_t id_;
    MeshDevice* device_;
    uint32_t cq_id_;
    MeshCoordinateRange range_;
};

}  // namespace tt::tt_metal::distributed
