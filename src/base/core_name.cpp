// Names of cores.
#include "base/core_name.hpp"

#include <fmt/format.h>

namespace ironbird {

std::string core_name(std::uint32_t x, std::uint32_t y) {
    return y == kEthernetRow ? fmt::format("Ethernet core {}", x)
                             : fmt::format("core ({},{})", x, y);
}

}  // namespace ironbird
