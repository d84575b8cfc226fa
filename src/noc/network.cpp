// Computes when each packet arrives.
#include "noc/network.hpp"

#include <algorithm>

#include "abi/ib_abi.h"

namespace ironbird::noc {
namespace {

Cycles after(Cycles time, Cycles cycles) {
    return time == kNever ? time : time + cycles;
}

// Delivered packets are kept at the front of those that wait, up to so many.
constexpr std::size_t kMostDelivered = 256;

}  // namespace

Network::Network(const arch::Floorplan& plan, Delivery delivery, std::string_view timing)
    : map_(plan),
      timing_(make_timing(timing, plan.product(), map_)),
      delivery_(delivery),
      clamp_(map_.nodes()),
      way_to_dram_(timing_->lookahead() + Cycles{plan.product().noc.hop_cycles}),
      dram_delay_{std::min(plan.product().dram_timing.read_extra,
                           plan.product().dram_timing.write_extra)} {}

void Network::attach(std::span<Node* const> nodes, Agenda& agenda) {
    nodes_ = nodes;
    agenda_ = &agenda;
}

void Network::move(std::span<const NodeId> senders, Pool& pool) {
    pool_ = &pool;
    moving_.clear();
    for (const NodeId id : senders) {
        auto& outbox = nodes_[id]->outbox;
        moving_.insert(moving_.end(), outbox.begin(), outbox.end());
        outbox.clear();
    }
    // Acks of one multicast may tie: they are equal in effect.
    std::sort(moving_.begin(), moving_.end(),
              [](const Packet& a, const Packet& b) { return a.before(b); });
    first_to_leave_ = first_to_leave();
    std::size_t held = 0;
    for (const Packet& p : moving_) {
        if (!meets_dram(p)) {
            deliver(p);
            continue;
        }
        if (&moving_[held] != &p) moving_[held] = p;
        held++;
    }
    hold({moving_.data(), held});
    deliver_waiting();
}

inline bool Network::meets_dram(const Packet& p) const {
    if (p.leg != Leg::request) return p.node >= map_.cores();
    return (p.subject->flags & IB_NOC_MULTICAST) == 0 && p.subject->target >= map_.cores();
}

// Packets from and to DRAM, sorted. Most often no other packet waits; then those at the front that
// nothing can precede any more are delivered at once, without going through the list.
void Network::hold(std::span<const Packet> packets) {
    if (!has_waiting()) {
        for (; !packets.empty() && packets[0].time < first_to_leave_; packets = packets.subspan(1))
            deliver(packets[0]);
    }
    if (packets.empty()) return;
    forget_delivered(kMostDelivered);
    const std::size_t waited = waiting_.size();
    waiting_.insert(waiting_.end(), packets.begin(), packets.end());
    for (const Packet& p : packets) {
        Node& initiator = *nodes_[p.subject->source];
        initiator.quiet_after = std::max(initiator.quiet_after, p.time);
    }
    sort_in(waited);
}

// The packets from `fresh` on are in order, and so are those before them: most often there are
// none, or they all leave before.
void Network::sort_in(std::size_t fresh) {
    if (fresh == first_waiting_ || !waiting_[fresh].before(waiting_[fresh - 1])) return;
    fresh_.assign(waiting_.begin() + static_cast<std::ptrdiff_t>(fresh), waiting_.end());
    std::size_t old = fresh, to = waiting_.size();
    for (std::size_t left = fresh_.size(); left > 0;) {
        const bool later = old > first_waiting_ && fresh_[left - 1].before(waiting_[old - 1]);
        waiting_[--to] = later ? waiting_[--old] : fresh_[--left];
    }
}

void Network::forget_delivered(std::size_t most) {
    if (has_waiting() && first_waiting_ <= most) return;
    waiting_.erase(waiting_.begin(),
                   waiting_.begin() + static_cast<std::ptrdiff_t>(first_waiting_));
    first_waiting_ = 0;
}

// What is still to be sent: by cores when something happens there, by DRAM as an answer.
Cycles Network::first_to_leave() const {
    return std::min(agenda_->earliest_core(), after(agenda_->earliest_dram(), dram_delay_));
}

Cycles Network::dram_limit() const {
    // A core asks anew when an answer has reached it.
    Cycles asked = std::min(agenda_->earliest_core(),
                            after(agenda_->earliest_dram(), dram_delay_ + timing_->lookahead()));
    if (has_waiting()) asked = std::min(asked, next_waiting().time);
    return after(asked, way_to_dram_);
}

void Network::deliver_waiting() {
    while (has_waiting() && next_waiting().time < first_to_leave_)
        deliver(waiting_[first_waiting_++]);
    keep_time();
}

// No window begins after the first of them. Controllers do nothing by themselves, so one of them
// can stand for it.
void Network::keep_time() {
    if (has_waiting()) agenda_->add(NodeId(map_.cores()), next_waiting().time);
}

void Network::forget(std::uint8_t processor, Pool& pool) {
    forget_delivered(0);
    std::erase_if(waiting_, [&](const Packet& p) {
        const bool lost = p.subject->processor == processor;
        if (lost) pool.release(*p.subject);
        return lost;
    });
    keep_time();
}

void Network::deliver(const Packet& p) {
    packets_++;
    if (p.leg != Leg::request) return answer(p);
    if ((p.subject->flags & IB_NOC_MULTICAST) != 0) return multicast(p);
    request(p);
}

void Network::post(NodeId to, NodeId source, const sim::Event& e) {
    nodes_[to]->events.push(e);
    agenda_->add(to, e.time);
    first_to_leave_ =
        std::min(first_to_leave_, to < map_.cores() ? e.time : after(e.time, dram_delay_));
    Node& initiator = *nodes_[source];
    initiator.quiet_after = std::max(initiator.quiet_after, e.time);
}

void Network::request(const Packet& p) {
    Transaction& t = *p.subject;
    Cycles time = timing_->arrival(p, t.to, t.target);
    time = clamp_.apply(t, t.target, time + delivery_.travel_delay(t.order, p.leg));
    post(t.target, t.source, {time, t.order, &t, static_cast<std::uint32_t>(p.leg), t.target});
}

void Network::multicast(const Packet& p) {
    if (timing_->held_back(p)) {
        held_back_.push_back(p);
        return;
    }
    if (deliver_multicast(p).gives_up && !held_back_.empty()) try_again();
}

// First come, first served; each may keep its path from the others anew. What its node sent behind
// it was held up as long.
void Network::try_again() {
    for (std::size_t i = 0; i < held_back_.size();) {
        const Packet p = held_back_[i];
        if (timing_->held_back(p)) {
            i++;
            continue;
        }
        held_back_.erase(held_back_.begin() + static_cast<std::ptrdiff_t>(i));
        const Cycles late = std::max(deliver_multicast(p).start, p.time) - p.time;
        for (Packet& q : held_back_)
            if (q.node == p.node && q.subject->noc == p.subject->noc) q.time += late;
        i = 0;
    }
}

Flow Network::deliver_multicast(const Packet& p) {
    Transaction& t = *p.subject;
    const auto& receivers = map_.receivers(t.first, t.last, t.noc);
    const bool with_self = (t.flags & IB_NOC_INCLUDE_SELF) != 0;
    std::uint32_t holders = 0;
    for (const NodeId r : receivers) holders += r != t.source || with_self ? 1 : 0;
    if (holders == 0) {
        pool_->release(t);
        return {p.time, true};
    }
    t.holders.store(holders, std::memory_order_relaxed);
    const Cycles extra = delivery_.travel_delay(t.order, p.leg);
    times_.resize(receivers.size());
    const Flow flow = timing_->multicast(p, receivers, times_);
    for (std::size_t i = 0; i < receivers.size(); i++) {
        const NodeId r = receivers[i];
        if (r == t.source && !with_self) continue;
        const Cycles time = clamp_.apply(t, r, times_[i] + extra);
        post(r, t.source, {time, t.order, &t, static_cast<std::uint32_t>(p.leg), r});
    }
    return flow;
}

void Network::answer(const Packet& p) {
    Transaction& t = *p.subject;
    const Cycles time =
        timing_->arrival(p, t.from, t.source) + delivery_.travel_delay(t.order, p.leg);
    post(t.source, t.source, {time, t.order, &t, static_cast<std::uint32_t>(p.leg), p.node});
}

void Network::drop(Pool& pool) {
    for (const Packet& p : held_back_) pool.release(*p.subject);
    for (; has_waiting(); first_waiting_++) pool.release(*next_waiting().subject);
    held_back_.clear();
    waiting_.clear();
    first_waiting_ = 0;
    timing_->reset();
    clamp_.reset();
}

}  // namespace ironbird::noc
