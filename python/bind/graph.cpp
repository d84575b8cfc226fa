// Captures of the graph: nodes as lists and dictionaries of Python.
#include <nlohmann/json.hpp>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/mesh_device.hpp>

#include "bind/bind.hpp"
#include "ttnn/graph/graph_processor.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;
using graph::GraphProcessor;

namespace {

py::object to_python(const nlohmann::json& value) {
    return py::module_::import("json").attr("loads")(value.dump());
}

nlohmann::json describe(const MeshDevice& d) {
    const auto& allocator = *d.allocator();
    const CoreCoord compute = d.compute_with_storage_grid_size(), grid = d.logical_grid_size();
    const std::uint64_t cores = compute.x * compute.y, l1 = allocator.get_worker_l1_size(),
                        base = allocator.get_base_allocator_addr(HalMemType::L1),
                        bank = allocator.get_bank_size(BufferType::L1);
    return {{"device_id", d.id()},
            {"arch", std::string(enchantum::to_string(d.arch()))},
            {"num_y_cores", grid.y},
            {"num_x_cores", grid.x},
            {"num_y_compute_cores", compute.y},
            {"num_x_compute_cores", compute.x},
            {"worker_l1_size", l1},
            {"l1_num_banks", allocator.get_num_banks(BufferType::L1)},
            {"l1_bank_size", bank},
            {"address_at_first_l1_bank", 0},
            {"address_at_first_l1_cb_buffer", base},
            {"num_banks_per_storage_core", bank == 0 ? 0 : l1 / bank},
            {"num_compute_cores", cores},
            {"num_storage_cores", 0},
            {"total_l1_memory", cores * l1},
            {"total_l1_for_tensors", 0},
            {"total_l1_for_interleaved_buffers", cores * bank},
            {"total_l1_for_sharded_buffers", cores * bank},
            {"cb_limit", l1 - base},
            {"num_dram_channels", d.num_dram_channels()},
            {"dram_size_per_channel", d.dram_size_per_channel()}};
}

void bind_graph(py::module_& m, py::module_&) {
    py::module_ graph = m.def_submodule("graph");
    bind_enum<graph::RunMode>(graph, "RunMode");
    graph.def("begin_graph_capture", &GraphProcessor::begin_graph_capture,
              py::arg("run_mode") = graph::RunMode::NORMAL);
    graph.def("end_graph_capture", [] { return to_python(GraphProcessor::end_graph_capture()); });
    graph.def("is_graph_capture_active", [] { return GraphTracker::instance().is_enabled(); });
    graph.def("track_function_start", [](const std::string& name) {
        for (const auto& each : GraphTracker::instance().get_processors())
            each->track_function_start(name, {});
    });
    graph.def("track_function_end", [] { GraphTracker::instance().track_function_end(); });
    graph.def("describe_device", [](const MeshDevice& d) { return to_python(describe(d)); });
}

const Family kGraph(bind_graph);

}  // namespace
}  // namespace ttnn::python
