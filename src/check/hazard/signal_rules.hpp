// Words that processors and packets signal through, and mailboxes: what their reader comes to know.
#pragma once

#include <array>
#include <deque>
#include <unordered_map>
#include <vector>

#include "check/hazard/owner_rules.hpp"
#include "check/hazard/packet_tag.hpp"
#include "check/hazard/request_rules.hpp"

namespace ironbird::check {

// Somebody here has seen a packet of a channel: those before it have landed too.
struct Seen {
    std::uint32_t clock;  // of the packet's issue
    bool atomic = false;
    std::uint32_t unflushed = 0;  // as in its tag
    std::uint8_t processor = 0;   // who saw it
    std::uint32_t at = 0;         // and its clock then
};
using SeenByChannel = std::unordered_map<std::uint32_t, std::deque<Seen>>;

// Part of a ChipChecker; called by the thread that runs the core where the words lie.
class SignalRules {
 public:
    SignalRules(ChipState& chip, const OwnerRules& owners, const RequestRules& requests)
        : chip_(chip), owners_(owners), requests_(requests), nodes_(chip.count()) {}

    // A launch begins on the core, with these semaphores.
    void launch(std::uint32_t core, std::uint32_t sem_base, std::uint32_t sem_end);

    // ---- hooks
    void word(const device::Actor& a, device::WordAction action, std::uint32_t address);
    void mailbox(const device::Actor& a, bool write, std::uint32_t other);

    bool is_signal(std::uint32_t core, std::uint32_t address) const;
    // A processor reads the word.
    void acquire(NodeState& t, std::uint32_t processor, std::uint32_t address);
    // A change by the core itself; increments that it has not seen could be lost.
    void release(NodeState& t, std::uint32_t processor, std::uint32_t address, const Stamp& stamp);
    // A packet has landed on a core.
    void landed(std::uint32_t core, const Tag& tag);
    // The packet has changed a word: this is a signal from now on, if it was not one already.
    void signalled(NodeState& t, const noc::Transaction& n, const Tag& tag, Cycles cycle);

    const SeenByChannel& seen(std::uint32_t core) const { return nodes_[core].seen; }

 private:
    // A word of L1 that processors and packets signal through.
    struct Signal {
        struct From {
            Knowledge knowledge;
            std::uint32_t channel;
            std::uint32_t clock, unflushed;
            bool atomic;
        };
        std::vector<From> from;  // one of each sender
        Stamp local;             // last change by the core itself
        Stamp remote;            // last increment
    };
    // The newest packet of a channel that has landed here.
    struct Landed {
        Knowledge knowledge;
        std::uint32_t clock = 0, unflushed = 0;
    };
    struct Node {
        std::uint32_t sem_base = 0, sem_end = 0;
        std::unordered_map<std::uint32_t, Signal> signals;  // by address
        SeenByChannel seen;
        std::unordered_map<std::uint32_t, Landed> latest;                              // by channel
        std::array<std::array<std::deque<Knowledge>, kProcessors>, kProcessors> mail;  // to, from
    };

    void learn_latest(NodeState& t, std::uint32_t processor, std::uint32_t address);
    void saw(NodeState& t, std::uint32_t processor, std::uint32_t channel, const Seen& packet);

    ChipState& chip_;
    const OwnerRules& owners_;
    const RequestRules& requests_;
    PerNode<Node> nodes_;
};

}  // namespace ironbird::check
