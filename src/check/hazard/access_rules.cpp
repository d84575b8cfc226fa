// Accesses to memory: whose it is, whether its data is there, and what comes before it.
#include <fmt/format.h>

#include <algorithm>

#include "check/hazard/chip_checker.hpp"

namespace ironbird::check {
namespace {

std::string because_range(const Hit& h) {
    return fmt::format("{} bytes at {:#x}", h.number[1], h.number[0]);
}

std::string because_dst(const Hit& h) {
    return fmt::format("tile {} of Dst", h.number[0]);
}

std::string because_arriving(const Hit& h) {
    return fmt::format("the read fills {:#x}..{:#x}; {} bytes at {:#x} are touched", h.number[2],
                       h.number[2] + h.number[3], h.number[1], h.number[0]);
}

std::string because_leaving(const Hit& h) {
    return fmt::format("the write takes {:#x}..{:#x}; {} bytes at {:#x} are changed", h.number[2],
                       h.number[2] + h.number[3], h.number[1], h.number[0]);
}

bool overlaps(std::uint64_t a, std::uint64_t n, std::uint64_t b, std::uint64_t m) {
    return a < b + m && b < a + n;
}

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

Hit owner_hit(const char* rule, const Who& by, std::uint64_t address, std::uint64_t size,
              const Region* r) {
    Hit h{rule, {by}, because_owner, {address, size}};
    if (r != nullptr) {
        h.number[2] = r->begin;
        h.number[3] = r->end;
        h.number[4] = static_cast<std::uint64_t>(r->owner);
        h.number[5] = r->id;
    }
    return h;
}

}  // namespace

// Between the end of a page and the next one lies nobody's data.
void ChipChecker::check_padding(const Region& r, std::uint64_t address, std::uint64_t size,
                                bool write, bool packet, NodeState& reports, const Who& by) {
    if (r.page_bytes == 0 || r.stride <= r.page_bytes) return;
    const std::uint64_t inside = (address - r.begin) % r.stride;
    if (write && size <= r.stride && inside + size > r.page_bytes)
        reports.hits.add(owner_hit("MEM-006", by, address, size, &r));
    if (!write && packet && inside >= r.page_bytes)
        reports.hits.add(owner_hit("MEM-010", by, address, size, &r));
}

// The far end of a transfer. A page is looked for where its buffer begins in the same bank: past
// the last page another buffer may lie.
void ChipChecker::check_target(NodeState& reports, const noc::Transaction& n, std::uint32_t base,
                               const Who& by) {
    NodeState& t = tile(n.target);
    const bool write = n.kind != noc::Kind::read, page = (n.flags & IB_NOC_PAGE) != 0;
    if (page && base != 0 && n.target >= plan_.cores()) {
        std::uint64_t bank = 0;
        for (const auto& b : plan_.product().dram)
            if (b.controller == n.target - plan_.cores() && b.offset <= n.address)
                bank = std::max<std::uint64_t>(bank, b.offset);
        const Region* r = t.owners.holding(n.address, n.size);
        const Region* meant = t.owners.find_buffer(bank + base);
        if (r != nullptr && r->owner == Owner::buffer && !r->has(bank + base) &&
            (meant == nullptr || !meant->has(n.address)))
            return reports.hits.add(owner_hit("MEM-007", by, n.address, n.size, r));
    }
    check_owner(t, n.address, n.size, write, true, page, reports, by);
}

void ChipChecker::check_owner(NodeState& t, std::uint64_t address, std::uint64_t size, bool write,
                              bool packet, bool page, NodeState& reports, const Who& by) {
    if (size == 0) return;
    if (const Region* r = t.owners.holding(address, size)) {
        if (write && r->owner == Owner::system)
            reports.hits.add(owner_hit("MEM-009", by, address, size, r));
        check_padding(*r, address, size, write, packet, reports, by);
        return;
    }
    const Region* begins = t.owners.find(address);
    if (begins != nullptr && begins->owner != Owner::system) {
        const bool into = t.owners.find(address + size - 1) != nullptr;
        const char* over = write ? packet ? "MEM-003" : "MEM-001" : packet ? "MEM-004" : "MEM-002";
        reports.hits.add(owner_hit(into ? "MEM-008" : over, by, address, size, begins));
        return;
    }
    if (const Region* freed = t.owners.find_freed(address)) {
        reports.hits.add(owner_hit("MEM-005", by, address, size, freed));
        return;
    }
    const char* rule = packet ? write ? "MEM-003" : "MEM-004" : write ? "MEM-001" : "MEM-002";
    if (packet && page) rule = "MEM-007";
    reports.hits.add(owner_hit(rule, by, address, size, t.owners.before(address)));
}

// An answer from whoever received a later packet tells that this one has left.
bool ChipChecker::knows_left(const NodeState& t, const Who& by, std::uint32_t issuer,
                             const Open& o) {
    if (by.tile != t.id) return false;
    return t.threads[by.thread].knows.own.left[issuer][o.noc] >= o.clock;
}

// Requests of this core whose data or source the range meets.
void ChipChecker::check_pending(NodeState& t, std::uint32_t address, std::uint32_t size,
                                const Who& by, bool write, const char* arriving_rule,
                                const Stamp* self) {
    const std::uint32_t first = address / kLineBytes, last = (address + size - 1) / kLineBytes;
    if (!t.busy.meets(first, last)) return;
    for (std::uint32_t i = 0; i < kMovers; i++)
        for (const Open& o : t.threads[i].open) {
            if (o.size == 0 || !overlaps(address, size, o.local, o.size)) continue;
            // What has landed on its own source has left.
            if (self != nullptr && self->tile == t.id && self->thread == i &&
                self->clock == o.clock)
                continue;
            const Who issued{"issued", t.id, static_cast<std::uint8_t>(i), o.site, o.cycle};
            if (o.kind == noc::Kind::read)
                t.hits.add({arriving_rule,
                            {issued, by},
                            because_arriving,
                            {address, size, o.local, o.size}});
            else if (write && o.unsent && !knows_left(t, by, i, o))
                t.hits.add(
                    {"NOC-004", {issued, by}, because_leaving, {address, size, o.local, o.size}});
        }
}

void ChipChecker::check_filled(NodeState& t, const Filled& filled, const device::Access& x,
                               const Who& by) {
    // A tile may have rows that nobody looks at: one that nobody has touched at all is wrong.
    const bool tile = x.by == device::Access::By::unpack;
    if (tile ? filled.any : filled.all) return;
    const char* rule = tile ? "INIT-002" : "INIT-001";
    if (filled.explained) rule = "INIT-005";
    t.hits.add({rule, {by}, because_range, {x.address, x.size}});
}

Order ChipChecker::order(NodeState& t, const Stamp& old, bool old_writes, const Toucher& by) {
    const auto sure_if = [](bool yes) { return yes ? Order::sure : Order::none; };
    if (old.clock == 0) return Order::sure;
    const bool same = old.tile == by.stamp.tile && old.thread == by.stamp.thread;
    if (!old.packet()) return sure_if(same || by.knows->sees(old.epoch()));
    if (same && by.stamp.packet() && old.channel() == by.stamp.channel()) return Order::sure;
    if (!old_writes) return sure_if(by.knows->sees_read(old.epoch(), old.noc()));
    if (by.knows->sees_acked(old.epoch(), old.noc())) return Order::sure;
    const auto it = t.seen.find(old.channel());
    if (it == t.seen.end()) return Order::none;
    Order best = Order::none;
    for (const Seen& s : it->second) {
        if (s.clock < old.clock || !by.knows->sees(t.id, s.thread, s.at)) continue;
        const bool overtakes = s.unflushed != 0 && old.clock >= s.unflushed && s.clock > old.clock;
        best = std::min(best, s.atomic    ? Order::credit
                              : overtakes ? Order::unflushed
                                          : Order::sure);
    }
    return best;
}

void ChipChecker::unordered(NodeState& t, const Stamp& old, bool old_writes, std::uint64_t address,
                            const Toucher& by, Order order) {
    const Who first = who(old.packet() ? "issued" : old_writes ? "written" : "read", old, by.cycle);
    Hit h{"RACE-002", {first, who(by.role, by.stamp, by.cycle)}, because_range, {address, 4}};
    if (order == Order::credit) {
        h.rule = "RACE-003";
    } else if (order == Order::unflushed) {
        h.rule = "RACE-008";
    } else if (!old.packet() && !by.stamp.packet()) {
        const bool source = (old.how & Stamp::kSource) != 0 && !old_writes;
        h.rule = source ? "NOC-004" : "RACE-001";
        if (source) h.who[0].role = "issued";
    } else if (old.packet() && old_writes && by.knows->sees(old.epoch())) {
        // It was told of something later from the same hand, on another way.
        bool here = false;
        for (const auto& [channel, list] : t.seen)
            here |= channel >> 5 == old.channel() >> 5 && channel != old.channel();
        h.rule = here ? "RACE-004" : "RACE-005";
    }
    if (h.rule[0] == 'N' ? noc_ : race_) t.hits.add(h);
}

void ChipChecker::touch_cell(NodeState& t, Cell& cell, std::uint64_t address, const Toucher& by) {
    if (by.write ? cell.write.same_access(by.stamp) : cell.read[0].same_access(by.stamp)) return;
    const auto part = [&](const Stamp& s) { return (s.how & by.stamp.how & Stamp::kPart) != 0; };
    const auto check = [&](const Stamp& old, bool writes) {
        if (part(old)) return;
        const Order o = order(t, old, writes, by);
        if (o != Order::sure) unordered(t, old, writes, address, by, o);
    };
    check(cell.write, true);
    if (!by.write) {
        // The newer of two; one by the same hand gives way first.
        const bool first = cell.read[0].tile == by.stamp.tile &&
                           cell.read[0].thread == by.stamp.thread &&
                           cell.read[0].packet() == by.stamp.packet();
        if (!first) cell.read[1] = cell.read[0];
        cell.read[0] = by.stamp;
        return;
    }
    for (Stamp& r : cell.read) {
        check(r, false);
        r = {};
    }
    cell.write = by.stamp;
}

void ChipChecker::touch_line(NodeState& t, Line& l, std::uint32_t first, std::uint32_t last,
                             std::uint64_t at, const Toucher& by, RunOfLines& run) {
    const bool all = first == 0 && last == kWords;
    if (all && l.parts == 0) {
        if (run.alike && l.cell == run.before) {
            l.cell = run.after;
            return;
        }
        run.before = l.cell;
        touch_cell(t, l.cell, at, by);
        run.after = l.cell;
        run.alike = true;
        return;
    }
    auto& parts = t.shadow.parts(l);
    for (std::uint32_t w = first; w < last; w++) touch_cell(t, parts[w], at + w * 4, by);
    if (all && by.write) {
        l.cell = parts[0];
        t.shadow.unite(l);
    }
}

void ChipChecker::touch(NodeState& t, std::uint64_t address, std::uint64_t size,
                        const Toucher& by) {
    Toucher whole = by;
    if (size < 4) whole.stamp.how |= Stamp::kPart;
    RunOfLines run;
    t.shadow.for_each(address, size,
                      [&](Line& l, std::uint32_t first, std::uint32_t last, auto at) {
                          touch_line(t, l, first, last, at, whole, run);
                      });
}

// A processor's own access, in one pass: who was there, whether it was filled, and that it is now.
Filled ChipChecker::touch_and_fill(NodeState& t, std::uint64_t address, std::uint64_t size,
                                   const Toucher& by) {
    Toucher whole = by;
    if (size < 4) whole.stamp.how |= Stamp::kPart;
    RunOfLines run;
    Filled filled;
    t.shadow.for_each(address, size,
                      [&](Line& l, std::uint32_t first, std::uint32_t last, auto at) {
                          const std::uint16_t words = Shadow::mask(first, last);
                          if (by.write)
                              l.write(words);
                          else
                              filled.add(l, words);
                          if (by.races) touch_line(t, l, first, last, at, whole, run);
                      });
    return filled;
}

// What a barrier has waited for belongs to whoever waited, from now on.
void ChipChecker::restamp(NodeState& t, const Open& o, std::uint32_t thread, std::uint32_t clock) {
    if (o.size == 0 || o.clock == clock) return;
    const bool read = o.kind == noc::Kind::read;
    t.shadow.for_each(o.local, o.size, [&](Line& l, std::uint32_t first, std::uint32_t last, auto) {
        const auto renew = [&](Stamp& s) {
            if (s.clock == o.clock && s.tile == t.id && s.thread == thread) s.clock = clock;
        };
        if (l.parts == 0) {
            if (first == 0 && last == kWords) renew(read ? l.cell.write : l.cell.read[0]);
            return;
        }
        auto& parts = t.shadow.parts(l);
        for (std::uint32_t w = first; w < last; w++)
            renew(read ? parts[w].write : parts[w].read[0]);
    });
}

// Somebody else was there: what the others do with it next matters again.
void ChipChecker::ask_again(NodeState& t, std::uint64_t address, std::uint64_t size,
                            bool stores_alone, std::uint32_t but) {
    for (std::uint32_t i = 0; i < kThreads; i++)
        if (i != but && t.threads[i].asks)
            t.threads[i].asked->clear(static_cast<std::uint32_t>(address),
                                      static_cast<std::uint32_t>(size), stores_alone);
}

void ChipChecker::access(const device::Actor& a, const device::Access& x) {
    NodeState& t = tile(a.tile);
    ProcessorState& thread = t.threads[a.processor];
    if (thread.processor == nullptr) return;
    if (x.size == 0) {
        if (init_ && x.by == device::Access::By::pack)
            t.hits.add({"INIT-003",
                        {who("packed", a, t.sites.here(*thread.processor))},
                        because_dst,
                        {x.address}});
        return;
    }
    if (x.by == device::Access::By::unpack &&
        thread.unpacked_before(x.address, x.size, thread.clock(a.processor)))
        return;
    t.shadow.expect(x.address);
    const std::uint32_t site = x.site != 0 ? t.sites.at(thread.processor->kernel, x.site)
                                           : t.sites.here(*thread.processor);
    using By = device::Access::By;
    const bool scalar = x.by == By::scalar || x.by == By::poll;
    const Who by = who(x.write ? "written" : x.by == By::unpack ? "unpacked" : "used", a, site);
    if (x.by == By::pack) {
        // Data has come to it through Src and Dst from the other two.
        for (const std::uint32_t i : {2u, 3u})
            thread.knows.learn(t.threads[i].knows, a.processor, tile_count());
    }
    if (memory_) check_owner(t, x.address, x.size, x.write, false, false, t, by);
    if (memory_ && x.write && !t.claims.empty()) check_claims(t, x.address, x.size, false, by);
    if (scalar && x.size <= 4 && (x.by == By::poll || is_signal(t, x.address))) {
        const Stamp stamp{thread.clock(a.processor),
                          site,
                          static_cast<std::uint32_t>(a.cycle),
                          t.id,
                          static_cast<std::uint8_t>(a.processor),
                          0};
        if (x.write)
            release(t, a.processor, x.address, stamp);
        else
            acquire(t, a.processor, x.address);
        if (x.write) t.shadow.mark_written(x.address, x.size);
        if (noc_ && x.write) check_pending(t, x.address, x.size, by, true, "NOC-002");
        return;
    }
    if (scalar && x.write) {
        thread.last_store = {thread.clock(a.processor),
                             site,
                             static_cast<std::uint32_t>(a.cycle),
                             t.id,
                             static_cast<std::uint8_t>(a.processor),
                             0};
        thread.last_store_address = x.address;
        thread.last_store_size = x.size;
    } else if (scalar &&
               overlaps(thread.last_store_address, thread.last_store_size, x.address, x.size)) {
        thread.last_store_size = 0;  // what is loaded back has arrived
    }
    if (noc_) check_pending(t, x.address, x.size, by, x.write, "NOC-002");
    if (cb_) check_window(t, x.address, x.size, x.write, by);
    ask_again(t, x.address, x.size, !x.write, a.processor);
    if (scalar) {
        thread.asked->set(x.address, x.size, x.write);
        thread.asks = true;
    }
    const Stamp stamp{thread.clock(a.processor),
                      site,
                      static_cast<std::uint32_t>(a.cycle),
                      t.id,
                      static_cast<std::uint8_t>(a.processor),
                      0};
    const Filled filled = touch_and_fill(
        t, x.address, x.size, {&thread.knows, stamp, a.cycle, x.write, by.role, race_ || noc_});
    if (init_ && !x.write) check_filled(t, filled, x, by);
}

}  // namespace ironbird::check
