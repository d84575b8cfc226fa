// An operation that is nothing but its program.
#pragma once

#include <tt-metalium/experimental/mesh_program_descriptor.hpp>
#include <tt-metalium/program_descriptors.hpp>
#include <tt-metalium/tensor/spec/layout/page_config.hpp>
#include <tt_stl/reflection.hpp>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn {

using tt::tt_metal::PageConfig;

namespace operations::generic {

// Of what a program is told apart by: not of the values of its run-time arguments.
ttsl::hash::hash_t compute_program_descriptor_hash(
    const tt::tt_metal::ProgramDescriptor& program_descriptor);

}  // namespace operations::generic

// Runs the program on the device of the tensors and returns the last of them, which is the output.
// Programs are kept by what their descriptors say without run-time arguments; these are written at
// every call.
Tensor generic_op(const std::vector<Tensor>& io_tensors,
                  const tt::tt_metal::ProgramDescriptor& program_descriptor);

// As above, with a program for each range of devices.
Tensor generic_op(const std::vector<Tensor>& io_tensors,
                  const tt::tt_metal::experimental::MeshProgramDescriptor& mesh_program_descriptor);

}  // namespace ttnn
