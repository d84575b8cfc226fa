// Collectives with semaphores and buffers of the caller's.
#include <tt-metalium/global_semaphore.hpp>
#include <tt_stl/assert.hpp>

#include "ccl/exchange.hpp"
#include "ccl/reduce.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/experimental/ccl/all_gather_async/all_gather_async.hpp"
#include "ttnn/operations/experimental/ccl/reduce_scatter_minimal_async/reduce_scatter_minimal_async.hpp"

namespace ttnn::experimental {

using namespace tt::tt_metal;

namespace {

std::uint32_t word_of(std::string_view op, const GlobalSemaphore& semaphore) {
    const CoreRangeSet cores = std::get<0>(semaphore.attribute_values());
    TT_FATAL(cores.contains(CoreRange(ccl::core_of(0), ccl::core_of(ccl::kMostLinks - 1, true))),
             "{}: a semaphore is on cores {}, it must be on the cores of the workers, {} to {}", op,
             cores, ccl::core_of(0), ccl::core_of(ccl::kMostLinks - 1, true));
    return static_cast<std::uint32_t>(semaphore.address());
}

std::uint32_t word_of(std::string_view op, const std::vector<GlobalSemaphore>& all, std::size_t i) {
    TT_FATAL(i < all.size(), "{}: {} semaphores are given, at least {} are needed", op, all.size(),
             i + 1);
    return word_of(op, all[i]);
}

struct Gather {
    const Tensor& input;
    int32_t dim;
    const std::vector<GlobalSemaphore>& semaphores;
    std::optional<uint32_t> links;
    std::optional<MemoryConfig> memory;
    ccl::Topology topology;
    bool subdevice, reversed;
    std::optional<GlobalSemaphore> barrier;
    std::optional<uint32_t> axis;
    std::optional<Tensor> output;
};

Tensor gather(const Gather& g) {
    constexpr std::string_view op = "all_gather_async";
    ccl::refuse_subdevice(op, g.subdevice);
    TT_FATAL(!g.reversed, "{}: reverse_order is not supported", op);
    TT_FATAL(g.input.storage_type() == StorageType::DEVICE, "{}: the input must be on a device",
             op);
    std::optional<std::uint32_t> ready;
    if (g.barrier) ready = word_of(op, *g.barrier);
    return ccl::exchange({.op = op,
                          .kind = ccl::Exchange::gather,
                          .dim = ccl::normalized(op, g.input, g.dim),
                          .axis = g.axis,
                          .topology = g.topology,
                          .links = g.links,
                          .memory = g.memory,
                          .ready = ready,
                          .done = word_of(op, g.semaphores, 0),
                          .barrier = g.barrier || !g.output},
                         g.input, g.output)
        .front();
}

}  // namespace

Tensor all_gather_async(const Tensor& input_tensor, int32_t dim,
                        const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                        std::optional<uint32_t> num_links,
                        const std::optional<MemoryConfig>& memory_config, ccl::Topology topology,
                        std::optional<SubDeviceId> subdevice_id, bool,
                        const std::optional<GlobalSemaphore>& barrier_semaphore, bool reverse_order,
                        const std::optional<CoreRangeSet>& sub_core_grid, std::optional<uint32_t>,
                        std::optional<uint32_t>) {
    return gather({input_tensor, dim, multi_device_global_semaphore, num_links, memory_config,
                   topology, subdevice_id || sub_core_grid, reverse_order, barrier_semaphore,
                   std::nullopt, std::nullopt});
}

Tensor all_gather_async(const Tensor& input_tensor,
                        const std::optional<Tensor>& persistent_output_buffer, int32_t dim,
                        const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                        std::optional<uint32_t> num_links,
                        const std::optional<MemoryConfig>& memory_config, ccl::Topology topology,
                        std::optional<SubDeviceId> subdevice_id,
                        std::optional<uint32_t> cluster_axis, bool,
                        const std::optional<GlobalSemaphore>& barrier_semaphore, bool,
                        std::optional<uint32_t>, std::optional<uint32_t>, std::optional<uint32_t>,
                        bool reverse_order, const std::optional<CoreRangeSet>& sub_core_grid) {
    return gather({input_tensor, dim, multi_device_global_semaphore, num_links, memory_config,
                   topology, subdevice_id || sub_core_grid, reverse_order, barrier_semaphore,
                   cluster_axis, persistent_output_buffer});
}

Tensor all_gather_async(const Tensor& input_tensor, int32_t dim, uint32_t cluster_axis,
                        const MeshDevice&, ccl::Topology topology,
                        const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                        const std::optional<Tensor>& persistent_output_tensor,
                        const std::optional<MemoryConfig>& memory_config,
                        std::optional<size_t> num_preferred_links,
                        std::optional<SubDeviceId> subdevice_id, bool, bool,
                        const std::optional<GlobalSemaphore>& barrier_semaphore, bool reverse_order,
                        const std::optional<CoreRangeSet>& sub_core_grid, std::optional<uint32_t>,
                        std::optional<uint32_t>) {
    std::optional<uint32_t> links;
    if (num_preferred_links) links = static_cast<uint32_t>(*num_preferred_links);
    return gather({input_tensor, dim, multi_device_global_semaphore, links, memory_config, topology,
                   subdevice_id || sub_core_grid, reverse_order, barrier_semaphore, cluster_axis,
                   persistent_output_tensor});
}

Tensor reduce_scatter_minimal_async(
    const Tensor& input_tensor, const std::optional<std::vector<Tensor>>& persistent_output_buffers,
    int32_t dim, const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
    const std::optional<GlobalSemaphore>& barrier_semaphore, std::optional<uint32_t> num_links,
    const std::optional<MemoryConfig>& memory_config,
    const std::optional<MemoryConfig>& intermediate_memory_config, ccl::Topology topology,
    std::optional<SubDeviceId> sub_device_id, std::optional<uint32_t> cluster_axis,
    std::optional<uint32_t>, std::optional<uint32_t>, std::optional<uint32_t>,
    std::optional<DeviceComputeKernelConfig> compute_kernel_config) {
    constexpr std::string_view op = "reduce_scatter_minimal_async";
    ccl::refuse_subdevice(op, sub_device_id.has_value());
    TT_FATAL(input_tensor.storage_type() == StorageType::DEVICE,
             "{}: the input must be on a device", op);
    std::optional<Tensor> output;
    if (persistent_output_buffers && !persistent_output_buffers->empty())
        output = persistent_output_buffers->back();
    MeshDevice& mesh = *input_tensor.device();
    const ccl::Lines lines(op, mesh, cluster_axis, topology, num_links);
    const int at = ccl::normalized(op, input_tensor, dim);
    if (lines.length() == 1 || !ccl::reduces_on_the_way(input_tensor, at, lines.length()))
        return reduce_scatter(input_tensor, dim, cluster_axis, std::nullopt, memory_config,
                              intermediate_memory_config, output, num_links, topology, std::nullopt,
                              std::nullopt, std::nullopt, compute_kernel_config);
    ccl::Words words = ccl::words_of(mesh, {lines.axis(), ccl::Protocol::reduce});
    if (barrier_semaphore) words.ready = word_of(op, *barrier_semaphore);
    words.passing = word_of(op, multi_device_global_semaphore, 0);
    words.ahead = word_of(op, multi_device_global_semaphore, 1);
    words.behind = word_of(op, multi_device_global_semaphore, 2);
    return ccl::reduce_on_the_way({.op = op,
                                   .dim = at,
                                   .axis = cluster_axis,
                                   .topology = topology,
                                   .links = num_links,
                                   .memory = memory_config,
                                   .words = words},
                                  input_tensor, output);
}

}  // namespace ttnn::experimental
