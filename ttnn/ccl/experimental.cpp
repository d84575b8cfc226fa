// Collectives with semaphores and buffers of the caller's.
#include <tt-metalium/global_semaphore.hpp>
#include <tt_stl/assert.hpp>

#include "ccl/composite.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/experimental/ccl/all_gather_async/all_gather_async.hpp"
#include "ttnn/operations/experimental/ccl/all_reduce_async/all_reduce_async.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async/all_to_all_async.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"
#include "ttnn/operations/experimental/ccl/reduce_scatter_minimal_async/reduce_scatter_minimal_async.hpp"

namespace ttnn::experimental {

using namespace tt::tt_metal;

namespace {

constexpr std::string_view kGather = "all_gather_async", kReduce = "all_reduce_async";

// The words of a call's semaphores, which must be where its workers are.
class CallWords {
 public:
    CallWords(std::string_view op, const Tensor& input, const std::optional<CoreRangeSet>& cores,
              const std::optional<uint32_t>& links)
        : op_(op),
          workers_(
              ccl::place_of(op, *input.device(), cores, links.value_or(ccl::kMostLinks)).cores()) {}

    std::uint32_t of(const GlobalSemaphore& semaphore) const {
        const CoreRangeSet cores = std::get<0>(semaphore.attribute_values());
        TT_FATAL(cores.contains(workers_),
                 "{}: a semaphore is on cores {}, it must be on the cores of the workers, {}", op_,
                 cores, workers_);
        return static_cast<std::uint32_t>(semaphore.address());
    }
    std::uint32_t of(const std::vector<GlobalSemaphore>& all, std::size_t i) const {
        TT_FATAL(i < all.size(), "{}: {} semaphores are given, at least {} are needed", op_,
                 all.size(), i + 1);
        return of(all[i]);
    }

 private:
    std::string_view op_;
    CoreRange workers_;
};

struct Gather {
    const Tensor& input;
    int32_t dim;
    const std::vector<GlobalSemaphore>& semaphores;
    std::optional<uint32_t> links;
    std::optional<MemoryConfig> memory;
    ccl::Topology topology;
    std::optional<CoreRangeSet> cores;
    bool reversed;
    std::optional<GlobalSemaphore> barrier;
    std::optional<uint32_t> axis;
    std::optional<Tensor> output;
};

Tensor gather(const Gather& g) {
    ccl::need_device(kGather, g.input);
    const CallWords words(kGather, g.input, g.cores, g.links);
    std::optional<std::uint32_t> ready;
    if (g.barrier) ready = words.of(*g.barrier);
    return ccl::gather({.op = kGather,
                        .kind = ccl::Exchange::gather,
                        .dim = g.dim,
                        .axis = g.axis,
                        .topology = g.topology,
                        .links = g.links,
                        .memory = g.memory,
                        .ready = ready,
                        .done = words.of(g.semaphores, 0),
                        .barrier = g.barrier || !g.output,
                        .reversed = g.reversed,
                        .cores = g.cores},
                       g.input, g.output);
}

ccl::Words reduce_words(const CallWords& words, ccl::Words own,
                        const std::vector<GlobalSemaphore>& three) {
    own.passing = words.of(three, 0);
    own.ahead = words.of(three, 1);
    own.behind = words.of(three, 2);
    return own;
}

using Semaphores = std::vector<GlobalSemaphore>;

// Of sums along one line; along both axes the caller's semaphores would serve twice.
std::optional<ccl::Words> own_words(const ccl::ReduceCall& call, const Tensor& input) {
    if (!call.axis && !input.device()->shape().is_line_topology()) return std::nullopt;
    const ccl::Lines lines(call.op, *input.device(), call.axis, call.topology, call.links);
    const ccl::Place cores = ccl::place_of(call.op, *input.device(), call.cores, lines.links());
    return ccl::words_of(*input.device(), {lines.axis(), ccl::Protocol::reduce, 0, cores});
}

// The semaphores that are given are used, others are our own.
Tensor reduce(ccl::ReduceCall call, const Tensor& input, reduction_common::ReduceType math,
              const Semaphores* barrier, const Semaphores* slices, const Semaphores* whole) {
    TT_FATAL(math == reduction_common::ReduceType::Sum, "{}: math_op is {}, Sum is allowed",
             call.op, static_cast<int>(math));
    ccl::need_device(call.op, input);
    const CallWords words(call.op, input, call.cores, call.links);
    std::optional<std::uint32_t> ready, done;
    if (const auto own = own_words(call, input); own && slices != nullptr) {
        call.words = reduce_words(words, *own, *slices);
        if (barrier != nullptr) call.words->ready = words.of(*barrier, 0);
    }
    if (barrier != nullptr) ready = words.of(*barrier, 1);
    if (whole != nullptr) done = words.of(*whole, 0);
    return ccl::sum({call, ready, done}, input);
}

const Semaphores* given(const std::optional<Semaphores>& semaphores) {
    return semaphores ? &*semaphores : nullptr;
}

std::optional<uint32_t> narrow(std::optional<std::size_t> links) {
    return links ? std::optional(static_cast<uint32_t>(*links)) : std::nullopt;
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
                   topology, ccl::allowed_cores(kGather, input_tensor, subdevice_id, sub_core_grid),
                   reverse_order, barrier_semaphore, std::nullopt, std::nullopt});
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
                   topology, ccl::allowed_cores(kGather, input_tensor, subdevice_id, sub_core_grid),
                   reverse_order, barrier_semaphore, cluster_axis, persistent_output_buffer});
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
    return gather({input_tensor, dim, multi_device_global_semaphore, narrow(num_preferred_links),
                   memory_config, topology,
                   ccl::allowed_cores(kGather, input_tensor, subdevice_id, sub_core_grid),
                   reverse_order, barrier_semaphore, cluster_axis, persistent_output_tensor});
}

Tensor all_gather_async_reversed(const Tensor& input_tensor, int32_t dim,
                                 const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                                 std::optional<uint32_t> num_links,
                                 const std::optional<MemoryConfig>& memory_config,
                                 ccl::Topology topology, std::optional<SubDeviceId> subdevice_id,
                                 bool llama,
                                 const std::optional<GlobalSemaphore>& barrier_semaphore, bool,
                                 const std::optional<CoreRangeSet>& sub_core_grid,
                                 std::optional<uint32_t> workers, std::optional<uint32_t> buffers) {
    return all_gather_async(input_tensor, dim, multi_device_global_semaphore, num_links,
                            memory_config, topology, subdevice_id, llama, barrier_semaphore, true,
                            sub_core_grid, workers, buffers);
}

Tensor all_gather_async_reversed(const Tensor& input_tensor,
                                 const std::optional<Tensor>& persistent_output_buffer, int32_t dim,
                                 const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                                 std::optional<uint32_t> num_links,
                                 const std::optional<MemoryConfig>& memory_config,
                                 ccl::Topology topology, std::optional<SubDeviceId> subdevice_id,
                                 std::optional<uint32_t> cluster_axis, bool llama,
                                 const std::optional<GlobalSemaphore>& barrier_semaphore,
                                 bool broadcast, std::optional<uint32_t> chunks,
                                 std::optional<uint32_t> workers, std::optional<uint32_t> buffers,
                                 bool, const std::optional<CoreRangeSet>& sub_core_grid) {
    return all_gather_async(input_tensor, persistent_output_buffer, dim,
                            multi_device_global_semaphore, num_links, memory_config, topology,
                            subdevice_id, cluster_axis, llama, barrier_semaphore, broadcast, chunks,
                            workers, buffers, true, sub_core_grid);
}

Tensor all_gather_async_reversed(const Tensor& input_tensor, int32_t dim, uint32_t cluster_axis,
                                 const MeshDevice& mesh_device, ccl::Topology topology,
                                 const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
                                 const std::optional<Tensor>& persistent_output_tensor,
                                 const std::optional<MemoryConfig>& memory_config,
                                 std::optional<size_t> num_preferred_links,
                                 std::optional<SubDeviceId> subdevice_id, bool llama,
                                 bool broadcast,
                                 const std::optional<GlobalSemaphore>& barrier_semaphore, bool,
                                 const std::optional<CoreRangeSet>& sub_core_grid,
                                 std::optional<uint32_t> workers, std::optional<uint32_t> buffers) {
    return all_gather_async(input_tensor, dim, cluster_axis, mesh_device, topology,
                            multi_device_global_semaphore, persistent_output_tensor, memory_config,
                            num_preferred_links, subdevice_id, llama, broadcast, barrier_semaphore,
                            true, sub_core_grid, workers, buffers);
}

Tensor all_reduce_async(const Tensor& input_tensor, uint32_t num_devices,
                        const std::vector<GlobalSemaphore>& barrier_semaphores,
                        const std::vector<GlobalSemaphore>& rs_global_semaphores,
                        const std::vector<GlobalSemaphore>& ag_global_semaphores,
                        reduction_common::ReduceType math_op,
                        const std::optional<MemoryConfig>& memory_config, ccl::Topology topology,
                        std::optional<size_t> num_preferred_links,
                        std::optional<SubDeviceId> worker_subdevice_id_opt) {
    ccl::need_device(kReduce, input_tensor);
    const std::size_t devices = input_tensor.device()->num_devices();
    TT_FATAL(num_devices == devices, "{}: num_devices is {}, the mesh has {}", kReduce, num_devices,
             devices);
    return reduce({.op = kReduce,
                   .topology = topology,
                   .links = narrow(num_preferred_links),
                   .memory = memory_config,
                   .cores = ccl::allowed_cores(kReduce, input_tensor, worker_subdevice_id_opt)},
                  input_tensor, math_op, &barrier_semaphores, &rs_global_semaphores,
                  &ag_global_semaphores);
}

Tensor all_reduce_async(const Tensor& input_tensor, std::optional<uint32_t> cluster_axis,
                        MeshDevice&,
                        const std::optional<std::vector<GlobalSemaphore>>& barrier_semaphores,
                        const std::optional<std::vector<GlobalSemaphore>>& rs_global_semaphores,
                        const std::optional<std::vector<GlobalSemaphore>>& ag_global_semaphores,
                        reduction_common::ReduceType math_op,
                        const std::optional<MemoryConfig>& memory_config,
                        std::optional<ccl::Topology> topology,
                        std::optional<size_t> num_preferred_links,
                        std::optional<SubDeviceId> worker_subdevice_id_opt) {
    return reduce({.op = kReduce,
                   .axis = cluster_axis,
                   .topology = topology,
                   .links = narrow(num_preferred_links),
                   .memory = memory_config,
                   .cores = ccl::allowed_cores(kReduce, input_tensor, worker_subdevice_id_opt)},
                  input_tensor, math_op, given(barrier_semaphores), given(rs_global_semaphores),
                  given(ag_global_semaphores));
}

Tensor all_reduce_async(const Tensor& input_tensor, uint32_t cluster_axis,
                        reduction_common::ReduceType math_op,
                        std::optional<SubDeviceId> subdevice_id,
                        const std::optional<MemoryConfig>& memory_config,
                        std::optional<size_t> num_preferred_links,
                        std::optional<ccl::Topology> topology) {
    return reduce({.op = kReduce,
                   .axis = cluster_axis,
                   .topology = topology,
                   .links = narrow(num_preferred_links),
                   .memory = memory_config,
                   .cores = ccl::allowed_cores(kReduce, input_tensor, subdevice_id)},
                  input_tensor, math_op, nullptr, nullptr, nullptr);
}

// The form of models that keep a buffer: sums are added on the way here, and need none.
Tensor all_reduce_async(const Tensor& input_tensor, Tensor& buffer_tensor, uint32_t cluster_axis,
                        MeshDevice&, const GlobalSemaphore& multi_device_global_semaphore,
                        std::optional<const DataType> dtype,
                        const std::optional<MemoryConfig>& memory_config, ccl::Topology topology,
                        std::optional<size_t> num_preferred_links,
                        std::optional<SubDeviceId> worker_subdevice_id_opt, bool, bool, bool) {
    ccl::need_device(kReduce, input_tensor);
    ccl::need_device(kReduce, buffer_tensor);
    const auto cores = ccl::allowed_cores(kReduce, input_tensor, worker_subdevice_id_opt);
    const auto links = narrow(num_preferred_links);
    const std::uint32_t done =
        CallWords(kReduce, input_tensor, cores, links).of(multi_device_global_semaphore);
    const Tensor sum = ccl::sum({{.op = kReduce,
                                  .axis = cluster_axis,
                                  .topology = topology,
                                  .links = links,
                                  .memory = memory_config,
                                  .cores = cores},
                                 std::nullopt,
                                 done},
                                input_tensor);
    return dtype && *dtype != sum.dtype() ? typecast(sum, *dtype) : sum;
}

Tensor all_to_all_async(const Tensor& input_tensor, Tensor&, Tensor& persistent_output_buffer,
                        int32_t in_dim, int32_t out_dim, const GlobalSemaphore&, uint32_t num_links,
                        const std::optional<MemoryConfig>& memory_config, ccl::Topology topology,
                        std::optional<SubDeviceId> subdevice_id) {
    return all_to_all_async_generic(input_tensor, in_dim, out_dim, persistent_output_buffer,
                                    num_links, memory_config, topology, subdevice_id);
}

Tensor reduce_scatter_minimal_async(
    const Tensor& input_tensor, const std::optional<std::vector<Tensor>>& persistent_output_buffers,
    int32_t dim, const std::vector<GlobalSemaphore>& multi_device_global_semaphore,
    const std::optional<GlobalSemaphore>& barrier_semaphore, std::optional<uint32_t> num_links,
    const std::optional<MemoryConfig>& memory_config, const std::optional<MemoryConfig>&,
    ccl::Topology topology, std::optional<SubDeviceId> sub_device_id,
    std::optional<uint32_t> cluster_axis, std::optional<uint32_t>, std::optional<uint32_t>,
    std::optional<uint32_t>, std::optional<DeviceComputeKernelConfig>) {
    constexpr std::string_view op = "reduce_scatter_minimal_async";
    ccl::need_device(op, input_tensor);
    std::optional<Tensor> output;
    if (persistent_output_buffers && !persistent_output_buffers->empty())
        output = persistent_output_buffers->back();
    ccl::ReduceCall call{.op = op,
                         .dim = dim,
                         .axis = cluster_axis,
                         .topology = topology,
                         .links = num_links,
                         .memory = memory_config,
                         .cores = ccl::allowed_cores(op, input_tensor, sub_device_id)};
    if (const auto own = own_words(call, input_tensor)) {
        const CallWords words(op, input_tensor, call.cores, num_links);
        call.words = reduce_words(words, *own, multi_device_global_semaphore);
        if (barrier_semaphore) call.words->ready = words.of(*barrier_semaphore);
    }
    return ccl::sum_slices(call, input_tensor, output);
}

}  // namespace ttnn::experimental
