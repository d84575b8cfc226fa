// Whose memory an access touches.
#include "check/hazard/owner_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/layout.hpp"

namespace ironbird::check {
namespace {

Region region_of(const Hit& h) {
    return {h.number[2], h.number[3], static_cast<Owner>(h.number[4]), h.number[5]};
}

std::string because_owner(const Hit& h) {
    const Region r = region_of(h);
    if (r.owner == Owner::nobody)
        return fmt::format("{} bytes at {:#x}; nothing lies there", h.number[1], h.number[0]);
    const std::uint64_t end = h.number[0] + h.number[1];
    if (r.end <= h.number[0])
        return fmt::format("{} bytes at {:#x}, {} bytes behind the end of {}", h.number[1],
                           h.number[0], h.number[0] - r.end, text(r));
    if (end > r.end)
        return fmt::format("{} bytes at {:#x} run {} bytes over the end of {}", h.number[1],
                           h.number[0], end - r.end, text(r));
    return fmt::format("{} bytes at {:#x} are of {}", h.number[1], h.number[0], text(r));
}

Hit owner_hit(const char* rule, const Who& by, const Touched& x, const Region* r) {
    Hit h{rule, {by}, because_owner, {x.address, x.size}};
    if (r != nullptr) {
        h.number[2] = r->begin;
        h.number[3] = r->end;
        h.number[4] = static_cast<std::uint64_t>(r->owner);
        h.number[5] = r->id;
    }
    return h;
}

}  // namespace

OwnerRules::OwnerRules(ChipState& chip) : chip_(chip), owners_(chip.count()) {
    for (std::uint32_t i = 0; i < chip.plan.cores(); i++) owners_[i].launch(reserved());
}

// M: fabric_common.h. The packet headers lie behind the table of connections, of which the first
// part is for reading alone.
std::vector<Region> OwnerRules::reserved() const {
    constexpr std::uint32_t kReadOnlyBytes = 400;
    const arch::Product& product = chip_.plan.product();
    return {
        {fabric::kStreamWords, fabric::kStreamWords + 4 * fabric::kStreamsOfCore, Owner::fabric, 0},
        {product.fabric.connections + kReadOnlyBytes, product.memory.kernel_config_base,
         Owner::fabric, 0},
        {0, product.memory.unreserved_base, Owner::system, 0}};
}

// Between the end of a page and the next one lies nobody's data.
void OwnerRules::check_padding(const Region& r, const Touched& x, NodeState& reports,
                               const Who& by) {
    if (r.page_bytes == 0 || r.stride <= r.page_bytes) return;
    const std::uint64_t inside = (x.address - r.begin) % r.stride;
    if (x.write && x.size <= r.stride && inside + x.size > r.page_bytes)
        reports.hits.add(owner_hit("MEM-006", by, x, &r));
    if (!x.write && x.packet && inside >= r.page_bytes)
        reports.hits.add(owner_hit("MEM-010", by, x, &r));
}

// A page is looked for where its buffer begins in the same bank: past the last page another buffer
// may lie.
void OwnerRules::check_target(NodeState& reports, const noc::Transaction& n, std::uint32_t base,
                              const Who& by) const {
    const Owners& owners = owners_[n.target];
    const Touched x{.address = n.address,
                    .size = n.size,
                    .write = n.kind != noc::Kind::read,
                    .packet = true,
                    .page = (n.flags & IB_NOC_PAGE) != 0};
    if (x.page && base != 0 && !chip_.is_core(n.target)) {
        std::uint64_t bank = 0;
        for (const auto& b : chip_.plan.product().dram)
            if (b.controller == n.target - chip_.plan.cores() && b.offset <= n.address)
                bank = std::max<std::uint64_t>(bank, b.offset);
        const Region* r = owners.holding(n.address, n.size);
        const Region* meant = owners.find_buffer(bank + base);
        if (r != nullptr && r->owner == Owner::buffer && !r->has(bank + base) &&
            (meant == nullptr || !meant->has(n.address)))
            return reports.hits.add(owner_hit("MEM-007", by, x, r));
    }
    check(chip_.node(n.target), x, reports, by);
}

void OwnerRules::check(const NodeState& t, const Touched& x, NodeState& reports,
                       const Who& by) const {
    // Nothing allocates the L1 of an Ethernet core: programs divide it among themselves.
    if (x.size == 0 || chip_.is_ethernet(t.id)) return;
    const Owners& owners = owners_[t.id];
    if (const Region* r = owners.holding(x.address, x.size)) {
        if (x.write && r->owner == Owner::system) reports.hits.add(owner_hit("MEM-009", by, x, r));
        check_padding(*r, x, reports, by);
        return;
    }
    const char* const outside = x.packet  ? x.write ? "MEM-003" : "MEM-004"
                                : x.write ? "MEM-001"
                                          : "MEM-002";
    const Region* begins = owners.find(x.address);
    if (begins != nullptr && begins->owner != Owner::system) {
        const bool into = owners.find(x.address + x.size - 1) != nullptr;
        reports.hits.add(owner_hit(into ? "MEM-008" : outside, by, x, begins));
        return;
    }
    if (const Region* freed = owners.find_freed(x.address)) {
        reports.hits.add(owner_hit("MEM-005", by, x, freed));
        return;
    }
    reports.hits.add(
        owner_hit(x.packet && x.page ? "MEM-007" : outside, by, x, owners.before(x.address)));
}

}  // namespace ironbird::check
