// A program for each device that does nothing for a while.
#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ttnn/operations/debug/apply_device_delay.hpp"

namespace ttnn::operations::debug {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

void apply_device_delay(MeshDevice& mesh_device, const std::vector<std::vector<uint32_t>>& delays,
                        const std::optional<SubDeviceId>& subdevice_id) {
    const MeshShape& shape = mesh_device.shape();
    const bool fits = shape.dims() == 2 && delays.size() == shape[0] &&
                      std::ranges::all_of(delays, [&](const std::vector<uint32_t>& row) {
                          return row.size() == shape[1];
                      });
    TT_FATAL(fits, "apply_device_delay: the delays are no list of rows like those of a mesh of {}",
             shape);
    const CoreRangeSet cores =
        mesh_device.worker_cores(HalProgrammableCoreType::TENSIX,
                                 subdevice_id.value_or(mesh_device.get_sub_device_ids().front()));
    const CoreCoord core = corerange_to_cores(cores).front();
    MeshWorkload work;
    for (const MeshCoordinate& at : MeshCoordinateRange(shape)) {
        Program program = CreateProgram();
        const auto kernel = CreateKernel(program, program::kernel_path("ccl/kernels/delay.cpp"),
                                         core, DataMovementConfig{});
        SetRuntimeArgs(program, kernel, core, {delays[at[0]][at[1]]});
        work.add_program(MeshCoordinateRange(at), std::move(program));
    }
    EnqueueMeshWorkload(mesh_device.mesh_command_queue(), work, false);
}

}  // namespace ttnn::operations::debug
