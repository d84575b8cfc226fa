// The counters of all links, for reports.
#include "noc/impl/links.hpp"

namespace ironbird::noc {

void Links::report(std::vector<LinkUse>& use) const {
    for (std::uint32_t noc = 0; noc < 2; noc++)
        for (std::uint32_t place = 0; place < width_ * height_; place++)
            for (const Way way : {Way::inject, Way::x, Way::y, Way::eject}) {
                const Position p{static_cast<std::uint8_t>(place % width_),
                                 static_cast<std::uint8_t>(place / width_)};
                const std::uint32_t index = at(noc, p, way);
                const Link& l = links_[index];
                if (l.busy == Cycles{}) continue;
                use.push_back({static_cast<std::uint8_t>(noc), p, way, l.bytes, l.busy});
                if (!histories_.empty()) use.back().over = histories_[index];
            }
}

}  // namespace ironbird::noc
