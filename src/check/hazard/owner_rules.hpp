// Whose memory an access touches: MEM-001 to MEM-010.
#pragma once

#include "check/hazard/chip_state.hpp"
#include "check/hazard/owners.hpp"

namespace ironbird::check {

// How a range of a node's memory is touched.
struct Touched {
    std::uint64_t address, size;
    bool write;
    bool packet = false;  // else by a processor or a unit that it drives
    bool page = false;    // at an address from a bank computation
};

// Part of a ChipChecker; called by the thread that runs the node whose memory is touched.
class OwnerRules {
 public:
    explicit OwnerRules(ChipState& chip);

    Owners& of(std::uint32_t node) { return owners_[node]; }
    // Memory that programs may use without allocating it: the firmware's words, and what the fabric
    // leaves to kernels.
    std::vector<Region> reserved() const;

    // Checks an access to memory of node `t`. A finding goes to `reports`, the node whose thread
    // calls this.
    void check(const NodeState& t, const Touched& x, NodeState& reports, const Who& by) const;
    // The far end of a transfer; `base` is that of the page's buffer, or 0.
    void check_target(NodeState& reports, const noc::Transaction& n, std::uint32_t base,
                      const Who& by) const;

 private:
    static void check_padding(const Region& r, const Touched& x, NodeState& reports, const Who& by);

    ChipState& chip_;
    PerNode<Owners> owners_;
};

}  // namespace ironbird::check
