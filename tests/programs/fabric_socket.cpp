// Pages through a socket between cores of two devices, more of them than its FIFO holds.
//
// usage: fabric_socket CONFIG PAGES PAGE_BYTES FIFO_BYTES
// CONFIG is line or mesh. The second run goes on where the first has stopped.
#include <fmt/format.h>

#include <cstdlib>
#include <numeric>
#include <string_view>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#include <tt-metalium/tt_metal.hpp>

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;
using tt::tt_fabric::FabricConfig;

namespace {

constexpr std::uint32_t kData = 0x60000;

constexpr const char* kSender = R"(
#include "api/socket_api.h"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"

using namespace tt::tt_fabric;

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    const uint32_t config = next(), data = next(), pages = next(), bytes = next();
    auto fabric = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    auto* header = PacketHeaderPool::allocate_header();
    auto* word = PacketHeaderPool::allocate_header();
    fabric.open();
    auto socket = create_sender_socket_interface(config);
    set_sender_socket_page_size(socket, bytes);
    const auto to = get_downstream_encoding(socket, 0);
    fabric_set_unicast_route(header, to);
    for (uint32_t i = 0; i < pages; i++) {
        socket_reserve_pages(socket, 1);
        header->to_noc_unicast_write(
            NocUnicastCommandHeader{safe_get_noc_addr(to.d2d.downstream_noc_x, to.d2d.downstream_noc_y,
                                                      socket.downstream_fifo_addr + socket.write_ptr, 0)},
            bytes);
        fabric.wait_for_empty_write_slot();
        fabric.send_payload_without_header_non_blocking_from_address(data + i * bytes, bytes);
        fabric.send_payload_flush_blocking_from_address((uint32_t)header, sizeof(PACKET_HEADER_TYPE));
        socket_push_pages(socket, 1);
        fabric_socket_notify_receiver(socket, fabric, word);
    }
    socket_barrier(socket);
    update_socket_config(socket);
    fabric.close();
}
)";

constexpr const char* kReceiver = R"(
#include "api/socket_api.h"
#include "tt_metal/fabric/hw/inc/packet_header_pool.h"

using namespace tt::tt_fabric;

void kernel_main() {
    size_t arg = 0;
    const auto next = [&] { return get_arg_val<uint32_t>(arg++); };
    const uint32_t config = next(), data = next(), pages = next(), bytes = next();
    auto fabric = WorkerToFabricEdmSender::build_from_args<ProgrammableCoreType::TENSIX>(arg);
    auto* word = PacketHeaderPool::allocate_header();
    fabric.open();
    auto socket = create_receiver_socket_interface(config);
    set_receiver_socket_page_size(socket, bytes);
    for (uint32_t i = 0; i < pages; i++) {
        socket_wait_for_pages(socket, 1);
        noc_async_write(socket.read_ptr, get_noc_addr(data + i * bytes), bytes);
        noc_async_write_barrier();
        socket_pop_pages(socket, 1);
        fabric_socket_notify_sender(socket, fabric, word);
    }
    update_socket_config(socket);
    fabric.close();
}
)";

struct End {
    const char* kernel;
    std::uint32_t device, config;
    CoreCoord core;
};

Program program_of(MeshDevice& mesh, const End& end, std::uint32_t pages, std::uint32_t bytes) {
    Program program = CreateProgram();
    const auto kernel = CreateKernelFromString(program, end.kernel, end.core, DataMovementConfig{});
    std::vector<std::uint32_t> args = {end.config, kData, pages, bytes};
    const auto node = [&](std::uint32_t i) {
        return mesh.get_fabric_node_id(MeshCoordinate(0, i));
    };
    tt::tt_fabric::append_fabric_connection_rt_args(node(end.device), node(1 - end.device), 0,
                                                    program, end.core, args);
    SetRuntimeArgs(program, kernel, end.core, args);
    return program;
}

int run(MeshDevice& mesh, const std::pair<MeshSocket, MeshSocket>& sockets, const End (&ends)[2],
        std::uint32_t pages, std::uint32_t bytes, std::uint32_t seed) {
    std::vector<std::uint32_t> sent(pages * bytes / 4), got, nothing(sent.size());
    std::iota(sent.begin(), sent.end(), seed);
    tt::tt_metal::detail::WriteToDeviceL1(mesh.get_device(MeshCoordinate(0, 0)), ends[0].core,
                                          kData, sent);
    tt::tt_metal::detail::WriteToDeviceL1(mesh.get_device(MeshCoordinate(0, 1)), ends[1].core,
                                          kData, nothing);
    MeshWorkload work;
    for (const End& end : ends)
        work.add_program(MeshCoordinateRange(MeshCoordinate(0, end.device)),
                         program_of(mesh, end, pages, bytes));
    EnqueueMeshWorkload(mesh.mesh_command_queue(), work, false);
    Finish(mesh.mesh_command_queue());
    tt::tt_metal::detail::ReadFromDeviceL1(mesh.get_device(MeshCoordinate(0, 1)), ends[1].core,
                                           kData, pages * bytes, got);
    if (sockets.first.get_active_cores().size() != 1) return 1;
    return got == sent ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atoi(argv[i])); };
    tt::tt_fabric::SetFabricConfig(std::string_view(argv[1]) == "mesh" ? FabricConfig::FABRIC_2D
                                                                       : FabricConfig::FABRIC_1D);
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(1, 2)));
    const CoreCoord from{0, 0}, to{2, 3};
    const SocketConnection connection({MeshCoordinate(0, 0), from}, {MeshCoordinate(0, 1), to});
    int failed = 0;
    {
        const auto sockets = MeshSocket::create_socket_pair(
            mesh, mesh, SocketConfig({connection}, SocketMemoryConfig(BufferType::L1, number(4))));
        const auto config = [](const MeshSocket& socket) {
            return static_cast<std::uint32_t>(socket.get_config_buffer()->address());
        };
        const End ends[2] = {{kSender, 0, config(sockets.first), from},
                             {kReceiver, 1, config(sockets.second), to}};
        failed |= run(*mesh, sockets, ends, number(2), number(3), 1);
        failed |= run(*mesh, sockets, ends, number(2), number(3) / 2, 77);
    }
    fmt::print("{}\n", failed != 0 ? "wrong bytes" : "all bytes arrived");
    mesh->close();
    tt::tt_fabric::SetFabricConfig(FabricConfig::DISABLED);
    return failed;
}
