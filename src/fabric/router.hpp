// A router: takes packets from a worker and from the routers of its chip, sends them over its
// cable, and writes or passes on what comes from there. Credits go the other way.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "base/strong.hpp"
#include "fabric/layout.hpp"

namespace ironbird::fabric {

// Where a packet may go on the same chip: a channel of another router.
struct Next {
    bool exists = false;
    std::uint64_t core = 0;  // NoC address of that router's L1
    Channel channel;
    std::uint32_t stream_register = 0;
};

struct RouterPlan {
    arch::Direction side{};   // to which its cable leads
    arch::Direction ahead{};  // on a line: to which it passes on
    Setup setup;
    Layout layout;
    std::array<Next, arch::kDirections.size()> next{};     // by direction
    std::array<std::uint64_t, kMostSenders> gives_back{};  // by channel: register of its filler
    arch::RouterTiming timing{};
};

// What lies on the NoC of a chip, as a router asks for it.
struct NocRequest {
    Packet::Action::Kind kind;
    std::uint64_t address;
    std::uint32_t local = 0;  // source of a write
    std::uint32_t size = 4;
    std::uint32_t value = 0;
    std::uint32_t tag = 0;  // 0: nobody waits for its acknowledgement
    std::uint8_t noc = 0;
};

// What a router can do; its core does it.
class RouterCore {
 public:
    virtual ~RouterCore() = default;
    virtual std::uint8_t* memory() = 0;
    // Calls Router::run then.
    virtual void wake(Cycles time) = 0;
    virtual bool answers(std::uint64_t address, std::uint32_t bytes) const = 0;
    virtual void issue(Cycles time, const NocRequest& request) = 0;
    virtual Cycles cable_free() const = 0;
    virtual void send_packet(Cycles time, std::uint32_t from, std::uint32_t to,
                             std::uint32_t bytes) = 0;
    // A packet that came into this slot has been written and passed on.
    virtual void forget_packet(std::uint32_t slot) = 0;
    virtual void send_credit(Cycles time, std::uint32_t credit) = 0;
    // The program has done what leaves a fabric in pieces; called on the host's stack.
    enum class Misuse : std::uint8_t { packet, connection };
    virtual void refuse(Misuse misuse, Cycles time, std::string what, std::string why) = 0;
    // The worker, by the NoC address of its L1, has a connection from now on, or has none.
    virtual void connected(Cycles time, std::uint64_t worker, bool open) = 0;
};

// Owned by its Ethernet core, and touched by the thread that runs that.
class Router {
 public:
    Router(RouterCore& core, const RouterPlan& plan);

    // ---- what lands on the core
    void written(std::uint64_t address, Cycles time);  // a word of its L1
    void stream_changed(std::uint32_t stream, std::uint32_t value, Cycles time);
    void packet_arrived(Cycles time);
    void credit_arrived(std::uint32_t credit, Cycles time);
    void acknowledged(std::uint32_t tag, Cycles time);
    void run(Cycles time);

    const RouterPlan& plan() const { return plan_; }
    // When the oldest packet was taken that has not been written at the other end; kNever: none.
    Cycles oldest() const;
    bool idle() const { return oldest() == kNever && entries_.empty(); }
    // The worker that has a connection open, as its NoC coordinates (x | y << 16).
    bool connected() const { return connected_; }
    std::uint32_t worker() const { return worker_; }
    std::uint32_t done() const { return senders_[0].completed; }  // packets of workers
    // The same with those that are on their way.
    std::uint32_t taken() const {
        return done() + static_cast<std::uint32_t>(senders_[0].taken.size());
    }
    // What it holds, for reports of a hang; empty: nothing.
    std::string state() const;

    struct Counts {
        std::uint64_t packets = 0, payload_bytes = 0;
        Counts& operator+=(const Counts& o) {
            packets += o.packets;
            payload_bytes += o.payload_bytes;
            return *this;
        }
    } sent;  // over the cable, since the fabric was started

 private:
    struct Sender {
        std::deque<Cycles> taken;     // when each packet came that is not yet at the other end
        std::uint32_t sent = 0;       // of these
        std::uint32_t slot = 0;       // of the next to send
        std::uint32_t completed = 0;  // ever
    };
    struct Entry {  // a packet that came over the cable
        Cycles ready;
        std::uint32_t slot;
        std::uint32_t acks = 0;    // that have not come
        std::uint32_t action = 0;  // that comes next
        bool issued = false;
    };
    struct Downstream {
        std::uint32_t free = 0, slot = 0;
    };

    Packet packet_at(std::uint32_t address) const;
    Cycles& processor(bool sends) { return free_[sends || !timing_.two_processors ? 0 : 1]; }
    void wake_at(Cycles time);

    void take(std::uint32_t channel, Cycles time);
    void check(Cycles time);
    void send(Cycles time);
    int next_sender(Cycles time);
    void transmit(std::uint32_t channel, Cycles time);
    void free_slot(std::uint32_t channel, Cycles time);

    void receive(Cycles time);
    bool handle(Entry& entry, Cycles time);
    bool deliver(Entry& entry, const Packet& packet, Cycles time);
    void forward(Entry& entry, Packet packet, arch::Direction to, bool delivered, Cycles time);
    void issue(Entry& entry, Cycles time, NocRequest request);
    void complete(Cycles time);

    void open(Cycles time);
    void close(Cycles time);
    void tell_worker(Cycles time, std::uint32_t field, std::uint32_t value);
    std::string worker_name() const;

    RouterCore& core_;
    const RouterPlan plan_;
    const arch::RouterTiming& timing_;
    const Cycles notice_, send_cycles_, receive_cycles_;
    std::array<Sender, kMostSenders> senders_;
    std::array<Downstream, arch::kDirections.size()> next_;
    std::deque<Entry> entries_;
    std::uint32_t first_entry_ = 1;   // number of the oldest; its tag
    std::uint32_t handled_ = 0;       // of entries_
    std::uint32_t arrival_slot_ = 0;  // of the next packet from the other end
    std::uint32_t far_free_ = 0, far_slot_ = 0;
    std::uint32_t unacked_ = 0;  // writes that have not landed for sure
    // An increment that flushes: its processor does nothing else until all has landed.
    bool flushing_ = false;
    bool received_last_ = false;
    std::uint32_t last_sender_ = 0;
    Cycles free_[2] = {};
    Cycles woken_ = kNever;
    bool connected_ = false;
    std::uint32_t worker_ = 0;
};

}  // namespace ironbird::fabric
