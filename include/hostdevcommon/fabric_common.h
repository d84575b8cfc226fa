// Names of channels and directions that host programs and kernels share.
#pragma once

#include <cstdint>

namespace tt::tt_fabric {

using chan_id_t = std::uint8_t;
using routing_plane_id_t = std::uint8_t;

inline constexpr std::uint32_t MAX_MESH_SIZE = 256;
inline constexpr std::uint32_t MAX_NUM_MESHES = 1024;

// Tables of ways: for how many chips, and bytes of one way.
inline constexpr std::uint16_t MAX_CHIPS_LOWLAT_1D = 64;
inline constexpr std::uint16_t MAX_CHIPS_LOWLAT_2D = 256;
inline constexpr std::uint16_t SINGLE_ROUTE_SIZE_1D = 16;
inline constexpr std::uint16_t SINGLE_ROUTE_SIZE_2D = 32;

enum eth_chan_magic_values : std::uint8_t {
    INVALID_DIRECTION = 0xDD,
    INVALID_ROUTING_TABLE_ENTRY = 0xFF,
};

enum eth_chan_directions : std::uint8_t {
    EAST = 0,
    WEST = 1,
    NORTH = 2,
    SOUTH = 3,
    Z = 4,
    COUNT = 5,
};

}  // namespace tt::tt_fabric
