// Ranges that kernels claim by scoped locks: MEM-011 and MEM-012.
#pragma once

#include <vector>

#include "check/hazard/chip_state.hpp"

namespace ironbird::check {

// Part of a ChipChecker; called by the thread that runs the core whose memory is claimed.
class ClaimRules {
 public:
    explicit ClaimRules(ChipState& chip) : chip_(chip), held_(chip.count()) {}

    void claim(const device::Actor& a, const device::Claim& c);
    void end(const device::Actor& a);

    bool any(std::uint32_t core) const { return !held_[core].empty(); }
    // Whether a processor's own locks hold all of a range.
    bool claimed(std::uint32_t core, std::uint32_t processor, std::uint64_t address,
                 std::uint64_t size) const;
    // A write into what another has locked.
    void check(NodeState& t, std::uint64_t address, std::uint64_t size, bool packet,
               const Who& by) const;
    // A write to the own core's dataflow buffer that no lock of the writer held at its issue.
    void check_unclaimed(NodeState& t, std::uint64_t address, std::uint64_t size,
                         const Who& by) const;

 private:
    // A range that a processor claims; ring: all of a dataflow buffer that it uses.
    struct Held {
        device::Claim::What what;
        std::uint8_t processor;
        std::uint32_t count;  // of nested locks
        std::uint32_t address, size;
        std::uint32_t site;
        Cycles cycle;

        bool meets(std::uint64_t at, std::uint64_t bytes) const {
            return address < at + bytes && at < std::uint64_t{address} + size;
        }
    };
    static Hit hit(const char* rule, const NodeState& t, const Who& by, const Held& h,
                   std::uint64_t address, std::uint64_t size);

    ChipState& chip_;
    PerNode<std::vector<Held>> held_;
};

}  // namespace ironbird::check
