// What every worker core finds in its L1 when a fabric is running: ways to other chips, and the
// routers of its own.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/coord.hpp"
#include "fabric/grid.hpp"
#include "fabric/layout.hpp"

namespace ironbird::fabric {

// upstream: routing_l1_info_t.
std::vector<std::uint8_t> routing_table(const Grid& grid, const Setup& setup, std::uint32_t chip);

struct Connection {
    std::uint32_t channel;  // Ethernet
    arch::Direction side;
    Virtual core;
};
// upstream: tensix_fabric_connections_l1_info_t.
std::vector<std::uint8_t> connection_table(std::span<const Connection> routers, const Setup& setup,
                                           const Layout& layout);

}  // namespace ironbird::fabric
