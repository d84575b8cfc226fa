// The counters of all links, for reports.
#include "noc/impl/links.hpp"

namespace ironbird::noc {

void Links::report(std::vector<LinkUse>& use) const {
    for (std::uint32_t noc = 0; noc < 2; noc++)
        for (std::uint8_t y = 0; y < height_; y++)
            for (std::uint8_t x = 0; x < width_; x++)
                for (const Way way : {Way::inject, Way::x, Way::y, Way::eject}) {
                    const std::uint32_t index = at(noc, {x, y}, way);
                    const Link& l = links_[index];
                    if (l.busy == 0) continue;
                    use.push_back({static_cast<std::uint8_t>(noc), {x, y}, way, l.bytes, l.busy});
                    if (!histories_.empty()) use.back().over = histories_[index];
                }
}

}  // namespace ironbird::noc
