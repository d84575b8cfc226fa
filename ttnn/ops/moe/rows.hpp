// Rows of tokens: from their place to their experts, and between the two ways to keep those.
#pragma once

#include "ops/moe/checks.hpp"

namespace ttnn::operations::experimental::moe {

// Where a row of the result comes from. Rows are count[e] for each expert e.
enum class RowOrder : std::uint8_t {
    scatter,  // (E, T, H) of (T, H) by lists of rows
    unpack,   // (E, T, H) of rows that stand behind each other
    pack,     // the rows of (E, T, H) behind each other
};

// Inputs: rows, counts, and for scatter lists (E, W) of rows.
struct MoveRowsOp {
    static constexpr std::string_view name = "scatter_moe_input";
    struct Args {
        RowOrder order;
        tt::tt_metal::Shape shape;
        bool zero_padding;
        MemoryConfig memory;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<tt::tt_metal::TensorSpec> outputs(const Args& args, Inputs in);
    static tt::tt_metal::ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

// scatter_moe_input into tiles, with the same inputs.
struct ScatterTilesOp {
    static constexpr std::string_view name = "scatter_moe_input";
    struct Args {
        tt::tt_metal::Shape shape;
        bool zero_padding;
        MemoryConfig memory;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<tt::tt_metal::TensorSpec> outputs(const Args& args, Inputs in);
    static tt::tt_metal::ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

void need_tokens(std::string_view op, const Tensor& hidden, const Tensor& counts,
                 const Tensor& routed);

}  // namespace ttnn::operations::experimental::moe
