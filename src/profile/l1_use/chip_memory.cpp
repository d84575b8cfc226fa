// Steps of a chip's L1; on the host's stack, while nothing runs.
#include "profile/l1_use/chip_memory.hpp"

#include <algorithm>
#include <filesystem>

namespace ironbird::profile {
namespace {

// A program has no name of its own; its kernels have.
std::string label(const device::LaunchView& view) {
    for (const bool compute : {true, false})
        for (const device::CoreLaunch& plan : view.plans)
            for (std::uint32_t p = 0; p < device::kProcessors; p++)
                if (const abi::Kernel* k = plan.kernels[p];
                    k != nullptr && (p >= device::kFirstCompute) == compute &&
                    !k->source_path.empty())
                    return std::filesystem::path(k->source_path).stem().string();
    return *view.name;
}

std::uint32_t kernel_bytes(const device::LaunchView& view, std::uint32_t base) {
    std::uint32_t most = 0;
    for (const device::CoreLaunch& plan : view.plans)
        for (const auto& w : plan.writes)
            most = std::max(most, w.address + static_cast<std::uint32_t>(w.bytes.size()) - base);
    return most;
}

// The allocations behind the indices of one core.
std::vector<CbMemory> allocations(std::span<const device::CbSetup> cbs) {
    std::vector<CbMemory> all;
    for (const device::CbSetup& cb : cbs) {
        const auto same = std::ranges::find_if(
            all, [&](const CbMemory& m) { return m.address == cb.address && m.bytes == cb.size; });
        if (same != all.end())
            same->indices.push_back(cb.index);
        else
            all.push_back({.indices = {cb.index},
                           .format = cb.data_format,
                           .address = cb.address,
                           .bytes = cb.size,
                           .page_bytes = cb.page_size,
                           .on_buffer = cb.on_buffer,
                           .cores = {},
                           .usage = {}});
    }
    return all;
}

// Cores with the same list share it in memory, too.
std::vector<CbMemory> allocations(const device::LaunchView& view) {
    std::map<const device::CbSetup*, std::vector<std::uint32_t>> lists;
    std::map<const device::CbSetup*, std::span<const device::CbSetup>> spans;
    std::vector<const device::CbSetup*> order;
    for (std::size_t i = 0; i < view.cores.size(); i++) {
        const auto cbs = view.plans[i].cbs;
        if (cbs.empty()) continue;
        if (spans.emplace(cbs.data(), cbs).second) order.push_back(cbs.data());
        lists[cbs.data()].push_back(view.cores[i]);
    }
    std::vector<CbMemory> all;
    for (const device::CbSetup* list : order)
        for (CbMemory& m : allocations(spans[list])) {
            const auto same = std::ranges::find_if(all, [&](CbMemory other) {
                other.cores.clear();
                return other.same_setup(m);
            });
            auto& cores = same != all.end() ? same->cores : all.emplace_back(std::move(m)).cores;
            cores.insert(cores.end(), lists[list].begin(), lists[list].end());
        }
    for (CbMemory& m : all) std::ranges::sort(m.cores);
    return all;
}

}  // namespace

void CbTrack::begin(std::uint32_t pages, std::uint64_t cycle) {
    occupancy.begin(pages, cycle);
    most_asked = unit = 0;
    reserve_waits = reserve_blocked = front_waits = front_blocked = 0;
}

CbUsage CbTrack::usage() const {
    const auto histogram = occupancy.histogram();
    return {.max_pages = occupancy.most(),
            .most_asked = most_asked,
            .unit = unit,
            .histogram = {histogram.begin(), histogram.end()},
            .page_cycles = occupancy.page_cycles(),
            .reserve_waits = reserve_waits,
            .reserve_blocked = reserve_blocked,
            .front_waits = front_waits,
            .front_blocked = front_blocked};
}

void CoreMemory::begin(const device::CoreLaunch& plan, std::uint64_t start) {
    slots.fill(kNone);
    started = ended = start;
    cb_ranges.clear();
    cb_bytes = 0;
    if (tracks.size() < plan.cbs.size()) tracks.resize(plan.cbs.size());
    for (std::size_t i = 0; i < plan.cbs.size(); i++) {
        const device::CbSetup& cb = plan.cbs[i];
        slots[cb.index] = static_cast<std::uint8_t>(i);
        tracks[i].begin(cb.size / cb.page_size, start);
        const std::pair<std::uint64_t, std::uint64_t> range(cb.address, cb.address + cb.size);
        if (cb.on_buffer || std::ranges::find(cb_ranges, range) != cb_ranges.end()) continue;
        cb_ranges.push_back(range);
        cb_bytes += cb.size;
    }
}

ChipMemory::ChipMemory(const arch::Product& product) : plan_(product), cores_(plan_.cores()) {
    for (CoreMemory& core : cores_) core.mark.bytes = product.memory.unreserved_base;
    worst_.mark = cores_.front().mark;
    measure_holes();
}

void ChipMemory::settle() {
    for (auto& [id, launch] : std::exchange(running_, {})) {
        launch.end = now_;
        finish(std::move(launch));
    }
}

void ChipMemory::buffer(const device::BufferView& view, bool live) {
    if (!live) return remove(view.id);
    add({.id = view.id,
         .type = std::string(view.type),
         .layout = std::string(view.layout),
         .made = std::string(view.made),
         .address = view.address,
         .bytes = view.bytes,
         .bytes_per_bank = view.bytes_per_bank,
         .page_bytes = view.page_bytes,
         .cores = {view.cores.begin(), view.cores.end()},
         .local = view.local,
         .from = 0,
         .to = {}});
}

void ChipMemory::take(const BufferRecord& buffer, bool live) {
    for (std::uint32_t c = 0; c < cores_.size(); c++) {
        if (!buffer.takes_from(c)) continue;
        std::uint64_t& bytes = cores_[c].buffer_bytes;
        bytes = live ? bytes + buffer.bytes_per_bank : bytes - buffer.bytes_per_bank;
    }
}

void ChipMemory::remove(std::uint64_t id) {
    const std::size_t at = step(now_, MemoryStep::What::buffer_free, id);
    if (const auto listed = listed_.find(id); listed != listed_.end()) {
        buffers_[listed->second].to = at;
        listed_.erase(listed);
    }
    if (const auto live = live_.find(id); live != live_.end()) {
        take(live->second, false);
        live_.erase(live);
    }
}

void ChipMemory::add(BufferRecord&& b) {
    const std::size_t at = step(now_, MemoryStep::What::buffer_alloc, b.id);
    b.from = at;
    if (b.in_l1()) {
        take(b, true);
        live_.insert_or_assign(b.id, b);
        look(at);
    }
    if (buffers_.size() >= kMostSteps) return;
    listed_[b.id] = buffers_.size();
    buffers_.push_back(std::move(b));
}

std::size_t ChipMemory::step(std::uint64_t cycle, MemoryStep::What what, std::uint64_t id) {
    now_ = std::max(now_, cycle);
    if (steps_.size() < kMostSteps)
        steps_.push_back({cycle, what, id});
    else
        steps_left_out_++;
    return steps_.size() - 1;
}

void ChipMemory::look(std::size_t at) {
    const std::uint64_t reserved = plan_.product().memory.unreserved_base;
    bool fuller = false;
    for (std::uint32_t c = 0; c < cores_.size(); c++) {
        CoreMemory& core = cores_[c];
        const std::uint64_t bytes = reserved + core.buffer_bytes + core.cb_bytes;
        if (bytes <= core.mark.bytes) continue;
        core.mark = {bytes, at};
        if (bytes <= worst_.mark.bytes) continue;
        worst_.core = c;
        worst_.mark = core.mark;
        fuller = true;
    }
    if (fuller) measure_holes();
}

void ChipMemory::measure_holes() {
    const arch::MemoryMap& map = plan_.product().memory;
    auto taken = cores_[worst_.core].cb_ranges;
    for (const auto& [id, b] : live_)
        if (b.takes_from(worst_.core)) taken.emplace_back(b.address, b.end());
    taken.emplace_back(map.l1_bytes, map.l1_bytes);
    std::ranges::sort(taken);
    std::uint64_t at = map.unreserved_base;
    worst_.largest_hole = worst_.free = 0;
    for (const auto& [begin, end] : taken) {
        const std::uint64_t hole = begin > at ? begin - at : 0;
        worst_.free += hole;
        worst_.largest_hole = std::max(worst_.largest_hole, hole);
        at = std::max(at, end);
    }
}

void ChipMemory::launch(const device::LaunchView& view) {
    const arch::Product& product = plan_.product();
    running_[view.id] = {.id = view.id,
                         .name = label(view),
                         .start = view.start.v,
                         .end = view.start.v,
                         .kernel_bytes = kernel_bytes(view, product.memory.kernel_config_base),
                         .cores = {view.cores.begin(), view.cores.end()},
                         .cbs = allocations(view),
                         .programs = {{view.program, view.program}}};
    for (std::size_t i = 0; i < view.cores.size(); i++)
        cores_[view.cores[i]].begin(
            view.plans[i], view.start.v + view.plans[i].delay + product.calls.kernel_start);
    look(step(view.start.v, MemoryStep::What::launch, view.id.v));
}

// Takes its figures from the cores, which are free then.
void ChipMemory::finish(LaunchMemory&& launch) {
    for (const std::uint32_t c : launch.cores) {
        CoreMemory& core = cores_[c];
        for (const std::uint8_t slot : core.slots)
            if (slot != CoreMemory::kNone) core.tracks[slot].occupancy.end(core.ended);
    }
    for (CbMemory& cb : launch.cbs)
        for (const std::uint32_t c : cb.cores)
            for (const std::uint8_t index : cb.indices)
                cb.usage.add(cores_[c].track(index)->usage());
    for (const std::uint32_t c : launch.cores) {
        cores_[c].cb_bytes = 0;
        cores_[c].cb_ranges.clear();
    }
    keep(std::move(launch));
}

void ChipMemory::complete(const device::Completion& completion) {
    auto launch = running_.extract(completion.id).mapped();
    launch.end = completion.end.v;
    step(launch.end, MemoryStep::What::complete, launch.id.v);
    finish(std::move(launch));
}

void ChipMemory::keep(LaunchMemory&& launch) {
    if (launches_.size() < kMostLaunches) {
        launches_.push_back(std::move(launch));
        return;
    }
    const auto same = std::ranges::find_if(
        launches_, [&](const LaunchMemory& l) { return l.same_setup(launch); });
    if (same != launches_.end()) same->fold(launch);
}

}  // namespace ironbird::profile
