// Kinds of tiles, and coordinates that know their kind and their system.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>

#include "umd/device/types/xy_pair.hpp"

namespace tt {

enum class CoreType {
    ARC,
    DRAM,
    ACTIVE_ETH,
    IDLE_ETH,
    PCIE,
    TENSIX,
    ROUTER_ONLY,
    SECURITY,
    L2CPU,
    HARVESTED,
    ETH,
    WORKER,
    COUNT,
};

enum class CoordSystem : std::uint8_t { LOGICAL, NOC0, TRANSLATED, NOC1 };

std::string to_str(CoreType type);
std::string to_str(CoordSystem system);

namespace umd {

struct CoreCoord : tt_xy_pair {
    CoreCoord() = default;
    CoreCoord(std::size_t x, std::size_t y, CoreType type, CoordSystem system)
        : tt_xy_pair(x, y), core_type(type), coord_system(system) {}
    CoreCoord(tt_xy_pair at, CoreType type, CoordSystem system)
        : tt_xy_pair(at), core_type(type), coord_system(system) {}

    CoreType core_type{};
    CoordSystem coord_system{};

    bool operator==(const CoreCoord& o) const { return key() == o.key(); }
    bool operator<(const CoreCoord& o) const { return key() < o.key(); }
    std::string str() const;

 private:
    std::tuple<std::size_t, std::size_t, CoreType, CoordSystem> key() const {
        return {x, y, core_type, coord_system};
    }
};

}  // namespace umd
}  // namespace tt

template <>
struct std::hash<tt::umd::CoreCoord> {
    std::size_t operator()(const tt::umd::CoreCoord& c) const noexcept {
        const auto kind =
            static_cast<std::size_t>(c.core_type) * 8 + static_cast<std::size_t>(c.coord_system);
        return std::hash<tt_xy_pair>{}(c) * 131 + kind;
    }
};

template <>
struct fmt::formatter<tt::umd::CoreCoord> : fmt::formatter<std::string_view> {
    auto format(const tt::umd::CoreCoord& c, fmt::format_context& ctx) const {
        return fmt::formatter<std::string_view>::format(c.str(), ctx);
    }
};
