// The freedom that the ordering rules leave, used on purpose: late and random delivery.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "noc/transaction.hpp"

namespace ironbird::noc {

// What packets do with that freedom.
enum class Mode : std::uint8_t { timed, eager, late, random };

// Extra cycles for hunting bugs; none in a timed run. A value without state: any thread may ask.
class Delivery {
 public:
    Delivery(Mode mode = Mode::timed, std::uint64_t seed = 0) : mode_(mode), seed_(seed) {}

    bool eager() const { return mode_ == Mode::eager; }
    // Whether a call waits for the command buffer; not when lateness is the point.
    bool paced() const { return mode_ == Mode::timed || mode_ == Mode::eager; }

    // Between the call and the moment when the request's bytes are taken.
    Cycles departure_delay(sim::Order order) const { return delay(order, 1); }
    // On the way; `leg` keeps request and answer apart.
    Cycles travel_delay(sim::Order order, Leg leg) const {
        return delay(order, 2 + static_cast<std::uint64_t>(leg));
    }

 private:
    static constexpr Cycles kLate{3000};

    Cycles delay(sim::Order order, std::uint64_t salt) const {
        if (mode_ == Mode::late) return kLate;
        if (mode_ != Mode::random) return {};
        // splitmix64: a deterministic draw for each packet, whoever asks and when.
        std::uint64_t z = seed_ * 0x9e3779b97f4a7c15u + order.v * 8 + salt;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return {(z ^ (z >> 31)) % kLate.v};
    }

    Mode mode_;
    std::uint64_t seed_;
};

// Requests of one node on the same NoC and channel to the same node arrive in the order in which
// they left; nothing else is ordered. Owned by the Network, for the network phase alone.
class OrderClamp {
 public:
    explicit OrderClamp(std::uint32_t nodes) : nodes_(nodes), last_(nodes) {}

    Cycles apply(const Transaction& t, NodeId target, Cycles arrival) {
        auto& row = last_[t.source];
        if (row.empty()) row.resize(std::size_t{nodes_} * kChannels * 2);
        Cycles& last = row[(t.noc * kChannels + (t.vc & (kChannels - 1))) * nodes_ + target];
        last = std::max(last, arrival);
        return last;
    }

    void reset() {
        for (auto& row : last_) row.clear();
    }

 private:
    static constexpr std::uint32_t kChannels = 16;
    std::uint32_t nodes_;
    std::vector<std::vector<Cycles>> last_;  // by source, made at its first request
};

}  // namespace ironbird::noc
