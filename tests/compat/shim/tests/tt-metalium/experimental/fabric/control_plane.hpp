// What upstream's tests ask its control plane, answered from the public API.
#pragma once

#include <tt-metalium/experimental/fabric/fabric.hpp>

namespace tt::tt_fabric {

class FabricContext {
 public:
    Topology get_fabric_topology() const { return tt_fabric::get_fabric_topology(); }
};

class ControlPlane {
 public:
    const FabricContext& get_fabric_context() const { return context_; }
    // Chips of a mesh are numbered as they are there.
    ChipId get_physical_chip_id_from_fabric_node_id(const FabricNodeId& node) const {
        return static_cast<ChipId>(node.chip_id);
    }

 private:
    FabricContext context_;
};

}  // namespace tt::tt_fabric
