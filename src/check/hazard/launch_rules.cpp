// Launches, buffers and the host's accesses: whose memory is whose, and who starts knowing what.
#include <fmt/format.h>

#include <algorithm>

#include "check/hazard/chip_checker.hpp"

namespace ironbird::check {
namespace {

using device::CbSetup;

constexpr std::uint32_t kSemaphoreBytes = 16;

std::string because_smaller(const Hit& h) {
    return fmt::format("CB {} has {} bytes at {:#x}, the buffer underneath ends {} bytes earlier",
                       h.number[0], h.number[1], h.number[2], h.number[3]);
}

std::string because_counters(const Hit& h) {
    return fmt::format("CB {} has {} pages; pushed and popped pages are counted modulo 65536",
                       h.number[0], h.number[1]);
}

std::string because_unwritten(const Hit& h) {
    return fmt::format("buffer {}: something in its page {} of this bank, from {:#x} on",
                       h.number[0], h.number[1], h.number[2]);
}

}  // namespace

ChipChecker::ChipChecker(const arch::Floorplan& plan, std::uint32_t id, const Groups& groups)
    : plan_(plan),
      id_(id),
      memory_(groups.has("memory")),
      noc_(groups.has("noc")),
      race_(groups.has("race")),
      cb_(groups.has("cb")),
      init_(groups.has("init")) {
    std::uint32_t controllers = 0;
    for (const auto& bank : plan.product().dram)
        controllers = std::max<std::uint32_t>(controllers, bank.controller + 1u);
    for (std::uint32_t i = 0; i < plan.cores() + controllers; i++) {
        tiles_.push_back(std::make_unique<NodeState>());
        NodeState& t = *tiles_.back();
        t.id = static_cast<std::uint16_t>(i);
        const auto& memory = plan.product().memory;
        t.shadow.lay_out(i < plan.cores() ? memory.unreserved_base : memory.dram_unreserved_base);
        if (i < plan.cores()) {
            t.busy.resize(memory.l1_bytes / kLineBytes + 64);
            t.owners.launch({{0, memory.unreserved_base, Owner::system, 0}});
        }
        tags_.push_back(std::make_unique<std::vector<std::unique_ptr<Tag>>>());
    }
    host_.resize(tiles_.size());
}

Who ChipChecker::who(const char* role, const Stamp& s, std::uint64_t now) {
    // The stamp keeps half of its cycle; nothing that matters is two thousand million cycles old.
    // It may be ahead: processors keep their own clocks.
    const auto ahead = static_cast<std::int32_t>(s.cycle - static_cast<std::uint32_t>(now));
    const std::uint64_t cycle = now + static_cast<std::uint64_t>(std::int64_t{ahead});
    return {role, s.tile, s.thread, s.site, cycle};
}

std::uint64_t ChipChecker::controller_address(std::uint32_t bank, std::uint64_t address,
                                              std::uint32_t& tile) const {
    const auto& b = plan_.product().dram[bank];
    tile = plan_.cores() + b.controller;
    return b.offset + address;
}

std::vector<Region> ChipChecker::regions_of(const device::CoreLaunch& plan) const {
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
    all.push_back({0, plan_.product().memory.unreserved_base, Owner::system, 0});
    return all;
}

void ChipChecker::set_up_cbs(NodeState& t, const device::CoreLaunch& plan) {
    for (CbState& b : t.cbs) b = {};
    t.cb_list.clear();
    for (const CbSetup& s : plan.cbs) {
        CbState& b = t.cbs[s.index];
        b.set_up = true;
        b.address = s.address;
        b.size = s.size;
        b.page = s.page_size;
        b.pages = s.page_size != 0 ? s.size / s.page_size : 0;
        t.cb_list.push_back({s.address, s.size, s.index});
        const Region* under = t.owners.find_buffer(s.address);
        b.on_buffer = under != nullptr;
        if (cb_ && under != nullptr && s.address + std::uint64_t{s.size} > under->end)
            t.hits.add({"CB-009",
                        {Who{"owner", t.id, 0, 0, 0}},
                        because_smaller,
                        {s.index, s.size, s.address, s.address + s.size - under->end}});
        if (cb_ && b.pages > 0xffff)
            t.hits.add(
                {"CB-010", {Who{"owner", t.id, 0, 0, 0}}, because_counters, {s.index, b.pages}});
        // What a circular buffer holds at the start is nobody's.
        if (under == nullptr) t.shadow.forget(s.address, s.size);
    }
}

// A launch that was dropped is over when another takes its cores.
void ChipChecker::complete_dropped(std::span<const std::uint32_t> cores) {
    std::vector<device::LaunchId> gone;
    for (const auto& [id, active] : active_)
        for (const std::uint32_t c : active.cores)
            if (std::ranges::find(cores, c) != cores.end()) {
                gone.push_back(id);
                break;
            }
    for (const device::LaunchId id : gone) complete(id);
}

void ChipChecker::launch(const device::LaunchView& launch) {
    complete_dropped(launch.cores);
    at_start_ = Abroad::make(tile_count());
    for (std::uint32_t i = 0; i < tile_count(); i++) at_start_->of(i) = host_[i];
    Active& active = active_[launch.id];
    for (std::size_t i = 0; i < launch.cores.size(); i++) {
        NodeState& t = tile(launch.cores[i]);
        const device::CoreLaunch& plan = launch.plans[i];
        active.cores.push_back(launch.cores[i]);
        t.owners.launch(regions_of(plan));
        t.sem_base = plan.sem_base;
        t.sem_end = plan.sem_base + plan.sem_count * kSemaphoreBytes;
        set_up_cbs(t, plan);
        t.signals.clear();
        t.seen.clear();
        t.latest.clear();
        for (auto& to : t.mail)
            for (auto& from : to) from.clear();
        t.busy.clear();
        for (const auto& w : plan.writes) t.shadow.mark_written(w.address, w.bytes.size());
    }
}

// A kernel begins with everything known that has completed.
void ChipChecker::start(std::uint32_t at, const device::Processor& p) {
    NodeState& t = tile(at);
    ProcessorState& thread = t.threads[p.index];
    const std::uint32_t clock = std::max(thread.knows.own.clock[p.index], host_[at].clock[p.index]);
    auto asked = std::move(thread.asked);
    thread = {};
    thread.asked = std::move(asked);
    thread.asked->clear();
    p.context->asked[0] = thread.asked->loads();
    p.context->asked[1] = thread.asked->stores();
    thread.processor = &p;
    thread.knows.tile = t.id;
    thread.knows.own = host_[at];
    thread.knows.own.clock[p.index] = clock + 1;
    thread.knows.abroad = at_start_;
}

void ChipChecker::complete(device::LaunchId id) {
    const auto it = active_.find(id);
    if (it == active_.end()) return;
    for (const std::uint32_t c : it->second.cores) {
        NodeState& t = tile(c);
        if (cb_) check_left(t);
        Known& known = host_[c];
        for (std::uint32_t i = 0; i < kThreads; i++) {
            known.join(t.threads[i].knows.own);
            known.clock[i] = std::max(known.clock[i], t.threads[i].knows.own.clock[i] + 1);
            t.threads[i].processor = nullptr;
        }
        for (std::uint32_t i = 0; i < kMovers; i++)
            for (std::uint32_t noc = 0; noc < 2; noc++)
                known.acked[i][noc] = known.read[i][noc] = known.clock[i];
    }
    active_.erase(it);
}

void ChipChecker::buffer(const device::BufferView& b, bool live) {
    for (const auto& e : b.extents) {
        std::uint32_t at = e.bank;
        const std::uint64_t begin = b.dram ? controller_address(e.bank, e.begin, at) : e.begin;
        Owners& owners = tile(at).owners;
        if (live) {
            owners.add_buffer(
                {begin, begin + (e.end - e.begin), Owner::buffer, b.id, b.page_bytes, b.stride});
            tile(at).shadow.forget(begin, e.end - e.begin);
        } else {
            owners.remove_buffer(b.id);
        }
    }
}

void ChipChecker::host(const device::HostAccess& a) {
    std::uint32_t at = a.bank;
    const std::uint64_t address = a.dram ? controller_address(a.bank, a.address, at) : a.address;
    if (a.write)
        tile(at).shadow.mark_written(address, a.size);
    else if (init_)
        check_read_by_host(tile(at), address, a.size);
}

void ChipChecker::check_read_by_host(NodeState& t, std::uint64_t address, std::uint64_t size) {
    const Region* r = t.owners.find_buffer(address);
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
