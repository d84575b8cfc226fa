// What the rules of one chip share: the chip, which groups are wanted, and the state of its nodes.
#pragma once

#include <memory>
#include <vector>

#include "check/groups.hpp"
#include "check/hazard/node_state.hpp"

namespace ironbird::check {

// One T for each node, each in memory of its own: different threads run different nodes.
template <class T>
class PerNode {
 public:
    explicit PerNode(std::uint32_t nodes) {
        for (std::uint32_t i = 0; i < nodes; i++) all_.push_back(std::make_unique<T>());
    }
    T& operator[](std::uint32_t node) { return *all_[node]; }
    const T& operator[](std::uint32_t node) const { return *all_[node]; }

 private:
    std::vector<std::unique_ptr<T>> all_;
};

// Owned by the ChipChecker. Rules keep what only they need themselves, by node.
class ChipState {
 public:
    ChipState(const arch::Floorplan& plan, std::uint32_t id, const Groups& groups);

    const arch::Floorplan& plan;
    const std::uint32_t id;
    // Groups of rules that are wanted.
    const bool memory, noc, race, cb, init, fabric;

    // Cores come first, then DRAM controllers.
    NodeState& node(std::uint32_t n) { return nodes_[n]; }
    std::uint32_t count() const { return count_; }
    bool is_core(std::uint32_t n) const { return n < plan.cores(); }
    bool is_ethernet(std::uint32_t n) const { return is_core(n) && plan.is_ethernet(n); }

 private:
    const std::uint32_t count_;
    PerNode<NodeState> nodes_;
};

inline Who who(const char* role, const device::Actor& a, std::uint32_t site) {
    return {role, static_cast<std::uint16_t>(a.node), static_cast<std::uint8_t>(a.processor), site,
            a.cycle};
}
Who who(const char* role, const Stamp& s, Cycles now);

inline bool overlaps(std::uint64_t a, std::uint64_t n, std::uint64_t b, std::uint64_t m) {
    return a < b + m && b < a + n;
}

}  // namespace ironbird::check
