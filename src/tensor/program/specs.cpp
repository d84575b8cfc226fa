// Programs from specs: how tensors compare, and the refusal of everything else.
#include <tt-metalium/experimental/metal2_host_api/program.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal::experimental {

using ironbird::tensor::not_modelled;

bool tensorspecs_match_with_relaxation(const TensorSpec& a, const TensorSpec& b,
                                       const TensorSpecRelaxations& relaxation) {
    if (relaxation.dynamic_tensor_shape)
        return a.tensor_layout() == b.tensor_layout() &&
               a.logical_shape().rank() == b.logical_shape().rank();
    if (relaxation.match_padded_shape_only)
        return a.tensor_layout() == b.tensor_layout() && a.padded_shape() == b.padded_shape();
    return a == b;
}

std::uint64_t hash_tensorspec_with_relaxation(const TensorSpec& spec,
                                              const TensorSpecRelaxations& relaxation) {
    using ttsl::hash::hash_objects_with_default_seed;
    if (relaxation.dynamic_tensor_shape)
        return hash_objects_with_default_seed(spec.tensor_layout(), spec.logical_shape().rank());
    if (relaxation.match_padded_shape_only)
        return hash_objects_with_default_seed(spec.tensor_layout(), spec.padded_shape());
    return hash_objects_with_default_seed(spec);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
ProgramRunArgs MergeProgramRunArgs(ProgramRunArgs, std::span<const ProgramRunArgs>, bool) {
    not_modelled("MergeProgramRunArgs: programs from a ProgramSpec are not modelled");
}
Program MakeProgramFromSpec(distributed::MeshDevice&, const ProgramSpec& spec, bool) {
    not_modelled("MakeProgramFromSpec: program {} is a ProgramSpec, which is not modelled",
                 spec.name);
}
distributed::MeshWorkload MakeMeshWorkloadFromSpecs(
    distributed::MeshDevice&,
    const std::unordered_map<distributed::MeshCoordinateRange, ProgramSpec>&, bool) {
    not_modelled("MakeMeshWorkloadFromSpecs: programs from a ProgramSpec are not modelled");
}
distributed::MeshWorkload MakeMeshWorkloadFromSpec(distributed::MeshDevice&,
                                                   const ProgramSpec& spec, bool) {
    not_modelled("MakeMeshWorkloadFromSpec: program {} is a ProgramSpec, which is not modelled",
                 spec.name);
}
void SetProgramRunArgs(Program&, const ProgramRunArgs&, bool) {
    not_modelled("SetProgramRunArgs requires a Metal 2.0 Program. Such programs are not modelled");
}
void UpdateProgramRunArgs(Program&, const ProgramRunArgs&, bool) {
    not_modelled(
        "UpdateProgramRunArgs requires a Metal 2.0 Program. Such programs are not modelled");
}
void UpdateTensorArgs(Program&, const Table<TensorParamName, ProgramRunArgs::TensorArgument>&,
                      bool) {
    not_modelled("UpdateTensorArgs requires a Metal 2.0 Program. Such programs are not modelled");
}

}  // namespace tt::tt_metal::experimental
