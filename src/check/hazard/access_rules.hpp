// Accesses of processors and their units to the core's own memory.
#pragma once

#include <array>

#include "check/hazard/packet_rules.hpp"

namespace ironbird::check {

// Part of a ChipChecker; called by the thread that runs the core whose memory is touched.
class AccessRules {
 public:
    // What an access may break.
    struct Others {
        const OwnerRules& owners;
        const RequestRules& requests;
        const ClaimRules& claims;
        SignalRules& signals;
        CbRules& cbs;
        const RaceRules& races;
    };
    AccessRules(ChipState& chip, const Others& others)
        : chip_(chip), with_(others), unpacked_(chip.count()) {}

    void start(std::uint32_t core, std::uint32_t processor) { unpacked_[core][processor] = {}; }
    void access(const device::Actor& a, const device::Access& x);

 private:
    // Tiles that a processor has unpacked, and when: again at the same clock brings nothing new.
    class Unpacked {
     public:
        bool before(std::uint32_t address, std::uint32_t size, std::uint32_t clock) {
            Entry& e = entries_[address / 1024 % entries_.size()];
            if (e.address == address && e.size == size && e.clock == clock) return true;
            e = {address, size, clock};
            return false;
        }

     private:
        struct Entry {
            std::uint32_t address = 0, size = 0, clock = 0;
        };
        std::array<Entry, 128> entries_;
    };

    // A scalar access to a word that is a signal.
    void signal(NodeState& t, const device::Actor& a, const device::Access& x, const Who& by);
    void check_empty(NodeState& t, const device::Actor& a, const device::Access& x) const;
    static void note_store(NodeState& t, const device::Actor& a, const device::Access& x,
                           std::uint32_t site);
    static void note_asked(ProcessorState& state, const device::Access& x);
    static void check_filled(NodeState& t, const Filled& filled, const device::Access& x,
                             const Who& by);

    ChipState& chip_;
    const Others with_;
    PerNode<std::array<Unpacked, kProcessors>> unpacked_;
};

}  // namespace ironbird::check
