// The device operation behind gather, along the last dimension.
#pragma once

#include "ops/gather/variants.hpp"
#include "ttnn/run.hpp"

namespace ttnn::gather_op {

// Inputs: the tensor and the index.
struct GatherOp {
    static constexpr std::string_view name = "gather";
    struct Args {
        Variant variant;
        Task task;
        MemoryConfig memory;
        CoreRangeSet cores;
    };

    static void validate(const Args& args, Inputs in);
    static std::vector<tt::tt_metal::TensorSpec> outputs(const Args& args, Inputs in);
    static tt::tt_metal::ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

}  // namespace ttnn::gather_op
