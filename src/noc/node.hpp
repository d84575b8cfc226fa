// A core or DRAM controller as the network sees it: what is about to happen to it, and what it has
// sent.
#pragma once

#include <vector>

#include "noc/pool.hpp"
#include "noc/transaction.hpp"
#include "sim/event_queue.hpp"

namespace ironbird::noc {

// Base of Core and DramController. While it runs, the thread that runs it touches it; between two
// windows, the network phase.
struct Node {
    NodeId id;
    sim::EventQueue events;
    std::vector<Packet> outbox;
    Pool* pool = nullptr;  // of the worker that runs the node in this phase
    Cycles next = kNever;  // first thing that happens here, as of the last phase
    Cycles quiet_after{};  // latest event that this node has caused: a launch ends behind it

    void send(Cycles time, Transaction& t, Leg leg, Position from) {
        outbox.push_back({time, t.order, &t, leg, id, from});
    }
};

}  // namespace ironbird::noc
