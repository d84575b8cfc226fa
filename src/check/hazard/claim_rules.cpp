// Ranges that kernels claim by scoped locks: who else writes there, and who writes without.
#include <fmt/format.h>

#include <algorithm>

#include "check/hazard/chip_checker.hpp"

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

bool meets(const Held& h, std::uint64_t address, std::uint64_t size) {
    return h.address < address + size && address < std::uint64_t{h.address} + h.size;
}

Hit claim_hit(const char* rule, const NodeState& t, const Who& by, const Held& h,
              std::uint64_t address, std::uint64_t size) {
    const bool ring = h.what == What::ring;
    return {rule,
            {by, Who{ring ? "declared" : "locked", t.id, h.thread, h.site, h.cycle}},
            because_claim,
            {address, size, h.address, h.size, static_cast<std::uint64_t>(h.what), ring ? 0u : 1u}};
}

}  // namespace

void ChipChecker::claim(const device::Actor& a, const device::Claim& c) {
    NodeState& t = tile(a.tile);
    ProcessorState& thread = t.threads[a.processor];
    if (!memory_ || thread.processor == nullptr) return;
    const auto same = std::ranges::find_if(t.claims, [&](const Held& h) {
        return h.what == c.what && h.address == c.address && h.size == c.size &&
               h.thread == a.processor;
    });
    if (same != t.claims.end()) {
        same->count += c.taken ? 1 : -1;
        if (same->count == 0) t.claims.erase(same);
        return;
    }
    if (!c.taken) return;
    t.claims.push_back({c.what, static_cast<std::uint8_t>(a.processor), 1, c.address, c.size,
                        t.sites.here(*thread.processor), a.cycle});
    if (c.what != What::ring) ask_again(t, c.address, c.size, true, a.processor);
}

// Whether a processor's own locks hold all of a range.
bool ChipChecker::claimed(const NodeState& t, std::uint32_t thread, std::uint64_t address,
                          std::uint64_t size) {
    const std::uint64_t end = address + size;
    for (bool further = true; further && address < end;) {
        further = false;
        for (const Held& h : t.claims) {
            if (h.what == What::ring || h.thread != thread || !meets(h, address, 1)) continue;
            address = std::uint64_t{h.address} + h.size;
            further = true;
        }
    }
    return address >= end;
}

// A packet's write. The other pages of a locked circular buffer belong to its producer, whose own
// stores are therefore none of the lock's business, but nobody else's packets are awaited there.
void ChipChecker::check_claims(NodeState& t, std::uint64_t address, std::uint64_t size, bool packet,
                               const Who& by) {
    for (const Held& h : t.claims) {
        if (h.what == What::ring || (!packet && h.what == What::cb)) continue;
        if ((by.tile == t.id && by.thread == h.thread) || !meets(h, address, size)) continue;
        t.hits.add(claim_hit("MEM-011", t, by, h, address, size));
    }
}

// A write to the own core's dataflow buffer that no lock of the writer held when it was issued.
void ChipChecker::check_unclaimed(NodeState& t, std::uint64_t address, std::uint64_t size,
                                  const Who& by) {
    for (const Held& h : t.claims) {
        if (h.what != What::ring || !meets(h, address, size)) continue;
        t.hits.add(claim_hit("MEM-012", t, by, h, address, size));
        return;
    }
}

}  // namespace ironbird::check
