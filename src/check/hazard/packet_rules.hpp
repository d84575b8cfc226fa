// Packets as they are issued (packet_rules.cpp), land and are answered (land_rules.cpp).
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "check/hazard/cb_rules.hpp"
#include "check/hazard/claim_rules.hpp"
#include "check/hazard/race_rules.hpp"

namespace ironbird::check {

// Part of a ChipChecker; called by the thread that runs the node where the packet is at that
// moment.
class PacketRules {
 public:
    // What packets meet on their way.
    struct Others {
        const OwnerRules& owners;
        RequestRules& requests;
        const ClaimRules& claims;
        SignalRules& signals;
        CbRules& cbs;
        const RaceRules& races;
    };
    PacketRules(ChipState& chip, const Others& others)
        : chip_(chip), with_(others), nodes_(chip.count()) {}

    // ---- hooks
    void issue(const device::Actor& a, noc::Transaction& n, const ib_noc& how, ChipChecker& self);
    void land(noc::NodeId at, noc::Transaction& n, Cycles cycle);
    void answer(noc::Transaction& n);

 private:
    struct Node {
        std::vector<std::unique_ptr<Tag>> tags;                       // of what was issued here
        std::unordered_map<std::uint64_t, std::uint32_t> rectangles;  // receivers of multicasts
    };

    // ---- packet_rules.cpp
    Tag& tag_of(const device::Actor& a, noc::Transaction& n, std::uint32_t site);
    std::uint32_t oldest_unflushed(const device::Actor& a, const noc::Transaction& n);
    void check_own_end(NodeState& t, const device::Actor& a, noc::Transaction& n, Tag& tag);
    void check_repeated(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                        std::uint32_t site);
    void check_multicast(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                         std::uint32_t receivers, std::uint32_t site);
    void check_trid(NodeState& t, const device::Actor& a, const noc::Transaction& n,
                    std::uint32_t site);

    // ---- land_rules.cpp
    void land_read(NodeState& t, noc::Transaction& n, Tag& tag, Cycles cycle);
    static void carry_written(NodeState& from, noc::Transaction& n, Tag& tag,
                              std::uint64_t address);
    static void settle_written(NodeState& to, const Tag& tag, std::uint64_t address,
                               std::uint64_t size);

    ChipState& chip_;
    const Others with_;
    PerNode<Node> nodes_;
};

}  // namespace ironbird::check
