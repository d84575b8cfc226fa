// The fabric between chips: configuration, connections of workers to routers, and what there is.
#pragma once

#include <hostdevcommon/fabric_common.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tt-metalium/core_coord.hpp>
#include <tt-metalium/device_types.hpp>
#include <tt-metalium/experimental/fabric/fabric_edm_types.hpp>
#include <tt-metalium/experimental/fabric/fabric_types.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/program.hpp>
#include <umd/device/types/core_coordinates.hpp>
#include <unordered_map>
#include <vector>

namespace tt::tt_metal::distributed {
class MeshDevice;
class MeshShape;
}  // namespace tt::tt_metal::distributed

namespace tt::tt_fabric {

enum class RoutingDirection;

// ---- configuration: before devices are opened, and DISABLED again when they are closed

void SetFabricConfig(
    FabricConfig fabric_config,
    FabricReliabilityMode reliability_mode = FabricReliabilityMode::STRICT_SYSTEM_HEALTH_SETUP_MODE,
    std::optional<uint8_t> num_routing_planes = std::nullopt,
    FabricTensixConfig fabric_tensix_config = FabricTensixConfig::DISABLED,
    FabricUDMMode fabric_udm_mode = FabricUDMMode::DISABLED,
    FabricManagerMode fabric_manager = FabricManagerMode::DEFAULT,
    FabricRouterConfig router_config = FabricRouterConfig{});
FabricConfig GetFabricConfig();

bool is_1d_fabric_config(FabricConfig fabric_config);
bool is_2d_fabric_config(FabricConfig fabric_config);
Topology get_fabric_topology();

size_t get_tt_fabric_channel_buffer_size_bytes();
size_t get_tt_fabric_packet_header_size_bytes();
size_t get_tt_fabric_max_payload_size_bytes();

// ---- connections

// Appends the arguments that WorkerToFabricEdmSender::build_from_args takes, and gives the core the
// semaphores that they name.
template <typename ProgramOrDescriptor = tt::tt_metal::Program>
void append_fabric_connection_rt_args(const FabricNodeId& src_fabric_node_id,
                                      const FabricNodeId& dst_fabric_node_id, uint32_t link_idx,
                                      ProgramOrDescriptor& worker_program_or_desc,
                                      const tt::tt_metal::CoreCoord& worker_core,
                                      std::vector<uint32_t>& worker_args,
                                      CoreType core_type = CoreType::WORKER);

enum class FabricApiType : uint8_t { Linear = 0, Mesh = 1 };

// The same for a RoutingPlaneConnectionManager, which has several.
template <typename ProgramOrDescriptor>
void append_routing_plane_connection_manager_rt_args(
    const FabricNodeId& src_fabric_node_id, const std::vector<FabricNodeId>& dst_nodes,
    const std::vector<uint32_t>& connection_link_indices,
    ProgramOrDescriptor& worker_program_or_desc, tt::tt_metal::KernelHandle& kernel_id,
    const tt::tt_metal::CoreCoord& worker_core, std::vector<uint32_t>& worker_args,
    FabricApiType api_type = FabricApiType::Linear, CoreType core_type = CoreType::WORKER);
// Those of the directions in which there is a neighbour; returns how many.
template <typename ProgramOrDescriptor>
uint32_t append_routing_plane_connection_manager_rt_args(
    const FabricNodeId& src_fabric_node_id,
    const std::vector<eth_chan_directions>& attempted_directions,
    const std::vector<uint32_t>& connection_link_indices,
    ProgramOrDescriptor& worker_program_or_desc, tt::tt_metal::KernelHandle& kernel_id,
    const tt::tt_metal::CoreCoord& worker_core, std::vector<uint32_t>& worker_args,
    FabricApiType api_type = FabricApiType::Linear, CoreType core_type = CoreType::WORKER);

// ---- what there is

std::vector<uint32_t> get_forwarding_link_indices(const FabricNodeId& src_fabric_node_id,
                                                  const FabricNodeId& dst_fabric_node_id);
std::vector<eth_chan_directions> get_neighbor_eth_directions(
    const FabricNodeId& src_fabric_node_id, const FabricNodeId& dst_fabric_node_id);
std::optional<eth_chan_directions> get_eth_forwarding_direction(FabricNodeId src_fabric_node_id,
                                                                FabricNodeId dst_fabric_node_id);
FabricNodeId get_fabric_node_id_from_physical_chip_id(ChipId physical_chip_id);
std::vector<chan_id_t> get_active_fabric_eth_routing_planes_in_direction(
    FabricNodeId fabric_node_id, RoutingDirection routing_direction);
size_t get_num_usable_routing_planes(FabricNodeId fabric_node_id,
                                     RoutingDirection routing_direction);
std::unordered_map<MeshId, tt::tt_metal::distributed::MeshShape> get_physical_mesh_shapes();
std::vector<FabricType> get_all_mgd_fabric_types();

namespace experimental {
size_t get_number_of_available_routing_planes(
    const tt::tt_metal::distributed::MeshDevice& mesh_device, size_t cluster_axis,
    size_t row_or_col);
}

}  // namespace tt::tt_fabric
