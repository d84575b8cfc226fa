// Pages that are pushed and sent on, and that nobody has written.
#include <fmt/format.h>

#include <algorithm>

#include "check/hazard/cb_rules.hpp"

namespace ironbird::check {
namespace {

std::string because_sent(const Hit& h) {
    return fmt::format(
        "{} bytes at {:#x}, page {} of CB {}: no pack, no store and no read from the "
        "NoC has been there in this launch",
        h.number[1], h.number[0], h.number[2], h.number[3]);
}

}  // namespace

// A page may have padding that nobody looks at: one that nobody has touched at all is wrong.
void CbRules::check_sent(NodeState& t, const noc::Transaction& n, const Who& by) const {
    const Node& node = nodes_[t.id];
    for (const auto& [begin, bytes, index] : node.list) {
        if (n.local - begin >= bytes) continue;  // below it wraps round
        const CbState& b = node.cbs[index];
        if (b.on_buffer || b.push.role == nullptr) return;
        bool touched = false;
        t.shadow.for_each(n.local, n.size,
                          [&](Line& l, std::uint32_t first, std::uint32_t last, auto) {
                              touched |= ((l.written | l.copied) & Shadow::mask(first, last)) != 0;
                          });
        if (touched || requests_.arriving(t.id, n.local, n.size)) return;
        Who sent = by;
        sent.role = "sent";
        t.hits.add({"INIT-006",
                    {b.push, sent},
                    because_sent,
                    {n.local, n.size, (n.local - b.address) / std::max(b.page, 1u), index}});
        return;
    }
}

}  // namespace ironbird::check
