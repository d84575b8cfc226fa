// The first words between ranks.
#include "ranks/protocol.hpp"

#include <fmt/format.h>

#include <thread>

#include "abi/ib_abi.h"

namespace ironbird::ranks {
namespace {

// Plain memory goes from rank to rank: where its shape differs, so do the versions.
std::string full_version(const Identity& who) {
    return fmt::format("{} (abi {}, layout {}.{}.{}.{}.{})", who.version, IB_ABI_VERSION,
                       sizeof(device::Standing), sizeof(device::RouterSetup),
                       sizeof(device::CbSetup), sizeof(device::ArgBlock),
                       static_cast<int>(Ask::count_));
}

}  // namespace

std::string mismatch(const Identity& mine, const Identity& other, std::uint32_t rank) {
    if (mine.version != other.version)
        return fmt::format("rank {} is Ironbird {}, rank 0 is {}: install one version everywhere",
                           rank, other.version, mine.version);
    if (mine.program != other.program)
        return fmt::format(
            "rank {} was started for `{}`, rank 0 for `{}`: give all ranks one command", rank,
            other.program, mine.program);
    return {};
}

std::string too_many(std::uint32_t ranks, std::uint32_t chips) {
    return fmt::format(
        "{} ranks for a machine of {} chip{}: a rank runs at least one; take fewer, or a larger "
        "machine (IRONBIRD_CLUSTER, IRONBIRD_MESH, TT_METAL_VISIBLE_DEVICES)",
        ranks, chips, chips == 1 ? "" : "s");
}

Out& operator<<(Out& out, const Welcome& w) {
    return out << w.refusal << w.options << w.spread;
}
In& operator>>(In& in, Welcome& w) {
    return in >> w.refusal >> w.options >> w.spread;
}

Out greeting(const Identity& mine) {
    Out out;
    out << full_version(mine) << mine.program;
    return out;
}

void receive_ranks(Link& link, const Identity& mine, const Welcome& welcome) {
    Welcome answer = welcome;
    for (std::uint32_t r = 1; r < link.size(); r++) {
        const Bytes message = link.receive(r);
        In in(message);
        const Identity other{in.next<std::string>(), in.next<std::string>()};
        if (answer.refusal.empty())
            answer.refusal = mismatch({full_version(mine), mine.program}, other, r);
    }
    Out out;
    out << answer;
    for (std::uint32_t r = 1; r < link.size(); r++) link.send(r, out.bytes);
    if (answer.refusal.empty()) return;
    link.leave();
    throw Error(Fault::usage, answer.refusal);
}

void dismiss(Link& link) {
    Out out;
    out << Welcome{.refusal = "the program used no device", .options = {}, .spread = {}};
    for (std::uint32_t r = 1; r < link.size(); r++) {
        link.receive(r);
        link.send(r, out.bytes);
    }
    link.leave();
}

std::uint32_t threads_beside(const Link& link) {
    return std::max(1u, std::thread::hardware_concurrency() / link.beside());
}

}  // namespace ironbird::ranks
