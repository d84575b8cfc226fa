// What the fabric's users owe each other beyond a single packet.
#include "check/hazard/fabric_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace ironbird::check {
namespace {

std::string because_unclosed(const Hit& h) {
    return fmt::format("its connection to the router of Ethernet core {} has not been closed",
                       h.number[0]);
}

std::string because_stale(const Hit& h) {
    return fmt::format(
        "the word at {:#x} is {} before any packet of this run; it was {} before earlier runs, "
        "and {} is awaited",
        h.number[0], h.number[1], h.number[2], h.number[3]);
}

std::string because_wiped(const Hit& h) {
    return fmt::format("packets have added {} to the word at {:#x} that no wait has asked for",
                       h.number[1], h.number[0]);
}

}  // namespace

std::uint32_t FabricRules::Word::now() const {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

void FabricRules::landed(noc::NodeId at, const noc::Transaction& n, const std::uint8_t* bytes) {
    chip_.node(at).shadow.mark_written(n.address, n.size);
    if (n.kind != noc::Kind::atomic || !chip_.is_core(at)) return;
    auto [it, fresh] = nodes_[at].words.try_emplace(static_cast<std::uint32_t>(n.address));
    Word& w = it->second;
    w.bytes = bytes;
    if (fresh) w.before = w.now();
    if (w.waited) w.surplus += n.value;
}

void FabricRules::word(const device::Actor& a, device::WordAction action, std::uint32_t address,
                       std::uint32_t value) {
    using enum device::WordAction;
    const auto it = nodes_[a.node].words.find(address);
    if (it == nodes_[a.node].words.end()) return;
    Word& w = it->second;
    NodeState& t = chip_.node(a.node);
    const ProcessorState& state = t.processors[a.processor];
    if (state.processor == nullptr) return;
    const auto report = [&](const char* rule, const char* role, auto because,
                            std::array<std::uint64_t, 6> numbers) {
        t.hits.add({rule, {who(role, a, t.sites.here(*state.processor))}, because, numbers});
    };
    if (action == wait || action == wait_min) {
        const std::uint32_t now = w.now();
        if (std::exchange(w.left, false) && (action == wait ? now == value : now >= value))
            report("FAB-004", "waited", because_stale, {address, now, w.before, value});
        w.waited = true;
        w.surplus = now > value ? now - value : 0;
    } else if (action == set) {
        if (w.waited && w.surplus > 0)
            report("FAB-005", "reset", because_wiped, {address, w.surplus});
        w.waited = w.left = false;
        w.surplus = 0;
    }
}

void FabricRules::connection(const device::Connected& c) {
    nodes_[c.router].connection = c;
}

void FabricRules::host_wrote(std::uint32_t node, std::uint64_t address, std::uint64_t size) {
    auto& words = nodes_[node].words;
    const auto begin = words.lower_bound(static_cast<std::uint32_t>(address));
    auto end = begin;
    while (end != words.end() && end->first < address + size) ++end;
    words.erase(begin, end);
}

void FabricRules::complete(const std::vector<std::uint32_t>& cores) {
    if (!chip_.fabric) return;
    for (std::uint32_t core = chip_.plan.tensix_cores(); core < chip_.plan.cores(); core++) {
        device::Connected& c = nodes_[core].connection;
        if (!c.open || std::ranges::find(cores, c.worker) == cores.end()) continue;
        const Who opened{"opened", static_cast<std::uint16_t>(c.worker),
                         static_cast<std::uint8_t>(c.processor), 0, c.cycle};
        chip_.node(c.worker).hits.add(
            {"FAB-003", {opened}, because_unclosed, {core - chip_.plan.tensix_cores()}});
        c.open = false;
    }
}

// A word that is back is forgotten: what it counts next begins anew.
void FabricRules::quiet() {
    for (std::uint32_t i = 0; i < chip_.plan.cores(); i++) {
        auto& words = nodes_[i].words;
        for (auto it = words.begin(); it != words.end();) {
            Word& w = it->second;
            w.left = w.now() != w.before;
            w.waited = false;
            w.surplus = 0;
            it = w.left ? std::next(it) : words.erase(it);
        }
    }
}

}  // namespace ironbird::check
