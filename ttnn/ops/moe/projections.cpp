// The earlier operations: made of rows, products and sums.
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/moe/reduce.hpp"
#include "ops/moe/rows.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::operations::experimental::moe {

using tt::tt_metal::Shape;

namespace {

void need_matrices(std::string_view op, std::string_view name, const Tensor& weights,
                   std::uint32_t experts, std::uint32_t inputs) {
    need(op, weights,
         {.name = name, .dtypes = {DataType::BFLOAT16}, .layout = Layout::ROW_MAJOR, .ranks = {3}});
    need_extent(op, name, weights, 0, experts, "the number of experts");
    need_extent(op, name, weights, 1, inputs, "the width of the rows");
    for (int dim : {1, 2})
        TT_FATAL(weights.logical_shape()[dim] % 32 == 0,
                 "{}: dimension {} of {} is {}, it must be a multiple of 32", op, dim, name,
                 weights.logical_shape()[dim]);
}

// Of each expert a row for the tokens, rounded up to 32 or not; returns how many experts there are.
std::uint32_t need_lists(std::string_view op, std::uint32_t num_tokens, const Tensor& map,
                         const Tensor& tokens, const Tensor& counts, const Tensor& weights) {
    TT_FATAL(num_tokens > 0, "{}: num_tokens is 0, it must be positive", op);
    const auto need_list = [&](std::string_view name, const Tensor& list, DataType dtype) {
        need(op, list,
             {.name = name, .dtypes = {dtype}, .layout = Layout::ROW_MAJOR, .ranks = {2}});
        need_extent(op, name, list, 0, tokens.logical_shape()[0], "the number of experts");
        const std::uint32_t width = list.logical_shape()[1];
        TT_FATAL(width == num_tokens || width == rounded(num_tokens, 32),
                 "{}: dimension 1 of {} is {}, it must be num_tokens {}, or rounded up to 32", op,
                 name, width, num_tokens);
    };
    need_list("routed_tokens", tokens, DataType::UINT32);
    need_list("token_idx_map", map, DataType::UINT32);
    need_list("routed_token_weights", weights, DataType::BFLOAT16);
    need_counts(op, counts, tokens.logical_shape()[0]);
    return tokens.logical_shape()[0];
}

// Rows (E, T, H) times (E, H, N), in rows again.
Tensor product_of_rows(const Tensor& rows, const Tensor& weights, const Tensor& counts) {
    const Tensor tiles = ttnn::to_layout(rows, Layout::TILE, std::nullopt, DRAM_MEMORY_CONFIG);
    const Tensor factors = ttnn::to_layout(weights, Layout::TILE, std::nullopt, DRAM_MEMORY_CONFIG);
    return ttnn::to_layout(moe_bmm(tiles, factors, counts), Layout::ROW_MAJOR);
}

}  // namespace

Tensor projection_to_intermediate(const Tensor& hidden_state, const Tensor& routed_tokens,
                                  const Tensor& num_routed_tokens, const Tensor& expert_weights,
                                  std::uint32_t top_k,
                                  const std::optional<MemoryConfig>& memory_config) {
    constexpr std::string_view op = "projection_to_intermediate";
    need_device(op, {{"hidden_state", hidden_state},
                     {"routed_tokens", routed_tokens},
                     {"num_routed_tokens", num_routed_tokens},
                     {"expert_weights", expert_weights}});
    need_tokens(op, hidden_state, num_routed_tokens, routed_tokens);
    const std::uint32_t tokens = hidden_state.logical_shape()[0];
    need_matrices(op, "expert_weights", expert_weights, routed_tokens.logical_shape()[0],
                  hidden_state.logical_shape()[1]);
    TT_FATAL(top_k > 0, "{}: top_k is 0, it must be positive", op);
    const Tensor rows =
        scatter_moe_input(hidden_state, num_routed_tokens, routed_tokens, DRAM_MEMORY_CONFIG);
    const Tensor products = product_of_rows(rows, expert_weights, num_routed_tokens);
    return run_one<MoveRowsOp>(
        {RowOrder::pack, Shape({top_k * tokens, expert_weights.logical_shape()[2]}), true,
         memory_config.value_or(hidden_state.memory_config())},
        {&products, &num_routed_tokens});
}

Tensor projection_to_output(const Tensor& combined_activations, const Tensor& token_idx_map,
                            const Tensor& routed_tokens, const Tensor& num_routed_tokens,
                            const Tensor& routed_token_weights, const Tensor& down_proj_weights,
                            std::uint32_t num_tokens, std::uint32_t top_k,
                            const std::optional<MemoryConfig>& memory_config) {
    constexpr std::string_view op = "projection_to_output";
    need_device(op, {{"combined_activations", combined_activations},
                     {"token_idx_map", token_idx_map},
                     {"routed_tokens", routed_tokens},
                     {"num_routed_tokens", num_routed_tokens},
                     {"routed_token_weights", routed_token_weights},
                     {"down_proj_weights", down_proj_weights}});
    need(op, combined_activations,
         {.name = "combined_activations",
          .dtypes = {DataType::BFLOAT16},
          .layout = Layout::ROW_MAJOR,
          .ranks = {2, 3}});
    const auto& shape = combined_activations.logical_shape();
    const std::uint32_t experts = need_lists(op, num_tokens, token_idx_map, routed_tokens,
                                             num_routed_tokens, routed_token_weights);
    need_matrices(op, "down_proj_weights", down_proj_weights, experts, shape[-1]);
    TT_FATAL(shape.rank() == 3 || shape[0] == top_k * num_tokens,
             "{}: combined_activations has {} rows, they must be {}, top_k {} times num_tokens {}",
             op, shape[0], top_k * num_tokens, top_k, num_tokens);
    if (shape.rank() == 3) {
        need_extent(op, "combined_activations", combined_activations, 0, experts,
                    "the number of experts");
        need_extent(op, "combined_activations", combined_activations, 1, num_tokens, "num_tokens");
    }
    const Tensor rows =
        shape.rank() == 3
            ? combined_activations
            : run_one<MoveRowsOp>({RowOrder::unpack, Shape({experts, num_tokens, shape[1]}), true,
                                   DRAM_MEMORY_CONFIG},
                                  {&combined_activations, &num_routed_tokens});
    const Tensor products = product_of_rows(rows, down_proj_weights, num_routed_tokens);
    return run_one<ReduceOp>(
        {num_tokens, true, memory_config.value_or(combined_activations.memory_config())},
        {&products, &token_idx_map, &routed_token_weights, &num_routed_tokens});
}

}  // namespace ttnn::operations::experimental::moe
