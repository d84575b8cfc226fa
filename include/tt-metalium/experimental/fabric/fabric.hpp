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

// ---- muxes: a core that takes the packets of several workers to one router

// A channel for packets with payload, or for headers alone, as flow control needs them.
enum class FabricMuxChannelType : uint8_t { FULL_SIZE_CHANNEL = 0, HEADER_ONLY_CHANNEL = 1 };

// What lies where in the L1 of a mux, and the arguments of its kernel,
// tt_metal/fabric/impl/kernels/tt_fabric_mux.cpp.
class FabricMuxConfig {
 public:
    FabricMuxConfig(uint8_t num_full_size_channels, uint8_t num_header_only_channels,
                    uint8_t num_buffers_full_size_channel, uint8_t num_buffers_header_only_channel,
                    size_t buffer_size_bytes_full_size_channel, size_t base_l1_address,
                    CoreType core_type = CoreType::WORKER);

    std::vector<uint32_t> get_fabric_mux_compile_time_args() const;
    template <typename ProgramOrDescriptor = tt::tt_metal::Program>
    std::vector<uint32_t> get_fabric_mux_run_time_args(
        const FabricNodeId& src_fabric_node_id, const FabricNodeId& dst_fabric_node_id,
        uint32_t link_idx, ProgramOrDescriptor& mux_program_or_desc,
        const tt::tt_metal::CoreCoord& mux_logical_core) const;

    uint8_t get_num_channels(FabricMuxChannelType channel_type) const;
    uint8_t get_num_buffers(FabricMuxChannelType channel_type) const;
    size_t get_buffer_size_bytes(FabricMuxChannelType channel_type) const;
    size_t get_status_address() const;
    size_t get_termination_signal_address() const;
    size_t get_channel_credits_stream_id(FabricMuxChannelType channel_type,
                                         uint8_t channel_id) const;
    size_t get_channel_base_address(FabricMuxChannelType channel_type, uint8_t channel_id) const;
    size_t get_connection_info_address(FabricMuxChannelType channel_type, uint8_t channel_id) const;
    size_t get_connection_handshake_address(FabricMuxChannelType channel_type,
                                            uint8_t channel_id) const;
    size_t get_flow_control_address(FabricMuxChannelType channel_type, uint8_t channel_id) const;
    size_t get_buffer_index_address(FabricMuxChannelType channel_type, uint8_t channel_id) const;
    void set_num_full_size_channel_iters(size_t new_val);
    void set_num_iters_between_teardown_checks(size_t new_val);
    void set_wait_for_fabric_endpoint_ready(bool wait_for_ready);
    void set_fabric_endpoint_channel_num_buffers(size_t num_buffers);
    void set_fabric_endpoint_status_address(size_t address);

    size_t get_memory_map_end_address() const;
    // Addresses and sizes of what the kernel sets to zero at first.
    std::vector<std::pair<size_t, size_t>> get_memory_regions_to_clear() const;

 private:
    // Parts of its memory, one behind the other; most have a word or more for each channel.
    enum Part : uint8_t {
        status,
        router_status,
        termination,
        connection_info,
        handshake,
        flow_control,
        buffer_index,
        full_channels,
        header_channels,
        end
    };
    size_t units(Part part) const;
    size_t unit_bytes(Part part) const;
    size_t address(Part part, size_t unit = 0) const;
    size_t number(FabricMuxChannelType type, uint8_t channel) const;

    size_t base_;
    uint8_t channels_[2];  // by type
    uint8_t buffers_[2];
    size_t buffer_bytes_[2];
    size_t full_size_iterations_ = 1, iterations_between_checks_ = 32;
    bool waits_for_router_ = false;
    size_t router_slots_ = 0, router_status_ = 0;  // 0: those of the fabric
};

// The second form: a kernel that ends by itself when all of its clients have gone, and for which
// clients get their arguments in one piece (FabricMuxV2Sender::build_from_args).
class FabricMuxV2Config {
 public:
    static constexpr uint32_t kTridRingCapacity = 16;

    struct ClientSemaphores {
        uint32_t flow_control_sem_id = 0;
        uint32_t teardown_sem_id = 0;
    };

    FabricMuxV2Config(uint8_t num_channels, uint8_t num_buffers_per_channel,
                      size_t channel_buffer_size_bytes, size_t base_l1_address);

    void append_client_connection_rt_args(const tt::tt_metal::CoreCoord& mux_virtual_core,
                                          uint8_t logical_channel_id,
                                          const ClientSemaphores& client_semaphores,
                                          std::vector<uint32_t>& worker_args) const;
    size_t get_memory_map_end_address() const;

 private:
    friend void add_fabric_mux_v2_to_program(tt::tt_metal::Program&, const FabricMuxV2Config&,
                                             const tt::tt_metal::CoreCoord&,
                                             const std::vector<uint32_t>&, tt::tt_metal::NOC);

    uint8_t channels_, buffers_;
    size_t buffer_bytes_, base_;
};

// `downstream_sender_rt_args`: as append_fabric_connection_rt_args makes them for the mux's core.
void add_fabric_mux_v2_to_program(
    tt::tt_metal::Program& program, const FabricMuxV2Config& config,
    const tt::tt_metal::CoreCoord& mux_logical_core,
    const std::vector<uint32_t>& downstream_sender_rt_args,
    tt::tt_metal::NOC forwarder_noc = tt::tt_metal::NOC::RISCV_0_default);
void add_fabric_mux_v2_to_program(
    tt::tt_metal::Program& program, const FabricMuxV2Config& config,
    const tt::tt_metal::CoreCoord& mux_logical_core, const FabricNodeId& src_fabric_node_id,
    const FabricNodeId& dst_fabric_node_id, uint32_t link_idx,
    tt::tt_metal::NOC forwarder_noc = tt::tt_metal::NOC::RISCV_0_default);

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
