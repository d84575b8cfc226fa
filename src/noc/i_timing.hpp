// How long things take on the NoC: the seam behind which contention models live.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "arch/product.hpp"
#include "noc/transaction.hpp"
#include "noc/usage.hpp"

namespace ironbird::noc {

// From the moment a request may leave until its last byte has left.
struct Injection {
    Cycles start, end;
};

// When a multicast began to flow, and whether the sender has given its path up.
struct Flow {
    Cycles start;
    bool gives_up;
};

// Owned by the Network. inject and answer come from the threads that run nodes, each for its own
// node; everything else from the one thread of the network phase, or while nothing runs.
class Timing {
 public:
    virtual ~Timing() = default;

    // A request of `bytes` payload wants to leave a node.
    virtual Injection inject(NodeId node, std::uint32_t noc, Cycles time, std::uint32_t bytes) = 0;

    // When the answer to a request leaves its target, which executed it at `time`; `bank` is the
    // DRAM bank, or kNoBank.
    virtual Cycles answer(const Transaction& t, NodeId node, std::uint32_t bank, Cycles time) = 0;

    // When all of a packet has arrived at `to`; in order of departure within a window.
    virtual Cycles arrival(const Packet& packet, Position to, NodeId node) = 0;

    // When a multicast has arrived at each receiver. The sender, if it is among them, gets a time
    // only with IB_NOC_INCLUDE_SELF.
    virtual Flow multicast(const Packet& packet, std::span<const NodeId> receivers,
                           std::span<Cycles> times) = 0;

    // Whether linked multicasts of another node keep this multicast's path. It is asked again, in
    // the same phase or a later one, when a path has been given up.
    virtual bool held_back(const Packet&) { return false; }

    // No packet arrives sooner than this after its departure.
    virtual Cycles lookahead() const = 0;

    // Forgets what occupies the network.
    virtual void reset() = 0;

    // What links and banks have done since the start, while nothing runs. Empty from a model that
    // does not know links.
    virtual Usage usage() const { return {}; }

    // From now on usage() also tells when; before anything moves.
    virtual void keep_history() {}

    // Frees all links and ports, so that a program does not wait for the traffic of an earlier one.
    // Called while the chip is idle.
    virtual void settle() {}

    static constexpr std::uint32_t kNoBank = ~0u;
};

// Uncontended latency and bandwidth; only the ends of a route are occupied.
std::unique_ptr<Timing> make_ideal_timing(const arch::Product& product, const Map& map);

// Links, ports and banks are shared.
std::unique_ptr<Timing> make_contended_timing(const arch::Product& product, const Map& map);

// By name: "contended" (also for an empty name) or "ideal"; throws usage for any other.
std::unique_ptr<Timing> make_timing(std::string_view name, const arch::Product& product,
                                    const Map& map);

}  // namespace ironbird::noc
