// The nodes of a chip before anything ran on it.
#include "check/hazard/chip_state.hpp"

#include <algorithm>

namespace ironbird::check {
namespace {

std::uint32_t nodes_of(const arch::Floorplan& plan) {
    std::uint32_t controllers = 0;
    for (const auto& bank : plan.product().dram)
        controllers = std::max<std::uint32_t>(controllers, bank.controller + 1u);
    return plan.cores() + controllers;
}

}  // namespace

ChipState::ChipState(const arch::Floorplan& floorplan, std::uint32_t number, const Groups& groups)
    : plan(floorplan),
      id(number),
      memory(groups.has("memory")),
      noc(groups.has("noc")),
      race(groups.has("race")),
      cb(groups.has("cb")),
      init(groups.has("init")),
      fabric(groups.has("fabric")),
      count_(nodes_of(plan)),
      nodes_(count_) {
    const auto& memory_map = plan.product().memory;
    for (std::uint32_t i = 0; i < count_; i++) {
        NodeState& t = nodes_[i];
        t.id = noc::NodeId(i);
        t.shadow.lay_out(is_core(i) ? memory_map.unreserved_base : memory_map.dram_unreserved_base);
    }
}

Who who(const char* role, const Stamp& s, Cycles now) {
    // The stamp keeps half of its cycle; nothing that matters is two thousand million cycles old.
    // It may be ahead: processors keep their own clocks.
    const auto ahead = static_cast<std::int32_t>(s.cycle - static_cast<std::uint32_t>(now.v));
    const Cycles cycle{now.v + static_cast<std::uint64_t>(std::int64_t{ahead})};
    return {role, s.node, s.processor, s.site, cycle};
}

}  // namespace ironbird::check
