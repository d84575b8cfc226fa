// Meshes of devices: shapes, coordinates, ranges, how tensors are spread over them.
#include <sstream>
#include <tt-metalium/distributed_host_buffer.hpp>
#include <tt-metalium/experimental/distributed_tensor/distributed_tensor_apis.hpp>
#include <tt-metalium/experimental/distributed_tensor/topology/tensor_topology.hpp>
#include <tt-metalium/mesh_coord.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "bind/bind.hpp"
#include "ttnn/distributed/types.hpp"
#include "ttnn/tensor/host_buffer/functions.hpp"

namespace ttnn::python {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

namespace {

template <typename T>
std::string mesh_text(const T& value) {
    std::ostringstream os;
    os << value;
    return os.str();
}

std::vector<std::uint32_t> numbers(const MeshShape& shape) {
    const auto view = shape.view();
    return {view.begin(), view.end()};
}
std::vector<std::uint32_t> numbers(const MeshCoordinate& coord) {
    const auto view = coord.coords();
    return {view.begin(), view.end()};
}

// What shapes and coordinates have in common: they are short lists of numbers.
template <typename T>
py::class_<T> bind_list(py::module_& m, const char* name) {
    py::class_<T> type(m, name);
    type.def(py::init<std::uint32_t, std::uint32_t>())
        .def(py::init<std::uint32_t, std::uint32_t, std::uint32_t>())
        .def(py::init([](const std::vector<std::uint32_t>& values) {
            return T(ttsl::Span<const std::uint32_t>(values.data(), values.size()));
        }))
        .def(py::init([](std::uint32_t only) { return T(only); }))
        .def("dims", &T::dims)
        .def("__len__", &T::dims)
        .def("__getitem__",
             [](const T& self, std::int64_t i) {
                 const auto values = numbers(self);
                 const auto size = static_cast<std::int64_t>(values.size());
                 if (i < -size || i >= size) throw py::index_error("index out of range");
                 return values[static_cast<std::size_t>(i < 0 ? i + size : i)];
             })
        .def("__iter__", [](const T& self) { return py::iter(py::cast(numbers(self))); })
        .def(
            "__eq__", [](const T& a, const T& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const T& self) { return std::hash<T>{}(self); })
        .def("__repr__", &mesh_text<T>);
    py::implicitly_convertible<py::tuple, T>();
    py::implicitly_convertible<py::list, T>();
    return type;
}

void bind_placements(py::module_& m) {
    using Replicate = MeshMapperConfig::Replicate;
    using Shard = MeshMapperConfig::Shard;
    py::class_<Replicate>(m, "PlacementReplicate")
        .def(py::init<>())
        .def(
            "__eq__", [](const Replicate&, const Replicate&) { return true; }, py::is_operator())
        .def("__repr__", [](const Replicate&) { return "PlacementReplicate()"; });
    py::class_<Shard>(m, "PlacementShard")
        .def(py::init([](int dim) { return Shard{dim}; }), py::arg("dim"))
        .def_readwrite("dim", &Shard::dim)
        .def(
            "__eq__", [](const Shard& a, const Shard& b) { return a == b; }, py::is_operator())
        .def("__repr__", [](const Shard& s) { return fmt::format("PlacementShard({})", s.dim); });
    using Placements = ttsl::SmallVector<MeshMapperConfig::Placement>;
    py::class_<TensorTopology>(m, "TensorTopology")
        .def(py::init([](const MeshShape& shape, const Placements& placements,
                         const std::vector<MeshCoordinate>& coords) {
            return TensorTopology(shape, placements, coords);
        }))
        .def("distribution_shape", &TensorTopology::distribution_shape)
        .def("placements", &TensorTopology::placements)
        .def("mesh_coords", &TensorTopology::mesh_coords)
        .def(
            "__eq__", [](const TensorTopology& a, const TensorTopology& b) { return a == b; },
            py::is_operator())
        .def("__repr__", &mesh_text<TensorTopology>);
}

// One tensor of one host tensor for each device, in row-major order of the mesh.
Tensor from_host_shards(const std::vector<Tensor>& shards, const MeshShape& shape,
                        const ttsl::SmallVector<MeshMapperConfig::Placement>& placements) {
    TT_FATAL(!shards.empty() && shards.size() <= shape.mesh_size(),
             "from_host_shards: {} tensors are given for a mesh of {}", shards.size(), shape);
    auto buffers = DistributedHostBuffer::create(shape);
    std::vector<MeshCoordinate> coords;
    std::size_t next = 0;
    for (const MeshCoordinate& coord : MeshCoordinateRange(shape)) {
        if (next == shards.size()) break;
        const Tensor& shard = shards[next++];
        TT_FATAL(shard.tensor_spec() == shards[0].tensor_spec(),
                 "from_host_shards: shard {} has another spec than shard 0", next - 1);
        buffers.emplace_shard(coord, [&] { return host_buffer::get_host_buffer(shard); });
        coords.push_back(coord);
    }
    return Tensor(host_tensor_from_buffer_with_topology(std::move(buffers), shards[0].tensor_spec(),
                                                        TensorTopology(shape, placements, coords)));
}

}  // namespace

void bind_mesh(py::module_& m) {
    bind_list<MeshShape>(m, "MeshShape").def("mesh_size", &MeshShape::mesh_size);
    bind_list<MeshCoordinate>(m, "MeshCoordinate");
    py::class_<MeshCoordinateRange>(m, "MeshCoordinateRange")
        .def(py::init<const MeshCoordinate&, const MeshCoordinate&>(), py::arg("start"),
             py::arg("end"))
        .def(py::init<const MeshShape&>())
        .def_property_readonly("start", &MeshCoordinateRange::start_coord)
        .def_property_readonly("end", &MeshCoordinateRange::end_coord)
        .def("shape", &MeshCoordinateRange::shape)
        .def("contains",
             py::overload_cast<const MeshCoordinate&>(&MeshCoordinateRange::contains, py::const_))
        .def("__iter__",
             [](const MeshCoordinateRange& r) {
                 return py::iter(py::cast(std::vector<MeshCoordinate>(r.begin(), r.end())));
             })
        .def(
            "__eq__",
            [](const MeshCoordinateRange& a, const MeshCoordinateRange& b) { return a == b; },
            py::is_operator())
        .def("__hash__",
             [](const MeshCoordinateRange& r) { return std::hash<MeshCoordinateRange>{}(r); })
        .def("__repr__", &mesh_text<MeshCoordinateRange>);
    py::class_<MeshCoordinateRangeSet>(m, "MeshCoordinateRangeSet")
        .def(py::init<>())
        .def(py::init<const MeshCoordinateRange&>())
        .def("merge", &MeshCoordinateRangeSet::merge)
        .def("ranges", &MeshCoordinateRangeSet::ranges)
        .def(
            "__eq__",
            [](const MeshCoordinateRangeSet& a, const MeshCoordinateRangeSet& b) { return a == b; },
            py::is_operator())
        .def("__repr__", &mesh_text<MeshCoordinateRangeSet>);
    bind_placements(m);
    m.def("from_host_shards", &from_host_shards);

    struct SystemMeshDescriptor {};
    py::module_ multi = m.def_submodule("multi_device");
    py::class_<SystemMeshDescriptor>(multi, "SystemMeshDescriptor")
        .def(py::init<>())
        .def("shape", [](const SystemMeshDescriptor&) { return SystemMesh::instance().shape(); })
        .def("local_shape",
             [](const SystemMeshDescriptor&) { return SystemMesh::instance().local_shape(); });
}

}  // namespace ttnn::python
