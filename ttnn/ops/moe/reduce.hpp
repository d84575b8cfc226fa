// Rows of experts back to their tokens, times their weights.
#pragma once

#include "ops/moe/checks.hpp"

namespace ttnn::operations::experimental::moe {

// Inputs: rows (E, T, H), token_idx_map, weights, counts. Results are (num_tokens, H), or one for
// each expert, (E, num_tokens, H).
struct ReduceOp {
    static constexpr std::string_view name = "local_reduce_moe_output";
    struct Args {
        std::uint32_t tokens;
        bool apart;
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in);
    static std::vector<tt::tt_metal::TensorSpec> outputs(const Args& args, Inputs in);
    static tt::tt_metal::ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

// Rows (E, T, H) to tiles of (num_tokens, H), with the same inputs and rules.
struct ReduceTilesOp {
    static constexpr std::string_view name = ReduceOp::name;
    struct Args {
        std::uint32_t tokens;
        MemoryConfig memory;
    };

    // Whether the program is for so many tokens and experts.
    static bool fits(const Tensor& rows, std::uint32_t tokens);
    static void validate(const Args& args, Inputs in);
    static std::vector<tt::tt_metal::TensorSpec> outputs(const Args& args, Inputs in);
    static tt::tt_metal::ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

}  // namespace ttnn::operations::experimental::moe
