// The device operation behind matmul, linear and their kin.
#pragma once

#include <array>

#include "ops/matmul/plan.hpp"
#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/run.hpp"

namespace ttnn::operations::matmul {

// On tiles in Dst, before they are packed.
struct FusedActivation {
    bool on = false;
    unary::UnaryOpType type{};
    std::array<float, 2> params{};
};
// Refuses an activation that there is no code for.
FusedActivation fused(const unary::UnaryWithParam& activation);

// Inputs: both factors, then the bias if there is one: a row of tiles.
struct MatmulOp {
    static constexpr std::string_view name = "matmul";
    struct Args {
        bool transpose_a, transpose_b;
        DataType dtype;
        MemoryConfig memory;
        tt::tt_metal::Shape shape;  // of the result
        DeviceComputeKernelConfig compute;
        Extents extents;
        Plan plan;
        FusedActivation activation;
    };

    static void validate(const Args& args, Inputs in);
    static std::vector<tt::tt_metal::TensorSpec> outputs(const Args& args, Inputs in);
    // The plan under the names that a program configuration has for it.
    static std::string attributes(const Args& args);
    static tt::tt_metal::ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

// Of the sums between blocks.
DataType sum_type(const DeviceComputeKernelConfig& compute, DataType output);

}  // namespace ttnn::operations::matmul
