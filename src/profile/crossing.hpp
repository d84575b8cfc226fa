// How many links between routers a transfer's payload crosses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "abi/ib_abi.h"
#include "arch/floorplan.hpp"
#include "noc/transaction.hpp"

namespace ironbird::profile {

// Of a multicast: along the first axis of its NoC to the end of the rectangle, and from each line
// of the rectangle along the second. A sender inside goes round a ring once at most.
inline std::uint32_t links_of_tree(arch::Grid grid, noc::Position from, Physical first,
                                   Physical last, std::uint32_t noc) {
    struct Axis {
        std::uint32_t size, from, first, last;
    };
    Axis u{grid.x, from.x, first.x, last.x}, v{grid.y, from.y, first.y, last.y};
    if (noc == 1) {
        for (Axis* a : {&u, &v}) {  // runs the other way
            a->from = a->size - 1 - a->from;
            a->first = a->size - 1 - a->first;
            a->last = a->size - 1 - a->last;
        }
        std::swap(u, v);
    }
    const auto ahead = [](std::uint32_t a, std::uint32_t b, std::uint32_t size) {
        return b >= a ? b - a : b + size - a;
    };
    const auto reach = [&](const Axis& a) {
        return std::min(ahead(a.from, a.first, a.size) + ahead(a.first, a.last, a.size),
                        a.size - 1);
    };
    return reach(u) + (ahead(u.first, u.last, u.size) + 1) * reach(v);
}

inline std::uint32_t links_crossed(const arch::Floorplan& plan, const noc::Transaction& t) {
    const Physical from{t.from.x, t.from.y}, to{t.to.x, t.to.y};
    if ((t.flags & IB_NOC_MULTICAST) != 0)
        return links_of_tree(plan.product().noc_grid, t.from, plan.position(t.first.x, t.first.y),
                             plan.position(t.last.x, t.last.y), t.noc);
    return t.kind == noc::Kind::read ? plan.hops(to, from, t.noc) : plan.hops(from, to, t.noc);
}

}  // namespace ironbird::profile
