// What upstream's tests ask its private context, answered from the public API.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tt-metalium/distributed_context.hpp>
#include <tt-metalium/experimental/fabric/control_plane.hpp>
#include <tt-metalium/system_mesh.hpp>

#include "llrt/hal.hpp"
#include "llrt/rtoptions.hpp"
#include "llrt/tt_cluster.hpp"
#include "tt_metal/fabric/fabric_context.hpp"

namespace tt::tt_metal {

class MetalContext {
 public:
    static MetalContext& instance() {
        static MetalContext only;
        return only;
    }
    const Cluster& get_cluster() const { return cluster_; }
    const Hal& hal() const { return hal_; }
    llrt::RunTimeOptions& rtoptions() { return options_; }
    const distributed::SystemMesh& get_system_mesh() const {
        return distributed::SystemMesh::instance();
    }
    tt_fabric::ControlPlaneOfTests& get_control_plane() { return control_plane_; }
    tt_fabric::FabricConfig get_fabric_config() const { return tt_fabric::GetFabricConfig(); }
    const distributed::multihost::DistributedContext& full_world_distributed_context() const {
        return *distributed::multihost::DistributedContext::get_current_world();
    }
    void set_custom_fabric_topology(const std::string& descriptor,
                                    const std::map<tt_fabric::FabricNodeId, ChipId>&) {
        TT_THROW("{}: a mesh graph descriptor is named by TT_MESH_GRAPH_DESC_PATH", descriptor);
    }
    void set_default_fabric_topology() {}

 private:
    Cluster cluster_;
    Hal hal_;
    llrt::RunTimeOptions options_;
    tt_fabric::ControlPlaneOfTests control_plane_;
};

}  // namespace tt::tt_metal
