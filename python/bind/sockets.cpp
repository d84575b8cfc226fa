// Sockets between cores of different devices, and tensors through them.
#include <fmt/format.h>

#include <tt-metalium/experimental/sockets/mesh_socket.hpp>

#include "bind/bind.hpp"
#include "ttnn/operations/experimental/ccl/send_recv_async/recv_async/recv_async.hpp"
#include "ttnn/operations/experimental/ccl/send_recv_async/send_async/send_async.hpp"

namespace ttnn::python {

namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

using Rank = std::optional<int>;

SocketConfig config_of(const std::vector<SocketConnection>& connections,
                       const SocketMemoryConfig& memory, Rank sender, Rank receiver) {
    SocketConfig config;
    config.socket_connection_config = connections;
    config.socket_mem_config = memory;
    if (sender) config.sender_rank = multihost::Rank(*sender);
    if (receiver) config.receiver_rank = multihost::Rank(*receiver);
    return config;
}

void bind_configurations(py::module_& m) {
    bind_enum<SocketEndpoint>(m, "SocketEndpoint");
    py::class_<MeshCoreCoord>(m, "MeshCoreCoord")
        .def(py::init<MeshCoordinate, CoreCoord>(), py::arg("device_coord"), py::arg("core_coord"))
        .def_readwrite("device_coord", &MeshCoreCoord::device_coord)
        .def_readwrite("core_coord", &MeshCoreCoord::core_coord)
        .def("__eq__", [](const MeshCoreCoord& a, const MeshCoreCoord& b) { return a == b; })
        .def("__repr__", [](const MeshCoreCoord& c) {
            return fmt::format("MeshCoreCoord(device={}, core={})", c.device_coord, c.core_coord);
        });
    py::class_<SocketConnection>(m, "SocketConnection")
        .def(py::init<MeshCoreCoord, MeshCoreCoord>(), py::arg("sender_core"),
             py::arg("receiver_core"))
        .def_readwrite("sender_core", &SocketConnection::sender_core)
        .def_readwrite("receiver_core", &SocketConnection::receiver_core);
    using Sub = std::optional<SubDeviceId>;
    py::class_<SocketMemoryConfig>(m, "SocketMemoryConfig")
        .def(py::init<BufferType, std::uint32_t, Sub, Sub, bool>(), py::arg("socket_storage_type"),
             py::arg("fifo_size"), none("sender_sub_device"), none("receiver_sub_device"),
             py::arg("per_core_allocation") = false)
        .def_readwrite("socket_storage_type", &SocketMemoryConfig::socket_storage_type)
        .def_readwrite("fifo_size", &SocketMemoryConfig::fifo_size)
        .def_readwrite("per_core_allocation", &SocketMemoryConfig::per_core_allocation);
    py::class_<SocketConfig>(m, "SocketConfig")
        .def(py::init(&config_of), py::arg("connections"), py::arg("memory_config"),
             none("sender_rank"), none("receiver_rank"));
}

void bind_sockets(py::module_& m, py::module_& ops) {
    bind_configurations(m);
    py::class_<MeshSocket>(m, "MeshSocket")
        .def(py::init<const std::shared_ptr<MeshDevice>&, const SocketConfig&>(), py::arg("device"),
             py::arg("config"))
        .def("get_active_cores", &MeshSocket::get_active_cores)
        .def("get_mesh_device", &MeshSocket::get_mesh_device, py::return_value_policy::reference);
    m.def("create_socket_pair", &MeshSocket::create_socket_pair, py::arg("sender"),
          py::arg("receiver"), py::arg("config"));
    py::module_ experimental = namespace_of(ops, "experimental");
    operation(experimental, "send_async", &experimental::send_async, py::arg("input_tensor"),
              py::arg("mesh_socket"));
    operation(experimental, "recv_async", &experimental::recv_async, py::arg("output_tensor"),
              py::arg("mesh_socket"));
}

const Family kSockets(bind_sockets);

}  // namespace
}  // namespace ttnn::python
