// What upstream's tests ask its private context, answered from the public API.
#pragma once

#include <cstddef>
#include <tt-metalium/cluster.hpp>
#include <tt-metalium/experimental/fabric/control_plane.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/system_mesh.hpp>
#include <umd/device/types/arch.hpp>
#include <umd/device/types/cluster_descriptor_types.hpp>

namespace tt {

class Cluster {
 public:
    ARCH arch() const { return tt_metal::hal::get_arch(); }
    tt_metal::ClusterType get_cluster_type() const { return tt_metal::GetClusterType(); }
    std::size_t number_of_devices() const { return tt_metal::GetNumAvailableDevices(); }
    BoardType get_board_type(ChipId) const {
        using tt_metal::ClusterType;
        switch (get_cluster_type()) {
            case ClusterType::N150:
                return BoardType::N150;
            case ClusterType::N300:
            case ClusterType::T3K:
                return BoardType::N300;
            case ClusterType::P100:
                return BoardType::P100;
            case ClusterType::P150:
            case ClusterType::P150_X2:
            case ClusterType::P150_X4:
            case ClusterType::P150_X8:
                return BoardType::P150;
            default:
                return BoardType::UNKNOWN;
        }
    }
    bool is_ubb_galaxy() const { return get_cluster_type() == tt_metal::ClusterType::GALAXY; }
    bool is_iommu_enabled() const { return false; }
};

namespace tt_metal {

class MetalContext {
 public:
    static MetalContext& instance() {
        static MetalContext only;
        return only;
    }
    const Cluster& get_cluster() const { return cluster_; }
    const distributed::SystemMesh& get_system_mesh() const {
        return distributed::SystemMesh::instance();
    }
    tt_fabric::ControlPlane& get_control_plane() { return control_plane_; }

 private:
    Cluster cluster_;
    tt_fabric::ControlPlane control_plane_;
};

}  // namespace tt_metal
}  // namespace tt
