// Launches, buffers and the host's accesses: whose memory is whose, and who starts knowing what.
#include "check/hazard/launch_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ironbird::check {
namespace {

using device::CbSetup;

constexpr std::uint32_t kSemaphoreBytes = 16;

std::string because_unwritten(const Hit& h) {
    return fmt::format("buffer {}: something in its page {} of this bank, from {:#x} on",
                       h.number[0], h.number[1], h.number[2]);
}

}  // namespace

std::uint64_t LaunchRules::controller_address(std::uint32_t bank, std::uint64_t address,
                                              std::uint32_t& node) const {
    const auto& b = chip_.plan.product().dram[bank];
    node = chip_.plan.cores() + b.controller;
    return b.offset + address;
}

std::vector<Region> LaunchRules::regions_of(const device::CoreLaunch& plan) const {
    std::vector<Region> all;
    for (const CbSetup& cb : plan.cbs)
        all.push_back({cb.address, std::uint64_t{cb.address} + cb.size, Owner::cb, cb.index});
    if (plan.sem_count != 0)
        all.push_back({plan.sem_base, plan.sem_base + plan.sem_count * kSemaphoreBytes,
                       Owner::semaphores, 0});
    for (const device::ArgBlock& a : plan.args) {
        if (a.rta_count != 0)
            all.push_back({a.rta_base, a.rta_base + a.rta_count * 4, Owner::arguments, 0});
        if (a.crta_count != 0)
            all.push_back({a.crta_base, a.crta_base + a.crta_count * 4, Owner::arguments, 0});
    }
    for (const Region& r : with_.owners.reserved()) all.push_back(r);
    return all;
}

// A launch that was dropped is over when another takes its cores.
void LaunchRules::complete_dropped(std::span<const std::uint32_t> cores) {
    std::vector<device::LaunchId> gone;
    for (const auto& [id, active] : active_)
        for (const std::uint32_t c : active)
            if (std::ranges::find(cores, c) != cores.end()) {
                gone.push_back(id);
                break;
            }
    for (const device::LaunchId id : gone) complete(id);
}

void LaunchRules::launch(const device::LaunchView& launch) {
    complete_dropped(launch.cores);
    at_start_ = Abroad::make(chip_.count());
    for (std::uint32_t i = 0; i < chip_.count(); i++) at_start_->of(i) = host_[i];
    std::vector<std::uint32_t>& active = active_[launch.id];
    for (std::size_t i = 0; i < launch.cores.size(); i++) {
        const std::uint32_t core = launch.cores[i];
        NodeState& t = chip_.node(core);
        const device::CoreLaunch& plan = launch.plans[i];
        active.push_back(core);
        with_.owners.of(core).launch(regions_of(plan));
        with_.cbs.launch(t, plan, with_.owners.of(core));
        with_.signals.launch(core, plan.sem_base, plan.sem_base + plan.sem_count * kSemaphoreBytes);
        with_.requests.launch(core);
        for (const auto& w : plan.writes) t.shadow.mark_written(w.address, w.bytes.size());
    }
}

// A kernel begins with everything known that has completed.
void LaunchRules::start(std::uint32_t core, const device::Processor& p) {
    NodeState& t = chip_.node(core);
    with_.requests.start(core, p.index);
    with_.accesses.start(core, p.index);
    ProcessorState& state = t.processors[p.index];
    const std::uint32_t clock =
        std::max(state.knows.own.clock[p.index], host_[core].clock[p.index]);
    auto asked = std::move(state.asked);
    state = {};
    state.asked = std::move(asked);
    state.asked->clear();
    p.context->asked[0] = state.asked->loads();
    p.context->asked[1] = state.asked->stores();
    state.processor = &p;
    state.knows.node = t.id;
    state.knows.own = host_[core];
    state.knows.own.clock[p.index] = clock + 1;
    state.knows.abroad = at_start_;
}

void LaunchRules::complete(device::LaunchId id) {
    const auto it = active_.find(id);
    if (it == active_.end()) return;
    with_.fabric.complete(it->second);
    for (const std::uint32_t c : it->second) {
        NodeState& t = chip_.node(c);
        if (chip_.cb) with_.cbs.check_left(t);
        Known& known = host_[c];
        for (std::uint32_t i = 0; i < kProcessors; i++) {
            known.join(t.processors[i].knows.own);
            known.clock[i] = std::max(known.clock[i], t.processors[i].knows.own.clock[i] + 1);
            t.processors[i].processor = nullptr;
        }
        for (std::uint32_t i = 0; i < kMovers; i++)
            for (std::uint32_t noc = 0; noc < 2; noc++)
                known.acked[i][noc] = known.read[i][noc] = known.clock[i];
    }
    active_.erase(it);
}

void LaunchRules::buffer(const device::BufferView& b, bool live) {
    for (const auto& e : b.extents) {
        std::uint32_t at = e.bank;
        const std::uint64_t begin = b.dram ? controller_address(e.bank, e.begin, at) : e.begin;
        Owners& owners = with_.owners.of(at);
        if (live) {
            owners.add_buffer(
                {begin, begin + (e.end - e.begin), Owner::buffer, b.id, b.page_bytes, b.stride});
            chip_.node(at).shadow.forget(begin, e.end - e.begin);
        } else {
            owners.remove_buffer(b.id, b.traced);
        }
    }
}

void LaunchRules::host(const device::HostAccess& a) {
    std::uint32_t at = a.bank;
    const std::uint64_t address = a.dram ? controller_address(a.bank, a.address, at) : a.address;
    if (a.write) {
        chip_.node(at).shadow.mark_written(address, a.size);
        with_.fabric.host_wrote(at, address, a.size);
    } else if (chip_.init) {
        check_read_by_host(chip_.node(at), address, a.size);
    }
}

void LaunchRules::check_read_by_host(NodeState& t, std::uint64_t address, std::uint64_t size) {
    const Region* r = with_.owners.of(t.id).find_buffer(address);
    if (r == nullptr) return;
    const std::uint64_t end = std::min(address + size, r->end);
    const std::uint64_t stride = r->stride != 0 ? r->stride : r->end - r->begin;
    const std::uint64_t page = r->page_bytes != 0 ? r->page_bytes : stride;
    // What lies between pages is nobody's.
    for (std::uint64_t from = address; from < end;) {
        const std::uint64_t begin = from - (from - r->begin) % stride;
        const std::uint64_t until = std::min(end, begin + page);
        bool all = true;
        if (from < until)
            t.shadow.for_each(from, until - from,
                              [&](Line& l, std::uint32_t first, std::uint32_t last, auto) {
                                  const std::uint16_t mask = Shadow::mask(first, last);
                                  all &= ((l.written | l.copied) & mask) == mask;
                              });
        if (!all)
            t.hits.add({"INIT-004",
                        {Who{"owner", t.id, 0, 0, 0}},
                        because_unwritten,
                        {r->id, (from - r->begin) / stride, from}});
        from = begin + stride;
    }
}

}  // namespace ironbird::check
