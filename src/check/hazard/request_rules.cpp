// What is outstanding: waited for by barriers, cleared, left at a kernel's end.
#include "check/hazard/request_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::check {
namespace {

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

std::string because_cleared(const Hit& h) {
    return fmt::format(
        "the counter of id {} on NoC {} is cleared with {} of its requests outstanding",
        h.number[0], h.number[1], h.number[2]);
}

std::string because_link(const Hit& h) {
    return fmt::format("on NoC {}: the path stays taken", h.number[0]);
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

// A barrier has waited; says whether nothing of the request is outstanding any more.
bool settle(Open& o, std::uint32_t waits) {
    if (o.kind == noc::Kind::read) return (waits & IB_WAIT_READS) != 0;
    if (o.kind == noc::Kind::atomic && !o.posted) return (waits & IB_WAIT_ATOMICS_ACKED) != 0;
    if (o.posted) {
        if ((waits & IB_WAIT_POSTED_SENT) != 0) o.unsent = false;
    } else {
        if ((waits & (IB_WAIT_WRITES_SENT | IB_WAIT_WRITES_ACKED)) != 0) o.unsent = false;
        if ((waits & IB_WAIT_WRITES_ACKED) != 0) o.unanswered = false;
    }
    return !o.unsent && !o.unanswered;
}

// The rule that a barrier behind the request breaks by waiting for something else; null: none.
const char* missed_rule(const Open& o, const Waited& w) {
    if (w.clock <= o.clock || (o.kind == noc::Kind::write && !o.unsent)) return nullptr;
    const bool same = (w.waits & waits_of(o)) != 0;
    if (same) return w.noc != o.noc ? "NOC-014" : nullptr;
    return (w.waits & IB_WAIT_WRITES_SENT) == 0 ? "NOC-008" : nullptr;
}

std::string because_arriving(const Hit& h) {
    return fmt::format("the read fills {:#x}..{:#x}; {} bytes at {:#x} are touched", h.number[2],
                       h.number[2] + h.number[3], h.number[1], h.number[0]);
}

std::string because_leaving(const Hit& h) {
    return fmt::format("the write takes {:#x}..{:#x}; {} bytes at {:#x} are changed", h.number[2],
                       h.number[2] + h.number[3], h.number[1], h.number[0]);
}

// What a barrier has waited for belongs to whoever waited, from now on.
void restamp(NodeState& t, const Open& o, std::uint32_t processor, std::uint32_t clock) {
    if (o.size == 0 || o.clock == clock) return;
    const bool read = o.kind == noc::Kind::read;
    t.shadow.for_each(o.local, o.size, [&](Line& l, std::uint32_t first, std::uint32_t last, auto) {
        const auto renew = [&](Stamp& s) {
            if (s.clock == o.clock && s.node == t.id && s.processor == processor) s.clock = clock;
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

}  // namespace

RequestRules::RequestRules(ChipState& chip) : chip_(chip), nodes_(chip.count()) {
    const std::uint32_t lines = chip.plan.product().memory.l1_bytes / kLineBytes + 64;
    for (std::uint32_t i = 0; i < chip.plan.cores(); i++) nodes_[i].busy.resize(lines);
}

void RequestRules::mark_busy(NodeState& t, const noc::Transaction& n) {
    nodes_[t.id].busy.add(n.local / kLineBytes, (n.local + n.size - 1) / kLineBytes);
    t.ask_again(n.local, n.size, n.kind != noc::Kind::read);
}

bool RequestRules::arriving(std::uint32_t core, std::uint32_t address, std::uint32_t size) const {
    for (const Requests& mine : nodes_[core].processors)
        for (const Open& o : mine.open)
            if (o.kind == noc::Kind::read && o.local < address + size && address < o.local + o.size)
                return true;
    return false;
}

bool RequestRules::knows_left(const NodeState& t, const Who& by, std::uint32_t issuer,
                              const Open& o) {
    if (by.node != t.id) return false;
    return t.processors[by.processor].knows.own.left[issuer][o.noc] >= o.clock;
}

void RequestRules::check_pending(NodeState& t, std::uint32_t address, std::uint32_t size,
                                 const Who& by, bool write, const char* arriving_rule,
                                 const Stamp* self) const {
    const std::uint32_t first = address / kLineBytes, last = (address + size - 1) / kLineBytes;
    const Node& node = nodes_[t.id];
    if (!node.busy.meets(first, last)) return;
    for (std::uint32_t i = 0; i < kMovers; i++)
        for (const Open& o : node.processors[i].open) {
            if (o.size == 0 || !overlaps(address, size, o.local, o.size)) continue;
            // What has landed on its own source has left.
            if (self != nullptr && self->node == t.id && self->processor == i &&
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

void RequestRules::clear_trids(const device::Actor& a, std::uint32_t ids, std::uint32_t noc) {
    NodeState& t = chip_.node(a.node);
    const ProcessorState& caller = t.processors[a.processor];
    if (!chip_.noc || caller.processor == nullptr) return;
    for (std::uint32_t i = 0; i < kMovers; i++)
        for (const std::vector<Open>& open = nodes_[t.id].processors[i].open;
             const Open& o : open) {
            if (o.trid == 0 || o.noc != noc || o.posted || (ids >> o.trid & 1) == 0) continue;
            const auto count = std::ranges::count_if(open, [&](const Open& other) {
                return other.trid == o.trid && other.noc == noc && !other.posted;
            });
            t.hits.add({"NOC-012",
                        {Who{"issued", t.id, static_cast<std::uint8_t>(i), o.site, o.cycle},
                         who("cleared", a, t.sites.here(*caller.processor))},
                        because_cleared,
                        {o.trid, noc, static_cast<std::uint64_t>(count)}});
        }
}

void RequestRules::barrier(const device::Actor& a, std::uint32_t waits, std::uint32_t noc,
                           int trid) {
    NodeState& t = chip_.node(a.node);
    ProcessorState& state = t.processors[a.processor];
    if (state.processor == nullptr || a.processor >= kMovers) return;
    const std::uint32_t clock = state.tick(a.processor);
    state.called();
    Requests& mine = of(a);
    bool needed = false;
    for (const Open& o : mine.open) needed |= o.noc == noc && (waits_of(o) & waits) != 0;
    // One that found what it waits for was meant for that.
    if (!needed) mine.waited = {clock, t.sites.here(*state.processor), waits, noc, a.cycle};
    Known& own = state.knows.own;
    if ((waits & IB_WAIT_READS) != 0) own.read[a.processor][noc] = clock;
    if ((waits & IB_WAIT_WRITES_ACKED) != 0) own.acked[a.processor][noc] = clock;
    std::erase_if(mine.open, [&](Open& o) {
        if (o.noc != noc || (trid >= 0 && o.trid != trid)) return false;
        const bool was = o.unsent;
        const bool done = settle(o, waits);
        if (o.kind == noc::Kind::read ? done : was && !o.unsent) restamp(t, o, a.processor, clock);
        return done;
    });
    bool busy = false;
    Node& node = nodes_[a.node];
    for (std::uint32_t i = 0; i < kMovers; i++) busy |= !node.processors[i].open.empty();
    if (!busy) node.busy.clear();
}

// What a kernel leaves behind: requests, and paths of linked multicasts.
void RequestRules::check_open(NodeState& t, Requests& mine, const Who& ended) const {
    const auto role = [&](const char* name, std::uint32_t site, Cycles cycle) {
        return Who{name, t.id, ended.processor, site, cycle};
    };
    const Waited& w = mine.waited;
    for (Open& o : mine.open) {
        if (knows_left(t, ended, ended.processor, o)) o.unsent = false;
        const auto alike = [&](const Open& other) {
            return other.kind == o.kind && other.noc == o.noc && other.posted == o.posted;
        };
        const auto count = static_cast<std::uint64_t>(std::ranges::count_if(mine.open, alike));
        const Who issued = role("issued", o.site, o.cycle);
        if (const char* rule = missed_rule(o, w); rule != nullptr)
            t.hits.add({rule,
                        {issued, role("waited", w.site, w.cycle), ended},
                        because_barrier,
                        {count, o.noc, w.waits, w.noc, static_cast<std::uint64_t>(o.kind)}});
        else
            t.hits.add({left_rule(o), {issued, ended}, because_open, {count, o.noc}});
    }
    for (std::uint32_t noc = 0; noc < 2; noc++)
        if (const Requests::Link& l = mine.linked[noc]; l.site != 0)
            t.hits.add({"NOC-010", {role("issued", l.site, l.cycle), ended}, because_link, {noc}});
}

void RequestRules::end(const device::Actor& a) {
    NodeState& t = chip_.node(a.node);
    Requests& mine = of(a);
    if (chip_.noc)
        check_open(t, mine, {"ended", t.id, static_cast<std::uint8_t>(a.processor), 0, a.cycle});
    mine.open.clear();
}

}  // namespace ironbird::check
