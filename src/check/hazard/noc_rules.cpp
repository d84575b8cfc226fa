// Packets as they are issued.
#include <fmt/format.h>

#include <algorithm>

#include "check/hazard/chip_checker.hpp"

namespace ironbird::check {
namespace {

constexpr std::uint32_t kMostOfId = 255;  // a transaction id's counter has eight bits

std::string because_receivers(const Hit& h) {
    return fmt::format("told {}, the rectangle has {}{}", h.number[0], h.number[1],
                       h.number[2] != 0 ? " with the sender" : " without the sender");
}

std::string because_trid(const Hit& h) {
    if (h.number[2] != 0)
        return fmt::format("{} requests of id {} are outstanding, its counter ends at 255",
                           h.number[2], h.number[0]);
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

void ChipChecker::check_multicast(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                                  std::uint32_t receivers, std::uint32_t site) {
    const bool self = (n.flags & IB_NOC_INCLUDE_SELF) != 0;
    const std::uint64_t key = std::uint64_t{n.first.x} << 32 | std::uint64_t{n.first.y} << 24 |
                              std::uint64_t{n.last.x} << 16 | std::uint64_t{n.last.y} << 8 |
                              std::uint64_t{n.noc} << 1 | (self ? 1 : 0);
    auto [it, fresh] = t.rectangles.try_emplace(key, 0);
    if (fresh)
        it->second = t.threads[a.processor].processor->core->chip.network->map().count_receivers(
            n.first, n.last, n.noc, t.id, self);
    if (it->second != receivers)
        t.hits.add({"NOC-011",
                    {who("issued", a, site)},
                    because_receivers,
                    {receivers, it->second, self ? 1u : 0u}});
    ProcessorState::Link& link = t.threads[a.processor].linked[n.noc];
    link = {};
    if ((n.flags & IB_NOC_LINKED) != 0) link = {site, a.cycle};
}

void ChipChecker::check_trid(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                             std::uint32_t site) {
    std::uint32_t mine = 0;
    for (std::uint32_t i = 0; i < kMovers; i++)
        for (const Open& o : t.threads[i].open) {
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
    if (mine >= kMostOfId)
        t.hits.add({"NOC-012", {who("again", a, site)}, because_trid, {n.trid, n.noc, mine + 1}});
}

// What the receivers will be told by.
Tag& ChipChecker::tag_of(const device::Actor& a, noc::Transaction& n, std::uint32_t site) {
    if (n.tag == nullptr) {
        auto& arena = *tags_[a.tile];
        arena.push_back(std::make_unique<Tag>());
        n.tag = arena.back().get();
    }
    ProcessorState& thread = tile(a.tile).threads[a.processor];
    Tag& tag = *static_cast<Tag*>(n.tag);
    tag.chip = this;
    tag.knowledge = thread.knows;
    tag.cycle = a.cycle;
    tag.unwritten.clear();
    tag.unflushed = 0;
    const NodeState& t = tile(a.tile);
    tag.claimed = t.claims.empty() || claimed(t, a.processor, n.address, n.size);
    tag.stamp = {
        thread.clock(a.processor),
        site,
        static_cast<std::uint32_t>(a.cycle),
        static_cast<std::uint16_t>(a.tile),
        static_cast<std::uint8_t>(a.processor),
        static_cast<std::uint8_t>(n.noc | (n.vc & 15) << Stamp::kVcShift | Stamp::kPacket)};
    // Blackhole's command buffers are queues of their own: a multicast flag may leave before its
    // data, unless the data was flushed (upstream's multicast senders say so).
    const bool flag = n.kind == noc::Kind::write && n.size == 4 &&
                      (n.flags & IB_NOC_MULTICAST) != 0 &&
                      plan_.product().family == arch::Family::blackhole;
    if (flag)
        for (const Open& o : thread.open)
            if (o.kind == noc::Kind::write && o.multicast && o.unsent && o.noc == n.noc &&
                thread.knows.own.left[a.processor][n.noc] < o.clock &&
                (tag.unflushed == 0 || o.clock < tag.unflushed))
                tag.unflushed = o.clock;
    return tag;
}

// The issuer's own end of a read or write.
void ChipChecker::check_own_end(NodeState& t, const device::Actor& a, noc::Transaction& n,
                                Tag& tag) {
    ProcessorState& thread = t.threads[a.processor];
    const bool read = n.kind == noc::Kind::read;
    const Who used = who(read ? "written" : "used", a, tag.stamp.site);
    if (memory_) check_owner(t, n.local, n.size, read, true, false, t, used);
    if (noc_) check_pending(t, n.local, n.size, used, read, read ? "NOC-015" : "NOC-003");
    if (cb_) check_window(t, n.local, n.size, read, used);
    if (race_ || noc_) {
        Stamp stamp = tag.stamp;
        stamp.how = Stamp::kSource;
        touch(t, n.local, n.size, {&thread.knows, stamp, a.cycle, read, used.role});
    }
    if (init_ && !read) carry_written(t, n, tag, n.local);
    if (init_ && !read && !tag.unwritten.empty()) check_sent(t, n, used);
    if (race_ && !read && thread.last_store_size != 0 &&
        thread.last_store_address < n.local + n.size &&
        thread.last_store_address + thread.last_store_size > n.local)
        t.hits.add({"RACE-007",
                    {who("written", thread.last_store, a.cycle), used},
                    because_store,
                    {thread.last_store_address}});
    mark_busy(t, n);
}

void ChipChecker::mark_busy(NodeState& t, const noc::Transaction& n) {
    t.busy.add(n.local / kLineBytes, (n.local + n.size - 1) / kLineBytes);
    ask_again(t, n.local, n.size, n.kind != noc::Kind::read);
}

// A write that says again what the one before it says.
void ChipChecker::check_repeated(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                                 std::uint32_t site) {
    ProcessorState& thread = t.threads[a.processor];
    if (!thread.commanded) return;
    const auto last = std::ranges::find_if(thread.open.rbegin(), thread.open.rend(),
                                           [](const Open& o) { return o.kind != noc::Kind::read; });
    if (last == thread.open.rend()) return;
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

void ChipChecker::issue(const device::Actor& a, noc::Transaction& n, std::uint32_t receivers) {
    NodeState& t = tile(a.tile);
    ProcessorState& thread = t.threads[a.processor];
    const std::uint32_t site = t.sites.here(*thread.processor);
    Tag& tag = tag_of(a, n, site);
    const bool write = n.kind == noc::Kind::write;
    const bool own_end = write || n.kind == noc::Kind::read;
    const bool posted = (n.flags & IB_NOC_POSTED) != 0;
    const bool multicast = (n.flags & IB_NOC_MULTICAST) != 0;
    if (noc_ && multicast) check_multicast(t, a, n, receivers, site);
    if (noc_ && (n.flags & IB_NOC_TRID) != 0) check_trid(t, a, n, site);
    if (memory_ && !multicast) check_target(t, n, receivers, who("issued", a, site));
    if (own_end) check_own_end(t, a, n, tag);
    if (noc_ && write) check_repeated(t, a, n, site);
    if (a.processor < kMovers)
        thread.open.push_back({n.kind, n.noc, n.trid, posted, write || posted, !posted, multicast,
                               tag.stamp.clock, site, own_end ? n.local : 0, own_end ? n.size : 0,
                               n.target, n.address, a.cycle});
    thread.tick(a.processor);
    thread.last_store_size = 0;
    thread.commanded = true;
}

}  // namespace ironbird::check
