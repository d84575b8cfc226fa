// The groups of checks that IRONBIRD_CHECK and --only name.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace ironbird::check {

inline constexpr auto kGroups = std::to_array<std::string_view>(
    {"memory", "noc", "race", "cb", "init", "args", "compute", "fabric"});

// A value: which groups are on.
class Groups {
 public:
    static constexpr Groups none() { return Groups(0); }
    static constexpr Groups all() { return Groups((1u << kGroups.size()) - 1); }
    // "" and "0" are none, "1" and "all" all, else names separated by commas; throws usage.
    static Groups parse(std::string_view text);

    constexpr bool any() const { return mask_ != 0; }
    // Groups that are not of this list (hang, portability) are always on.
    constexpr bool has(std::string_view group) const {
        for (std::size_t i = 0; i < kGroups.size(); i++)
            if (kGroups[i] == group) return (mask_ >> i & 1) != 0;
        return true;
    }
    std::string text(std::string_view between = " ") const;  // "memory noc"

 private:
    explicit constexpr Groups(std::uint32_t mask) : mask_(mask) {}
    std::uint32_t mask_;
};

}  // namespace ironbird::check
