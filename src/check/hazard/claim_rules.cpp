// Ranges that kernels claim by scoped locks: who else writes there, and who writes without.
#include "check/hazard/claim_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::check {
namespace {

using What = device::Claim::What;

const char* name(What what) {
    switch (what) {
        case What::memory:
            return "memory";
        case What::cb:
            return "circular buffer";
        case What::dfb:
        case What::ring:
            return "dataflow buffer";
    }
    return "";
}

std::string because_claim(const Hit& h) {
    return fmt::format("{} bytes at {:#x} go into the {} {} ({:#x}..{:#x})", h.number[1],
                       h.number[0], h.number[5] != 0 ? "locked" : "unlocked",
                       name(static_cast<What>(h.number[4])), h.number[2],
                       h.number[2] + h.number[3]);
}

}  // namespace

Hit ClaimRules::hit(const char* rule, const NodeState& t, const Who& by, const Held& h,
                    std::uint64_t address, std::uint64_t size) {
    const bool ring = h.what == What::ring;
    return {rule,
            {by, Who{ring ? "declared" : "locked", t.id, h.processor, h.site, h.cycle}},
            because_claim,
            {address, size, h.address, h.size, static_cast<std::uint64_t>(h.what), ring ? 0u : 1u}};
}

void ClaimRules::claim(const device::Actor& a, const device::Claim& c) {
    NodeState& t = chip_.node(a.node);
    ProcessorState& state = t.processors[a.processor];
    if (!chip_.memory || state.processor == nullptr) return;
    std::vector<Held>& held = held_[a.node];
    const auto same = std::ranges::find_if(held, [&](const Held& h) {
        return h.what == c.what && h.address == c.address && h.size == c.size &&
               h.processor == a.processor;
    });
    if (same != held.end()) {
        same->count += c.taken ? 1 : -1;
        if (same->count == 0) held.erase(same);
        return;
    }
    if (!c.taken) return;
    held.push_back({c.what, static_cast<std::uint8_t>(a.processor), 1, c.address, c.size,
                    t.sites.here(*state.processor), a.cycle});
    if (c.what != What::ring) t.ask_again(c.address, c.size, true, a.processor);
}

void ClaimRules::end(const device::Actor& a) {
    std::erase_if(held_[a.node], [&](const Held& h) { return h.processor == a.processor; });
}

bool ClaimRules::claimed(std::uint32_t core, std::uint32_t processor, std::uint64_t address,
                         std::uint64_t size) const {
    if (!any(core)) return true;
    const std::uint64_t end = address + size;
    for (bool further = true; further && address < end;) {
        further = false;
        for (const Held& h : held_[core]) {
            if (h.what == What::ring || h.processor != processor || !h.meets(address, 1)) continue;
            address = std::uint64_t{h.address} + h.size;
            further = true;
        }
    }
    return address >= end;
}

// A packet's write. The other pages of a locked circular buffer belong to its producer, whose own
// stores are therefore none of the lock's business, but nobody else's packets are awaited there.
void ClaimRules::check(NodeState& t, std::uint64_t address, std::uint64_t size, bool packet,
                       const Who& by) const {
    for (const Held& h : held_[t.id]) {
        if (h.what == What::ring || (!packet && h.what == What::cb)) continue;
        if ((by.node == t.id && by.processor == h.processor) || !h.meets(address, size)) continue;
        t.hits.add(hit("MEM-011", t, by, h, address, size));
    }
}

void ClaimRules::check_unclaimed(NodeState& t, std::uint64_t address, std::uint64_t size,
                                 const Who& by) const {
    for (const Held& h : held_[t.id]) {
        if (h.what != What::ring || !h.meets(address, size)) continue;
        t.hits.add(hit("MEM-012", t, by, h, address, size));
        return;
    }
}

}  // namespace ironbird::check
