// Words that processors and packets signal through, and mailboxes: what their reader comes to know.
#include <fmt/format.h>

#include "check/hazard/chip_checker.hpp"

namespace ironbird::check {
namespace {

constexpr std::size_t kSeenKept = 16;

std::string because_signal(const Hit& h) {
    return fmt::format("the semaphore at {:#x}: an increment can be lost", h.number[0]);
}

}  // namespace

bool ChipChecker::is_signal(NodeState& t, std::uint32_t address) const {
    address &= ~3u;
    return (address >= t.sem_base && address < t.sem_end) || t.signals.contains(address);
}

void ChipChecker::saw(NodeState& t, std::uint32_t thread, std::uint32_t channel,
                      const Seen& packet) {
    ProcessorState& mine = t.threads[thread];
    mine.knows.learn_left({packet.clock, static_cast<std::uint16_t>(channel >> 8),
                           static_cast<std::uint8_t>(channel >> 5 & 7)},
                          channel >> 4 & 1, thread, tile_count());
    auto& list = t.seen[channel];
    for (const Seen& s : list)
        if (s.clock == packet.clock && s.thread == thread && s.atomic == packet.atomic) return;
    list.push_front(packet);
    list.front().thread = static_cast<std::uint8_t>(thread);
    list.front().at = mine.clock(thread);
    if (list.size() > kSeenKept) list.pop_back();
}

// The last packet that wrote this word, seen by its value.
void ChipChecker::learn_latest(NodeState& t, std::uint32_t thread, std::uint32_t address) {
    Line* l = t.shadow.find(address);
    if (l == nullptr) return;
    const Stamp& s =
        l->parts == 0 ? l->cell.write : t.shadow.parts(*l)[address % kLineBytes / 4].write;
    if (s.clock == 0) return;
    ProcessorState& mine = t.threads[thread];
    if (!s.packet()) {
        if (s.tile == t.id && s.thread != thread)
            mine.knows.learn(t.threads[s.thread].knows, thread, tile_count());
        return;
    }
    Seen seen{s.clock};
    if (const auto it = t.latest.find(s.channel()); it != t.latest.end()) {
        mine.knows.learn(it->second.knowledge, thread, tile_count());
        if (it->second.clock == s.clock) seen.unflushed = it->second.unflushed;
    }
    saw(t, thread, s.channel(), seen);
}

void ChipChecker::acquire(NodeState& t, std::uint32_t thread, std::uint32_t address) {
    address &= ~3u;
    Signal& signal = t.signals[address];
    ProcessorState& mine = t.threads[thread];
    learn_latest(t, thread, address);
    for (const Signal::From& f : signal.from) {
        const std::uint16_t tile = f.knowledge.tile;
        const auto sender = (f.channel >> 5) & 7;
        if (tile != t.id || sender != thread) {
            if (!mine.knows.sees(tile, sender, f.clock) || tile == t.id)
                mine.knows.learn(f.knowledge, thread, tile_count());
            else if (!mine.knows.sees(tile, sender, f.knowledge.own.clock[sender]))
                mine.knows.learn(f.knowledge, thread, tile_count());
        }
        saw(t, thread, f.channel, {f.clock, f.atomic, f.unflushed});
    }
    if (signal.local.clock != 0 && signal.local.thread != thread)
        mine.knows.learn(t.threads[signal.local.thread].knows, thread, tile_count());
}

// A change by the core itself; increments that it has not seen could be lost.
void ChipChecker::release(NodeState& t, std::uint32_t thread, std::uint32_t address,
                          const Stamp& stamp) {
    address &= ~3u;
    Signal& signal = t.signals[address];
    ProcessorState& mine = t.threads[thread];
    if (race_ && signal.remote.clock != 0 && !mine.knows.sees(signal.remote.epoch())) {
        const std::uint64_t now = mine.processor->clock();
        t.hits.add({"RACE-006",
                    {who("added", signal.remote, now), who("changed", stamp, now)},
                    because_signal,
                    {address}});
    }
    signal.from.clear();
    signal.local = stamp;
    t.threads[thread].tick(thread);
}

// A packet has changed a word that is a signal, or makes it one.
void ChipChecker::signalled(NodeState& t, const noc::Transaction& n, const Tag& tag,
                            std::uint64_t cycle) {
    const auto address = static_cast<std::uint32_t>(n.address) & ~3u;
    const bool atomic = n.kind == noc::Kind::atomic;
    Signal& signal = t.signals[address];
    if (race_ && atomic && signal.local.clock != 0 &&
        !tag.knowledge.sees(t.id, signal.local.thread, signal.local.clock))
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

void ChipChecker::word(const device::Actor& a, device::WordAction action, std::uint32_t address,
                       std::uint32_t) {
    using enum device::WordAction;
    NodeState& t = tile(a.tile);
    ProcessorState& thread = t.threads[a.processor];
    if (thread.processor == nullptr) return;
    thread.called();
    if (action == wait || action == wait_min) return acquire(t, a.processor, address);
    const std::uint32_t site = t.sites.here(*thread.processor);
    const Stamp stamp{thread.clock(a.processor),
                      site,
                      static_cast<std::uint32_t>(a.cycle),
                      t.id,
                      static_cast<std::uint8_t>(a.processor),
                      0};
    if (noc_) check_pending(t, address, 4, who("changed", a, site), true, "NOC-002");
    if (memory_) check_owner(t, address, 4, true, false, false, t, who("changed", a, site));
    t.shadow.mark_written(address, 4);
    release(t, a.processor, address, stamp);
}

void ChipChecker::mailbox(const device::Actor& a, bool write, std::uint32_t other) {
    NodeState& t = tile(a.tile);
    ProcessorState& thread = t.threads[a.processor];
    if (thread.processor == nullptr) return;
    if (write) {
        t.mail[other][a.processor].push_back(thread.knows);
        thread.tick(a.processor);
        return;
    }
    auto& box = t.mail[a.processor][other];
    if (box.empty()) return;
    thread.knows.learn(box.front(), a.processor, tile_count());
    box.pop_front();
}

}  // namespace ironbird::check
