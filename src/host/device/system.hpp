// How many devices the machine has and how they are arranged.
#pragma once

#include <cstdint>
#include <string_view>
#include <tt-metalium/mesh_coord.hpp>

namespace ironbird::host {

// "2x4"; throws usage naming the variable.
tt::tt_metal::distributed::MeshShape parse_mesh(std::string_view text);

// What SystemMesh reports: IRONBIRD_MESH, else one row of the chips that IRONBIRD_CHIP names, or of
// the one board's.
const tt::tt_metal::distributed::MeshShape& system_shape();

// First device id that cannot exist. Without IRONBIRD_MESH any number of chips up to 32 may be
// opened, so that programs for larger systems run without setting anything.
std::uint32_t device_limit();

}  // namespace ironbird::host
