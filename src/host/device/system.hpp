// How many devices the machine has and how they are arranged.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tt-metalium/mesh_coord.hpp>

#include "arch/cluster.hpp"
#include "host/options/options.hpp"

namespace ironbird::host {

// "2x4"; throws usage naming the variable.
tt::tt_metal::distributed::MeshShape parse_mesh(std::string_view text);

// "2,4", as TT_MESHDEVICE_SHAPE has it.
tt::tt_metal::distributed::MeshShape meshdevice_shape(std::string_view text);

// The chips that a process has: those of IRONBIRD_CLUSTER, else as IRONBIRD_MESH says, else as many
// as IRONBIRD_CHIP or TT_VISIBLE_DEVICES name, or as the one board has.
arch::Cluster cluster_of(const Options& options, std::span<const arch::Product* const> chips);

// What SystemMesh reports: TT_MESHDEVICE_SHAPE, else the shape of the cluster.
const tt::tt_metal::distributed::MeshShape& system_shape();

// First device id that cannot exist. Where nothing says how many there are, any number of chips up
// to 32 may be opened, so that programs for larger systems run without setting anything.
std::uint32_t device_limit();

}  // namespace ironbird::host
