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
    // Returns when its bytes have left this L1.
    virtual Cycles issue(Cycles time, const NocRequest& request) = 0;
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
//
// Its processors run upstream's loop: a look at each channel that sends and at the one that
// receives, in turn, and each look handles one packet at most. When there is nothing to do they go
// on looking, which costs no event here: where in the loop a processor is follows from the time.
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
        // From the other end, not yet looked at: slots that are free there, and here.
        std::uint32_t far_credits = 0, own_credits = 0;
        std::uint32_t looked_at = 0;  // such credits, ever
    };
    struct Entry {  // a packet that came over the cable
        std::uint32_t slot;
        std::uint32_t action = 0;  // that comes next
        bool forwarded = false, flushed = false;
        Cycles departed{};  // its bytes have left this L1, unless those before it are in the way
        // By NoC: writes that have to land before its own can leave.
        std::array<std::uint32_t, 2> before{};
        std::array<bool, 2> writes{};
    };
    struct Downstream {
        std::uint32_t free = 0, slot = 0;
    };
    // A look at a channel.
    static constexpr std::uint32_t kReceiver = kMostSenders;
    struct Loop {
        std::array<std::uint32_t, kMostSenders + 1> looks{};
        std::uint32_t count = 0;
        std::uint32_t next = 0;  // look, which begins at `time`
        Cycles time{};
        Cycles turn{};  // of all looks when there is nothing to do
        // An increment that flushes: the processor waits until all writes have landed.
        bool flushing = false, resumes = false;
        void add(std::uint32_t channel) { looks[count++] = channel; }
    };

    Packet packet_at(std::uint32_t address) const;
    bool neighbours() const { return plan_.setup.topology == Topology::neighbour_exchange; }
    bool closed() const { return is_closed(plan_.setup.topology); }

    // ---- the loop
    Cycles idle(const Loop& loop, std::uint32_t look) const;
    void catch_up(Loop& loop, Cycles time) const;
    void catch_up(Cycles time);
    void run(Loop& loop, Cycles time);
    Cycles next_action(const Loop& loop) const;
    Cycles ready(std::uint32_t channel) const;
    void plan_wake();

    void take(std::uint32_t channel, Cycles time);
    void check(Cycles time);
    bool may_send(std::uint32_t channel) const;
    Cycles look_at_sender(std::uint32_t channel, Cycles time);
    void transmit(std::uint32_t channel, Cycles time);
    void free_slots(std::uint32_t channel, std::uint32_t count, Cycles time);

    bool may_receive() const;
    Cycles look_at_receiver(Loop& loop, Cycles time);
    Cycles handle(Loop& loop, Entry& entry, Cycles time);
    Cycles deliver(Loop& loop, Entry& entry, const Packet& packet, Cycles time);
    Cycles forward(Entry& entry, Packet packet, arch::Direction to, bool delivered, Cycles time);
    void issue(Entry& entry, Cycles time, NocRequest request);
    Cycles departed(const Entry& entry) const;
    Cycles return_slot(Cycles time);
    Cycles flush_cycles() const;

    void open(Cycles time);
    void close(Cycles time);
    void tell_worker(Cycles time, std::uint32_t field, std::uint32_t value);
    std::string worker_name() const;

    RouterCore& core_;
    const RouterPlan plan_;
    const arch::RouterTiming& timing_;
    const Cycles look_sender_, look_receiver_;
    std::array<Sender, kMostSenders> senders_;
    std::array<Downstream, arch::kDirections.size()> next_;
    std::array<Loop, 2> loops_;  // of each processor
    std::uint32_t processors_;
    // In order of arrival: handled_ of them have been written and passed on, and of the first
    // told_ the sender knows on a closed way.
    std::deque<Entry> entries_;
    std::uint32_t handled_ = 0, told_ = 0, returned_ = 0;
    std::uint32_t arrival_slot_ = 0;  // of the next packet from the other end
    std::uint32_t far_free_ = 0, far_slot_ = 0;
    std::uint32_t unacked_ = 0;                         // requests that have not landed for sure
    std::array<std::uint32_t, 2> issued_{}, landed_{};  // writes, by NoC
    Cycles woken_ = kNever;
    bool connected_ = false;
    std::uint32_t worker_ = 0;
};

}  // namespace ironbird::fabric
