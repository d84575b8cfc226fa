// Programs from specs. None of these is modelled: each refuses with its name.
#pragma once

#include <span>
#include <tt-metalium/experimental/metal2_host_api/program_run_args.hpp>
#include <tt-metalium/experimental/metal2_host_api/program_spec.hpp>
#include <tt-metalium/mesh_device.hpp>
#include <tt-metalium/mesh_workload.hpp>
#include <tt-metalium/program.hpp>
#include <unordered_map>

namespace tt::tt_metal::experimental {

Program MakeProgramFromSpec(distributed::MeshDevice& mesh_device, const ProgramSpec& spec,
                            bool skip_validation = false);
distributed::MeshWorkload MakeMeshWorkloadFromSpecs(
    distributed::MeshDevice& mesh_device,
    const std::unordered_map<distributed::MeshCoordinateRange, ProgramSpec>& program_specs,
    bool skip_validation = false);
distributed::MeshWorkload MakeMeshWorkloadFromSpec(distributed::MeshDevice& mesh_device,
                                                   const ProgramSpec& program_spec,
                                                   bool skip_validation = false);

void SetProgramRunArgs(Program& program, const ProgramRunArgs& params,
                       bool skip_validation = false);
void UpdateProgramRunArgs(Program& program, const ProgramRunArgs& params,
                          bool skip_validation = false);
void UpdateTensorArgs(Program& program,
                      const Table<TensorParamName, ProgramRunArgs::TensorArgument>& tensor_args,
                      bool skip_validation = false);

}  // namespace tt::tt_metal::experimental
