// The fabric and the collectives on it.
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/sub_device_types.hpp>

#include "bind/bind.hpp"
#include "ttnn/operations/ccl/all_broadcast/all_broadcast.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/all_to_all_combine/all_to_all_combine.hpp"
#include "ttnn/operations/ccl/all_to_all_dispatch/all_to_all_dispatch.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/mesh_partition/mesh_partition.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/debug/apply_device_delay.hpp"
#include "ttnn/operations/point_to_point/point_to_point.hpp"

namespace ttnn::python {

namespace {

using tt::tt_metal::SubDeviceId;
using Memory = const std::optional<MemoryConfig>&;
using Given = const std::optional<Tensor>&;
using Count = std::optional<std::uint32_t>;
using Way = std::optional<ccl::Topology>;
using SubDevice = const std::optional<SubDeviceId>&;
using Cores = const std::optional<CoreRangeSet>&;
using Compute = const std::optional<DeviceComputeKernelConfig>&;

const auto kInput = py::arg("input_tensor");
py::arg_v linear(const char* name = "topology") {
    return py::arg(name) = ccl::Topology::Linear;
}
py::arg_v no(const char* name) {
    return py::arg(name) = false;
}

void bind_fabric(py::module_& m, py::module_&) {
    using namespace tt::tt_fabric;
    bind_enum<Topology>(m, "Topology");
    py::class_<FabricRouterConfig>(m.def_submodule("fabric"), "FabricRouterConfig")
        .def(py::init<>())
        .def_readwrite("max_packet_payload_size_bytes",
                       &FabricRouterConfig::max_packet_payload_size_bytes);
    // Numbers of enumerations that the package defines.
    m.def("set_fabric_config", [](int config, int reliability, std::optional<std::uint8_t> planes,
                                  int tensix, int udm, std::optional<std::size_t> payload) {
        SetFabricConfig(static_cast<FabricConfig>(config),
                        static_cast<FabricReliabilityMode>(reliability), planes,
                        static_cast<FabricTensixConfig>(tensix), static_cast<FabricUDMMode>(udm),
                        FabricManagerMode::DEFAULT, {.max_packet_payload_size_bytes = payload});
    });
}

void bind_collectives(py::module_&, py::module_& ops) {
    operation(
        ops, "all_gather",
        [](const Tensor& t, std::int32_t dim, Count axis, Memory memory, Given out, SubDevice sub,
           Cores cores, Count links, Way way, Count chunks, Count workers, Count buffers, bool l1) {
            return all_gather(t, dim, axis, memory, out, sub, cores, links, way, chunks, workers,
                              buffers, l1);
        },
        kInput, py::arg("dim"), py::kw_only(), none("cluster_axis"), memory_config(),
        output_tensor(), none("subdevice_id"), sub_core_grids(), none("num_links"),
        none("topology"), none("chunks_per_sync"), none("num_workers_per_link"),
        none("num_buffers_per_channel"), no("use_l1_small_for_semaphores"));
    operation(
        ops, "reduce_scatter",
        [](const Tensor& t, std::int32_t dim, Count axis, SubDevice sub, Memory memory,
           Memory between, Given out, Count links, Way way, Count chunks, Count workers,
           Count buffers, Compute compute, bool l1) {
            return reduce_scatter(t, dim, axis, sub, memory, between, out, links, way, chunks,
                                  workers, buffers, compute, l1);
        },
        kInput, py::arg("dim"), py::kw_only(), none("cluster_axis"), none("subdevice_id"),
        memory_config(), none("intermediate_memory_config"), output_tensor(), none("num_links"),
        none("topology"), none("chunks_per_sync"), none("num_workers_per_link"),
        none("num_buffers_per_channel"), compute_kernel_config(),
        no("use_l1_small_for_semaphores"));
    operation(
        ops, "all_reduce",
        [](const Tensor& t, Count axis, SubDevice sub, Memory memory, Count links, Way way) {
            return all_reduce(t, axis, sub, memory, links, way);
        },
        kInput, py::kw_only(), none("cluster_axis"), none("subdevice_id"), memory_config(),
        none("num_links"), none("topology"));
    operation(
        ops, "broadcast",
        [](const Tensor& t, const MeshCoordinate& sender, Count links, Memory memory,
           ccl::Topology way, Count axis, std::optional<SubDeviceId> sub) {
            return broadcast(t, sender, links, memory, way, axis, sub);
        },
        kInput, py::arg("sender_coord"), py::kw_only(), none("num_links"), memory_config(),
        linear(), none("cluster_axis"), none("subdevice_id"));
    operation(
        ops, "all_broadcast",
        [](const Tensor& t, Count axis, SubDevice sub, Memory memory, Count links, Way way,
           bool l1) { return all_broadcast(t, axis, sub, memory, links, way, l1); },
        kInput, py::kw_only(), none("cluster_axis"), none("subdevice_id"), memory_config(),
        py::arg("num_links") = 1, linear(), no("use_l1_small_for_semaphores"));
    operation(
        ops, "mesh_partition",
        [](const Tensor& t, std::int32_t dim, Count axis, Memory memory) {
            return mesh_partition(t, dim, axis, memory);
        },
        kInput, py::arg("dim"), none("cluster_axis"), py::kw_only(), memory_config());
    operation(
        ops, "point_to_point",
        [](const Tensor& t, const MeshCoordinate& sender, const MeshCoordinate& receiver, Given out,
           Given between,
           ccl::Topology way) { return point_to_point(t, receiver, sender, way, out, between); },
        kInput, py::arg("sender_coord"), py::arg("receiver_coord"), py::kw_only(), output_tensor(),
        none("intermediate_tensor"), linear());
}

void bind_delay(py::module_&, py::module_& ops) {
    operation(
        ops, "apply_device_delay",
        [](MeshDevice& mesh, const std::vector<std::vector<std::uint32_t>>& delays, SubDevice sub) {
            operations::debug::apply_device_delay(mesh, delays, sub);
        },
        py::arg("mesh_device"), py::arg("delays"), py::kw_only(), none("subdevice_id"));
}

void bind_experts(py::module_&, py::module_& ops) {
    operation(
        ops, "all_to_all_dispatch",
        [](const Tensor& t, const Tensor& indices, const Tensor& mapping, Count axis,
           const std::optional<std::array<Tensor, 2>>& out, Count links, Way way, Memory memory,
           SubDevice sub, Count dim) {
            return all_to_all_dispatch(t, indices, mapping, axis, out, links, way, memory, sub,
                                       dim);
        },
        kInput, py::arg("expert_indices_tensor"), py::arg("expert_mapping_tensor"), py::kw_only(),
        none("cluster_axis"), none("output_tensors"), none("num_links"), none("topology"),
        memory_config(), none("subdevice_id"), py::arg("output_concat_dim") = 1);
    operation(
        ops, "all_to_all_combine",
        [](const Tensor& t, const Tensor& metadata, const Tensor& mapping, bool reduced, Count dim,
           Count axis, SubDevice sub, Memory memory, Given out, Count links, Way way) {
            return all_to_all_combine(t, mapping, metadata, reduced, links, way, memory, axis, dim,
                                      sub, out);
        },
        kInput, py::arg("expert_metadata_tensor"), py::arg("expert_mapping_tensor"), py::kw_only(),
        no("local_reduce"), py::arg("output_shard_dim") = 1, none("cluster_axis"),
        none("subdevice_id"), memory_config(), output_tensor(), none("num_links"),
        none("topology"));
}

const Family kFabric(bind_fabric), kCollectives(bind_collectives), kExperts(bind_experts),
    kDelay(bind_delay);

}  // namespace
}  // namespace ttnn::python
