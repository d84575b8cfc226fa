// Names of groups to a set and back.
#include "check/groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/fault.hpp"

namespace ironbird::check {

Groups Groups::parse(std::string_view text) {
    if (text.empty() || text == "0") return none();
    if (text == "1" || text == "all") return all();
    std::uint32_t mask = 0;
    for (std::string_view rest = text; !rest.empty();) {
        const auto comma = std::min(rest.find(','), rest.size());
        const auto name = rest.substr(0, comma);
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const auto* at = std::ranges::find(kGroups, name);
        if (at == kGroups.end())
            throw Error(Fault::usage, fmt::format("\"{}\" is no group of checks", name), {},
                        fmt::format("IRONBIRD_CHECK and --only take 1, or some of {}",
                                    fmt::join(kGroups, ",")));
        mask |= 1u << (at - kGroups.begin());
    }
    return Groups(mask);
}

std::string Groups::text(std::string_view between) const {
    std::string names;
    for (std::size_t i = 0; i < kGroups.size(); i++)
        if ((mask_ >> i & 1) != 0)
            names += fmt::format("{}{}", names.empty() ? "" : between, kGroups[i]);
    return names;
}

}  // namespace ironbird::check
