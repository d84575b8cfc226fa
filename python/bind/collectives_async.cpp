// Collectives with semaphores and buffers of the caller's.
#include <tt-metalium/sub_device_types.hpp>

#include "bind/bind.hpp"
#include "ttnn/operations/experimental/ccl/all_gather_async/all_gather_async.hpp"
#include "ttnn/operations/experimental/ccl/all_reduce_async/all_reduce_async.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async/all_to_all_async.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"
#include "ttnn/operations/experimental/ccl/reduce_scatter_minimal_async/reduce_scatter_minimal_async.hpp"

namespace ttnn::python {

namespace {

using reduction_common::ReduceType;
using tt::tt_metal::SubDeviceId;
using Memory = const std::optional<MemoryConfig>&;
using Given = const std::optional<Tensor>&;
using Count = std::optional<std::uint32_t>;
using Links = std::optional<std::size_t>;
using Way = std::optional<ccl::Topology>;
using SubDevice = std::optional<SubDeviceId>;
using Cores = const std::optional<CoreRangeSet>&;
using Semaphores = const std::vector<GlobalSemaphore>&;
using Semaphore = const std::optional<GlobalSemaphore>&;
using MaybeSemaphores = const std::optional<std::vector<GlobalSemaphore>>&;

const auto kInput = py::arg("input_tensor");
const auto kSemaphores = py::arg("multi_device_global_semaphore");
py::arg_v no(const char* name) {
    return py::arg(name) = false;
}
// Left out: that of the C++ form.
ccl::Topology ring(Way way) {
    return way.value_or(ccl::Topology::Ring);
}
ccl::Topology linear(Way way) {
    return way.value_or(ccl::Topology::Linear);
}

// all_gather_async and its opposite have the same three forms.
template <bool reversed>
void bind_gathers(py::module_& m, const char* name) {
    using experimental::all_gather_async;
    operation(
        m, name,
        [](const Tensor& t, std::int32_t dim, Semaphores semaphores, Count links, Memory memory,
           Way way, SubDevice sub, bool llama, Semaphore barrier, bool reverse, Cores cores,
           Count workers, Count buffers) {
            return all_gather_async(t, dim, semaphores, links, memory, ring(way), sub, llama,
                                    barrier, reversed || reverse, cores, workers, buffers);
        },
        kInput, py::arg("dim"), kSemaphores, py::kw_only(), none("num_links"), memory_config(),
        none("topology"), none("subdevice_id"), no("use_optimal_ccl_for_llama"),
        none("barrier_semaphore"), no("reverse_order"), sub_core_grids(),
        none("num_workers_per_link"), none("num_buffers_per_channel"));
    operation(
        m, name,
        [](const Tensor& t, Given out, std::int32_t dim, Semaphores semaphores, Count links,
           Memory memory, Way way, SubDevice sub, Count axis, bool llama, Semaphore barrier,
           bool broadcast, Count chunks, Count workers, Count buffers, bool reverse, Cores cores) {
            return all_gather_async(t, out, dim, semaphores, links, memory, ring(way), sub, axis,
                                    llama, barrier, broadcast, chunks, workers, buffers,
                                    reversed || reverse, cores);
        },
        kInput, none("persistent_output_buffer"), py::arg("dim"), kSemaphores, py::kw_only(),
        none("num_links"), memory_config(), none("topology"), none("subdevice_id"),
        none("cluster_axis"), no("use_optimal_ccl_for_llama"), none("barrier_semaphore"),
        no("use_broadcast"), none("chunks_per_sync"), none("num_workers_per_link"),
        none("num_buffers_per_channel"), no("reverse_order"), sub_core_grids());
    operation(
        m, name,
        [](const Tensor& t, std::int32_t dim, std::uint32_t axis, const MeshDevice& mesh,
           ccl::Topology way, Semaphores semaphores, Given out, Links links, Memory memory,
           SubDevice sub, bool llama, bool broadcast, Semaphore barrier, bool reverse, Cores cores,
           Count workers, Count buffers) {
            return all_gather_async(t, dim, axis, mesh, way, semaphores, out, memory, links, sub,
                                    llama, broadcast, barrier, reversed || reverse, cores, workers,
                                    buffers);
        },
        kInput, py::arg("dim"), py::arg("cluster_axis"), py::arg("mesh_device"),
        py::arg("topology"), kSemaphores, py::kw_only(), none("persistent_output_tensor"),
        none("num_links"), memory_config(), none("subdevice_id"), no("use_optimal_ccl_for_llama"),
        no("use_broadcast"), none("barrier_semaphore"), no("reverse_order"), sub_core_grids(),
        none("num_workers_per_link"), none("num_buffers_per_channel"));
}

void bind_reduces(py::module_& m) {
    using experimental::all_reduce_async;
    operation(
        m, "all_reduce_async",
        [](const Tensor& t, std::uint32_t devices, Semaphores barrier, Semaphores slices,
           Semaphores whole, ReduceType math, Memory memory, Way way, Links links, SubDevice sub) {
            return all_reduce_async(t, devices, barrier, slices, whole, math, memory, linear(way),
                                    links, sub);
        },
        kInput, py::arg("num_devices"), py::arg("barrier_semaphores"),
        py::arg("rs_global_semaphores"), py::arg("ag_global_semaphores"), py::arg("math_op"),
        py::kw_only(), memory_config(), none("topology"), none("num_links"), none("subdevice_id"));
    operation(
        m, "all_reduce_async",
        [](const Tensor& t, Count axis, MeshDevice& mesh, MaybeSemaphores barrier,
           MaybeSemaphores slices, MaybeSemaphores whole, ReduceType math, Memory memory, Way way,
           Links links, SubDevice sub) {
            return all_reduce_async(t, axis, mesh, barrier, slices, whole, math, memory,
                                    linear(way), links, sub);
        },
        kInput, none("cluster_axis"), py::arg("mesh_device"), none("barrier_semaphores"),
        none("rs_global_semaphores"), none("ag_global_semaphores"), py::arg("math_op"),
        py::kw_only(), memory_config(), none("topology"), none("num_links"), none("subdevice_id"));
    operation(
        m, "all_reduce_async",
        [](const Tensor& t, Tensor& buffer, std::uint32_t axis, MeshDevice& mesh,
           const GlobalSemaphore& semaphore, std::optional<DataType> dtype, Memory memory, Way way,
           Links links, SubDevice sub, bool noc1, bool llama, bool wide) {
            const auto type = dtype ? std::optional<const DataType>(*dtype) : std::nullopt;
            return all_reduce_async(t, buffer, axis, mesh, semaphore, type, memory, linear(way),
                                    links, sub, noc1, llama, wide);
        },
        kInput, py::arg("buffer_tensor"), py::arg("cluster_axis"), py::arg("mesh_device"),
        kSemaphores, py::kw_only(), none("dtype"), memory_config(), none("topology"),
        none("num_links"), none("subdevice_id"), no("use_noc1_only"),
        no("use_optimal_ccl_for_llama"), no("fp32_dest_acc"));
    operation(
        m, "reduce_scatter_minimal_async",
        [](const Tensor& t, const std::optional<std::vector<Tensor>>& buffers, std::int32_t dim,
           Semaphores semaphores, Semaphore barrier, Count links, Memory memory, Memory between,
           Way way, SubDevice sub, Count axis, Count chunks, Count workers, Count channels,
           std::optional<DeviceComputeKernelConfig> compute) {
            return experimental::reduce_scatter_minimal_async(
                t, buffers, dim, semaphores, barrier, links, memory, between, ring(way), sub, axis,
                chunks, workers, channels, compute);
        },
        kInput, none("persistent_output_buffers"), py::arg("dim"),
        py::arg("multi_device_global_semaphore"), py::kw_only(), none("barrier_semaphore"),
        none("num_links"), memory_config(), none("intermediate_memory_config"), none("topology"),
        none("subdevice_id"), none("cluster_axis"), none("chunks_per_sync"),
        none("num_workers_per_link"), none("num_buffers_per_channel"), compute_kernel_config());
}

void bind_parts(py::module_& m) {
    operation(
        m, "all_to_all_async",
        [](const Tensor& t, Tensor& between, Tensor& out, std::int32_t in, std::int32_t to,
           const GlobalSemaphore& semaphore, std::uint32_t links, Memory memory, Way way,
           SubDevice sub) {
            return experimental::all_to_all_async(t, between, out, in, to, semaphore, links, memory,
                                                  ring(way), sub);
        },
        kInput, py::arg("persistent_intermediate_buffer"), py::arg("persistent_output_buffer"),
        py::arg("in_dim"), py::arg("out_dim"), kSemaphores, py::kw_only(), py::arg("num_links") = 1,
        memory_config(), none("topology"), none("subdevice_id"));
    operation(
        m, "all_to_all_async_generic",
        [](const Tensor& t, std::int32_t in, std::int32_t to, Given out, Count links, Memory memory,
           Way way, SubDevice sub, Count axis) {
            return experimental::all_to_all_async_generic(t, in, to, out, links, memory, way, sub,
                                                          axis);
        },
        kInput, py::arg("in_dim"), py::arg("out_dim"), py::kw_only(),
        none("persistent_output_buffer"), none("num_links"), memory_config(), none("topology"),
        none("subdevice_id"), none("cluster_axis"));
}

void bind_async(py::module_& m, py::module_& ops) {
    bind_enum<ReduceType>(m, "ReduceType");
    py::module_ experimental = namespace_of(ops, "experimental");
    bind_gathers<false>(experimental, "all_gather_async");
    bind_gathers<true>(experimental, "all_gather_async_reversed");
    bind_reduces(experimental);
    bind_parts(experimental);
}

const Family kAsync(bind_async);

}  // namespace
}  // namespace ttnn::python
