// Packets: issued, landed, answered, waited for.
#include <fmt/format.h>

#include <algorithm>

#include "check/hazard/chip_checker.hpp"

namespace ironbird::checks {
namespace {

constexpr std::uint32_t kMostOfId = 255;  // a transaction id's counter has eight bits

std::string because_open(const Hit& h) {
    return fmt::format("{} request{} outstanding on NoC {}", h.number[0],
                       h.number[0] == 1 ? " is" : "s are", h.number[1]);
}

std::string because_barrier(const Hit& h) {
    const auto name = [](std::uint64_t waits) {
        if ((waits & IB_WAIT_ATOMICS_ACKED) != 0) return "atomics";
        if ((waits & IB_WAIT_WRITES_ACKED) != 0) return "writes";
        if ((waits & IB_WAIT_READS) != 0) return "reads";
        return (waits & IB_WAIT_POSTED_SENT) != 0 ? "posted writes to leave" : "writes to leave";
    };
    return fmt::format("{} {} outstanding on NoC {}; the barrier waits for {} on NoC {}",
                       h.number[0],
                       h.number[4] == 0   ? "reads are"
                       : h.number[4] == 3 ? "atomics are"
                                          : "writes are",
                       h.number[1], name(h.number[2]), h.number[3]);
}

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

std::string because_cleared(const Hit& h) {
    return fmt::format(
        "the counter of id {} on NoC {} is cleared with {} of its requests outstanding",
        h.number[0], h.number[1], h.number[2]);
}

std::string because_link(const Hit& h) {
    return fmt::format("on NoC {}: the path stays taken", h.number[0]);
}

std::string because_store(const Hit& h) {
    return fmt::format("the command takes {:#x}, stored just before", h.number[0]);
}

std::string because_again(const Hit& h) {
    return fmt::format("{} bytes from {:#x} go to the same place twice", h.number[1], h.number[0]);
}

const char* left_rule(const Open& o) {
    if (o.kind == noc::Kind::read) return "NOC-007";
    if (o.posted) return "NOC-013";
    if (o.kind == noc::Kind::write && !o.unsent) return "NOC-017";
    return o.kind == noc::Kind::atomic ? "NOC-006" : "NOC-005";
}

std::uint32_t waits_of(const Open& o) {
    if (o.kind == noc::Kind::read) return IB_WAIT_READS;
    if (o.posted) return IB_WAIT_POSTED_SENT;
    return o.kind == noc::Kind::atomic ? IB_WAIT_ATOMICS_ACKED : IB_WAIT_WRITES_ACKED;
}

}  // namespace

void ChipChecker::check_multicast(Tile& t, const device::Actor& a, const noc::Transaction& n,
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
    Thread::Link& link = t.threads[a.processor].linked[n.noc];
    link = {};
    if ((n.flags & IB_NOC_LINKED) != 0) link = {site, a.cycle};
}

void ChipChecker::check_trid(Tile& t, const device::Actor& a, const noc::Transaction& n,
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

void ChipChecker::clear_trids(const device::Actor& a, std::uint32_t ids, std::uint32_t noc) {
    Tile& t = tile(a.tile);
    const Thread& caller = t.threads[a.processor];
    if (!noc_ || caller.processor == nullptr) return;
    for (std::uint32_t i = 0; i < kMovers; i++)
        for (const Open& o : t.threads[i].open) {
            if (o.trid == 0 || o.noc != noc || o.posted || (ids >> o.trid & 1) == 0) continue;
            const auto count = std::ranges::count_if(t.threads[i].open, [&](const Open& other) {
                return other.trid == o.trid && other.noc == noc && !other.posted;
            });
            t.hits.add({"NOC-012",
                        {Who{"issued", t.id, static_cast<std::uint8_t>(i), o.site, o.cycle},
                         who("cleared", a, t.sites.here(*caller.processor))},
                        because_cleared,
                        {o.trid, noc, static_cast<std::uint64_t>(count)}});
        }
}

// What the receivers will be told by.
Tag& ChipChecker::tag_of(const device::Actor& a, noc::Transaction& n, std::uint32_t site) {
    if (n.tag == nullptr) {
        auto& arena = *tags_[a.tile];
        arena.push_back(std::make_unique<Tag>());
        n.tag = arena.back().get();
    }
    Thread& thread = tile(a.tile).threads[a.processor];
    Tag& tag = *static_cast<Tag*>(n.tag);
    tag.chip = this;
    tag.knowledge = thread.knows;
    tag.cycle = a.cycle;
    tag.unwritten.clear();
    tag.unflushed = 0;
    const Tile& t = tile(a.tile);
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
void ChipChecker::check_own_end(Tile& t, const device::Actor& a, noc::Transaction& n, Tag& tag) {
    Thread& thread = t.threads[a.processor];
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
    if (race_ && !read && thread.last_store_size != 0 &&
        thread.last_store_address < n.local + n.size &&
        thread.last_store_address + thread.last_store_size > n.local)
        t.hits.add({"RACE-007",
                    {who("written", thread.last_store, a.cycle), used},
                    because_store,
                    {thread.last_store_address}});
    mark_busy(t, n);
}

void ChipChecker::mark_busy(Tile& t, const noc::Transaction& n) {
    t.busy.add(n.local / kLineBytes, (n.local + n.size - 1) / kLineBytes);
    ask_again(t, n.local, n.size, n.kind != noc::Kind::read);
}

// A write that says again what the one before it says.
void ChipChecker::check_repeated(Tile& t, const device::Actor& a, const noc::Transaction& n,
                                 std::uint32_t site) {
    Thread& thread = t.threads[a.processor];
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
    Tile& t = tile(a.tile);
    Thread& thread = t.threads[a.processor];
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

void ChipChecker::barrier(const device::Actor& a, std::uint32_t waits, std::uint32_t noc,
                          int trid) {
    Tile& t = tile(a.tile);
    Thread& thread = t.threads[a.processor];
    if (thread.processor == nullptr || a.processor >= kMovers) return;
    const std::uint32_t clock = thread.tick(a.processor);
    thread.called();
    bool needed = false;
    for (const Open& o : thread.open) needed |= o.noc == noc && (waits_of(o) & waits) != 0;
    // One that found what it waits for was meant for that.
    if (!needed) thread.waited = {clock, t.sites.here(*thread.processor), waits, noc, a.cycle};
    Known& own = thread.knows.own;
    if ((waits & IB_WAIT_READS) != 0) own.read[a.processor][noc] = clock;
    if ((waits & IB_WAIT_WRITES_ACKED) != 0) own.acked[a.processor][noc] = clock;
    std::erase_if(thread.open, [&](Open& o) {
        if (o.noc != noc || (trid >= 0 && o.trid != trid)) return false;
        const bool was = o.unsent;
        if (o.kind == noc::Kind::read) {
            if ((waits & IB_WAIT_READS) == 0) return false;
            restamp(t, o, a.processor, clock);
            return true;
        }
        if (o.kind == noc::Kind::atomic && !o.posted) return (waits & IB_WAIT_ATOMICS_ACKED) != 0;
        if (o.posted) {
            if ((waits & IB_WAIT_POSTED_SENT) != 0) o.unsent = false;
        } else {
            if ((waits & (IB_WAIT_WRITES_SENT | IB_WAIT_WRITES_ACKED)) != 0) o.unsent = false;
            if ((waits & IB_WAIT_WRITES_ACKED) != 0) o.unanswered = false;
        }
        if (was && !o.unsent) restamp(t, o, a.processor, clock);
        return !o.unsent && !o.unanswered;
    });
    bool busy = false;
    for (std::uint32_t i = 0; i < kMovers; i++) busy |= !t.threads[i].open.empty();
    if (!busy) t.busy.clear();
}

void ChipChecker::end(const device::Actor& a) {
    Tile& t = tile(a.tile);
    Thread& thread = t.threads[a.processor];
    if (thread.processor == nullptr) return;
    const Who ended{"ended", t.id, static_cast<std::uint8_t>(a.processor), 0, a.cycle};
    if (noc_) {
        for (Open& o : thread.open) {
            if (knows_left(t, ended, a.processor, o)) o.unsent = false;
            std::uint64_t count = 0;
            for (const Open& other : thread.open)
                count += other.kind == o.kind && other.noc == o.noc && other.posted == o.posted;
            const Who issued{"issued", t.id, ended.thread, o.site, o.cycle};
            const Waited& w = thread.waited;
            if (w.clock > o.clock && (o.unsent || o.kind != noc::Kind::write)) {
                const bool same = (w.waits & waits_of(o)) != 0;
                const char* rule = same && w.noc != o.noc                          ? "NOC-014"
                                   : !same && (w.waits & IB_WAIT_WRITES_SENT) == 0 ? "NOC-008"
                                                                                   : nullptr;
                if (rule != nullptr) {
                    t.hits.add(
                        {rule,
                         {issued, Who{"waited", t.id, ended.thread, w.site, w.cycle}, ended},
                         because_barrier,
                         {count, o.noc, w.waits, w.noc, static_cast<std::uint64_t>(o.kind)}});
                    continue;
                }
            }
            t.hits.add({left_rule(o), {issued, ended}, because_open, {count, o.noc}});
        }
        for (std::uint32_t noc = 0; noc < 2; noc++)
            if (thread.linked[noc].site != 0)
                t.hits.add({"NOC-010",
                            {Who{"issued", t.id, ended.thread, thread.linked[noc].site,
                                 thread.linked[noc].cycle},
                             ended},
                            because_link,
                            {noc}});
    }
    std::erase_if(t.claims, [&](const Held& h) { return h.thread == a.processor; });
    thread.open.clear();
    thread.tick(a.processor);
    thread.processor = nullptr;
}

// Which words of a source nobody has written goes along with the bytes.
void ChipChecker::carry_written(Tile& from, noc::Transaction& n, Tag& tag, std::uint64_t address) {
    tag.unwritten.clear();
    bool all = true;
    from.shadow.for_each(
        address, n.size, [&](Line& l, std::uint32_t first, std::uint32_t last, auto) {
            all &= (l.written & Shadow::mask(first, last)) == Shadow::mask(first, last);
        });
    if (all) return;
    tag.unwritten.resize((n.size + kLineBytes - 1) / kLineBytes);
    for (std::uint32_t at = 0; at < n.size; at += 4) {
        const std::uint64_t word = address + at;
        const Line* l = from.shadow.find(word);
        if ((l->written >> (word % kLineBytes / 4) & 1) == 0)
            tag.unwritten[at / kLineBytes] |= static_cast<std::uint16_t>(1u << at % kLineBytes / 4);
    }
}

void ChipChecker::settle_written(Tile& to, const Tag& tag, std::uint64_t address,
                                 std::uint64_t size) {
    if (tag.unwritten.empty()) return to.shadow.mark_written(address, size);
    for (std::uint32_t at = 0; at < size; at += 4) {
        const std::uint64_t word = address + at;
        Line& l = to.shadow.line(word);
        const auto bit = static_cast<std::uint16_t>(1u << word % kLineBytes / 4);
        const bool unwritten = (tag.unwritten[at / kLineBytes] >> (at % kLineBytes / 4) & 1) != 0;
        (unwritten ? l.copied : l.written) |= bit;
        (unwritten ? l.written : l.copied) &= static_cast<std::uint16_t>(~bit);
    }
}

void ChipChecker::land(noc::TileId at, noc::Transaction& n, std::uint64_t cycle) {
    Tile& t = tile(at);
    Tag& tag = *static_cast<Tag*>(n.tag);
    const bool core = at < plan_.cores();
    const auto address = static_cast<std::uint32_t>(n.address);
    if (n.kind == noc::Kind::read) {
        if (init_) carry_written(t, n, tag, n.address);
        if (race_) touch(t, n.address, n.size, {&tag.knowledge, tag.stamp, cycle, false, "read"});
        if (at < plan_.cores()) ask_again(t, n.address, n.size, true);
        return;
    }
    if (memory_ && (n.flags & IB_NOC_MULTICAST) != 0)
        check_owner(t, n.address, n.size, true, true, false, t, who("issued", tag.stamp, cycle));
    if (n.kind == noc::Kind::write)
        settle_written(t, tag, n.address, n.size);
    else
        t.shadow.mark_written(n.address, n.size);
    if (!core) {
        if (race_) touch(t, n.address, n.size, {&tag.knowledge, tag.stamp, cycle, true, "written"});
        return;
    }
    t.latest[tag.stamp.channel()] = {tag.knowledge, tag.stamp.clock, tag.unflushed};
    ask_again(t, n.address, n.size, false);
    const Who written = who("written", tag.stamp, cycle);
    if (noc_) check_pending(t, address, n.size, written, true, "NOC-002", &tag.stamp);
    if (memory_ && !t.claims.empty()) {
        check_claims(t, n.address, n.size, true, written);
        if (n.kind == noc::Kind::write && tag.stamp.tile == at && !tag.claimed)
            check_unclaimed(t, n.address, n.size, written);
    }
    if (n.kind == noc::Kind::atomic || n.kind == noc::Kind::inline_write ||
        (n.size == 4 && is_signal(t, address))) {
        signalled(t, n, tag, cycle);
        if (n.kind == noc::Kind::atomic || is_signal(t, address)) return;
    }
    if (race_) touch(t, n.address, n.size, {&tag.knowledge, tag.stamp, cycle, true, "written"});
}

void ChipChecker::answer(noc::Transaction& n, std::uint64_t) {
    if (n.kind != noc::Kind::read) return;
    Tile& t = tile(n.source);
    settle_written(t, *static_cast<Tag*>(n.tag), n.local, n.size);
}

}  // namespace ironbird::checks
