// Marks words of the argument blocks as they are loaded, and compares launches of one program.
#include "check/args/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/core_name.hpp"
#include "check/tolerant.hpp"

namespace ironbird::check {
namespace {

const char* kind(bool common) {
    return common ? "common runtime argument" : "runtime argument";
}

// Arguments lie in what dispatch writes before the start.
std::uint32_t word_at(const device::CoreLaunch& plan, std::uint32_t address) {
    for (const auto& w : plan.writes)
        if (address >= w.address && address + 4 <= w.address + w.bytes.size()) {
            std::uint32_t v = 0;
            std::memcpy(&v, w.bytes.data() + (address - w.address), 4);
            return v;
        }
    return 0;
}

// "1, 4": the arguments that nobody read.
std::string unread_of(const std::vector<std::uint8_t>& read) {
    std::string list;
    for (std::size_t i = 0; i < read.size(); i++)
        if (read[i] == 0) list += fmt::format("{}{}", list.empty() ? "" : ", ", i);
    return list;
}

std::string counts_of(const std::map<std::uint32_t, Logical>& counts) {
    std::string list;
    for (const auto& [count, core] : counts)
        list +=
            fmt::format("{}{} on {}", list.empty() ? "" : ", ", count, core_name(core.x, core.y));
    return list;
}

}  // namespace

void ArgumentChecker::on_chip(const arch::Floorplan& plan, std::uint32_t chip) {
    Chip& c = chips_[chip];
    c.plan = &plan;
    c.cores.resize(plan.cores());
}

void ArgumentChecker::on_buffer(std::uint32_t chip, const device::BufferView& b, bool live) {
    if (b.extents.empty()) return;
    std::uint64_t bytes = 0, begin = ~std::uint64_t{0};
    for (const auto& e : b.extents) {
        bytes += e.end - e.begin;
        begin = std::min(begin, e.begin);
    }
    auto& all = chips_[chip].live;
    if (!live && b.traced) chips_[chip].traced.insert(begin);
    if (live)
        all[begin] = {b.id, bytes, b.page_bytes, b.dram};
    else if (const auto at = all.find(begin); !b.traced && at != all.end() && at->second.id == b.id)
        all.erase(at);
}

void ArgumentChecker::on_launch(const device::LaunchView& launch) {
    Chip& chip = chips_[launch.chip];
    Lengths lengths;
    for (std::size_t i = 0; i < launch.cores.size(); i++) begin(chip, launch, i, lengths);
    for (auto& [kernel, counts] : lengths)
        if (counts.size() > 1) uses_[kernel.first->source_path].uneven.merge(counts);
    running_[launch.id].assign(launch.cores.begin(), launch.cores.end());
}

void ArgumentChecker::begin(Chip& chip, const device::LaunchView& launch, std::size_t which,
                            Lengths& lengths) {
    const device::CoreLaunch& plan = launch.plans[which];
    CoreState& core = chip.cores[launch.cores[which]];
    for (std::uint32_t p = 0; p < abi::kProcessors; p++) {
        Slot& slot = core.slots[p];
        slot = {};
        slot.kernel = plan.kernels[p];
        if (slot.kernel == nullptr) continue;
        const device::ArgBlock& a = plan.args[p];
        slot.blocks[0] = {a.rta_base, a.rta_count, {}, {}};
        slot.blocks[1] = {a.crta_base, a.crta_count, {}, {}};
        lengths[{slot.kernel, p}].emplace(a.rta_count, plan.core);
        for (Block& block : slot.blocks) {
            block.read.assign(block.count, 0);
            block.stale.assign(block.count, 0);
        }
        find_stale(chip, launch, which, p, slot);
    }
}

// An argument that was the address of a buffer when the program ran last, and has not changed
// since, although nothing like that buffer begins there any more.
void ArgumentChecker::find_stale(const Chip& chip, const device::LaunchView& launch,
                                 std::size_t which, std::uint32_t processor, Slot& slot) {
    for (std::uint32_t kind = 0; kind < 2; kind++) {
        Block& block = slot.blocks[kind];
        auto& before =
            pointers_[{launch.program, launch.chip << 16 | launch.cores[which], processor, kind}];
        before.resize(block.count);
        for (std::uint32_t i = 0; i < block.count; i++) {
            const std::uint32_t value = word_at(launch.plans[which], block.base + 4 * i);
            const auto now = chip.live.find(value);
            Pointer& known = before[i];
            const bool gone = now == chip.live.end();
            if (known.to && known.value == value && !chip.traced.contains(value) &&
                (gone || !known.to->like(now->second))) {
                block.stale[i] = 1;
                continue;
            }
            known = {value, {}};
            if (!gone) known.to = now->second;
        }
    }
}

void ArgumentChecker::on_access(const device::Actor& who, const device::Access& x) {
    using By = device::Access::By;
    if (x.write || x.by == By::unpack || x.by == By::pack) return;
    const auto chip = chips_.find(who.chip);
    CoreState& core = chip->second.cores[who.node];
    Slot& slot = core.slots[who.processor];
    for (std::uint32_t kind = 0; kind < 2; kind++) {
        Block& block = slot.blocks[kind];
        const std::uint32_t first = (x.address - block.base) / 4;
        if (x.address < block.base || first >= block.count) continue;
        const std::uint32_t end = std::min(block.count, first + std::max(1u, x.size / 4));
        for (std::uint32_t i = first; i < end; i++) {
            block.read[i] = 1;
            if (block.stale[i] == 0) continue;
            block.stale[i] = 0;
            core.notes.push_back({who, slot.kernel, x.site, i, kind != 0});
            fresh_ = true;
        }
    }
}

Finding ArgumentChecker::describe(const Note& n) {
    device::Trace trace;
    trace.address[trace.count++] = n.site;
    const Place place = place_of(*chips_.at(n.who.chip).plan, n.who, *n.kernel, trace, lines_);
    return {.rule = "ARG-005",
            .parties = {{.role = "read", .place = place, .what = {}}},
            .because = fmt::format("{} {} was the address of a buffer when the program ran last; "
                                   "that buffer is gone, and the argument is the same",
                                   kind(n.common), n.index),
            .remedy = {}};
}

void ArgumentChecker::on_window() {
    if (!fresh_.exchange(false)) return;
    for (auto& [id, chip] : chips_)
        for (CoreState& core : chip.cores) {
            for (const Note& n : core.notes) pending_.push_back(describe(n));
            core.notes.clear();
        }
}

void ArgumentChecker::on_complete(const device::Completion& done) {
    for (const std::uint32_t core : running_[done.id]) {
        CoreState& state = chips_[done.chip].cores[core];
        for (const Slot& slot : state.slots) {
            if (slot.kernel == nullptr) continue;
            Use& use = uses_[slot.kernel->source_path];
            for (std::size_t kind = 0; kind < 2; kind++) {
                const auto& read = slot.blocks[kind].read;
                auto& all = use.read[kind];
                if (all.size() < read.size()) all.resize(read.size());
                for (std::size_t i = 0; i < read.size(); i++) all[i] |= read[i];
            }
        }
    }
    running_.erase(done.id);
}

void ArgumentChecker::report(Findings& to) {
    for (Finding& f : pending_) to.add(std::move(f));
    pending_.clear();
}

void ArgumentChecker::report_unread(Findings& to) const {
    for (const auto& [source, use] : uses_)
        for (std::size_t kind = 0; kind < 2; kind++) {
            const auto add = [&, file = source](std::string_view rule, std::string what) {
                to.add({.rule = rule,
                        .parties = {{.role = "kernel",
                                     .place = Place{.file = file},
                                     .what = std::move(what)}},
                        .because = {},
                        .remedy = {}});
            };
            const std::string unread = unread_of(use.read[kind]);
            if (!unread.empty())
                add("ARG-002", fmt::format("{} {} of {}", kind != 0 ? "common" : "runtime", unread,
                                           use.read[kind].size()));
            // Common ones are the same on all cores.
            if (kind == 0 && !use.uneven.empty()) add("ARG-003", counts_of(use.uneven));
        }
}

}  // namespace ironbird::check
