// A launch begins, completes and is added to the sums; on the host's stack, while nothing runs.
#include <algorithm>
#include <filesystem>
#include <numeric>

#include "profile/recorder.hpp"

namespace ironbird::profile {
namespace {

void add_once(std::vector<const abi::Kernel*>& all, const abi::Kernel* kernel) {
    if (std::find(all.begin(), all.end(), kernel) == all.end()) all.push_back(kernel);
}

// A program has no name of its own; its kernels have.
std::string label(const LaunchRecord& record) {
    for (const auto* kernels : {&record.compute_kernels, &record.data_kernels})
        for (const abi::Kernel* k : *kernels)
            if (!k->source_path.empty())
                return std::filesystem::path(k->source_path).stem().string();
    return record.name;
}

bool is_over(const LaunchRecord& launch) {
    return launch.done || launch.dropped;
}

// L1 between the lowest and the highest byte of a core's circular buffers.
std::uint64_t cb_bytes(const device::CoreLaunch& plan) {
    std::uint64_t low = ~std::uint64_t{0}, high = 0;
    for (const device::CbSetup& cb : plan.cbs) {
        low = std::min<std::uint64_t>(low, cb.address);
        high = std::max<std::uint64_t>(high, cb.address + cb.size);
    }
    return high > low ? high - low : 0;
}

void add_lane(LaunchRecord& record, std::size_t index, const ProcessorLog& lane,
              ProcessorTotals& into) {
    LaunchRecord::Extent& extent = record.processors[index];
    extent.start = std::min(extent.start, lane.start);
    extent.end = std::max(extent.end, lane.end);
    into.cycles += lane.busy();
    for (std::size_t i = 0; i < kCauses; i++) into.stalled[i] += lane.stalled[i];
}

void add_work(device::Work& into, const device::Work& more) {
    into.unpack += more.unpack;
    into.fpu += more.fpu;
    into.sfpu += more.sfpu;
    into.sfpi += more.sfpi;
    into.pack += more.pack;
    into.flops += more.flops;
}

void add_core_time(LaunchRecord& record, const CoreLog& core) {
    const std::uint64_t end = core.end();
    std::uint64_t start = end;
    bool ran = false;
    for (const ProcessorLog& lane : core.processors) {
        if (lane.kernel == nullptr) continue;
        start = std::min(start, lane.start);
        ran = true;
    }
    if (!ran) return;  // circular buffers alone
    const std::uint64_t cycles = end - start;
    const bool first = record.ran++ == 0;
    record.first_start = first ? start : std::min(record.first_start, start);
    record.last_start = std::max(record.last_start, start);
    record.core_min = first ? cycles : std::min(record.core_min, cycles);
    record.core_max = std::max(record.core_max, cycles);
    record.core_sum += cycles;
    record.dram_bytes +=
        std::accumulate(core.bank_bytes.begin(), core.bank_bytes.end(), std::uint64_t{0});
    record.link_bytes += core.link_bytes;
    record.multicast_link_bytes += core.multicast_link_bytes;
    for (std::size_t i = device::kFirstCompute; i < device::kProcessors; i++) {
        if (core.processors[i].kernel == nullptr) continue;
        record.compute_waits_front += core.processors[i].stalled[static_cast<int>(Cause::cb_data)];
        record.compute_waits_back += core.processors[i].stalled[static_cast<int>(Cause::cb_space)];
    }
}

}  // namespace

void Recorder::on_chip(const arch::Floorplan& plan, std::uint32_t chip) {
    if (chips_.size() <= chip) chips_.resize(chip + 1);
    if (chips_[chip] == nullptr) chips_[chip] = std::make_unique<ChipLog>(plan.product());
    totals_.bank_bytes.resize(std::max(totals_.bank_bytes.size(), plan.product().dram.size()));
}

void Recorder::on_launch(const device::LaunchView& view) {
    LaunchRecord& record = launches_[view.id];
    const auto operation = operations_.find(view.program_id);
    record = {.id = view.id,
              .chip = view.chip,
              .program_id = view.program_id,
              .name = *view.name,
              .operation = operation == operations_.end() ? nullptr : &operation->second,
              .start = view.start.v,
              .cores = {view.cores.begin(), view.cores.end()}};
    for (std::size_t i = 0; i < view.cores.size(); i++) {
        CoreLog& core = chips_[view.chip]->cores[view.cores[i]];
        // A fault drops launches without a word; the core would not be free otherwise.
        if (const auto before = launches_.find(core.launch); before != launches_.end())
            before->second.dropped = !before->second.done;
        core.begin(view.plans[i], view.start.v);
        core.launch = view.id;
        if (keeps_events_) core.events.begin(view.id);
        totals_.cb_bytes = std::max(totals_.cb_bytes, cb_bytes(view.plans[i]));
        for (std::size_t p = 0; p < device::kProcessors; p++)
            if (const abi::Kernel* kernel = view.plans[i].kernels[p])
                add_once(p < device::kFirstCompute ? record.data_kernels : record.compute_kernels,
                         kernel);
    }
    record.name = label(record);
}

void Recorder::on_complete(const device::Completion& completion) {
    LaunchRecord& record = launches_.at(completion.id);
    const ChipLog& chip = *chips_[completion.chip];
    record.end = completion.end.v;
    record.done = true;
    const std::uint64_t cycles = record.end - record.start;
    const ProcessorLog* last = nullptr;
    for (const std::uint32_t c : record.cores) {
        const CoreLog& core = chip.cores[c];
        for (std::size_t i = 0; i < core.processors.size(); i++) {
            const ProcessorLog& lane = core.processors[i];
            if (lane.kernel == nullptr) continue;
            add_lane(record, i, lane, totals_.processors[i]);
            if (last == nullptr || lane.end > last->end) last = &lane;
        }
        add_core_time(record, core);
        add_work(totals_.work, core.work);
        record.flops += core.work.flops;
        if (core.fidelity != 0xff) {
            record.fidelity = core.fidelity;
            totals_.computing_cycles += cycles;
        }
        for (std::size_t b = 0; b < totals_.bank_bytes.size() && b < kBanks; b++)
            totals_.bank_bytes[b] += core.bank_bytes[b];
    }
    if (last != nullptr) totals_.path += last->chain.path();
    totals_.launches++;
    totals_.cycles += cycles;
    totals_.core_cycles += cycles * record.ran;
    totals_.most_cores = std::max(totals_.most_cores, record.ran);
    ProgramTotals& program = totals_.programs[record.name];
    program.launches++;
    program.cycles += cycles;
    program.flops += record.flops;
    program.dram_bytes += record.dram_bytes;
    look_for_hints(chip, record, totals_.hints);
    if (!keeps_events_) launches_.erase(completion.id);
}

void Recorder::forget_completed() {
    for (const auto& chip : chips_) {
        if (chip == nullptr) continue;
        for (CoreLog& core : chip->cores) {
            std::size_t first = 0;
            while (first < core.events.segments.size() &&
                   is_over(launches_.at(core.events.segments[first].launch)))
                first++;
            core.events.forget_before(first);
        }
    }
    std::erase_if(launches_, [](const auto& l) { return is_over(l.second); });
}

}  // namespace ironbird::profile
