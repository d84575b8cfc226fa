// Devices, command queues, traces, events, sub-devices, memory.
#include "ttnn/device.hpp"

#include <tt-metalium/allocator.hpp>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/memory_reporter.hpp>
#include <tt-metalium/work_split.hpp>

#include "bind/bind.hpp"
#include "ttnn/core.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/events.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;
using tt::tt_metal::distributed::MeshTraceId;

namespace {

using Unlocked = py::call_guard<py::gil_scoped_release>;
using DeviceClass = py::class_<MeshDevice, std::shared_ptr<MeshDevice>>;

std::uint8_t queue_number(const std::optional<QueueId>& queue) {
    return queue ? **queue : *core::get_current_command_queue_id_for_thread();
}

void bind_shape_of_device(DeviceClass& type) {
    type.def("id", &MeshDevice::id)
        .def("arch", &MeshDevice::arch)
        .def_property_readonly("shape", &MeshDevice::shape)
        .def_property_readonly("core_grid",
                               [](const MeshDevice& d) {
                                   const CoreCoord grid = d.compute_with_storage_grid_size();
                                   return CoreGrid(grid.x, grid.y);
                               })
        .def("get_num_devices", &MeshDevice::num_devices)
        .def("get_device_ids", &MeshDevice::get_device_ids)
        .def("get_device_id",
             [](const MeshDevice& d, const MeshCoordinate& c) { return d.get_device(c)->id(); })
        .def("compute_with_storage_grid_size", &MeshDevice::compute_with_storage_grid_size)
        .def("dram_grid_size", &MeshDevice::dram_grid_size)
        .def("grid_size", &MeshDevice::grid_size)
        .def("l1_size_per_core", &MeshDevice::l1_size_per_core)
        .def("dram_size_per_channel", &MeshDevice::dram_size_per_channel)
        .def("num_dram_channels", &MeshDevice::num_dram_channels)
        .def("get_clock_rate_mhz", &MeshDevice::get_clock_rate_mhz)
        .def("is_initialized", &MeshDevice::is_initialized)
        .def("num_hw_cqs", &MeshDevice::num_hw_cqs)
        .def("worker_core_from_logical_core", &MeshDevice::worker_core_from_logical_core)
        .def("get_optimal_dram_bank_to_logical_worker_assignment",
             [](MeshDevice& d, NOC noc) {
                 return d.get_optimal_dram_bank_to_logical_worker_assignment(noc);
             })
        .def("sfpu_eps", [](const MeshDevice&) { return hal::get_eps(); })
        .def("sfpu_nan", [](const MeshDevice&) { return hal::get_nan(); })
        .def("sfpu_inf", [](const MeshDevice&) { return hal::get_inf(); })
        .def("__repr__", &MeshDevice::to_string);
}

void bind_parts(DeviceClass& type) {
    type.def("create_submesh", &MeshDevice::create_submesh, py::arg("submesh_shape"),
             none("offset"))
        .def("create_submeshes", &MeshDevice::create_submeshes, py::arg("submesh_shape"))
        .def("get_submeshes", &MeshDevice::get_submeshes)
        .def("reshape", &MeshDevice::reshape)
        .def("quiesce_devices", &MeshDevice::quiesce_devices, Unlocked())
        .def(
            "create_sub_device_manager",
            [](MeshDevice& d, const std::vector<SubDevice>& parts, DeviceAddr l1) {
                return d.create_sub_device_manager(
                    ttsl::Span<const SubDevice>(parts.data(), parts.size()), l1);
            },
            py::arg("sub_devices"), py::arg("local_l1_size"), Unlocked())
        .def("load_sub_device_manager", &MeshDevice::load_sub_device_manager, Unlocked())
        .def("clear_loaded_sub_device_manager", &MeshDevice::clear_loaded_sub_device_manager,
             Unlocked())
        .def("remove_sub_device_manager", &MeshDevice::remove_sub_device_manager, Unlocked())
        .def(
            "set_sub_device_stall_group",
            [](MeshDevice& d, const std::vector<SubDeviceId>& ids) {
                d.set_sub_device_stall_group(ttsl::Span<const SubDeviceId>(ids.data(), ids.size()));
            })
        .def("reset_sub_device_stall_group", &MeshDevice::reset_sub_device_stall_group);
}

void bind_program_cache(DeviceClass& type) {
    type.def("enable_program_cache", [](MeshDevice& d) { d.enable_program_cache(); })
        .def(
            "disable_and_clear_program_cache",
            [](MeshDevice& d) { d.disable_and_clear_program_cache(); }, Unlocked())
        .def(
            "clear_program_cache", [](MeshDevice& d) { d.clear_program_cache(); }, Unlocked())
        .def("set_program_cache_misses_allowed",
             [](MeshDevice& d, bool allowed) { d.set_program_cache_misses_allowed(allowed); })
        .def("num_program_cache_entries",
             [](MeshDevice& d) { return d.num_program_cache_entries(); });
}

void bind_opening(py::module_& m) {
    m.def("open_device", &device::open_mesh_device, py::arg("device_id"), py::arg("l1_small_size"),
          py::arg("trace_region_size"), py::arg("num_command_queues"), none("dispatch_core_config"),
          py::arg("worker_l1_size"), Unlocked());
    m.def("close_device", [](MeshDevice& d) { d.close(); }, Unlocked());
    m.def(
        "open_mesh_device",
        [](const std::optional<MeshShape>& shape, std::size_t l1_small, std::size_t trace,
           std::size_t queues, const std::optional<DispatchCoreConfig>& dispatch,
           const std::optional<MeshCoordinate>& offset, const std::vector<int>& ids,
           std::size_t l1) {
            return distributed::open_mesh_device(
                shape ? *shape : SystemMesh::instance().shape(), l1_small, trace, queues,
                dispatch.value_or(DispatchCoreConfig{}), offset, ids, l1);
        },
        none("mesh_shape"), py::arg("l1_small_size"), py::arg("trace_region_size"),
        py::arg("num_command_queues"), none("dispatch_core_config"), none("offset"),
        py::arg("physical_device_ids") = std::vector<int>(), py::arg("worker_l1_size"), Unlocked());
    m.def("GetNumAvailableDevices", &GetNumAvailableDevices);
    m.def("GetNumPCIeDevices", &GetNumPCIeDevices);
    m.def("GetPCIeDeviceID", &GetPCIeDeviceID, py::arg("device_id"));
    m.def("get_cluster_type", &GetClusterType);
    m.def("using_distributed_env", &tt::tt_metal::distributed::UsingDistributedEnvironment);
    m.def(
        "synchronize_device",
        [](MeshDevice& d, const std::optional<QueueId>& queue,
           const std::vector<SubDeviceId>& parts) {
            std::optional<std::uint8_t> number;
            if (queue) number = **queue;
            tt::tt_metal::distributed::Synchronize(
                &d, number, ttsl::Span<const SubDeviceId>(parts.data(), parts.size()));
        },
        py::arg("device"), none("cq_id"), py::arg("sub_device_ids") = std::vector<SubDeviceId>(),
        Unlocked());
    py::class_<DispatchCoreConfig>(m, "DispatchCoreConfig")
        .def(py::init<DispatchCoreType>())
        .def(py::init<DispatchCoreType, DispatchCoreAxis>())
        .def_property("type", &DispatchCoreConfig::get_dispatch_core_type,
                      &DispatchCoreConfig::set_dispatch_core_type)
        .def_property("axis", &DispatchCoreConfig::get_dispatch_core_axis,
                      &DispatchCoreConfig::set_dispatch_core_axis)
        .def("__repr__", [](const DispatchCoreConfig& c) {
            return fmt::format("DispatchCoreConfig({})",
                               enchantum::to_string(c.get_dispatch_core_type()));
        });
}

void bind_queues(py::module_& m) {
    m.def(
        "begin_trace_capture",
        [](MeshDevice& d, const std::optional<QueueId>& q) {
            return tt::tt_metal::distributed::BeginTraceCapture(&d, queue_number(q));
        },
        py::arg("device"), py::kw_only(), none("cq_id"), Unlocked());
    m.def(
        "end_trace_capture",
        [](MeshDevice& d, MeshTraceId id, const std::optional<QueueId>& q) {
            tt::tt_metal::distributed::EndTraceCapture(&d, queue_number(q), id);
        },
        py::arg("device"), py::arg("trace_id"), py::kw_only(), none("cq_id"), Unlocked());
    m.def(
        "execute_trace",
        [](MeshDevice& d, MeshTraceId id, const std::optional<QueueId>& q, bool blocking) {
            tt::tt_metal::distributed::ReplayTrace(&d, queue_number(q), id, blocking);
        },
        py::arg("device"), py::arg("trace_id"), py::kw_only(), none("cq_id"),
        py::arg("blocking") = true, Unlocked());
    m.def(
        "release_trace",
        [](MeshDevice& d, MeshTraceId id) { tt::tt_metal::distributed::ReleaseTrace(&d, id); },
        py::arg("device"), py::arg("trace_id"), Unlocked());
    const py::class_<MeshEvent> event(m, "MeshEvent");
    m.def("record_event", &events::record_mesh_event, py::arg("device"), none("cq_id"),
          py::arg("sub_device_ids") = std::vector<SubDeviceId>(), none("device_range"), Unlocked());
    m.def("wait_for_event", &events::wait_for_mesh_event, py::arg("cq_id"), py::arg("mesh_event"),
          Unlocked());
    m.def("event_synchronize", &events::event_synchronize, py::arg("mesh_event"), Unlocked());
}

void bind_memory(py::module_& m) {
    using View = detail::MemoryView;
    py::class_<View>(m, "MemoryView")
        .def_readonly("num_banks", &View::num_banks)
        .def_readonly("total_bytes_per_bank", &View::total_bytes_per_bank)
        .def_readonly("total_bytes_allocated_per_bank", &View::total_bytes_allocated_per_bank)
        .def_readonly("total_bytes_free_per_bank", &View::total_bytes_free_per_bank)
        .def_readonly("largest_contiguous_bytes_free_per_bank",
                      &View::largest_contiguous_bytes_free_per_bank)
        .def_readonly("block_table", &View::block_table);
    m.def(
        "get_memory_view",
        [](const MeshDevice& d, BufferType type) { return detail::GetMemoryView(&d, type); },
        py::arg("device"), py::arg("buffer_type"));
    m.def(
        "dump_device_memory_state",
        [](const MeshDevice& d, const std::string& prefix) {
            detail::DumpDeviceMemoryState(&d, prefix);
        },
        py::arg("device"), py::arg("prefix") = "");
    m.def("EnableMemoryReports", &detail::EnableMemoryReports);
    m.def("DisableMemoryReports", &detail::DisableMemoryReports);
    m.def("get_allocator_base_address", [](const MeshDevice& d, BufferType type) {
        return d.allocator()->get_base_allocator_addr(type == BufferType::DRAM ? HalMemType::DRAM
                                                                               : HalMemType::L1);
    });
}

void bind_global(py::module_& m) {
    const py::class_<GlobalSemaphore> semaphore(m, "GlobalSemaphore");
    m.def(
        "create_global_semaphore",
        [](MeshDevice& d, const CoreRangeSet& cores, std::uint32_t value, BufferType type) {
            return CreateGlobalSemaphore(d, cores, value, type);
        },
        py::arg("device"), py::arg("cores"), py::arg("initial_value"),
        py::arg("buffer_type") = BufferType::L1, Unlocked());
    m.def("get_global_semaphore_address", &GlobalSemaphore::address);
    m.def("reset_global_semaphore_value", &GlobalSemaphore::reset_semaphore_value, Unlocked());
    py::class_<GlobalCircularBuffer>(m, "GlobalCircularBuffer")
        .def("size", &GlobalCircularBuffer::size)
        .def("buffer_address", &GlobalCircularBuffer::buffer_address);
    m.def(
        "create_global_circular_buffer",
        [](MeshDevice& d, const GlobalCircularBuffer::Mapping& mapping, std::uint32_t size,
           BufferType type) {
            return experimental::CreateGlobalCircularBuffer(d, mapping, size, type);
        },
        py::arg("device"), py::arg("sender_receiver_core_mapping"), py::arg("size"),
        py::arg("buffer_type") = BufferType::L1, Unlocked());
    py::class_<SubDevice>(m, "SubDevice").def(py::init([](const std::vector<CoreRangeSet>& cores) {
        return SubDevice(ttsl::Span<const CoreRangeSet>(cores.data(), cores.size()));
    }));
}

void bind_work_split(py::module_& m) {
    m.def("num_cores_to_corerangeset",
          py::overload_cast<std::uint32_t, CoreCoord, bool>(&num_cores_to_corerangeset),
          py::arg("target_num_cores"), py::arg("grid_size"), py::arg("row_wise") = false);
    m.def("num_cores_to_corerangeset_in_subcoregrids", &num_cores_to_corerangeset_in_subcoregrids,
          py::arg("start_core"), py::arg("target_num_cores"), py::arg("sub_core_grids"),
          py::arg("row_wise") = false);
    m.def("split_work_to_cores",
          py::overload_cast<CoreCoord, std::uint32_t, bool>(&split_work_to_cores),
          py::arg("grid_size"), py::arg("units_to_divide"), py::arg("row_wise") = false);
    m.def("split_work_to_cores",
          py::overload_cast<const CoreRangeSet&, std::uint32_t, bool>(&split_work_to_cores),
          py::arg("core_grid"), py::arg("units_to_divide"), py::arg("row_wise") = false);
    m.def("grid_to_cores",
          py::overload_cast<std::uint32_t, std::uint32_t, std::uint32_t, bool>(&grid_to_cores),
          py::arg("num_cores"), py::arg("grid_size_x"), py::arg("grid_size_y"),
          py::arg("row_wise") = false);
    m.def("grid_to_cores", py::overload_cast<CoreCoord, CoreCoord, bool>(&grid_to_cores),
          py::arg("start"), py::arg("end"), py::arg("row_wise") = false);
    m.def("corerange_to_cores", &corerange_to_cores, py::arg("crs"), none("max_cores"),
          py::arg("row_wise") = false);
}

}  // namespace

void bind_device(py::module_& m) {
    DeviceClass type(m, "MeshDevice", py::dynamic_attr());
    bind_shape_of_device(type);
    bind_parts(type);
    bind_program_cache(type);
    bind_opening(m);
    bind_queues(m);
    bind_memory(m);
    bind_global(m);
    bind_work_split(m);
}

}  // namespace ttnn::python
