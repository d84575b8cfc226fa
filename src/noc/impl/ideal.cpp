// Uncontended timing: fixed latency, hops, payload over bandwidth; NIUs and DRAM banks serve one
// packet after another, links are never busy.
#include <algorithm>
#include <vector>

#include "noc/i_timing.hpp"
#include "noc/rate.hpp"

namespace ironbird::noc {
namespace {

class Ideal final : public Timing {
 public:
    Ideal(const arch::Product& product, const Map& map)
        : map_(map),
          noc_(product.noc),
          dram_(product.dram_timing),
          read_rate_(noc_.read_bytes_per_cycle),
          write_rate_(noc_.write_bytes_per_cycle),
          bank_rate_(dram_.bytes_per_cycle),
          request_interval_{static_cast<std::uint64_t>(std::llround(dram_.request_interval))},
          ports_(std::size_t{map.responders()} * 2),
          banks_(product.dram.size()) {}

    Injection inject(NodeId node, std::uint32_t noc, Cycles time, std::uint32_t bytes) override {
        Port& port = ports_[node * 2u + noc];
        const Cycles start = std::max(time, port.request_free);
        // One flit for the header, then the payload.
        const Cycles end = start + (bytes > kSmall ? write_rate_.cycles(bytes) : Cycles{1});
        port.request_free = end;
        return {start, end};
    }

    Cycles answer(const Transaction& t, NodeId node, std::uint32_t bank, Cycles time) override {
        const bool data = t.kind == Kind::read;
        if (bank != kNoBank) time = serve_bank(banks_[bank], time, t.size, data);
        if (!data) return time;
        Port& port = port_of(t, node);
        const Cycles start = std::max(time, port.answer_free);
        port.answer_free = start + read_rate_.cycles(t.size);
        return start;
    }

    Cycles arrival(const Packet& packet, Position to, NodeId node) override {
        const Transaction& t = *packet.subject;
        const Cycles path = Cycles{noc_.hop_cycles} * map_.hops(packet.from, to, t.noc) +
                            Cycles{fixed(t, packet.leg)};
        const Cycles payload = payload_cycles(t, packet.leg);
        if (payload == Cycles{}) return packet.time + path;
        // The receiving NIU takes one packet after another.
        Port& port = port_of(t, node);
        const Cycles head = std::max(packet.time + path, port.arrival_free);
        port.arrival_free = head + payload;
        return head + payload;
    }

    Flow multicast(const Packet& packet, std::span<const NodeId> receivers,
                   std::span<Cycles> times) override {
        for (std::size_t i = 0; i < receivers.size(); i++)
            times[i] = arrival(packet, map_.core_position(receivers[i]), receivers[i]);
        return {packet.time, true};
    }

    Cycles lookahead() const override {
        return Cycles{std::min(
            {read_out(), write_out(), noc_.read_fixed - read_out(), noc_.write_fixed / 2})};
    }

    void reset() override {
        std::fill(ports_.begin(), ports_.end(), Port{});
        std::fill(banks_.begin(), banks_.end(), Cycles{});
    }

 private:
    static constexpr std::uint32_t kSmall = 32;

    struct Port {
        Cycles request_free{}, answer_free{}, arrival_free{};
    };

    Port& port_of(const Transaction& t, NodeId node) {
        return ports_[map_.responder(node, t.address) * 2u + t.noc];
    }

    // Parts of a round trip, in cycles, as the product's table counts them. Half of the fixed part
    // of a round trip on the way there; a write's departure has already taken its share.
    std::uint32_t read_out() const { return noc_.read_fixed / 2; }
    std::uint32_t write_out() const {
        const std::uint32_t half = (noc_.write_fixed + 1) / 2;
        return half > noc_.depart_cycles ? half - noc_.depart_cycles : 1;
    }

    std::uint32_t fixed(const Transaction& t, Leg leg) const {
        if (leg == Leg::request) return t.kind == Kind::read ? read_out() : write_out();
        return leg == Leg::data ? noc_.read_fixed - read_out() : noc_.write_fixed / 2;
    }

    Cycles payload_cycles(const Transaction& t, Leg leg) const {
        if (leg == Leg::data) return read_rate_.cycles(t.size);
        return leg == Leg::request && t.kind == Kind::write ? write_rate_.cycles(t.size) : Cycles{};
    }

    Cycles serve_bank(Cycles& free, Cycles time, std::uint32_t bytes, bool read) {
        const Cycles start = std::max(time, free);
        free = start + std::max(request_interval_, bank_rate_.cycles(bytes));
        return start + Cycles{read ? dram_.read_extra : dram_.write_extra};
    }

    const Map& map_;
    const arch::NocTiming noc_;
    const arch::DramTiming dram_;
    const Rate read_rate_, write_rate_, bank_rate_;
    const Cycles request_interval_;
    std::vector<Port> ports_;    // by responder and NoC
    std::vector<Cycles> banks_;  // when each is free
};

}  // namespace

std::unique_ptr<Timing> make_ideal_timing(const arch::Product& product, const Map& map) {
    return std::make_unique<Ideal>(product, map);
}

}  // namespace ironbird::noc
