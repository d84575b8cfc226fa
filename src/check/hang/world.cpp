// Collects who waits and finds the others again.
#include "check/hang/world.hpp"

#include <fmt/format.h>

#include "base/core_name.hpp"
#include "device/fault/fault_text.hpp"
#include "device/processor_name.hpp"

namespace ironbird::check {

using device::Core;
using device::Processor;
using device::State;

World::World(const device::Hang& h) : hang(h) {
    for (const device::LaunchView& l : h.launches)
        for (std::size_t i = 0; i < l.cores.size(); i++) {
            const Core* c = core(l.chip, l.cores[i]);
            cores_.push_back(c);
            plans_[c] = &l.plans[i];
        }
    for (const Core* c : cores_)
        for (const Processor& p : c->processors) add(p);
}

void World::add(const Processor& p) {
    const bool asks = p.state == State::ready && p.spins > 0;
    if (p.state != State::parked && !asks) return;
    const Cycles since = asks ? p.clock() : p.wait.since;
    index_[&p] = waiters.size();
    waiters.push_back({&p, asks ? p.asked : p.wait, asks, device::place_of(p, since, lines_), {}});
}

const Core* World::core(std::uint32_t chip, std::uint32_t index) const {
    for (device::ChipModel* c : hang.chips)
        if (c->id() == chip) return &c->core(index);
    return nullptr;
}

const abi::Kernel* World::kernel(const Core& core, std::uint32_t processor) const {
    const auto plan = plans_.find(&core);
    return plan == plans_.end() ? nullptr : plan->second->kernels[processor];
}

std::optional<std::size_t> World::waiter(const Core& core, std::uint32_t processor) const {
    const auto at = index_.find(&core.processors[processor]);
    return at == index_.end() ? std::nullopt : std::optional(at->second);
}

Fate World::fate(const Core& core, std::uint32_t processor) const {
    if (kernel(core, processor) == nullptr) return Fate::absent;
    if (waiter(core, processor)) return Fate::waits;
    return core.processors[processor].state == State::ready ? Fate::runs : Fate::ended;
}

Place World::at(const Core& core, std::uint32_t processor, std::uintptr_t site, Cycles cycle) {
    const Logical logical = core.chip.plan->core_logical(core.id);
    Place place{.device = core.chip.id,
                .core_x = logical.x,
                .core_y = logical.y,
                .processor = device::processor_name(*core.chip.plan, core.id, processor),
                .cycle = cycle.v};
    const abi::Kernel* k = kernel(core, processor);
    if (k == nullptr) return place;
    place.file = k->source_path.empty() ? k->name : k->source_path;
    if (site == 0) return place;
    device::Trace trace;
    trace.address[trace.count++] = site;
    if (abi::SourceLine line = lines_.of(*k, trace); !line.file.empty()) {
        place.file = std::move(line.file);
        place.line = line.line;
    }
    return place;
}

Place World::standing(const Processor& p) {
    return device::place_of(p, p.clock(), lines_);
}

std::string core_name(const Core& core) {
    const Logical at = core.chip.plan->core_logical(core.id);
    const std::string device = core.chip.id == 0 ? "" : fmt::format("device {} ", core.chip.id);
    return device + ironbird::core_name(at.x, at.y);
}

std::string name_of(const Core& core, std::uint32_t processor, const Core& seen_from) {
    const std::string label = device::processor_name(*core.chip.plan, core.id, processor);
    return &core == &seen_from ? label : fmt::format("{} {}", core_name(core), label);
}

Party waiting_party(const Waiter& w, const std::string& call, const std::string& rest) {
    return {.role = w.asks ? "asks" : "waits",
            .place = w.place,
            .what = fmt::format(
                "{}   {}, {} cycle {}{}", call,
                device::processor_name(*w.p->core->chip.plan, w.p->core->id, w.p->index),
                w.asks ? "again and again, now at" : "since", grouped(w.place.cycle),
                rest.empty() ? "" : "; " + rest)};
}

Party supplier_party(World& world, const Core& core, std::uint32_t processor, std::uintptr_t site,
                     Cycles cycle, const std::string& deeds, const Waiter& seen_from) {
    const std::string name = name_of(core, processor, seen_from.core());
    if (const auto waiter = world.waiter(core, processor)) {
        const Waiter& other = world.waiters[*waiter];
        return {
            .role = other.asks ? "asks" : "blocked",
            .place = other.place,
            .what = fmt::format("{} {} itself since cycle {} for {}{}", name,
                                other.asks ? "asks" : "waits", grouped(other.place.cycle),
                                device::wait_text(*other.p), deeds.empty() ? "" : ", " + deeds)};
    }
    const Place place = world.at(core, processor, site, cycle);
    if (world.fate(core, processor) == Fate::runs)
        return {.role = "runs",
                .place = place,
                .what = fmt::format("{} runs on{}", name, deeds.empty() ? "" : " " + deeds)};
    return {.role = "ended",
            .place = place,
            .what = fmt::format("{} returned at cycle {}{}", name,
                                grouped(core.processors[processor].ended_at.v),
                                deeds.empty() ? "" : " " + deeds)};
}

}  // namespace ironbird::check
