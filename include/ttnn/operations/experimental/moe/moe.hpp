// A mixture of experts on one device of several: which tokens its experts get, their rows, products
// of the experts' matrices, and the weighted sums. Tensors are interleaved. T tokens, E experts
// here, H numbers a token; counts are (E, 1) or (E).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

namespace operations::experimental::moe {

// How a product is spread over cores. Results do not depend on it.
enum class BmmVariant : std::uint8_t {
    grid,         // rectangles of cores share the rows of an expert
    multi_core,   // every core for itself
    single_core,  // one
};

// Of scores (T, num_experts) FLOAT32 in tiles the `chosen` greatest of each token, 32 at most, of
// equals those of lower number: experts (T, chosen) UINT32 and their weights FLOAT32, both in
// tiles, greatest first. Weights are the softmax of the chosen scores, or not `normalized` these
// themselves. num_experts must be a multiple of 32.
std::vector<Tensor> moe_choose_experts(
    const Tensor& scores, std::uint32_t chosen, bool normalized = true,
    const std::optional<MemoryConfig>& memory_config = std::nullopt);

// selected_experts (T, K) UINT32 with numbers of all experts, routing_weights (T, K) BFLOAT16, both
// in rows; or both in tiles with K of 32 at most, weights then also of FLOAT32 and rounded.
// device_expert_mapping (E) or (1, E) INT32: the numbers of this device's experts.
// Returns counts (E, 1); tokens (E, W) UINT32; their weights (E, W) BFLOAT16; token_idx_map (E, W),
// the same as the tokens. W is T rounded up to 32. Tokens ascend; behind them stand 0xffffffff and
// weights of 0.
std::vector<Tensor> prepare_moe_routing_tensors(
    const Tensor& selected_experts, const Tensor& routing_weights,
    const Tensor& device_expert_mapping, std::uint32_t num_experts,
    const std::optional<MemoryConfig>& memory_config = std::nullopt);

// (T, H) BFLOAT16 in rows to (E, T, H): the rows of each expert's tokens, then zeros; without
// zero_padding up to the next multiple of 32 alone. In tiles if asked for.
Tensor scatter_moe_input(const Tensor& input_hidden_state, const Tensor& num_routed_tokens,
                         const Tensor& routed_tokens,
                         const std::optional<MemoryConfig>& memory_config = std::nullopt,
                         bool zero_padding = true, Layout layout = Layout::ROW_MAJOR);

// (E, T, K) times (E, K, N), tiles of BFLOAT16 or BFLOAT8_B, of which count[e] rows are computed;
// the others are zero, without zero_padding in the last tiles with rows alone. The result has the
// input's type unless told otherwise. In rows, which must be of BFLOAT16, if asked for; without
// zero_padding nothing is written behind the counts then.
Tensor moe_bmm(const Tensor& input, const Tensor& weights, const Tensor& num_routed_tokens,
               const std::optional<MemoryConfig>& memory_config = std::nullopt,
               std::optional<DataType> dtype = std::nullopt,
               std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
               BmmVariant variant = BmmVariant::grid, bool zero_padding = true,
               Layout layout = Layout::TILE);

// silu(input times gate) * (input times up) in one program, with the rules of moe_bmm; both
// matrices have the same shape and type. Gates may be rounded to BFLOAT16 before they multiply.
Tensor moe_gated_bmm(
    const Tensor& input, const Tensor& gate, const Tensor& up, const Tensor& num_routed_tokens,
    const std::optional<MemoryConfig>& memory_config = std::nullopt,
    std::optional<DataType> dtype = std::nullopt,
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config = std::nullopt,
    BmmVariant variant = BmmVariant::grid, bool zero_padding = true);

// (num_tokens, H): for each token the sum of its rows of (E, T, H), each times its weight. With
// `layout` TILE, where H is a multiple of 32, rows are multiplied by matrices of weights: one that
// is not finite spoils the sums of the 32 tokens around its own.
Tensor local_reduce_moe_output(const Tensor& input_hidden_state, const Tensor& token_idx_map,
                               const Tensor& routed_token_weights, const Tensor& num_routed_tokens,
                               std::optional<std::uint32_t> num_tokens = std::nullopt,
                               const std::optional<MemoryConfig>& memory_config = std::nullopt,
                               Layout layout = Layout::ROW_MAJOR);

// Earlier forms. Rows (T, H) of an expert's tokens times its matrix (E, H, N) in rows: the results
// of all experts behind each other, (top_k * T, N), then zeros.
Tensor projection_to_intermediate(const Tensor& hidden_state, const Tensor& routed_tokens,
                                  const Tensor& num_routed_tokens, const Tensor& expert_weights,
                                  std::uint32_t top_k,
                                  const std::optional<MemoryConfig>& memory_config = std::nullopt);

// Back: rows (top_k * T, H) as above, or (E, T, H), times (E, H, N) and the tokens' weights, each
// at its token: (E, T, N), to be summed over E.
Tensor projection_to_output(const Tensor& combined_activations, const Tensor& token_idx_map,
                            const Tensor& routed_tokens, const Tensor& num_routed_tokens,
                            const Tensor& routed_token_weights, const Tensor& down_proj_weights,
                            std::uint32_t num_tokens, std::uint32_t top_k,
                            const std::optional<MemoryConfig>& memory_config = std::nullopt);

// (T, num_experts) BFLOAT16: weights at the experts that were chosen, zeros elsewhere.
Tensor prepare_moe_mapping_tensor(const Tensor& selected_experts, const Tensor& routing_weights,
                                  std::uint32_t num_experts,
                                  const std::optional<MemoryConfig>& memory_config = std::nullopt);

// Users of this device's row of the mesh, of which the device's dp_degree (1) holds the number:
// [B, S, H] to [B / rows, 1, S, H], or [1, 1, B, H] to [1, 1, B / rows, H]. BFLOAT16 tiles.
Tensor extract_attention_input(const Tensor& hidden_state, const Tensor& dp_degree,
                               std::optional<std::uint32_t> rows = std::nullopt,
                               std::optional<DataType> output_dtype = std::nullopt,
                               const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace operations::experimental::moe

using operations::experimental::moe::extract_attention_input;
using operations::experimental::moe::local_reduce_moe_output;
using operations::experimental::moe::prepare_moe_mapping_tensor;
using operations::experimental::moe::prepare_moe_routing_tensors;
using operations::experimental::moe::projection_to_intermediate;
using operations::experimental::moe::projection_to_output;
using operations::experimental::moe::scatter_moe_input;

inline constexpr auto& moe_expert_projection =
    operations::experimental::moe::projection_to_intermediate;
inline constexpr auto& moe_up_projection =
    operations::experimental::moe::projection_to_intermediate;
inline constexpr auto& moe_down_projection = operations::experimental::moe::projection_to_output;

namespace experimental {
using operations::experimental::moe::moe_bmm;
using operations::experimental::moe::moe_choose_experts;
using operations::experimental::moe::moe_gated_bmm;
}  // namespace experimental

}  // namespace ttnn
