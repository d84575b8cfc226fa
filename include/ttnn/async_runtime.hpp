// Waiting for command queues and their events.
#pragma once

#include <tt-metalium/mesh_command_queue.hpp>
#include <tt-metalium/mesh_event.hpp>

#include "ttnn/types.hpp"

namespace ttnn {

void queue_synchronize(tt::tt_metal::distributed::MeshCommandQueue& cq);
void event_synchronize(const tt::tt_metal::distributed::MeshEvent& event);
void wait_for_event(tt::tt_metal::distributed::MeshCommandQueue& cq,
                    const tt::tt_metal::distributed::MeshEvent& event);
tt::tt_metal::distributed::MeshEvent record_event(tt::tt_metal::distributed::MeshCommandQueue& cq);
tt::tt_metal::distributed::MeshEvent record_event_to_host(
    tt::tt_metal::distributed::MeshCommandQueue& cq);

}  // namespace ttnn
