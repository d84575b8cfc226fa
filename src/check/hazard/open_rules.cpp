// What is outstanding: waited for by barriers, cleared, left at a kernel's end.
#include <fmt/format.h>

#include <algorithm>

#include "check/hazard/chip_checker.hpp"

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

}  // namespace

void ChipChecker::clear_trids(const device::Actor& a, std::uint32_t ids, std::uint32_t noc) {
    NodeState& t = tile(a.tile);
    const ProcessorState& caller = t.threads[a.processor];
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

void ChipChecker::barrier(const device::Actor& a, std::uint32_t waits, std::uint32_t noc,
                          int trid) {
    NodeState& t = tile(a.tile);
    ProcessorState& thread = t.threads[a.processor];
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
        const bool done = settle(o, waits);
        if (o.kind == noc::Kind::read ? done : was && !o.unsent) restamp(t, o, a.processor, clock);
        return done;
    });
    bool busy = false;
    for (std::uint32_t i = 0; i < kMovers; i++) busy |= !t.threads[i].open.empty();
    if (!busy) t.busy.clear();
}

// What a kernel leaves behind: requests, and paths of linked multicasts.
void ChipChecker::check_open(NodeState& t, ProcessorState& thread, const Who& ended) {
    const auto role = [&](const char* name, std::uint32_t site, std::uint64_t cycle) {
        return Who{name, t.id, ended.thread, site, cycle};
    };
    const Waited& w = thread.waited;
    for (Open& o : thread.open) {
        if (knows_left(t, ended, ended.thread, o)) o.unsent = false;
        const auto alike = [&](const Open& other) {
            return other.kind == o.kind && other.noc == o.noc && other.posted == o.posted;
        };
        const auto count = static_cast<std::uint64_t>(std::ranges::count_if(thread.open, alike));
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
        if (const ProcessorState::Link& l = thread.linked[noc]; l.site != 0)
            t.hits.add({"NOC-010", {role("issued", l.site, l.cycle), ended}, because_link, {noc}});
}

void ChipChecker::end(const device::Actor& a) {
    NodeState& t = tile(a.tile);
    ProcessorState& thread = t.threads[a.processor];
    if (thread.processor == nullptr) return;
    if (noc_)
        check_open(t, thread, {"ended", t.id, static_cast<std::uint8_t>(a.processor), 0, a.cycle});
    std::erase_if(t.claims, [&](const Held& h) { return h.thread == a.processor; });
    thread.open.clear();
    thread.tick(a.processor);
    thread.processor = nullptr;
}

}  // namespace ironbird::check
