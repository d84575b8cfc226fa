// What upstream's tests ask its private description of the fabric, answered from the public API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tt-metalium/experimental/fabric/control_plane.hpp>
#include <vector>

namespace tt::tt_fabric {

// The part of a router's configuration that tests read.
struct FabricEriscDatamoverConfig {
    Topology topology;
};

class FabricBuilderContext {
 public:
    FabricEriscDatamoverConfig get_fabric_router_config() const {
        return {.topology = get_fabric_topology()};
    }
};

class FabricContext {
 public:
    Topology get_fabric_topology() const { return tt_fabric::get_fabric_topology(); }
    bool is_2D_routing_enabled() const { return is_2d_fabric_config(GetFabricConfig()); }
    std::size_t get_fabric_packet_header_size_bytes() const {
        return get_tt_fabric_packet_header_size_bytes();
    }
    // The bytes of the way in a header of 96.
    std::uint32_t get_2d_pkt_hdr_route_buffer_size() const { return 35; }
    const FabricBuilderContext& get_builder_context() const { return builder_; }

 private:
    FabricBuilderContext builder_;
};

// The public control plane, and the one question to it whose answer is private.
class ControlPlaneOfTests : public ControlPlane {
 public:
    const FabricContext& get_fabric_context() const { return context_; }

 private:
    FabricContext context_;
};

// What append_fabric_connection_rt_args adds, for a channel and semaphores of the caller's.
inline void append_worker_to_fabric_edm_sender_rt_args(chan_id_t channel, std::size_t teardown,
                                                       std::size_t cursor,
                                                       std::vector<std::uint32_t>& args) {
    args.push_back(channel);
    args.push_back(static_cast<std::uint32_t>(teardown));
    args.push_back(static_cast<std::uint32_t>(cursor));
}

}  // namespace tt::tt_fabric
