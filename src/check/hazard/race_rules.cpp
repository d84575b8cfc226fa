// Accesses in the shadow of memory, each held against those before it.
#include "check/hazard/race_rules.hpp"

#include <algorithm>

namespace ironbird::check {

RaceRules::Order RaceRules::order(const NodeState& t, const Stamp& old, bool old_writes,
                                  const Toucher& by) const {
    const auto sure_if = [](bool yes) { return yes ? Order::sure : Order::none; };
    if (old.clock == 0) return Order::sure;
    const bool same = old.node == by.stamp.node && old.processor == by.stamp.processor;
    if (!old.packet()) return sure_if(same || by.knows->sees(old.epoch()));
    if (same && by.stamp.packet() && old.channel() == by.stamp.channel()) return Order::sure;
    if (!old_writes) return sure_if(by.knows->sees_read(old.epoch(), old.noc()));
    if (by.knows->sees_acked(old.epoch(), old.noc())) return Order::sure;
    const auto it = signals_.seen(t.id).find(old.channel());
    if (it == signals_.seen(t.id).end()) return Order::none;
    Order best = Order::none;
    for (const Seen& s : it->second) {
        if (s.clock < old.clock || !by.knows->sees(t.id, s.processor, s.at)) continue;
        const bool overtakes = s.unflushed != 0 && old.clock >= s.unflushed && s.clock > old.clock;
        best = std::min(best, s.atomic    ? Order::credit
                              : overtakes ? Order::unflushed
                                          : Order::sure);
    }
    return best;
}

void RaceRules::unordered(NodeState& t, const Stamp& old, bool old_writes, std::uint64_t address,
                          const Toucher& by, Order order) const {
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
        for (const auto& [channel, list] : signals_.seen(t.id))
            here |= channel >> 5 == old.channel() >> 5 && channel != old.channel();
        h.rule = here ? "RACE-004" : "RACE-005";
    }
    if (h.rule[0] == 'N' ? chip_.noc : chip_.race) t.hits.add(h);
}

void RaceRules::touch_cell(NodeState& t, Cell& cell, std::uint64_t address,
                           const Toucher& by) const {
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
        const bool first = cell.read[0].node == by.stamp.node &&
                           cell.read[0].processor == by.stamp.processor &&
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

void RaceRules::touch_line(NodeState& t, Line& l, std::uint32_t first, std::uint32_t last,
                           std::uint64_t at, const Toucher& by, RunOfLines& run) const {
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

void RaceRules::touch(NodeState& t, std::uint64_t address, std::uint64_t size,
                      const Toucher& by) const {
    Toucher whole = by;
    if (size < 4) whole.stamp.how |= Stamp::kPart;
    RunOfLines run;
    t.shadow.for_each(address, size,
                      [&](Line& l, std::uint32_t first, std::uint32_t last, auto at) {
                          touch_line(t, l, first, last, at, whole, run);
                      });
}

Filled RaceRules::touch_and_fill(NodeState& t, std::uint64_t address, std::uint64_t size,
                                 const Toucher& by) const {
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

}  // namespace ironbird::check
