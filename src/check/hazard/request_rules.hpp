// Requests that their issuer has not waited for: what else touches their memory, which barrier
// misses them, what a kernel leaves behind.
#pragma once

#include <array>
#include <vector>

#include "check/hazard/chip_state.hpp"
#include "check/hazard/line_set.hpp"

namespace ironbird::check {

// A request that its issuer has not waited for.
struct Open {
    noc::Kind kind;
    std::uint8_t noc, trid;
    bool posted, unsent, unanswered, multicast;
    std::uint32_t clock, site;
    std::uint32_t local, size;  // size 0: no memory of its own core
    std::uint16_t target;
    std::uint64_t address;
    Cycles cycle;
};

// The last barrier of a processor, whatever it waited for.
struct Waited {
    std::uint32_t clock = 0, site = 0, waits = 0, noc = 0;
    Cycles cycle{};
};

// Of one processor.
struct Requests {
    std::vector<Open> open;
    Waited waited;
    struct Link {
        std::uint32_t site = 0;
        Cycles cycle{};
    };
    std::array<Link, 2> linked;  // by NoC; site 0: none
};

// Part of a ChipChecker; called by the thread that runs the core which issued the requests.
class RequestRules {
 public:
    explicit RequestRules(ChipState& chip);

    Requests& of(const device::Actor& a) { return nodes_[a.node].processors[a.processor]; }
    const Requests& of(std::uint32_t node, std::uint32_t processor) const {
        return nodes_[node].processors[processor];
    }

    // ---- launches
    void launch(std::uint32_t core) { nodes_[core].busy.clear(); }
    void start(std::uint32_t core, std::uint32_t processor) {
        nodes_[core].processors[processor] = {};
    }

    // ---- hooks
    void barrier(const device::Actor& a, std::uint32_t waits, std::uint32_t noc, int trid);
    void clear_trids(const device::Actor& a, std::uint32_t ids, std::uint32_t noc);
    void end(const device::Actor& a);

    // Something arrives at this range of the core's memory, or leaves from there.
    void mark_busy(NodeState& t, const noc::Transaction& n);
    // Requests of this core whose data or source the range meets; `self`: the packet that touches
    // it, if one does.
    void check_pending(NodeState& t, std::uint32_t address, std::uint32_t size, const Who& by,
                       bool write, const char* arriving_rule, const Stamp* self = nullptr) const;
    // A read of this core is still to bring something of the range.
    bool arriving(std::uint32_t core, std::uint32_t address, std::uint32_t size) const;
    // An answer from whoever received a later packet tells that this one has left.
    static bool knows_left(const NodeState& t, const Who& by, std::uint32_t issuer, const Open& o);

 private:
    struct Node {
        std::array<Requests, kProcessors> processors;
        LineSet busy;  // something arrives there or leaves from there
    };

    void check_open(NodeState& t, Requests& mine, const Who& ended) const;

    ChipState& chip_;
    PerNode<Node> nodes_;
};

}  // namespace ironbird::check
