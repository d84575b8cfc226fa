// Names of chips, boards and tiles; dispatch choices; views of runtime arguments.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <enchantum/enchantum.hpp>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <tt-metalium/dispatch_core_common.hpp>
#include <tt-metalium/runtime_args_data.hpp>
#include <umd/device/types/arch.hpp>
#include <umd/device/types/cluster_descriptor_types.hpp>
#include <umd/device/types/core_coordinates.hpp>

#include "arch/product.hpp"

namespace tt {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

struct ArchName {
    ARCH arch;
    std::string_view name;
};
constexpr std::array kArchNames{
    ArchName{ARCH::GRAYSKULL, "grayskull"},  ArchName{ARCH::WORMHOLE_B0, "wormhole_b0"},
    ArchName{ARCH::WORMHOLE_B0, "wormhole"}, ArchName{ARCH::BLACKHOLE, "blackhole"},
    ArchName{ARCH::QUASAR, "quasar"},
};

}  // namespace

ARCH arch_from_str(const std::string& name) {
    for (const ArchName& row : kArchNames)
        if (row.name == lower(name)) return row.arch;
    return ARCH::Invalid;
}

std::string arch_to_str(ARCH arch) {
    for (const ArchName& row : kArchNames)
        if (row.arch == arch) return std::string(row.name);
    return "Invalid";
}

std::string to_str(CoreType type) {
    return std::string(enchantum::to_string(type));
}
std::string to_str(CoordSystem system) {
    return std::string(enchantum::to_string(system));
}

namespace umd {

std::string xy_pair::str() const {
    return fmt::format("(x={},y={})", x, y);
}
std::string cxy_pair::str() const {
    return fmt::format("(chip={},x={},y={})", chip, x, y);
}

std::string CoreCoord::str() const {
    return fmt::format("CoreCoord: ({}, {}, {}, {})", x, y, to_str(core_type),
                       to_str(coord_system));
}

std::string board_type_to_string(BoardType type) {
    return lower(enchantum::to_string(type));
}

BoardType board_type_from_string(std::string_view name) {
    std::string known = lower(name);
    if (known.size() == 5 && known[0] == 'p') known.pop_back();  // p150a and p150c are p150
    for (const auto& [type, spelling] : enchantum::entries<BoardType>)
        if (lower(spelling) == known) return type;
    return BoardType::UNKNOWN;
}

}  // namespace umd

namespace tt_metal {

bool RuntimeArgsData::in_bounds(std::size_t index) const noexcept {
    if (index < rt_args_count) return true;
    std::cerr << "runtime argument " << index << " does not exist, there are " << rt_args_count
              << '\n';
    return false;
}

std::size_t RuntimeArgsData::checked(std::size_t index) const {
    if (!in_bounds(index))
        throw std::out_of_range(
            fmt::format("Index {} is larger than runtime args size {}", index, rt_args_count));
    return index;
}

}  // namespace tt_metal
}  // namespace tt

std::size_t std::hash<tt::tt_metal::DispatchCoreConfig>::operator()(
    const tt::tt_metal::DispatchCoreConfig& config) const {
    const auto& [type, axis] = config.attribute_values();
    return static_cast<std::size_t>(type) * 8 + (axis ? 1 + static_cast<std::size_t>(*axis) : 0);
}
