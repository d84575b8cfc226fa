// Launches, buffers and the host's accesses: whose memory is whose, and who starts knowing what.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "check/hazard/access_rules.hpp"
#include "check/hazard/fabric_rules.hpp"

namespace ironbird::check {

// Called on the host's stack alone, while nothing runs.
class LaunchRules {
 public:
    // What a launch sets up.
    struct Others {
        OwnerRules& owners;
        RequestRules& requests;
        SignalRules& signals;
        CbRules& cbs;
        AccessRules& accesses;
        FabricRules& fabric;
    };
    LaunchRules(ChipState& chip, const Others& others)
        : chip_(chip), with_(others), host_(chip.count()) {}

    void launch(const device::LaunchView& launch);
    void complete(device::LaunchId id);
    void start(std::uint32_t core, const device::Processor& p);
    void buffer(const device::BufferView& buffer, bool live);
    void host(const device::HostAccess& access);
    bool none_active() const { return active_.empty(); }

 private:
    std::uint64_t controller_address(std::uint32_t bank, std::uint64_t address,
                                     std::uint32_t& node) const;
    void check_read_by_host(NodeState& t, std::uint64_t address, std::uint64_t size);
    std::vector<Region> regions_of(const device::CoreLaunch& plan) const;
    void complete_dropped(std::span<const std::uint32_t> cores);

    ChipState& chip_;
    const Others with_;
    Abroad::Ref at_start_;     // what the newest launch begins with
    std::vector<Known> host_;  // by node
    std::map<device::LaunchId, std::vector<std::uint32_t>> active_;  // cores
};

}  // namespace ironbird::check
