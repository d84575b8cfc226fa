// Sockets: the FIFO at the receiver, and at both ends the words that kernels read.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tt-metalium/experimental/fabric/fabric.hpp>
#include <tt-metalium/experimental/sockets/mesh_socket.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "base/require.hpp"

namespace tt::tt_metal::distributed {

using namespace ironbird;
using tt::tt_fabric::FabricNodeId;

namespace {

// As device_include/hostdev/socket.h has them.
constexpr std::uint32_t kUnitBytes = 16, kSenderBytes = 2 * kUnitBytes,
                        kReceiverBytes = 3 * kUnitBytes;
constexpr bool kSends = true, kReceives = false;

const MeshCoreCoord& core_of(const SocketConnection& c, bool sends) {
    return sends ? c.sender_core : c.receiver_core;
}

// The connections of a sending core, by core; a receiver is in one.
using Ends = std::map<std::pair<MeshCoordinate, CoreCoord>, std::vector<const SocketConnection*>>;

Ends ends_of(const SocketConfig& config, bool sends) {
    Ends ends;
    for (const SocketConnection& c : config.socket_connection_config) {
        const MeshCoreCoord& core = core_of(c, sends);
        auto& all = ends[{core.device_coord, core.core_coord}];
        require(sends || all.empty(), Fault::host_argument,
                "core {} of device {} receives from two cores of one socket", core.core_coord,
                core.device_coord);
        all.push_back(&c);
    }
    return ends;
}

std::shared_ptr<MeshBuffer> make_buffer(MeshDevice& mesh, const CoreRangeSet& cores,
                                        BufferType type, std::uint32_t bytes,
                                        std::optional<SubDeviceId> sub) {
    const auto count = static_cast<std::uint32_t>(cores.num_cores());
    const ShardSpecBuffer one_each(cores, {1, 1}, ShardOrientation::ROW_MAJOR, {1, 1}, {count, 1});
    return MeshBuffer::create(
        ReplicatedBufferConfig{.size = DeviceAddr{count} * bytes},
        {.page_size = bytes,
         .buffer_type = type,
         .sharding_args = BufferShardingArgs(one_each, TensorMemoryLayout::HEIGHT_SHARDED),
         .bottom_up = std::nullopt,
         .sub_device_id = sub},
        &mesh);
}

CoreRangeSet cores_of(const Ends& ends) {
    std::set<CoreRange> cores;
    for (const auto& [end, connections] : ends) cores.insert(CoreRange(end.second));
    return CoreRangeSet(cores);
}

CoreRangeSet all_banks(const MeshDevice& mesh) {
    const CoreCoord grid = mesh.dram_grid_size();
    return CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
}

// How a packet finds the other end: on a line by the number of hops, else by the chip.
std::uint32_t fabric_address(const FabricNodeId& from, const FabricNodeId& to) {
    if (from == to) return to.chip_id;
    const auto config = tt_fabric::GetFabricConfig();
    require(config != tt_fabric::FabricConfig::DISABLED, Fault::usage,
            "a socket between devices needs a fabric: SetFabricConfig was not called");
    if (!tt_fabric::is_1d_fabric_config(config)) return to.chip_id;
    const auto shape = tt_fabric::get_physical_mesh_shapes().at(to.mesh_id);
    const auto distance = [](std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; };
    const std::uint32_t rows = distance(from.chip_id / shape[1], to.chip_id / shape[1]);
    const std::uint32_t columns = distance(from.chip_id % shape[1], to.chip_id % shape[1]);
    require(rows == 0 || columns == 0, Fault::host_argument,
            "a socket from {} to {}: on a fabric of lines both have to be in one row or column",
            from, to);
    return rows + columns;
}

struct Sides {
    MeshDevice& sender;
    MeshDevice& receiver;
    const MeshBuffer& sender_config;
    const MeshBuffer& receiver_config;
    const MeshBuffer& data;
    std::uint32_t fifo_bytes;

    FabricNodeId node(const MeshCoreCoord& at, bool sends) const {
        return (sends ? sender : receiver).get_fabric_node_id(at.device_coord);
    }
    CoreCoord place(const MeshCoreCoord& at, bool sends) const {
        return (sends ? sender : receiver).worker_core_from_logical_core(at.core_coord);
    }
};

std::uint32_t to_word(std::uint64_t value) {
    return static_cast<std::uint32_t>(value);
}

void write_words(MeshDevice& mesh, const std::pair<MeshCoordinate, CoreCoord>& end, DeviceAddr at,
                 std::vector<std::uint32_t> words) {
    tt::tt_metal::detail::WriteToDeviceL1(mesh.get_device(end.first), end.second, to_word(at),
                                          words);
}

void write_sender(const Sides& s, const Ends::value_type& end) {
    const auto& [where, connections] = end;
    std::vector<std::uint32_t> words = {0,
                                        to_word(connections.size()),
                                        0,
                                        to_word(s.receiver_config.address()),
                                        to_word(s.data.address()),
                                        s.fifo_bytes,
                                        0,
                                        0};
    words.resize(words.size() + connections.size() * kUnitBytes / 4);
    for (const SocketConnection* c : connections) {
        const CoreCoord v = s.place(c->receiver_core, kReceives);
        const FabricNodeId to = s.node(c->receiver_core, kReceives);
        words.insert(words.end(), {*to.mesh_id, fabric_address(s.node(c->sender_core, kSends), to),
                                   to_word(v.y), to_word(v.x)});
    }
    write_words(s.sender, where, s.sender_config.address(), std::move(words));
}

void write_receiver(const Sides& s, const Ends::value_type& end, const Ends& senders) {
    const SocketConnection& c = *end.second.front();
    const auto& of_sender = senders.at({c.sender_core.device_coord, c.sender_core.core_coord});
    const auto number = std::ranges::find(of_sender, &c) - of_sender.begin();
    const CoreCoord v = s.place(c.sender_core, kSends);
    const FabricNodeId from = s.node(c.sender_core, kSends);
    const auto fifo = to_word(s.data.address());
    const auto acked = to_word(s.sender_config.address() + kSenderBytes) +
                       static_cast<std::uint32_t>(number) * kUnitBytes;
    write_words(s.receiver, end.first, s.receiver_config.address(),
                {0, fifo, fifo, s.fifo_bytes, 0, 0, *from.mesh_id,
                 fabric_address(s.node(c.receiver_core, kReceives), from), to_word(v.y),
                 to_word(v.x), acked, 0});
}

}  // namespace

std::pair<MeshSocket, MeshSocket> MeshSocket::create_socket_pair(
    const std::shared_ptr<MeshDevice>& sender, const std::shared_ptr<MeshDevice>& receiver,
    const SocketConfig& base_config) {
    const SocketMemoryConfig& memory = base_config.socket_mem_config;
    require(!base_config.socket_connection_config.empty(), Fault::host_argument,
            "a socket needs at least one connection");
    require(memory.fifo_size > 0 && memory.fifo_size % kUnitBytes == 0, Fault::host_argument,
            "the FIFO of a socket has {} bytes, a multiple of {} is allowed", memory.fifo_size,
            kUnitBytes);
    require(!memory.per_core_allocation, Fault::not_modelled,
            "SocketMemoryConfig::per_core_allocation is not modelled");
    const Ends senders = ends_of(base_config, kSends), receivers = ends_of(base_config, kReceives);
    std::size_t most = 0;
    for (const auto& [end, connections] : senders) most = std::max(most, connections.size());
    const auto sender_bytes = static_cast<std::uint32_t>(kSenderBytes + most * 2 * kUnitBytes);
    const bool dram = memory.socket_storage_type == BufferType::DRAM;
    auto data = make_buffer(*receiver, dram ? all_banks(*receiver) : cores_of(receivers),
                            memory.socket_storage_type, memory.fifo_size,
                            dram ? std::nullopt : memory.receiver_sub_device);
    auto of_sender = make_buffer(*sender, cores_of(senders), BufferType::L1, sender_bytes,
                                 memory.sender_sub_device);
    auto of_receiver = make_buffer(*receiver, cores_of(receivers), BufferType::L1, kReceiverBytes,
                                   memory.receiver_sub_device);
    const Sides sides{*sender, *receiver, *of_sender, *of_receiver, *data, memory.fifo_size};
    for (const auto& end : senders) write_sender(sides, end);
    for (const auto& end : receivers) write_receiver(sides, end, senders);
    std::pair pair(
        MeshSocket(nullptr, std::move(of_sender), base_config, SocketEndpoint::SENDER),
        MeshSocket(std::move(data), std::move(of_receiver), base_config, SocketEndpoint::RECEIVER));
    for (const SocketConnection& c : base_config.socket_connection_config)
        for (MeshSocket* socket : {&pair.first, &pair.second}) {
            socket->nodes_[0].emplace_back(c.sender_core.device_coord,
                                           sides.node(c.sender_core, kSends));
            socket->nodes_[1].emplace_back(c.receiver_core.device_coord,
                                           sides.node(c.receiver_core, kReceives));
        }
    return pair;
}

MeshSocket::MeshSocket(const std::shared_ptr<MeshDevice>&, const SocketConfig& config)
    : config_(config), endpoint_(SocketEndpoint::SENDER) {
    throw Error(Fault::not_modelled,
                "a MeshSocket whose peer is in another process is not modelled", {},
                "MeshSocket::create_socket_pair makes both ends in one");
}

std::shared_ptr<MeshBuffer> MeshSocket::get_data_buffer() const {
    require(data_buffer_ != nullptr, Fault::usage,
            "the sender's end of a socket has no data buffer: the receiver's has");
    return data_buffer_;
}

FabricNodeId MeshSocket::get_fabric_node_id(SocketEndpoint endpoint,
                                            const MeshCoordinate& coord) const {
    const auto& all = nodes_[static_cast<std::size_t>(endpoint)];
    const auto at = std::ranges::find(all, coord, [](const auto& node) { return node.first; });
    require(at != all.end(), Fault::usage, "no connection of the socket is on device {}", coord);
    return at->second;
}

std::vector<MeshCoreCoord> MeshSocket::get_active_cores() const {
    std::vector<MeshCoreCoord> cores;
    for (const SocketConnection& c : config_.socket_connection_config) {
        const MeshCoreCoord& core = core_of(c, endpoint_ == SocketEndpoint::SENDER);
        if (std::ranges::find(cores, core) == cores.end()) cores.push_back(core);
    }
    return cores;
}

}  // namespace tt::tt_metal::distributed
