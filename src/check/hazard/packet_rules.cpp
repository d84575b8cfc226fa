// Packets as they are issued.
#include "check/hazard/packet_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::check {
namespace {

std::string because_receivers(const Hit& h) {
    return fmt::format("told {}, the rectangle has {}{}", h.number[0], h.number[1],
                       h.number[2] != 0 ? " with the sender" : " without the sender");
}

std::string because_trid(const Hit& h) {
    if (h.number[2] != 0)
        return fmt::format("{} requests of id {} are outstanding, its counter ends at {}",
                           h.number[2], h.number[0], h.number[3]);
    return fmt::format("id {} of NoC {} has requests of another processor outstanding", h.number[0],
                       h.number[1]);
}

std::string because_store(const Hit& h) {
    return fmt::format("the command takes {:#x}, stored just before", h.number[0]);
}

std::string because_again(const Hit& h) {
    return fmt::format("{} bytes from {:#x} go to the same place twice", h.number[1], h.number[0]);
}

}  // namespace

void PacketRules::check_multicast(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                                  std::uint32_t receivers, std::uint32_t site) {
    const bool self = (n.flags & IB_NOC_INCLUDE_SELF) != 0;
    const std::uint64_t key = std::uint64_t{n.first.x} << 32 | std::uint64_t{n.first.y} << 24 |
                              std::uint64_t{n.last.x} << 16 | std::uint64_t{n.last.y} << 8 |
                              std::uint64_t{n.noc} << 1 | (self ? 1 : 0);
    auto [it, fresh] = nodes_[t.id].rectangles.try_emplace(key, 0);
    if (fresh)
        it->second = t.processors[a.processor].processor->core->chip.network->map().count_receivers(
            n.first, n.last, n.noc, t.id, self);
    if (it->second != receivers)
        t.hits.add({"NOC-011",
                    {who("issued", a, site)},
                    because_receivers,
                    {receivers, it->second, self ? 1u : 0u}});
    Requests::Link& link = with_.requests.of(a).linked[n.noc];
    link = {};
    if ((n.flags & IB_NOC_LINKED) != 0) link = {site, a.cycle};
}

void PacketRules::check_trid(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                             std::uint32_t site) {
    std::uint32_t mine = 0;
    for (std::uint32_t i = 0; i < kMovers; i++)
        for (const Open& o : with_.requests.of(t.id, i).open) {
            if (o.noc != n.noc || o.trid != n.trid || o.posted) continue;
            if (i == a.processor) {
                mine++;
                continue;
            }
            t.hits.add({"NOC-012",
                        {Who{"issued", t.id, static_cast<std::uint8_t>(i), o.site, o.cycle},
                         who("again", a, site)},
                        because_trid,
                        {n.trid, n.noc, 0}});
            return;
        }
    const std::uint32_t most = chip_.plan.product().limits.max_outstanding_per_id;
    if (mine >= most)
        t.hits.add(
            {"NOC-012", {who("again", a, site)}, because_trid, {n.trid, n.noc, mine + 1, most}});
}

// Blackhole's command buffers are queues of their own: a multicast flag may leave before its data,
// unless the data was flushed (upstream's multicast senders say so). 0: all has left before it.
std::uint32_t PacketRules::oldest_unflushed(const device::Actor& a, const noc::Transaction& n) {
    const bool flag = n.kind == noc::Kind::write && n.size == 4 &&
                      (n.flags & IB_NOC_MULTICAST) != 0 &&
                      chip_.plan.product().family == arch::Family::blackhole;
    if (!flag) return 0;
    const Known& own = chip_.node(a.node).processors[a.processor].knows.own;
    std::uint32_t oldest = 0;
    for (const Open& o : with_.requests.of(a).open)
        if (o.kind == noc::Kind::write && o.multicast && o.unsent && o.noc == n.noc &&
            own.left[a.processor][n.noc] < o.clock && (oldest == 0 || o.clock < oldest))
            oldest = o.clock;
    return oldest;
}

// What the receivers will be told by.
Tag& PacketRules::tag_of(const device::Actor& a, noc::Transaction& n, std::uint32_t site) {
    if (n.tag == nullptr) {
        auto& arena = nodes_[a.node].tags;
        arena.push_back(std::make_unique<Tag>());
        n.tag = arena.back().get();
    }
    const NodeState& t = chip_.node(a.node);
    Tag& tag = *static_cast<Tag*>(n.tag);
    tag.knowledge = t.processors[a.processor].knows;
    tag.cycle = a.cycle;
    tag.unwritten.clear();
    tag.claimed = with_.claims.claimed(t.id, a.processor, n.address, n.size);
    tag.stamp = t.stamp(a, site);
    tag.stamp.how =
        static_cast<std::uint8_t>(n.noc | (n.vc & 15) << Stamp::kVcShift | Stamp::kPacket);
    tag.unflushed = oldest_unflushed(a, n);
    return tag;
}

// The issuer's own end of a read or write.
void PacketRules::check_own_end(NodeState& t, const device::Actor& a, noc::Transaction& n,
                                Tag& tag) {
    ProcessorState& state = t.processors[a.processor];
    const bool read = n.kind == noc::Kind::read;
    const Who used = who(read ? "written" : "used", a, tag.stamp.site);
    if (chip_.memory) with_.owners.check(t, {n.local, n.size, read, true}, t, used);
    if (chip_.noc)
        with_.requests.check_pending(t, n.local, n.size, used, read, read ? "NOC-015" : "NOC-003");
    if (chip_.cb) with_.cbs.check_window(t, n.local, n.size, read, used);
    if (chip_.race || chip_.noc) {
        Stamp stamp = tag.stamp;
        stamp.how = Stamp::kSource;
        with_.races.touch(t, n.local, n.size, {&state.knows, stamp, a.cycle, read, used.role});
    }
    if (chip_.init && !read) carry_written(t, n, tag, n.local);
    if (chip_.init && !read && !tag.unwritten.empty()) with_.cbs.check_sent(t, n, used);
    if (chip_.race && !read && state.last_store_size != 0 &&
        state.last_store_address < n.local + n.size &&
        state.last_store_address + state.last_store_size > n.local)
        t.hits.add({"RACE-007",
                    {who("written", state.last_store, a.cycle), used},
                    because_store,
                    {state.last_store_address}});
    with_.requests.mark_busy(t, n);
}

// A write that says again what the one before it says.
void PacketRules::check_repeated(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                                 std::uint32_t site) {
    if (!t.processors[a.processor].commanded) return;
    const std::vector<Open>& open = with_.requests.of(a).open;
    const auto last = std::ranges::find_if(open.rbegin(), open.rend(),
                                           [](const Open& o) { return o.kind != noc::Kind::read; });
    if (last == open.rend()) return;
    const Open& o = *last;
    if (o.kind != n.kind || !o.unsent || o.noc != n.noc || o.local != n.local || o.size != n.size ||
        o.target != n.target || o.address != n.address)
        return;
    t.hits.add({"NOC-016",
                {Who{"issued", t.id, static_cast<std::uint8_t>(a.processor), o.site, o.cycle},
                 who("again", a, site)},
                because_again,
                {n.local, n.size}});
}

void PacketRules::issue(const device::Actor& a, noc::Transaction& n, const ib_noc& how,
                        ChipChecker& self) {
    NodeState& t = chip_.node(a.node);
    ProcessorState& state = t.processors[a.processor];
    const std::uint32_t site = t.sites.here(*state.processor);
    Tag& tag = tag_of(a, n, site);
    tag.chip = &self;
    const bool write = n.kind == noc::Kind::write;
    const bool own_end = write || n.kind == noc::Kind::read;
    const bool posted = (n.flags & IB_NOC_POSTED) != 0;
    const bool multicast = (n.flags & IB_NOC_MULTICAST) != 0;
    if (chip_.noc && multicast) check_multicast(t, a, n, how.receivers, site);
    if (chip_.noc && (n.flags & IB_NOC_TRID) != 0) check_trid(t, a, n, site);
    if (chip_.memory && !multicast)
        with_.owners.check_target(t, n, how.page_base, who("issued", a, site));
    if (own_end) check_own_end(t, a, n, tag);
    if (chip_.noc && write) check_repeated(t, a, n, site);
    if (a.processor < kMovers)
        with_.requests.of(a).open.push_back(
            {n.kind, n.noc, n.trid, posted, write || posted, !posted, multicast, tag.stamp.clock,
             site, own_end ? n.local : 0, own_end ? n.size : 0, n.target, n.address, a.cycle});
    state.tick(a.processor);
    state.last_store_size = 0;
    state.commanded = true;
}

}  // namespace ironbird::check
