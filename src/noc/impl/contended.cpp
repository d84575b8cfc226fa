// The network with contention: links, ports and DRAM banks are queues in time, multicasts reserve
// their paths. docs/04_timing_model.md tells the model; arch holds its numbers.
#include <algorithm>
#include <array>
#include <vector>

#include "abi/ib_abi.h"
#include "noc/i_timing.hpp"
#include "noc/impl/banks.hpp"
#include "noc/impl/links.hpp"
#include "noc/impl/requests.hpp"

namespace ironbird::noc {
namespace {

// An L1 or a bank takes up no more reads than it can answer in so many cycles; bounds the payloads
// that wait in the simulated chip.
constexpr Cycles kAnswerBacklog{1000};

class Contended final : public Timing {
 public:
    Contended(const arch::Product& product, const Map& map)
        : map_(map),
          noc_(product.noc),
          request_rate_(noc_.write_bytes_per_cycle),
          response_rate_(noc_.read_bytes_per_cycle),
          shared_write_rate_(product.dram_timing.shared_write_bytes_per_cycle),
          answer_longer_(longer_by_sharers(noc_)),
          links_(product.noc_grid),
          requests_(product.noc_grid, product.noc),
          banks_(product),
          ports_(std::size_t{map.responders()} * 2) {}

    // ---- by the worker that runs the node

    Injection inject(NodeId node, std::uint32_t noc, Cycles time, std::uint32_t bytes) override {
        Port& port = port_of(node, noc);
        const Cycles start = std::max({time, port.sent, port.held_up});
        port.sent = start + (bytes > noc_.flit_bytes ? occupancy(bytes, request_rate_) : Cycles{1});
        return {start, port.sent};
    }

    Cycles answer(const Transaction& t, NodeId, std::uint32_t bank, Cycles time) override {
        return bank == kNoBank ? time : banks_.serve(t, bank, time);
    }

    // ---- in the network phase

    Cycles arrival(const Packet& packet, Position to, NodeId node) override {
        const Transaction& t = *packet.subject;
        if (packet.leg == Leg::data)
            return transfer(packet, to, occupancy(t.size, response_rate_), {}) + read_in();
        if (packet.leg == Leg::request && t.kind == Kind::read && node < map_.cores())
            return ask_core(packet, to, node);
        if (packet.leg != Leg::request || t.kind != Kind::write)
            return single_flit(packet, to, node);
        const Cycles eject = eject_cycles(t, node, to, packet.time);
        return transfer(packet, to, occupancy(t.size, request_rate_), eject) + write_out();
    }

    bool held_back(const Packet& packet) override {
        if (kept_paths_ == 0) return false;
        const Transaction& t = *packet.subject;
        bool kept = false;
        visit(packet, [&](std::uint32_t link, std::uint32_t) {
            const NodeId by = links_[link].kept_by;
            kept |= by != kNoNode && by != t.source;
        });
        return kept;
    }

    Flow multicast(const Packet& packet, std::span<const NodeId> receivers,
                   std::span<Cycles> times) override {
        const Transaction& t = *packet.subject;
        const Cycles cycles = occupancy(t.size, request_rate_);
        const Cycles start = reserve(packet, cycles);
        const bool with_self = (t.flags & IB_NOC_INCLUDE_SELF) != 0;
        for (std::size_t i = 0; i < receivers.size(); i++) {
            if (receivers[i] == t.source && !with_self) continue;
            const Position to = map_.core_position(receivers[i]);
            const std::uint32_t index = links_.at(t.noc, to, Way::eject);
            Link& port = links_[index];
            const Cycles head = start + way(map_.hops(packet.from, to, t.noc));
            const Cycles taken = port.queue.enter(head, cycles);
            times[i] = taken + cycles + write_out();
            links_.carry(port, index, taken, t.size, cycles);
        }
        return {start, !ports_[packet.node * 2u + t.noc].keeps};
    }

    void keep_history() override {
        links_.keep_history();
        banks_.keep_history();
    }

    void settle() override {
        links_.settle();
        requests_.settle();
        calm_++;
    }

    Cycles lookahead() const override {
        return std::min({read_out(), read_in(), write_out(), ack_in()});
    }

    void reset() override {
        links_.reset();
        requests_.settle();
        banks_.reset();
        std::fill(ports_.begin(), ports_.end(), Port{});
        kept_paths_ = 0;
        calm_ = 0;
    }

    Usage usage() const override {
        Usage use;
        links_.report(use.links);
        banks_.report(use.banks);
        return use;
    }

 private:
    struct Port {
        Cycles sent{};           // the last request has left its node, as far as the node knows
        Cycles held_up{};        // the same, as the network has found since
        Queue answers;           // that are asked for
        std::uint32_t calm = 0;  // as in Link
        bool keeps = false;      // the path of linked multicasts to the rectangle below
        Corner first{}, last{};
    };

    // Of a core; for `answers`, also of a DRAM bank.
    Port& port_of(std::uint32_t responder, std::uint32_t noc) {
        Port& port = ports_[responder * 2u + noc];
        if (port.calm != calm_) {
            port.held_up = {};
            port.answers = {};
            port.calm = calm_;
        }
        return port;
    }

    // How much longer an answer from DRAM takes a link, in 256ths, by how many nodes share it.
    using BySharers = std::array<std::uint32_t, Sharers::kMost + 1>;
    static BySharers longer_by_sharers(const arch::NocTiming& noc) {
        const std::uint32_t few = noc.dram_sharers_few, many = noc.dram_sharers_many;
        BySharers longer{};
        for (std::uint32_t n = few + 1; n < longer.size(); n++)
            longer[n] = noc.dram_response_longer * (std::min(n, many) - few) / (many - few);
        return longer;
    }

    // ---- fixed parts of a round trip; a write's departure has already taken its share

    Cycles read_out() const { return {noc_.read_fixed / 2}; }
    Cycles read_in() const { return {noc_.read_fixed - noc_.read_fixed / 2}; }
    Cycles write_out() const {
        const std::uint32_t half = (noc_.write_fixed + 1) / 2;
        return {half > noc_.depart_cycles ? half - noc_.depart_cycles : 1};
    }
    Cycles ack_in() const { return {noc_.write_fixed / 2}; }

    // Of a packet's head over so many hops.
    Cycles way(std::uint32_t hops) const { return {noc_.hop_cycles * hops}; }

    Cycles occupancy(std::uint32_t bytes, const Rate& rate) const {
        return Cycles{noc_.packet_cycles} + rate.cycles(bytes);
    }

    // A link between routers takes a header and the payload, a flit a cycle; the ports at both ends
    // are slower.
    Cycles flits(std::uint32_t bytes) const {
        return {1 + (bytes + noc_.flit_bytes - 1) / noc_.flit_bytes};
    }

    // How long the target takes a write's bytes in; 0 means as fast as they come. Writes of several
    // cores that meet at a DRAM endpoint disturb each other.
    Cycles eject_cycles(const Transaction& t, NodeId node, Position to, Cycles time) {
        if (node < map_.cores()) return {};
        Link& port = links_[links_.at(t.noc, to, Way::eject)];
        const bool mixed =
            port.shared_by(t.source, time) > 1 && port.queue.wait(time, {1}) > Cycles{};
        return mixed ? std::max(shared_write_rate_.cycles(t.size), banks_.service(t.size, false))
                     : banks_.service(t.size, false);
    }

    // Read requests, acknowledgements, atomics: a link hardly notices them, so only the port at the
    // end counts them (acknowledgements come in one a cycle, an atomic blocks the L1 for longer).
    Cycles single_flit(const Packet& packet, Position to, NodeId node) {
        const Transaction& t = *packet.subject;
        const bool request = packet.leg == Leg::request;
        const Cycles fixed = !request ? ack_in() : t.kind == Kind::read ? read_out() : write_out();
        const Cycles cycles =
            request && t.kind == Kind::atomic ? Cycles{noc_.atomic_cycles} : Cycles{1};
        const Cycles head = packet.time + way(map_.hops(packet.from, to, t.noc)) + fixed;
        const Cycles there = links_[links_.at(t.noc, to, Way::eject)].queue.enter(head, cycles);
        return request && t.kind == Kind::read ? taken_up(t, to, node, there) : there;
    }

    // A request that has to wait for the core that it asks holds up others on its way, and in the
    // end its own node. (Endpoints of DRAM have a queue of their own.)
    Cycles ask_core(const Packet& packet, Position to, NodeId node) {
        const Transaction& t = *packet.subject;
        links_.route(packet.from, to, t.noc, path_);
        const Cycles head = requests_.walk(path_, packet.time) + read_out();
        const Cycles there = links_[path_.back()].queue.enter(head, {1});
        const Cycles up = requests_.take_up(path_, there, taken_up(t, to, node, there));
        Port& port = port_of(packet.node, t.noc);
        port.held_up = std::max(port.held_up, requests_.next(path_));
        return up;
    }

    // A read is taken up when it can be answered soon. Its answer leaves no later for it, but its
    // bytes are taken then and not before.
    Cycles taken_up(const Transaction& t, Position to, NodeId node, Cycles time) {
        const Cycles cycles =
            node < map_.cores() ? occupancy(t.size, response_rate_) : banks_.service(t.size, true);
        const Cycles turn =
            port_of(map_.responder(node, t.address), t.noc).answers.enter(time, cycles);
        const Cycles own =
            time + links_[links_.at(t.noc, to, Way::inject)].queue.wait(time, cycles);
        const Cycles answered = std::max(turn, own);
        return std::max(time, answered > kAnswerBacklog ? answered - kAnswerBacklog : Cycles{});
    }

    // How much longer a link takes an answer from DRAM that has to wait for it.
    Cycles longer(Link& link, NodeId whose, Cycles time, Cycles cycles) const {
        return (cycles * answer_longer_[link.shared_by(whose, time)] + Cycles{128}) / 256;
    }

    // A packet's head goes from link to link and waits at each; its bytes follow. What holds it up
    // on the way holds up, in part, what waits behind it in its node.
    Cycles transfer(const Packet& packet, Position to, Cycles cycles, Cycles eject) {
        const Transaction& t = *packet.subject;
        links_.route(packet.from, to, t.noc, path_);
        const std::uint32_t end = path_.size() - 1;
        const bool from_dram = packet.node >= map_.cores();
        const Cycles left = links_[path_[0]].queue.enter(packet.time, cycles);
        const Cycles wire = flits(t.size);
        Cycles head = left;
        for (std::uint32_t i = 1; i < end; i++) {
            Link& link = links_[path_[i]];
            head = link.queue.enter(head, wire,
                                    from_dram ? longer(link, t.source, head, wire) : Cycles{});
            links_.carry(link, path_[i], head, t.size, wire);
            head += Cycles{noc_.hop_cycles};
        }
        Link& port = links_[path_[end]];
        const Cycles taken = std::max(cycles, eject);
        head = port.queue.enter(head, taken);
        links_.carry(port, path_[end], head, t.size, taken);
        const Cycles smooth = left + cycles + way(end - 1) + Cycles{noc_.buffer_cycles * end};
        const Cycles late = head + taken > smooth ? head + taken - smooth : Cycles{};
        leave(packet, left, cycles, stall(packet, cycles, late));
        return head + taken;
    }

    Cycles stall(const Packet& packet, Cycles cycles, Cycles late) const {
        const bool dram = packet.subject->target >= map_.cores();
        if (dram && packet.leg == Leg::request) return {};
        const arch::Stall& s = dram                         ? noc_.dram_response_stall
                               : packet.leg == Leg::request ? noc_.request_stall
                                                            : noc_.response_stall;
        return std::min(late * s.share / 256, cycles * s.limit / 16);
    }

    // The node's own link was entered at `start`; it is taken for so long and so much longer.
    void leave(const Packet& packet, Cycles start, Cycles cycles, Cycles longer) {
        const Transaction& t = *packet.subject;
        const std::uint32_t index = links_.at(t.noc, packet.from, Way::inject);
        Link& own = links_[index];
        own.queue.occupy_until(start + cycles + longer);
        links_.carry(own, index, start, t.size, cycles + longer);
        if (packet.leg != Leg::request) return;
        Port& port = port_of(packet.node, t.noc);
        port.held_up = std::max(port.held_up, start + cycles + longer);
    }

    // ---- multicasts

    template <class Visit>
    std::uint32_t visit(const Packet& packet, Visit visit) const {
        const Transaction& t = *packet.subject;
        return links_.visit_tree(packet.from, map_.at(t.first).at, map_.at(t.last).at, t.noc,
                                 visit);
    }

    // What a multicast finds on the links of its path.
    struct Before {
        std::uint32_t hops;   // to the farthest receiver
        Cycles turn{};        // so long until those that reserved it before have passed
        Cycles kept_until{};  // by linked multicasts
        Cycles busy{};        // with transfers that reserve nothing, for so long
    };

    Before before(const Packet& packet, Cycles ready, Cycles cycles) {
        Before b{};
        b.hops = visit(packet, [&](std::uint32_t index, std::uint32_t hops) {
            Link& link = links_[index];
            b.turn = std::max(b.turn, link.paths.wait(ready, cycles));
            b.kept_until = std::max(b.kept_until, link.kept_until);
            b.busy = std::max(b.busy, link.queue.wait(ready + way(hops), cycles));
        });
        return b;
    }

    // When the bytes of a multicast begin to flow, and takes its path until they have passed. An
    // unlinked one gives the path up, a linked one keeps it for the next.
    Cycles reserve(const Packet& packet, Cycles cycles) {
        const Transaction& t = *packet.subject;
        Link& own = links_[links_.at(t.noc, packet.from, Way::inject)];
        const Cycles ready = own.queue.enter(packet.time, cycles);
        const Before found = before(packet, ready, cycles);
        const bool kept = keeps(packet);
        // The last of linked multicasts gives the path up with its last packet.
        const bool linked = (t.flags & IB_NOC_LINKED) != 0 || (kept && t.more);
        keep(packet, linked);
        const Cycles start = std::max(kept ? ready : set_up(ready, found), ready + found.busy);
        const Cycles reserved =
            cycles + (found.turn > Cycles{} ? way_back(found) : there_and_back(found));
        visit(packet, [&](std::uint32_t index, std::uint32_t hops) {
            Link& link = links_[index];
            link.queue.enter(start + way(hops), cycles);
            if (linked || kept)
                link.kept_until = std::max(link.kept_until, start + cycles);
            else
                link.paths.enter(ready, reserved);
            link.kept_by = linked ? t.source : kNoNode;
            links_.carry(link, index, start + way(hops), t.size, cycles);
        });
        leave(packet, ready, cycles, start - ready);
        return start;
    }

    // A path is reserved there and back. A multicast that waits for its turn has the way there
    // behind it; one that finds the path kept begins anew when it is given up.
    Cycles set_up(Cycles ready, const Before& b) const {
        Cycles start = std::max(ready, b.kept_until) + there_and_back(b);
        if (b.turn > Cycles{}) start = std::max(start, ready + b.turn + way_back(b));
        return start;
    }
    Cycles there_and_back(const Before& b) const {
        return Cycles{noc_.reserve_cycles} + Cycles{noc_.reserve_hop_cycles} * b.hops;
    }
    Cycles way_back(const Before& b) const { return {noc_.reserve_hop_cycles / 2 * b.hops}; }

    // Whether the path is the sender's already.
    bool keeps(const Packet& packet) const {
        const Transaction& t = *packet.subject;
        const Port& port = ports_[packet.node * 2u + t.noc];
        return port.keeps && port.first == t.first && port.last == t.last;
    }

    // Notes whether the path stays.
    void keep(const Packet& packet, bool linked) {
        const Transaction& t = *packet.subject;
        Port& port = ports_[packet.node * 2u + t.noc];
        if (port.keeps && !keeps(packet)) give_up(packet.from, port, t.noc);
        kept_paths_ = kept_paths_ + (linked ? 1 : 0) - (port.keeps ? 1 : 0);
        port.keeps = linked;
        port.first = t.first;
        port.last = t.last;
    }

    void give_up(Position from, const Port& port, std::uint32_t noc) {
        links_.visit_tree(
            from, map_.at(port.first).at, map_.at(port.last).at, noc,
            [&](std::uint32_t link, std::uint32_t) { links_[link].kept_by = kNoNode; });
    }

    const Map& map_;
    const arch::NocTiming noc_;
    const Rate request_rate_, response_rate_, shared_write_rate_;
    const BySharers answer_longer_;
    Links links_;
    Requests requests_;
    Banks banks_;
    std::vector<Port> ports_;  // by responder and NoC
    std::uint32_t kept_paths_ = 0;
    std::uint32_t calm_ = 0;
    Path path_;
};

}  // namespace

std::unique_ptr<Timing> make_contended_timing(const arch::Product& product, const Map& map) {
    return std::make_unique<Contended>(product, map);
}

}  // namespace ironbird::noc
