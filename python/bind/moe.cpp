// A mixture of experts: lists of tokens, their rows, products and sums.
#include "ttnn/operations/experimental/moe/moe.hpp"

#include "bind/bind.hpp"

namespace ttnn::python {

namespace {

namespace moe = operations::experimental::moe;
using MaybeMemory = const std::optional<MemoryConfig>&;

py::arg tensor_arg(const char* name) {
    return py::arg(name).noconvert();
}

// The queue of older calls: there is one.
py::arg_v queue_id() {
    return py::arg("queue_id") = 0;
}

void bind_lists(py::module_& ops) {
    operation(
        ops, "prepare_moe_routing_tensors",
        [](const Tensor& selected, const Tensor& weights, const Tensor& mapping,
           std::uint32_t experts, MaybeMemory memory, int) {
            return moe::prepare_moe_routing_tensors(selected, weights, mapping, experts, memory);
        },
        tensor_arg("selected_experts"), tensor_arg("routing_weights"),
        tensor_arg("device_expert_mapping"), py::arg("num_experts"), py::kw_only(), memory_config(),
        queue_id());
    operation(
        ops, "prepare_moe_mapping_tensor",
        [](const Tensor& selected, const Tensor& weights, std::uint32_t experts, MaybeMemory memory,
           int) { return moe::prepare_moe_mapping_tensor(selected, weights, experts, memory); },
        tensor_arg("selected_experts"), tensor_arg("routing_weights"), py::arg("num_experts"),
        py::kw_only(), memory_config(), queue_id());
    operation(
        ops, "scatter_moe_input",
        [](const Tensor& hidden, const Tensor& counts, const Tensor& tokens, MaybeMemory memory,
           bool zeros, Layout layout,
           int) { return moe::scatter_moe_input(hidden, counts, tokens, memory, zeros, layout); },
        tensor_arg("input_hidden_state"), tensor_arg("num_routed_tokens"),
        tensor_arg("routed_tokens"), py::kw_only(), memory_config(), py::arg("zero_padding") = true,
        py::arg("layout") = Layout::ROW_MAJOR, queue_id());
    operation(
        ops, "local_reduce_moe_output",
        [](const Tensor& hidden, const Tensor& map, const Tensor& weights, const Tensor& counts,
           std::optional<std::uint32_t> tokens, MaybeMemory memory, Layout layout, int) {
            return moe::local_reduce_moe_output(hidden, map, weights, counts, tokens, memory,
                                                layout);
        },
        tensor_arg("input_hidden_state"), tensor_arg("token_idx_map"),
        tensor_arg("routed_token_weights"), tensor_arg("num_routed_tokens"), none("num_tokens"),
        py::kw_only(), memory_config(), py::arg("layout") = Layout::ROW_MAJOR, queue_id());
}

void bind_products(py::module_& m, py::module_& ops) {
    bind_enum<moe::BmmVariant>(m, "MoeBmmVariant");
    py::module_ experimental = namespace_of(ops, "experimental");
    operation(
        experimental, "moe_bmm",
        [](const Tensor& input, const Tensor& weights, const Tensor& counts, MaybeMemory memory,
           std::optional<DataType> dtype, const std::optional<DeviceComputeKernelConfig>& kernel,
           moe::BmmVariant variant, bool zeros, Layout layout, int) {
            return moe::moe_bmm(input, weights, counts, memory, dtype, kernel, variant, zeros,
                                layout);
        },
        tensor_arg("input"), tensor_arg("weights"), tensor_arg("num_routed_tokens"), py::kw_only(),
        memory_config(), none("dtype"), compute_kernel_config(),
        py::arg("variant") = moe::BmmVariant::grid, py::arg("zero_padding") = true,
        py::arg("layout") = Layout::TILE, queue_id());
    operation(
        experimental, "moe_gated_bmm",
        [](const Tensor& input, const Tensor& gate, const Tensor& up, const Tensor& counts,
           MaybeMemory memory, std::optional<DataType> dtype,
           const std::optional<DeviceComputeKernelConfig>& kernel, moe::BmmVariant variant,
           bool zeros) {
            return moe::moe_gated_bmm(input, gate, up, counts, memory, dtype, kernel, variant,
                                      zeros);
        },
        tensor_arg("input"), tensor_arg("gate"), tensor_arg("up"), tensor_arg("num_routed_tokens"),
        py::kw_only(), memory_config(), none("dtype"), compute_kernel_config(),
        py::arg("variant") = moe::BmmVariant::grid, py::arg("zero_padding") = true);
    operation(
        experimental, "moe_choose_experts",
        [](const Tensor& scores, std::uint32_t chosen, bool normalized, MaybeMemory memory) {
            return moe::moe_choose_experts(scores, chosen, normalized, memory);
        },
        tensor_arg("scores"), py::arg("chosen"), py::arg("normalized") = true, py::kw_only(),
        memory_config());
}

void bind_earlier(py::module_& ops) {
    for (const char* name :
         {"projection_to_intermediate", "moe_expert_projection", "moe_up_projection"})
        operation(
            ops, name,
            [](const Tensor& hidden, const Tensor& tokens, const Tensor& counts,
               const Tensor& weights, std::uint32_t top_k, MaybeMemory memory, int) {
                return moe::projection_to_intermediate(hidden, tokens, counts, weights, top_k,
                                                       memory);
            },
            tensor_arg("hidden_state"), tensor_arg("routed_tokens"),
            tensor_arg("num_routed_tokens"), tensor_arg("expert_weights"), py::arg("top_k"),
            py::kw_only(), memory_config(), queue_id());
    for (const char* name : {"projection_to_output", "moe_down_projection"})
        operation(
            ops, name,
            [](const Tensor& combined, const Tensor& map, const Tensor& tokens,
               const Tensor& counts, const Tensor& shares, const Tensor& weights,
               std::uint32_t num_tokens, std::uint32_t top_k, MaybeMemory memory, int) {
                return moe::projection_to_output(combined, map, tokens, counts, shares, weights,
                                                 num_tokens, top_k, memory);
            },
            tensor_arg("combined_activations"), tensor_arg("token_idx_map"),
            tensor_arg("routed_tokens"), tensor_arg("num_routed_tokens"),
            tensor_arg("routed_token_weights"), tensor_arg("down_proj_weights"),
            py::arg("num_tokens"), py::arg("top_k"), py::kw_only(), memory_config(), queue_id());
    operation(
        ops, "extract_attention_input",
        [](const Tensor& hidden, const Tensor& row, std::optional<std::uint32_t> rows,
           std::optional<DataType> dtype, MaybeMemory memory,
           int) { return moe::extract_attention_input(hidden, row, rows, dtype, memory); },
        tensor_arg("hidden_state"), tensor_arg("dp_degree"), none("rows"), py::kw_only(),
        none("output_dtype"), memory_config(), queue_id());
}

void bind_moe(py::module_& m, py::module_& ops) {
    bind_lists(ops);
    bind_products(m, ops);
    bind_earlier(ops);
}

const Family kMoe(bind_moe);

}  // namespace
}  // namespace ttnn::python
