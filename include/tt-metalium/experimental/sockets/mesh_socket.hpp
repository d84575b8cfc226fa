// Sockets between cores of different devices: a FIFO in the receiver's memory, filled by pages.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <tt-metalium/distributed_context.hpp>
#include <tt-metalium/experimental/fabric/fabric_types.hpp>
#include <tt-metalium/mesh_buffer.hpp>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tt::tt_metal::distributed {

struct MeshCoreCoord {
    MeshCoordinate device_coord = MeshCoordinate(0);
    CoreCoord core_coord = CoreCoord(0, 0);

    MeshCoreCoord() = default;
    MeshCoreCoord(const MeshCoordinate& device_coord, const CoreCoord& core_coord)
        : device_coord(device_coord), core_coord(core_coord) {}
    bool operator==(const MeshCoreCoord&) const = default;

    static constexpr auto attribute_names = std::make_tuple("device_coord", "core_coord");
    auto attribute_values() const { return std::forward_as_tuple(device_coord, core_coord); }
};

// A core may send to several; it may receive from one.
struct SocketConnection {
    MeshCoreCoord sender_core;
    MeshCoreCoord receiver_core;

    SocketConnection() = default;
    SocketConnection(const MeshCoreCoord& sender_core, const MeshCoreCoord& receiver_core)
        : sender_core(sender_core), receiver_core(receiver_core) {}
    bool operator==(const SocketConnection&) const = default;

    static constexpr auto attribute_names = std::make_tuple("sender_core", "receiver_core");
    auto attribute_values() const { return std::forward_as_tuple(sender_core, receiver_core); }
};

struct SocketMemoryConfig {
    BufferType socket_storage_type = BufferType::L1;
    uint32_t fifo_size = 0;
    std::optional<SubDeviceId> sender_sub_device = std::nullopt;
    std::optional<SubDeviceId> receiver_sub_device = std::nullopt;
    bool per_core_allocation = false;

    SocketMemoryConfig() = default;
    SocketMemoryConfig(BufferType socket_storage_type, uint32_t fifo_size,
                       std::optional<SubDeviceId> sender_sub_device = std::nullopt,
                       std::optional<SubDeviceId> receiver_sub_device = std::nullopt,
                       bool per_core_allocation = false)
        : socket_storage_type(socket_storage_type),
          fifo_size(fifo_size),
          sender_sub_device(sender_sub_device),
          receiver_sub_device(receiver_sub_device),
          per_core_allocation(per_core_allocation) {}

    static constexpr auto attribute_names =
        std::make_tuple("socket_storage_type", "fifo_size", "sender_sub_device",
                        "receiver_sub_device", "per_core_allocation");
    auto attribute_values() const {
        return std::forward_as_tuple(socket_storage_type, fifo_size, sender_sub_device,
                                     receiver_sub_device, per_core_allocation);
    }
};

struct SocketConfig {
    std::vector<SocketConnection> socket_connection_config;
    SocketMemoryConfig socket_mem_config;
    std::optional<tt::tt_fabric::MeshId> sender_mesh_id = std::nullopt;
    std::optional<tt::tt_fabric::MeshId> receiver_mesh_id = std::nullopt;
    multihost::Rank sender_rank{0};
    multihost::Rank receiver_rank{0};
    std::shared_ptr<multihost::DistributedContext> distributed_context = nullptr;

    SocketConfig() = default;
    SocketConfig(
        const std::vector<SocketConnection>& socket_connection_config,
        const SocketMemoryConfig& socket_mem_config,
        std::optional<tt::tt_fabric::MeshId> sender_mesh_id = std::nullopt,
        std::optional<tt::tt_fabric::MeshId> receiver_mesh_id = std::nullopt,
        const std::shared_ptr<multihost::DistributedContext>& distributed_context = nullptr)
        : socket_connection_config(socket_connection_config),
          socket_mem_config(socket_mem_config),
          sender_mesh_id(sender_mesh_id),
          receiver_mesh_id(receiver_mesh_id),
          distributed_context(distributed_context) {}
    SocketConfig(
        const std::vector<SocketConnection>& socket_connection_config,
        const SocketMemoryConfig& socket_mem_config, multihost::Rank sender_rank,
        multihost::Rank receiver_rank,
        const std::shared_ptr<multihost::DistributedContext>& distributed_context = nullptr)
        : socket_connection_config(socket_connection_config),
          socket_mem_config(socket_mem_config),
          sender_rank(sender_rank),
          receiver_rank(receiver_rank),
          distributed_context(distributed_context) {}

    static constexpr auto attribute_names =
        std::make_tuple("socket_connection_config", "socket_mem_config");
    auto attribute_values() const {
        return std::forward_as_tuple(socket_connection_config, socket_mem_config);
    }
};

enum class SocketEndpoint : uint8_t { SENDER, RECEIVER };

// One end. Its cores find what they need at the address of the configuration buffer
// (create_sender_socket_interface and create_receiver_socket_interface of api/socket_api.h).
class MeshSocket {
 public:
    // Both ends in this process; the meshes may be parts of one.
    static std::pair<MeshSocket, MeshSocket> create_socket_pair(
        const std::shared_ptr<MeshDevice>& sender, const std::shared_ptr<MeshDevice>& receiver,
        const SocketConfig& base_config);
    // An end whose peer is in another process: refused, since there is one.
    MeshSocket(const std::shared_ptr<MeshDevice>& device, const SocketConfig& config);

    // The FIFO; of the receiver alone.
    std::shared_ptr<MeshBuffer> get_data_buffer() const;
    std::shared_ptr<MeshBuffer> get_config_buffer() const { return config_buffer_; }
    const SocketConfig& get_config() const { return config_; }
    SocketEndpoint get_socket_endpoint_type() const { return endpoint_; }
    bool is_rank_scoped_socket() const { return false; }
    tt::tt_fabric::FabricNodeId get_fabric_node_id(SocketEndpoint endpoint,
                                                   const MeshCoordinate& coord) const;
    std::vector<MeshCoreCoord> get_active_cores() const;
    MeshDevice* get_mesh_device() const { return config_buffer_->device(); }

    static constexpr auto attribute_names = std::make_tuple("config", "socket_endpoint_type");
    auto attribute_values() const { return std::forward_as_tuple(config_, endpoint_); }

 private:
    MeshSocket(std::shared_ptr<MeshBuffer> data, std::shared_ptr<MeshBuffer> config_buffer,
               const SocketConfig& config, SocketEndpoint endpoint)
        : data_buffer_(std::move(data)),
          config_buffer_(std::move(config_buffer)),
          config_(config),
          endpoint_(endpoint) {}

    std::shared_ptr<MeshBuffer> data_buffer_, config_buffer_;
    SocketConfig config_;
    SocketEndpoint endpoint_;
    std::array<std::vector<std::pair<MeshCoordinate, tt::tt_fabric::FabricNodeId>>, 2> nodes_;
};

}  // namespace tt::tt_metal::distributed
