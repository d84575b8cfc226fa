// The network phase: takes what the nodes sent in a window and puts it into the queues of others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "noc/agenda.hpp"
#include "noc/delivery.hpp"
#include "noc/i_timing.hpp"
#include "noc/map.hpp"
#include "noc/node.hpp"

namespace ironbird::noc {

// Owned by the chip. Between two windows one thread calls it, while no node runs; during a window
// the threads that run nodes use its map, its delivery and those calls of its timing that say so.
class Network {
 public:
    // `timing` names the model, see make_timing().
    Network(const arch::Floorplan& plan, Delivery delivery, std::string_view timing);

    const Map& map() const { return map_; }
    Timing& timing() { return *timing_; }
    const Timing& timing() const { return *timing_; }
    const Delivery& delivery() const { return delivery_; }

    // All nodes of the chip, by id, and where to note what happens on them.
    void attach(std::span<Node* const> nodes, Agenda& agenda);

    // Moves the packets of these nodes. Sorted first, so the result does not depend on the order
    // in which the nodes ran. Packets for nobody go back to the pool. Packets from and to DRAM wait
    // here until none that left earlier can come: answers that meet hold each other up, so their
    // order must not hang on windows.
    void move(std::span<const NodeId> senders, Pool& pool);

    std::uint64_t packets() const { return packets_; }
    // No request that is still to be told can reach DRAM before this: its controllers may run so
    // far.
    Cycles dram_limit() const;
    // Whether packets from or to DRAM are held back until their order is certain.
    bool has_waiting() const { return first_waiting_ < waiting_.size(); }
    // Drops held packets from or to DRAM that processors of this index have sent.
    void forget(std::uint8_t processor, Pool& pool);
    // Multicasts that wait for a path that somebody keeps.
    bool holds_any_back() const { return !held_back_.empty(); }

    // Forgets all packets and what occupies the network.
    void drop(Pool& pool);

 private:
    void deliver(const Packet& p);
    bool meets_dram(const Packet& p) const;
    void hold(std::span<const Packet> packets);
    void sort_in(std::size_t fresh);
    const Packet& next_waiting() const { return waiting_[first_waiting_]; }
    void forget_delivered(std::size_t most);
    Cycles first_to_leave() const;
    void deliver_waiting();
    void keep_time();
    void request(const Packet& p);
    void multicast(const Packet& p);
    Flow deliver_multicast(const Packet& p);
    void try_again();
    void answer(const Packet& p);
    void post(NodeId to, NodeId source, const sim::Event& e);

    Map map_;
    std::unique_ptr<Timing> timing_;
    Delivery delivery_;
    OrderClamp clamp_;
    std::span<Node* const> nodes_;
    Agenda* agenda_ = nullptr;
    Pool* pool_ = nullptr;
    std::vector<Packet> moving_;
    std::vector<Packet> waiting_;    // from and to DRAM, in the order in which they leave
    std::size_t first_waiting_ = 0;  // those before it are delivered
    std::vector<Packet> fresh_;      // those that are being sorted in
    std::vector<Packet> held_back_;  // by paths that others keep
    std::vector<Cycles> times_;      // of a multicast's receivers
    std::uint64_t packets_ = 0;
    Cycles first_to_leave_;  // first_to_leave(), which post() keeps valid while packets move
    Cycles way_to_dram_;     // the shortest
    Cycles dram_delay_;      // from a request to its answer, at least
};

}  // namespace ironbird::noc
