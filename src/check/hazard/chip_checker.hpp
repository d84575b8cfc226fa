// All rules of one chip, put together.
#pragma once

#include "check/hazard/access_rules.hpp"
#include "check/hazard/cb_rules.hpp"
#include "check/hazard/chip_state.hpp"
#include "check/hazard/claim_rules.hpp"
#include "check/hazard/fabric_rules.hpp"
#include "check/hazard/launch_rules.hpp"
#include "check/hazard/owner_rules.hpp"
#include "check/hazard/packet_rules.hpp"
#include "check/hazard/race_rules.hpp"
#include "check/hazard/request_rules.hpp"
#include "check/hazard/signal_rules.hpp"

namespace ironbird::check {

// Owned by the HazardChecker, which calls the rules by what they watch. Each keeps its own state;
// they share the ChipState and know those before them in this list that they ask.
class ChipChecker {
 public:
    ChipChecker(const arch::Floorplan& plan, std::uint32_t id, const Groups& groups)
        : chip(plan, id, groups) {}
    ChipChecker(const ChipChecker&) = delete;

    ChipState chip;
    OwnerRules owners{chip};
    RequestRules requests{chip};
    ClaimRules claims{chip};
    SignalRules signals{chip, owners, requests};
    CbRules cbs{chip, requests};
    RaceRules races{chip, signals};
    FabricRules fabric{chip};
    PacketRules packets{chip, {owners, requests, claims, signals, cbs, races}};
    AccessRules accesses{chip, {owners, requests, claims, signals, cbs, races}};
    LaunchRules launches{chip, {owners, requests, signals, cbs, accesses, fabric}};

    // A kernel has returned.
    void end(const device::Actor& a) {
        ProcessorState& state = chip.node(a.node).processors[a.processor];
        if (state.processor == nullptr) return;
        requests.end(a);
        claims.end(a);
        state.tick(a.processor);
        state.processor = nullptr;
    }
};

}  // namespace ironbird::check
