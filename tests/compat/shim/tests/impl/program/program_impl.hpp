// A private header of upstream's that its tests include.
#pragma once

#include <tt-metalium/distributed.hpp>
#include <tt-metalium/mesh_workload.hpp>
#include <tt-metalium/program.hpp>
#include <utility>

namespace tt::tt_metal {

inline void LaunchProgram(distributed::MeshDevice& device, Program&& program, bool wait) {
    distributed::MeshWorkload workload;
    workload.add_program(distributed::MeshCoordinateRange(device.shape()), std::move(program));
    distributed::EnqueueMeshWorkload(device.mesh_command_queue(), workload, wait);
}

}  // namespace tt::tt_metal
