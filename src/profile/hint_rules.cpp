// The rules: what each looks at, what it costs, and how it is said.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "profile/hints.hpp"
#include "profile/recorder.hpp"

namespace ironbird::profile {
namespace {

// Below this nothing is worth a line.
constexpr std::uint64_t kLeastCycles = 500;

std::uint64_t stalled(const Site& s, Cause c) {
    return s.stalled[static_cast<std::size_t>(c)];
}
std::uint64_t stalled(const ProcessorLog& l, Cause c) {
    return l.stalled[static_cast<std::size_t>(c)];
}
std::uint64_t less(std::uint64_t a, std::uint64_t b) {
    return a > b ? a - b : 0;
}
std::uint64_t cycles_for(std::uint64_t bytes, double bytes_per_cycle) {
    return static_cast<std::uint64_t>(static_cast<double>(bytes) / bytes_per_cycle);
}
double mean(std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

void add(Candidates& into, std::size_t rule, const ProcessorLog& lane, const Site& site,
         std::uint64_t cycles, std::array<std::uint64_t, 3> figures) {
    if (cycles < kLeastCycles) return;
    into.add(rule, {.kernel = lane.kernel,
                    .stack = site.stack,
                    .cycles = cycles,
                    .figures = {figures[0], figures[1], figures[2]},
                    .processor = site.processor});
}

// Calls visit(core, lane, site) for all places of a launch.
template <class Visit>
void for_each_site(const ChipLog& chip, const LaunchRecord& launch, Visit visit) {
    for (const std::uint32_t c : launch.cores)
        for (const ProcessorLog& lane : chip.cores[c].processors) {
            if (lane.kernel == nullptr) continue;
            for (const Site& site : lane.sites.all()) visit(chip.cores[c], lane, site);
        }
}

// ---- a barrier after every read

constexpr std::uint64_t kFewReads = 8;

void look_barrier(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                  Candidates& into) {
    const double rate = chip.plan.product().noc.read_bytes_per_cycle;
    for_each_site(chip, launch, [&](const CoreLog&, const ProcessorLog& lane, const Site& s) {
        if (s.lone_reads < kFewReads) return;
        add(into, rule, lane, s, less(s.lone_stalled, cycles_for(s.lone_bytes, rate)),
            {s.lone_reads, s.lone_bytes / s.lone_reads, s.lone_stalled / s.lone_reads});
    });
}
std::string detail_barrier(const Candidate& c) {
    return fmt::format("{} barriers wait for one read of {} B each, {} cycles a time", c.figures[0],
                       c.figures[1], c.figures[2]);
}
std::string remedy_barrier(const Candidate&) {
    return "issue several reads (a batch of pages), then one barrier for all of them";
}

// ---- one core does all

constexpr std::uint64_t kLongLaunch = 10'000;

Stack where_time_goes(const ProcessorLog& lane) {
    Stack where;
    std::uint64_t most = 0;
    for (const Site& s : lane.sites.all()) {
        const std::uint64_t spent =
            std::accumulate(s.stalled.begin(), s.stalled.end(), s.scalar_cycles + s.issue_cycles);
        if (spent <= most) continue;
        most = spent;
        where = s.stack;
    }
    return where;
}

void look_one_core(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                   Candidates& into) {
    const arch::Grid grid = chip.plan.product().compute_grid;
    const std::uint64_t there = std::uint64_t{grid.x} * grid.y, cycles = launch.end - launch.start;
    std::uint64_t sum = 0, most = 0;
    const CoreLog* busiest = nullptr;
    for (const std::uint32_t c : launch.cores) {
        const std::uint64_t busy = chip.cores[c].end() - chip.cores[c].launched;
        sum += busy;
        if (busy <= most) continue;
        most = busy;
        busiest = &chip.cores[c];
    }
    if (busiest == nullptr || cycles < kLongLaunch || there < 4) return;
    const std::uint64_t overhead = chip.plan.product().calls.kernel_start + 200;
    const std::uint64_t others = less(sum - most, (launch.cores.size() - 1) * overhead);
    if (others * 10 > most) return;
    const ProcessorLog* lane = nullptr;
    for (const ProcessorLog& l : busiest->processors)
        if (l.kernel != nullptr && (lane == nullptr || l.busy() > lane->busy())) lane = &l;
    if (lane == nullptr) return;
    into.add(rule, {.kernel = lane->kernel,
                    .stack = where_time_goes(*lane),
                    .cycles = less(most, overhead) * (there - 1) / there,
                    .figures = {there, launch.cores.size()},
                    .processor = static_cast<std::uint32_t>(lane - busiest->processors.data())});
}
std::string detail_one_core(const Candidate& c) {
    return c.figures[1] == 1
               ? fmt::format("the program runs on 1 of {} cores", c.figures[0])
               : fmt::format(
                     "1 of the program's {} cores does nearly all of the work; there are {}",
                     c.figures[1], c.figures[0]);
}
std::string remedy_one_core(const Candidate&) {
    return "split the work over the grid (split_work_to_cores gives each core its share)";
}

// ---- pages too small for the burst

void look_small_pages(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                      Candidates& into) {
    constexpr std::uint64_t kMany = 32;
    const double rate = chip.plan.product().noc.read_bytes_per_cycle;
    for_each_site(chip, launch, [&](const CoreLog&, const ProcessorLog& lane, const Site& s) {
        if (s.packets < kMany) return;
        const std::uint64_t wire = cycles_for(s.bytes, rate);
        if (wire * 2 > s.issue_cycles) return;
        const auto full = static_cast<std::uint64_t>(mean(s.issue_cycles, s.packets) * rate * 2);
        add(into, rule, lane, s, less(s.issue_cycles, wire),
            {s.packets, s.bytes / s.packets, std::bit_ceil(full)});
    });
}
std::string detail_small_pages(const Candidate& c) {
    return fmt::format("{} transfers of {} B each: issuing one takes longer than moving its bytes",
                       c.figures[0], c.figures[1]);
}
std::string remedy_small_pages(const Candidate& c) {
    return fmt::format("larger pages, or several in one transfer: {} B keep the NoC busy",
                       c.figures[2]);
}

// ---- the FPU waits for unpack

void look_unpack(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                 Candidates& into) {
    for (const std::uint32_t c : launch.cores) {
        const CoreLog& core = chip.cores[c];
        const ProcessorLog &unpack = core.processors[2], &math = core.processors[3];
        if (unpack.kernel == nullptr || math.kernel == nullptr || math.busy() == 0) continue;
        // What unpack itself had to wait for is not its fault.
        const std::uint64_t idle = less(stalled(math, Cause::src), stalled(unpack, Cause::cb_data));
        if (idle * 5 < math.busy() || core.work.fpu.v * 5 > math.busy() * 3) continue;
        const Site* worst = nullptr;
        for (const Site& s : math.sites.all())
            if (worst == nullptr || stalled(s, Cause::src) > stalled(*worst, Cause::src))
                worst = &s;
        if (worst != nullptr)
            add(into, rule, math, *worst, idle,
                {core.work.fpu.v * 100 / math.busy(), core.work.unpack.v, core.work.fpu.v});
    }
}
std::string detail_unpack(const Candidate& c) {
    return fmt::format("the FPU works {} % of the time: unpacking takes {} cycles, math {}",
                       c.figures[0], c.figures[1], c.figures[2]);
}
std::string remedy_unpack(const Candidate&) {
    return "reuse operands in the registers (matmul_block with larger ct_dim, rt_dim), or unpack "
           "smaller formats (Bfp8_b)";
}

// ---- multicasts without a link

void look_unlinked(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                   Candidates& into) {
    constexpr std::uint64_t kSeveral = 4;
    for_each_site(chip, launch, [&](const CoreLog&, const ProcessorLog& lane, const Site& s) {
        if (s.unlinked < kSeveral) return;
        add(into, rule, lane, s, s.unlinked_cycles,
            {s.unlinked, s.unlinked_cycles / s.unlinked, 0});
    });
}
std::string detail_unlinked(const Candidate& c) {
    return fmt::format("{} multicasts each set up the same path anew, about {} cycles a time",
                       c.figures[0], c.figures[1]);
}
std::string remedy_unlinked(const Candidate&) {
    return "pass linked = true to all but the last multicast of a row to the same cores";
}

// ---- scalar loops

void look_scalar(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                 Candidates& into) {
    const std::uint64_t duration = launch.end - launch.start;
    for_each_site(chip, launch, [&](const CoreLog&, const ProcessorLog& lane, const Site& s) {
        if (s.scalar_cycles * 10 > duration)
            add(into, rule, lane, s, s.scalar_cycles,
                {s.scalar_cycles / s.stretches, s.stretches, 0});
    });
    for (const std::uint32_t c : launch.cores)
        for (const ProcessorLog& lane : chip.cores[c].processors)
            if (lane.kernel != nullptr && lane.tail_cycles * 10 > duration &&
                lane.tail_cycles >= kLeastCycles)
                into.add(rule, {.kernel = lane.kernel,
                                .cycles = lane.tail_cycles,
                                .figures = {lane.tail_cycles, 1},
                                .processor = static_cast<std::uint32_t>(
                                    &lane - chip.cores[c].processors.data())});
}
std::string detail_scalar(const Candidate& c) {
    return fmt::format("scalar code runs up to here, {} cycles at a stretch, {} time{}",
                       c.figures[0], c.figures[1], c.figures[1] == 1 ? "" : "s");
}
std::string remedy_scalar(const Candidate&) {
    return "let the NoC or the Tensix engine move or make the data; a store to L1 takes 5 cycles";
}

// ---- one DRAM bank more than the others

void look_banks(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                Candidates& into) {
    const arch::Product& product = chip.plan.product();
    std::array<std::uint64_t, kBanks> bytes{};
    for (const std::uint32_t c : launch.cores)
        for (std::size_t b = 0; b < kBanks; b++) bytes[b] += chip.cores[c].bank_bytes[b];
    const auto worst =
        static_cast<std::size_t>(std::max_element(bytes.begin(), bytes.end()) - bytes.begin());
    const std::uint64_t even =
        std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0}) / product.dram.size();
    const double rate = product.dram_timing.bytes_per_cycle;
    const std::uint64_t busy = cycles_for(bytes[worst], rate);
    if (bytes[worst] < 2 * even || busy * 5 < (launch.end - launch.start) * 2) return;
    const ProcessorLog* lane_of = nullptr;
    const Site* most = nullptr;
    for_each_site(chip, launch, [&](const CoreLog&, const ProcessorLog& lane, const Site& s) {
        if (most != nullptr && s.bank_bytes[worst] <= most->bank_bytes[worst]) return;
        most = &s;
        lane_of = &lane;
    });
    add(into, rule, *lane_of, *most, less(busy, cycles_for(even, rate)),
        {worst, bytes[worst], even});
}
std::string detail_banks(const Candidate& c) {
    return fmt::format("DRAM bank {} serves {} KiB, {} KiB would be its share", c.figures[0],
                       c.figures[1] / 1024, c.figures[2] / 1024);
}
std::string remedy_banks(const Candidate&) {
    return "interleave the buffer over all banks, or begin on another bank on each core";
}

// ---- circular buffers too shallow for both sides to work at once

void look_depth(const ChipLog& chip, const LaunchRecord& launch, std::size_t rule,
                Candidates& into) {
    for (const std::uint32_t c : launch.cores) {
        const CoreLog& core = chip.cores[c];
        for (std::uint32_t i = 0; i < core.cbs.size(); i++) {
            const CbUse& cb = core.cbs[i];
            const std::uint32_t enough = 2 * std::max(cb.most_pushed, cb.most_popped);
            if (cb.pages == 0 || cb.pages >= enough || cb.producer == kNobody) continue;
            const ProcessorLog& lane = core.processors[cb.producer];
            for (const Site& s : lane.sites.all())
                if (s.key == cb.space_site)
                    add(into, rule, lane, s, std::min(cb.space_stalled, cb.data_stalled),
                        {i, cb.pages, enough});
        }
    }
}
std::string detail_depth(const Candidate& c) {
    return fmt::format("CB {} holds {} page{}: its producer and its consumer wait for each other",
                       c.figures[0], c.figures[1], c.figures[1] == 1 ? "" : "s");
}
std::string remedy_depth(const Candidate& c) {
    return fmt::format("give CB {} {} pages", c.figures[0], c.figures[2]);
}

constexpr auto kRows = std::to_array<HintRow>({
    {"barrier-per-read", "a barrier after every read", look_barrier, detail_barrier,
     remedy_barrier},
    {"cb-depth", "a CB too shallow to overlap", look_depth, detail_depth, remedy_depth},
    {"dram-imbalance", "one DRAM bank does the work of several", look_banks, detail_banks,
     remedy_banks},
    {"fpu-behind-unpack", "the FPU idle behind unpack", look_unpack, detail_unpack, remedy_unpack},
    {"one-core", "one core does all", look_one_core, detail_one_core, remedy_one_core},
    {"scalar-loop", "a scalar loop over L1", look_scalar, detail_scalar, remedy_scalar},
    {"small-pages", "pages too small for the burst", look_small_pages, detail_small_pages,
     remedy_small_pages},
    {"unlinked-multicast", "multicasts without a link", look_unlinked, detail_unlinked,
     remedy_unlinked},
});

}  // namespace

std::span<const HintRow> hint_rows() {
    return kRows;
}

}  // namespace ironbird::profile
