// Names of chips and boards in a cluster.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

enum BoardType : std::uint32_t {
    E75,
    E150,
    E300,
    N150,
    N300,
    P100,
    P150,
    P300,
    GALAXY,
    UBB,
    UBB_WORMHOLE = UBB,
    UBB_BLACKHOLE,
    QUASAR,
    UNKNOWN,
};

namespace tt {

using BoardType = ::BoardType;
using ChipId = int;
using EthernetChannel = int;

// Position of a chip in the Ethernet mesh of its cluster.
struct EthCoord {
    int cluster_id = 0;
    int x = 0;
    int y = 0;
    int rack = 0;
    int shelf = 0;
    constexpr auto operator<=>(const EthCoord&) const = default;
};

namespace umd {

using BoardType = ::BoardType;
using chip_id_t = ChipId;
using ethernet_channel_t = EthernetChannel;
using eth_coord_t = EthCoord;

std::string board_type_to_string(BoardType type);
BoardType board_type_from_string(std::string_view name);

}  // namespace umd
}  // namespace tt

using tt::umd::chip_id_t;
using tt::umd::eth_coord_t;
using tt::umd::ethernet_channel_t;

template <>
struct std::hash<tt::EthCoord> {
    std::size_t operator()(const tt::EthCoord& c) const noexcept {
        std::size_t seed = 0;
        for (const int part : {c.cluster_id, c.x, c.y, c.rack, c.shelf})
            seed = seed * 1000003 + static_cast<std::size_t>(part);
        return seed;
    }
};
