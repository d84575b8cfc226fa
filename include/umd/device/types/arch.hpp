// The generations of chips.
#pragma once

#include <fmt/format.h>

#include <ostream>
#include <string>

namespace tt {

enum class ARCH {
    GRAYSKULL = 1,
    WORMHOLE_B0 = 2,
    BLACKHOLE = 3,
    QUASAR = 4,
    Invalid = 0xFF,
};

// Case does not matter, "wormhole" is accepted; anything unknown gives Invalid.
ARCH arch_from_str(const std::string& name);
std::string arch_to_str(ARCH arch);

inline std::ostream& operator<<(std::ostream& out, const ARCH& arch) {
    return out << arch_to_str(arch);
}

}  // namespace tt

template <>
struct fmt::formatter<tt::ARCH> : fmt::formatter<std::string_view> {
    auto format(tt::ARCH arch, fmt::format_context& ctx) const {
        return fmt::formatter<std::string_view>::format(tt::arch_to_str(arch), ctx);
    }
};
