// What messages call a core.
#pragma once

#include <cstdint>
#include <string>

namespace ironbird {

// Ethernet cores have this row of logical coordinates, and their channel for a column, so that one
// kind of coordinate names any core. No chip has so many rows of Tensix cores.
inline constexpr std::uint32_t kEthernetRow = 15;

// "core (3,4)" or "Ethernet core 8".
std::string core_name(std::uint32_t x, std::uint32_t y);

}  // namespace ironbird
