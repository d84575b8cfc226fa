// Packets as they land and are answered.
#include "check/hazard/chip_checker.hpp"

namespace ironbird::check {

// Which words of a source nobody has written goes along with the bytes.
void ChipChecker::carry_written(NodeState& from, noc::Transaction& n, Tag& tag,
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

void ChipChecker::settle_written(NodeState& to, const Tag& tag, std::uint64_t address,
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

void ChipChecker::land(noc::NodeId at, noc::Transaction& n, std::uint64_t cycle) {
    NodeState& t = tile(at);
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
    NodeState& t = tile(n.source);
    settle_written(t, *static_cast<Tag*>(n.tag), n.local, n.size);
}

}  // namespace ironbird::check
