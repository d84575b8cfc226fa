// Packets as they land and are answered.
#include "check/hazard/packet_rules.hpp"

namespace ironbird::check {

// Which words of a source nobody has written goes along with the bytes.
void PacketRules::carry_written(NodeState& from, noc::Transaction& n, Tag& tag,
                                std::uint64_t address) {
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

void PacketRules::settle_written(NodeState& to, const Tag& tag, std::uint64_t address,
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

void PacketRules::land_read(NodeState& t, noc::Transaction& n, Tag& tag, Cycles cycle) {
    if (chip_.init) carry_written(t, n, tag, n.address);
    if (chip_.race)
        with_.races.touch(t, n.address, n.size, {&tag.knowledge, tag.stamp, cycle, false, "read"});
    if (chip_.is_core(t.id)) t.ask_again(n.address, n.size, true);
}

void PacketRules::land(noc::NodeId at, noc::Transaction& n, Cycles cycle) {
    NodeState& t = chip_.node(at);
    Tag& tag = *static_cast<Tag*>(n.tag);
    const auto address = static_cast<std::uint32_t>(n.address);
    if (n.kind == noc::Kind::read) return land_read(t, n, tag, cycle);
    if (chip_.memory && (n.flags & IB_NOC_MULTICAST) != 0)
        with_.owners.check(t, {n.address, n.size, true, true}, t, who("issued", tag.stamp, cycle));
    if (n.kind == noc::Kind::write)
        settle_written(t, tag, n.address, n.size);
    else
        t.shadow.mark_written(n.address, n.size);
    if (!chip_.is_core(at)) {
        if (chip_.race)
            with_.races.touch(t, n.address, n.size,
                              {&tag.knowledge, tag.stamp, cycle, true, "written"});
        return;
    }
    with_.signals.landed(at, tag);
    t.ask_again(n.address, n.size, false);
    const Who written = who("written", tag.stamp, cycle);
    if (chip_.noc)
        with_.requests.check_pending(t, address, n.size, written, true, "NOC-002", &tag.stamp);
    if (chip_.memory && with_.claims.any(at)) {
        with_.claims.check(t, n.address, n.size, true, written);
        if (n.kind == noc::Kind::write && tag.stamp.node == at && !tag.claimed)
            with_.claims.check_unclaimed(t, n.address, n.size, written);
    }
    if (n.kind == noc::Kind::atomic || n.kind == noc::Kind::inline_write ||
        (n.size == 4 && with_.signals.is_signal(at, address))) {
        with_.signals.signalled(t, n, tag, cycle);
        if (n.kind == noc::Kind::atomic || with_.signals.is_signal(at, address)) return;
    }
    if (chip_.race)
        with_.races.touch(t, n.address, n.size,
                          {&tag.knowledge, tag.stamp, cycle, true, "written"});
}

void PacketRules::answer(noc::Transaction& n) {
    if (n.kind != noc::Kind::read) return;
    NodeState& t = chip_.node(n.source);
    settle_written(t, *static_cast<Tag*>(n.tag), n.local, n.size);
}

}  // namespace ironbird::check
