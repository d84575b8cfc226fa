// Collectives of mixtures of experts, and all_to_all.
#include <tt_stl/assert.hpp>

#include "ccl/exchange.hpp"
#include "ccl/routed.hpp"
#include "ttnn/operations/ccl/all_to_all_combine/all_to_all_combine.hpp"
#include "ttnn/operations/ccl/all_to_all_dispatch/all_to_all_dispatch.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using ccl::Routed;

std::array<Tensor, 2> all_to_all_dispatch(
    const Tensor& input_tensor, const Tensor& expert_indices_tensor,
    const Tensor& expert_mapping_tensor, std::optional<uint32_t> axis,
    const std::optional<std::array<Tensor, 2>>& optional_output_tensors,
    std::optional<uint32_t> num_links, std::optional<tt::tt_fabric::Topology> topology,
    const std::optional<MemoryConfig>& memory_config,
    const std::optional<SubDeviceId>& subdevice_id,
    const std::optional<uint32_t>& output_concat_dim) {
    constexpr std::string_view op = "all_to_all_dispatch";
    const auto cores = ccl::allowed_cores(op, input_tensor, subdevice_id);
    const int dim = static_cast<int>(output_concat_dim.value_or(1));
    const auto given = [&](std::size_t i) {
        return optional_output_tensors ? std::optional((*optional_output_tensors)[i])
                                       : std::nullopt;
    };
    const std::vector<Tensor> all = ccl::route(
        {.op = op,
         .kind = Routed::dispatch,
         .line_dim = dim,
         .axis = axis,
         .topology = topology,
         .links = num_links,
         .memory = memory_config,
         .cores = cores},
        {&input_tensor, &expert_indices_tensor, &expert_mapping_tensor}, given(0), given(1));
    return {all[0], all[1]};
}

Tensor all_to_all_combine(const Tensor& input_tensor, const Tensor& expert_mapping_tensor,
                          const Tensor& expert_metadata_tensor, bool locally_reduced,
                          std::optional<uint32_t> num_links,
                          std::optional<tt::tt_fabric::Topology> topology,
                          const std::optional<MemoryConfig>& memory_config,
                          const std::optional<uint32_t>& axis,
                          const std::optional<uint32_t>& output_shard_dim,
                          const std::optional<SubDeviceId>& subdevice_id,
                          const std::optional<Tensor>& optional_output_tensor) {
    constexpr std::string_view op = "all_to_all_combine";
    return ccl::route({.op = op,
                       .kind = Routed::combine,
                       .line_dim = static_cast<int>(output_shard_dim.value_or(1)),
                       .reduced = locally_reduced,
                       .axis = axis,
                       .topology = topology,
                       .links = num_links,
                       .memory = memory_config,
                       .cores = ccl::allowed_cores(op, input_tensor, subdevice_id)},
                      {&input_tensor, &expert_metadata_tensor, &expert_mapping_tensor},
                      optional_output_tensor)
        .front();
}

namespace experimental {

Tensor all_to_all_async_generic(const Tensor& input_tensor, int32_t in_dim, int32_t out_dim,
                                const std::optional<Tensor>& persistent_output_buffer,
                                std::optional<uint32_t> num_links,
                                const std::optional<MemoryConfig>& memory_config,
                                std::optional<ccl::Topology> topology,
                                std::optional<SubDeviceId> subdevice_id,
                                std::optional<uint32_t> cluster_axis) {
    constexpr std::string_view op = "all_to_all_async_generic";
    return ccl::route({.op = op,
                       .kind = Routed::parts,
                       .in_dim = ccl::normalized(op, input_tensor, in_dim),
                       .out_dim = ccl::normalized(op, input_tensor, out_dim),
                       .axis = cluster_axis,
                       .topology = topology,
                       .links = num_links,
                       .memory = memory_config,
                       .cores = ccl::allowed_cores(op, input_tensor, subdevice_id)},
                      {&input_tensor}, persistent_output_buffer)
        .front();
}

}  // namespace experimental

}  // namespace ttnn
