// The programs of a workload as plain data, with what must live as long as they do.
#pragma once

#include <memory>
#include <tt-metalium/global_semaphore.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <vector>

namespace tt::tt_metal {

struct WorkloadBuffer {
    std::shared_ptr<void> owner;
    Buffer* buffer = nullptr;
};

struct WorkloadDescriptor {
    std::vector<GlobalSemaphore> semaphores;
    std::vector<WorkloadBuffer> buffers;

    struct PerCoordProgram {
        distributed::MeshCoordinateRange range;
        ProgramDescriptor descriptor;
    };
    std::vector<PerCoordProgram> programs;
};

}  // namespace tt::tt_metal
