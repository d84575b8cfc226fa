// Steps are kept by core and put in order on the host's stack.
#include "profile/memory_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "abi/ib_abi.h"
#include "device/core/processor.hpp"
#include "profile/l1_use/records.hpp"

namespace ironbird::profile {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"cb.reserve", "cb.push",      "cb.wait",
                                                    "cb.pop",     "kernel.begin", "kernel.end"};

// Within a cycle: a wait ends when pages have moved.
constexpr std::array<int, 6> kRanks = {2, 1, 2, 1, 0, 3};

// A value is one word.
std::string word(std::string text) {
    std::ranges::replace_if(text, [](char c) { return c <= ' ' && c >= 0; }, '_');
    return text.empty() ? "kernel" : text;
}

}  // namespace

struct MemoryEvents::Line {
    const CoreEvents* core;
    const Event* event;
    std::uint32_t place;  // of the core among those of the launch
};

void MemoryEvents::on_chip(const arch::Floorplan& plan, std::uint32_t chip) {
    if (chips_.size() <= chip) chips_.resize(chip + 1);
    chips_[chip].resize(plan.cores());
    sink_(fmt::format("chip.open chip={} product={} arch={}\n", chip, plan.product().name,
                      arch::name(plan.product().family)));
}

void MemoryEvents::on_launch(const device::LaunchView& view) {
    std::string text;
    tell(view.chip, view.cores);  // a fault drops launches without a word
    for (std::size_t i = 0; i < view.cores.size(); i++) {
        const device::CoreLaunch& plan = view.plans[i];
        CoreEvents& core = chips_[view.chip][view.cores[i]];
        core.core = plan.core;
        core.blocked = {};
        for (std::size_t p = 0; p < core.kernels.size(); p++)
            core.kernels[p] = plan.kernels[p] != nullptr ? word(plan.kernels[p]->name) : "";
        for (const device::CbSetup& cb : plan.cbs)
            fmt::format_to(std::back_inserter(text),
                           "cb.alloc chip={} prog={} core={},{} cb={} addr={} bytes={} pages={} "
                           "page_size={} fmt={} cycle={}\n",
                           view.chip, view.program_id, plan.core.x, plan.core.y, cb.index,
                           cb.address, cb.size, cb.page_size == 0 ? 0 : cb.size / cb.page_size,
                           cb.page_size, format_name(cb.data_format), view.start.v);
    }
    launches_[view.id] = {view.cores.begin(), view.cores.end()};
    if (!text.empty()) sink_(text);
}

void MemoryEvents::on_complete(const device::Completion& completion) {
    const auto launch = launches_.find(completion.id);
    if (launch == launches_.end()) return;
    tell(completion.chip, launch->second);
    launches_.erase(launch);
}

void MemoryEvents::finish() {
    for (std::uint32_t chip = 0; chip < chips_.size(); chip++) {
        std::vector<std::uint32_t> all(chips_[chip].size());
        std::iota(all.begin(), all.end(), 0u);
        tell(chip, all);
    }
    launches_.clear();
}

void MemoryEvents::on_buffer(std::uint32_t chip, const device::BufferView& buffer, bool live) {
    if (buffer.extents.empty()) return;
    std::uint64_t bytes = 0, first = ~std::uint64_t{0};
    for (const auto& e : buffer.extents) {
        bytes += e.end - e.begin;
        first = std::min(first, e.begin);
    }
    sink_(fmt::format("buffer.{} chip={} type={} id={} addr={} bytes={} banks={} page_size={}\n",
                      live ? "alloc" : "free", chip, buffer.dram ? "DRAM" : "L1", buffer.id, first,
                      bytes, buffer.extents.size(), buffer.page_bytes));
}

void MemoryEvents::add(const device::Actor& a, What what, std::uint32_t cb, std::uint32_t pages) {
    CoreEvents& core = of(a);
    const bool blocks = what == What::reserve || what == What::wait;
    core.events.push_back({.cycle = a.cycle.v,
                           .blocked = blocks ? std::exchange(core.blocked[a.processor], 0) : 0,
                           .pages = pages,
                           .cb = static_cast<std::uint8_t>(cb),
                           .processor = static_cast<std::uint8_t>(a.processor),
                           .what = what});
}

void MemoryEvents::on_start(const device::Actor& a, const device::Processor&) {
    add(a, What::begin);
}

void MemoryEvents::on_end(const device::Actor& a, const device::Processor&) {
    add(a, What::end);
}

void MemoryEvents::on_stall(const device::Actor& a, const sim::Wait& wait) {
    if (wait.kind != sim::WaitKind::cb_pages && wait.kind != sim::WaitKind::cb_space) return;
    if (a.cycle > wait.since) of(a).blocked[a.processor] += (a.cycle - wait.since).v;
}

void MemoryEvents::on_cb(const device::Actor& a, device::CbAction action, std::uint32_t cb,
                         std::uint32_t pages) {
    add(a, static_cast<What>(action), cb, pages);
}

void MemoryEvents::tell(std::uint32_t chip, std::span<const std::uint32_t> cores) {
    std::vector<Line> lines;
    for (std::uint32_t i = 0; i < cores.size(); i++) {
        const CoreEvents& core = chips_[chip][cores[i]];
        for (const Event& e : core.events) lines.push_back({&core, &e, i});
    }
    const auto key = [&](const Line& l) {
        const Event& e = *l.event;
        return std::tuple(e.cycle, cores[l.place], kRanks[static_cast<int>(e.what)], e.processor,
                          l.event);
    };
    std::ranges::sort(lines, {}, key);
    std::vector<std::array<std::uint32_t, IB_MAX_CBS>> in_use(cores.size());
    std::string text;
    const auto out = std::back_inserter(text);
    for (const Line& l : lines) {
        const Event& e = *l.event;
        fmt::format_to(out, "{} chip={} core={},{} risc={} ", kNames[static_cast<int>(e.what)],
                       chip, l.core->core.x, l.core->core.y,
                       abi::label(static_cast<abi::Processor>(e.processor)));
        if (e.what == What::begin || e.what == What::end) {
            fmt::format_to(out, "name={} cycle={}\n", l.core->kernels[e.processor], e.cycle);
            continue;
        }
        std::uint32_t& pages = in_use[l.place][e.cb];
        if (e.what == What::push) pages += e.pages;
        if (e.what == What::pop) pages -= std::min(pages, e.pages);
        fmt::format_to(out, "cb={} n={} occ={} cycle={} blocked_cycles={}\n", e.cb, e.pages, pages,
                       e.cycle, e.blocked);
    }
    for (const std::uint32_t c : cores) chips_[chip][c].events.clear();
    if (!text.empty()) sink_(text);
}

}  // namespace ironbird::profile
