// Events between command queues.
#pragma once

#include <optional>
#include <tt-metalium/device.hpp>
#include <tt-metalium/mesh_event.hpp>
#include <tt-metalium/sub_device_types.hpp>
#include <vector>

#include "ttnn/common/queue_id.hpp"
#include "ttnn/distributed/types.hpp"

namespace ttnn {

using tt::tt_metal::distributed::MeshEvent;

namespace events {

MeshEvent record_mesh_event(MeshDevice* mesh_device, std::optional<QueueId> cq_id,
                            const std::vector<tt::tt_metal::SubDeviceId>& sub_device_ids = {},
                            const std::optional<MeshCoordinateRange>& device_range = std::nullopt);
void wait_for_mesh_event(std::optional<QueueId> cq_id, const MeshEvent& event);
void event_synchronize(const MeshEvent& event);

}  // namespace events
}  // namespace ttnn
