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
          request_interval_(static_cast<std::uint64_t>(std::llround(dram_.request_interval))),
          ports_(std::size_t{map.responders()} * 2),
          banks_(product.dram.size(), 0) {}

    Injection inject(NodeId tile, std::uint32_t noc, std::uint64_t time,
                     std::uint32_t bytes) override {
        Port& port = ports_[tile * 2u + noc];
        const std::uint64_t start = std::max(time, port.request_free);
        // One flit for the header, then the payload.
        const std::uint64_t end = start + 1 + (bytes > kSmall ? write_rate_.cycles(bytes) - 1 : 0);
        port.request_free = end;
        return {start, end};
    }

    std::uint64_t answer(const Transaction& t, NodeId tile, std::uint32_t bank,
                         std::uint64_t time) override {
        const bool data = t.kind == Kind::read;
        if (bank != kNoBank) time = serve_bank(banks_[bank], time, t.size, data);
        if (!data) return time;
        Port& port = port_of(t, tile);
        const std::uint64_t start = std::max(time, port.answer_free);
        port.answer_free = start + read_rate_.cycles(t.size);
        return start;
    }

    std::uint64_t arrival(const Packet& packet, Position to, NodeId tile) override {
        const Transaction& t = *packet.subject;
        const std::uint64_t path =
            std::uint64_t{noc_.hop_cycles} * map_.hops(packet.from, to, t.noc) +
            fixed(t, packet.leg);
        const std::uint64_t payload = payload_cycles(t, packet.leg);
        if (payload == 0) return packet.time + path;
        // The receiving NIU takes one packet after another.
        Port& port = port_of(t, tile);
        const std::uint64_t head = std::max(packet.time + path, port.arrival_free);
        port.arrival_free = head + payload;
        return head + payload;
    }

    Flow multicast(const Packet& packet, std::span<const NodeId> receivers,
                   std::span<std::uint64_t> times) override {
        for (std::size_t i = 0; i < receivers.size(); i++)
            times[i] = arrival(packet, map_.core_position(receivers[i]), receivers[i]);
        return {packet.time, true};
    }

    std::uint64_t lookahead() const override {
        return std::min({read_out(), write_out(), noc_.read_fixed - read_out(),
                         std::uint64_t{noc_.write_fixed} / 2});
    }

    void reset() override {
        std::fill(ports_.begin(), ports_.end(), Port{});
        std::fill(banks_.begin(), banks_.end(), 0);
    }

 private:
    static constexpr std::uint32_t kSmall = 32;

    struct Port {
        std::uint64_t request_free = 0, answer_free = 0, arrival_free = 0;
    };

    Port& port_of(const Transaction& t, NodeId tile) {
        return ports_[map_.responder(tile, t.address) * 2u + t.noc];
    }

    // Half of the fixed part of a round trip on the way there; a write's departure has already
    // taken its share.
    std::uint64_t read_out() const { return noc_.read_fixed / 2; }
    std::uint64_t write_out() const {
        const std::uint64_t half = (noc_.write_fixed + 1) / 2;
        return half > noc_.depart_cycles ? half - noc_.depart_cycles : 1;
    }

    std::uint64_t fixed(const Transaction& t, Leg leg) const {
        if (leg == Leg::request) return t.kind == Kind::read ? read_out() : write_out();
        return leg == Leg::data ? noc_.read_fixed - read_out() : noc_.write_fixed / 2;
    }

    std::uint64_t payload_cycles(const Transaction& t, Leg leg) const {
        if (leg == Leg::data) return read_rate_.cycles(t.size);
        return leg == Leg::request && t.kind == Kind::write ? write_rate_.cycles(t.size) : 0;
    }

    std::uint64_t serve_bank(std::uint64_t& free, std::uint64_t time, std::uint32_t bytes,
                             bool read) {
        const std::uint64_t start = std::max(time, free);
        free = start + std::max(request_interval_, bank_rate_.cycles(bytes));
        return start + (read ? dram_.read_extra : dram_.write_extra);
    }

    const Map& map_;
    const arch::NocTiming noc_;
    const arch::DramTiming dram_;
    const Rate read_rate_, write_rate_, bank_rate_;
    const std::uint64_t request_interval_;
    std::vector<Port> ports_;           // by responder and NoC
    std::vector<std::uint64_t> banks_;  // when each is free
};

}  // namespace

std::unique_ptr<Timing> make_ideal_timing(const arch::Product& product, const Map& map) {
    return std::make_unique<Ideal>(product, map);
}

}  // namespace ironbird::noc
