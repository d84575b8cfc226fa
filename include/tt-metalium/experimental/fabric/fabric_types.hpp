// Names of devices, meshes and modes of the fabric between chips.
#pragma once

#include <fmt/format.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <tt_stl/fmt.hpp>
#include <tt_stl/strong_type.hpp>
#include <utility>

namespace tt::tt_fabric {

enum class FabricConfig : uint32_t {
    DISABLED = 0,
    FABRIC_1D_NEIGHBOR_EXCHANGE = 1,
    FABRIC_1D = 2,
    FABRIC_1D_RING = 3,
    FABRIC_2D = 4,
    FABRIC_2D_TORUS_X = 5,
    FABRIC_2D_TORUS_Y = 6,
    FABRIC_2D_TORUS_XY = 7,
    CUSTOM = 8,
};

enum class FabricTensixConfig : uint32_t { DISABLED = 0, MUX = 1, UDM = 2 };

enum class FabricUDMMode : uint32_t { DISABLED = 0, ENABLED = 1 };

// Bits.
enum class FabricManagerMode : uint32_t {
    INIT_FABRIC = 1,
    TERMINATE_FABRIC = 2,
    ENABLED = 0,
    DEFAULT = 3,
};

enum class FabricType { MESH = 1, TORUS_X = 2, TORUS_Y = 4, TORUS_XY = 6 };

namespace detail {
template <typename E>
inline constexpr bool is_flags = false;
template <>
inline constexpr bool is_flags<FabricManagerMode> = true;
template <>
inline constexpr bool is_flags<FabricType> = true;
}  // namespace detail

template <typename E>
    requires detail::is_flags<E>
constexpr E operator|(E a, E b) {
    return static_cast<E>(static_cast<uint32_t>(a) | static_cast<uint32_t>(b));
}
template <typename E>
    requires detail::is_flags<E>
constexpr E operator&(E a, E b) {
    return static_cast<E>(static_cast<uint32_t>(a) & static_cast<uint32_t>(b));
}
template <typename E>
    requires detail::is_flags<E>
constexpr bool has_flag(E flags, E test_flag) {
    return (flags & test_flag) == test_flag;
}

// A ring of two is a line.
constexpr bool is_genuine_torus_dim(uint32_t dim_size) {
    return dim_size > 2;
}
constexpr FabricType torus_flag_for_axis(uint32_t axis) {
    return axis == 0 ? FabricType::TORUS_Y : FabricType::TORUS_X;
}

struct FabricRouterConfig {
    std::optional<size_t> max_packet_payload_size_bytes = std::nullopt;
};

enum class FabricReliabilityMode : uint32_t {
    STRICT_SYSTEM_HEALTH_SETUP_MODE = 0,
    RELAXED_SYSTEM_HEALTH_SETUP_MODE = 1,
    DYNAMIC_RECONFIGURATION_SETUP_MODE = 2,
};

using MeshId = ttsl::StrongType<uint32_t, struct MeshIdTag>;
using MeshHostRankId = ttsl::StrongType<uint32_t, struct HostRankTag>;
using SwitchId = ttsl::StrongType<uint32_t, struct SwitchIdTag>;
using LogicalChipId = uint32_t;

inline constexpr MeshHostRankId MESH_HOST_RANK_UNSET{UINT32_MAX};

// A chip of a mesh.
class FabricNodeId {
 public:
    explicit FabricNodeId(MeshId mesh_id_val, std::uint32_t chip_id_val)
        : mesh_id(mesh_id_val), chip_id(chip_id_val) {}

    MeshId mesh_id{0};
    std::uint32_t chip_id = 0;

    friend bool operator==(const FabricNodeId&, const FabricNodeId&) = default;
    friend auto operator<=>(const FabricNodeId&, const FabricNodeId&) = default;
};

inline std::ostream& operator<<(std::ostream& os, const FabricNodeId& node) {
    return os << 'M' << *node.mesh_id << 'D' << node.chip_id;
}

}  // namespace tt::tt_fabric

template <>
struct std::hash<tt::tt_fabric::FabricNodeId> {
    std::size_t operator()(const tt::tt_fabric::FabricNodeId& node) const noexcept {
        return std::size_t{*node.mesh_id} << 32 | node.chip_id;
    }
};

template <>
struct fmt::formatter<tt::tt_fabric::FabricNodeId> : ttsl::fmt_detail::Plain {
    auto format(const tt::tt_fabric::FabricNodeId& node, fmt::format_context& ctx) const {
        return fmt::format_to(ctx.out(), "(M{}, D{})", *node.mesh_id, node.chip_id);
    }
};

namespace tt::tt_metal {

enum class PortType {
    UNKNOWN,
    TRACE,
    QSFP_DD,
    WARP100,
    WARP400,
    LINKING_BOARD_1,
    LINKING_BOARD_2,
    LINKING_BOARD_3,
};

using AsicID = ttsl::StrongType<uint64_t, struct AsicIDTag>;
using TrayID = ttsl::StrongType<uint32_t, struct TrayIDTag>;
using ASICLocation = ttsl::StrongType<uint32_t, struct ASICLocationTag>;
using ASICPosition = std::pair<TrayID, ASICLocation>;
using RackID = ttsl::StrongType<uint32_t, struct RackIDTag>;
using UID = ttsl::StrongType<uint32_t, struct UIDTag>;
using HallID = ttsl::StrongType<uint32_t, struct HallIDTag>;
using AisleID = ttsl::StrongType<uint32_t, struct AisleIDTag>;

}  // namespace tt::tt_metal
