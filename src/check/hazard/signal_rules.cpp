// Words that processors and packets signal through, and mailboxes: what their reader comes to know.
#include "check/hazard/signal_rules.hpp"

#include <fmt/format.h>

namespace ironbird::check {
namespace {

constexpr std::size_t kSeenKept = 16;

std::string because_signal(const Hit& h) {
    return fmt::format("the semaphore at {:#x}: an increment can be lost", h.number[0]);
}

}  // namespace

void SignalRules::launch(std::uint32_t core, std::uint32_t sem_base, std::uint32_t sem_end) {
    Node& node = nodes_[core];
    node.sem_base = sem_base;
    node.sem_end = sem_end;
    node.signals.clear();
    node.seen.clear();
    node.latest.clear();
    for (auto& to : node.mail)
        for (auto& from : to) from.clear();
}

bool SignalRules::is_signal(std::uint32_t core, std::uint32_t address) const {
    const Node& node = nodes_[core];
    address &= ~3u;
    return (address >= node.sem_base && address < node.sem_end) || node.signals.contains(address);
}

void SignalRules::landed(std::uint32_t core, const Tag& tag) {
    nodes_[core].latest[tag.stamp.channel()] = {tag.knowledge, tag.stamp.clock, tag.unflushed};
}

void SignalRules::saw(NodeState& t, std::uint32_t processor, std::uint32_t channel,
                      const Seen& packet) {
    ProcessorState& mine = t.processors[processor];
    mine.knows.learn_left({packet.clock, static_cast<std::uint16_t>(channel >> 8),
                           static_cast<std::uint8_t>(channel >> 5 & 7)},
                          channel >> 4 & 1, processor, chip_.count());
    auto& list = nodes_[t.id].seen[channel];
    for (const Seen& s : list)
        if (s.clock == packet.clock && s.processor == processor && s.atomic == packet.atomic)
            return;
    list.push_front(packet);
    list.front().processor = static_cast<std::uint8_t>(processor);
    list.front().at = mine.clock(processor);
    if (list.size() > kSeenKept) list.pop_back();
}

// The last packet that wrote this word, seen by its value.
void SignalRules::learn_latest(NodeState& t, std::uint32_t processor, std::uint32_t address) {
    Line* l = t.shadow.find(address);
    if (l == nullptr) return;
    const Stamp& s =
        l->parts == 0 ? l->cell.write : t.shadow.parts(*l)[address % kLineBytes / 4].write;
    if (s.clock == 0) return;
    ProcessorState& mine = t.processors[processor];
    if (!s.packet()) {
        if (s.node == t.id && s.processor != processor)
            mine.knows.learn(t.processors[s.processor].knows, processor, chip_.count());
        return;
    }
    Seen seen{s.clock};
    const auto& latest = nodes_[t.id].latest;
    if (const auto it = latest.find(s.channel()); it != latest.end()) {
        mine.knows.learn(it->second.knowledge, processor, chip_.count());
        if (it->second.clock == s.clock) seen.unflushed = it->second.unflushed;
    }
    saw(t, processor, s.channel(), seen);
}

void SignalRules::acquire(NodeState& t, std::uint32_t processor, std::uint32_t address) {
    address &= ~3u;
    Signal& signal = nodes_[t.id].signals[address];
    ProcessorState& mine = t.processors[processor];
    learn_latest(t, processor, address);
    for (const Signal::From& f : signal.from) {
        const std::uint16_t node = f.knowledge.node;
        const auto sender = (f.channel >> 5) & 7;
        if (node != t.id || sender != processor) {
            const auto& sent = f.knowledge.own.clock;
            if (node == t.id || !mine.knows.sees(node, sender, f.clock) ||
                !mine.knows.sees(node, sender, sent[sender]))
                mine.knows.learn(f.knowledge, processor, chip_.count());
        }
        saw(t, processor, f.channel, {f.clock, f.atomic, f.unflushed});
    }
    if (signal.local.clock != 0 && signal.local.processor != processor)
        mine.knows.learn(t.processors[signal.local.processor].knows, processor, chip_.count());
}

void SignalRules::release(NodeState& t, std::uint32_t processor, std::uint32_t address,
                          const Stamp& stamp) {
    address &= ~3u;
    Signal& signal = nodes_[t.id].signals[address];
    ProcessorState& mine = t.processors[processor];
    if (chip_.race && signal.remote.clock != 0 && !mine.knows.sees(signal.remote.epoch())) {
        const Cycles now = mine.processor->clock();
        t.hits.add({"RACE-006",
                    {who("added", signal.remote, now), who("changed", stamp, now)},
                    because_signal,
                    {address}});
    }
    signal.from.clear();
    signal.local = stamp;
    t.processors[processor].tick(processor);
}

void SignalRules::signalled(NodeState& t, const noc::Transaction& n, const Tag& tag, Cycles cycle) {
    const auto address = static_cast<std::uint32_t>(n.address) & ~3u;
    const bool atomic = n.kind == noc::Kind::atomic;
    Signal& signal = nodes_[t.id].signals[address];
    if (chip_.race && atomic && signal.local.clock != 0 &&
        !tag.knowledge.sees(t.id, signal.local.processor, signal.local.clock))
        t.hits.add({"RACE-006",
                    {who("added", tag.stamp, cycle), who("changed", signal.local, cycle)},
                    because_signal,
                    {address}});
    if (atomic) signal.remote = tag.stamp;
    const std::uint32_t channel = tag.stamp.channel();
    for (Signal::From& f : signal.from)
        if (f.channel == channel && f.atomic == atomic) {
            f = {tag.knowledge, channel, tag.stamp.clock, tag.unflushed, atomic};
            return;
        }
    signal.from.push_back({tag.knowledge, channel, tag.stamp.clock, tag.unflushed, atomic});
}

void SignalRules::word(const device::Actor& a, device::WordAction action, std::uint32_t address) {
    using enum device::WordAction;
    NodeState& t = chip_.node(a.node);
    ProcessorState& state = t.processors[a.processor];
    if (state.processor == nullptr) return;
    state.called();
    if (action == wait || action == wait_min) return acquire(t, a.processor, address);
    const std::uint32_t site = t.sites.here(*state.processor);
    const Who changed = who("changed", a, site);
    if (chip_.noc) requests_.check_pending(t, address, 4, changed, true, "NOC-002");
    if (chip_.memory) owners_.check(t, {address, 4, true}, t, changed);
    t.shadow.mark_written(address, 4);
    release(t, a.processor, address, t.stamp(a, site));
}

void SignalRules::mailbox(const device::Actor& a, bool write, std::uint32_t other) {
    NodeState& t = chip_.node(a.node);
    ProcessorState& state = t.processors[a.processor];
    if (state.processor == nullptr) return;
    if (write) {
        nodes_[a.node].mail[other][a.processor].push_back(state.knows);
        state.tick(a.processor);
        return;
    }
    auto& box = nodes_[a.node].mail[a.processor][other];
    if (box.empty()) return;
    state.knows.learn(box.front(), a.processor, chip_.count());
    box.pop_front();
}

}  // namespace ironbird::check
