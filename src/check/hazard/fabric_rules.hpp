// Connections to routers, and words that packets of other chips count in: FAB-003 to FAB-005.
#pragma once

#include <map>

#include "check/hazard/chip_state.hpp"

namespace ironbird::check {

// Part of a ChipChecker; called by the thread that runs the node that is named first.
class FabricRules {
 public:
    explicit FabricRules(ChipState& chip) : chip_(chip), nodes_(chip.count()) {}

    // Bytes of a packet are about to be written; `bytes` is where.
    void landed(noc::NodeId at, const noc::Transaction& n, const std::uint8_t* bytes);
    void word(const device::Actor& a, device::WordAction action, std::uint32_t address,
              std::uint32_t value);
    void connection(const device::Connected& c);

    // ---- on the host's stack
    void host_wrote(std::uint32_t node, std::uint64_t address, std::uint64_t size);
    // A launch on these cores is over.
    void complete(const std::vector<std::uint32_t>& cores);
    // All chips are idle: compares each counted word with its value at the start.
    void quiet();

 private:
    // A word in L1 that routers have incremented.
    struct Word {
        const std::uint8_t* bytes = nullptr;
        std::uint32_t before = 0;   // its value when they began
        std::uint32_t surplus = 0;  // counts that no wait has asked for
        bool waited = false;        // since it was last set
        bool left = false;          // it was not back at that value when nothing ran
        std::uint32_t now() const;
    };
    struct Node {
        std::map<std::uint32_t, Word> words;
        device::Connected connection{};  // of a router
    };

    ChipState& chip_;
    PerNode<Node> nodes_;
};

}  // namespace ironbird::check
