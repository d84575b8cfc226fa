// Totals as JSON, and the life of the profile's files.
#include "host/profiler.hpp"

#include <memory>
#include <numeric>
#include <set>

#include "base/log.hpp"
#include "host/configuration.hpp"
#include "host/device/machine.hpp"
#include "host/options/options.hpp"
#include "host/program/prepared.hpp"
#include "profile/recorder.hpp"
#include "report/error_class.hpp"
#include "report/page/timeline.hpp"
#include "report/profile_files.hpp"

namespace ironbird::host {
namespace {

using nlohmann::json;

// Lives until the process is gone: chips may run until then.
struct Profiler {
    profile::Recorder recorder{options().profile};
    std::set<std::shared_ptr<const abi::Kernel>> kernels;
    std::unique_ptr<report::ProfileFiles> files;
    report::Timeline timeline;
    bool closed = false;
};

Profiler* profiler() {
    static Profiler* const p = options().profile || (options().hints && !options().run_dir.empty())
                                   ? new Profiler
                                   : nullptr;
    return p;
}

template <std::size_t N, class Rows>
json nonzero(const std::array<std::uint64_t, N>& cycles, const Rows& rows) {
    json shown = json::object();
    for (std::size_t i = 0; i < N; i++)
        if (cycles[i] != 0) shown[std::string(rows[i].key)] = cycles[i];
    return shown;
}

json processors_record(const profile::Totals& t) {
    json all = json::object();
    for (std::size_t i = 0; i < t.processors.size(); i++) {
        if (t.processors[i].cycles == 0) continue;
        all[std::string(abi::label(static_cast<abi::Processor>(i)))] = {
            {"cycles", t.processors[i].cycles},
            {"stalls", nonzero(t.processors[i].stalled, profile::kCauseRows)}};
    }
    return all;
}

json programs_record(const profile::Totals& t) {
    json all = json::array();
    for (const auto& [name, p] : t.programs)
        all.push_back({{"name", name},
                       {"launches", p.launches},
                       {"cycles", p.cycles},
                       {"flops", p.flops},
                       {"dram_bytes", p.dram_bytes}});
    return all;
}

json hints_record(const profile::Totals& t) {
    json all = json::array();
    for (const profile::Hint& h : profile::best_hints(t.hints, t.cycles))
        all.push_back({{"id", h.id},
                       {"title", h.title},
                       {"cycles", h.cycles},
                       {"file", h.file},
                       {"line", h.line},
                       {"processor", h.processor},
                       {"cores", h.cores},
                       {"detail", h.detail},
                       {"remedy", h.remedy}});
    return all;
}

// Rates that the whole chip could reach, in a second. Products: at the fidelity of this run, or in
// one phase if it made none.
json peaks_record(const arch::Product& product, arch::Grid grid, const device::Work& work) {
    constexpr double kFlopsOfTile = 2.0 * 32 * 32 * 32;
    const double each =
        work.flops != 0 && work.fpu_cycles != 0
            ? std::min(static_cast<double>(work.flops) / static_cast<double>(work.fpu_cycles),
                       kFlopsOfTile / product.tensix.product)
            : kFlopsOfTile / product.tensix.product;
    const double in_a_second = product.clock_mhz * 1e6 * grid.x * grid.y;
    return {{"flops", each * in_a_second},
            {"flops_one_phase", kFlopsOfTile / product.tensix.product * in_a_second},
            {"dram_bytes", product.dram_gb_per_s * 1e9}};
}

// For `ironbird report`, beside the record of the run.
void write_timeline(const Machine& machine, Profiler& p) {
    if (options().run_dir.empty()) return;
    p.timeline.add_unfinished(p.recorder);
    std::map<std::uint32_t, noc::Usage> usage;
    for (const auto& slot : machine.slots()) usage[slot->chip->id()] = slot->chip->usage();
    const std::filesystem::path path = std::filesystem::path(options().run_dir) / "timeline.json";
    if (!p.timeline.write(path, p.recorder, usage)) log::warning("cannot write {}", path.string());
}

}  // namespace

void attach_profiler(device::Engine& engine) {
    if (profiler() != nullptr) engine.watch(profiler()->recorder);
}

void keep_kernels(const Prepared& work) {
    if (profiler() == nullptr) return;
    for (const auto& kernel : work.kernels) profiler()->kernels.insert(kernel);
}

void dump_profile(const Machine& machine) {
    Profiler* p = profiler();
    if (p == nullptr || !p->recorder.keeps_events() || p->closed) return;
    if (p->files == nullptr)
        p->files = std::make_unique<report::ProfileFiles>(profile_places(machine.options()),
                                                          machine.product());
    p->files->write(p->recorder);
    p->timeline.add(p->recorder);
    p->recorder.forget_completed();
}

void close_profile(const Machine& machine) {
    Profiler* p = profiler();
    if (p == nullptr || !p->recorder.keeps_events() || p->closed) return;
    dump_profile(machine);
    write_timeline(machine, *p);
    p->files->close(machine.slots().size());
    p->closed = true;
    if (!p->files->ok())
        log::warning("the profile below {} is not complete: a file could not be written",
                     p->files->root().string());
    if (!options().noc_traces && options().noc_trace_dir.empty()) return;
    if (!report::NocTraces::supports(machine.product()))
        log::warning("no NoC traces: tt-npe has no model of this chip");
}

json profile_record(const Machine& machine) {
    const Profiler* p = profiler();
    if (p == nullptr) return nullptr;
    const profile::Totals& t = p->recorder.totals();
    const report::ErrorClass& error = report::error_class(t.path);
    const arch::Grid grid = machine.compute_grid();
    json record = {{"launch_cycles", t.cycles},
                   {"core_cycles", t.core_cycles},
                   {"computing_cycles", t.computing_cycles},
                   {"cores", t.most_cores},
                   {"grid", grid.x * grid.y},
                   {"processors", processors_record(t)},
                   {"path", nonzero(t.path.cycles, profile::kStepRows)},
                   {"units",
                    {{"unpack", t.work.unpack_cycles},
                     {"fpu", t.work.fpu_cycles},
                     {"sfpu", t.work.sfpu_cycles},
                     {"pack", t.work.pack_cycles}}},
                   {"flops", t.work.flops},
                   {"peaks", peaks_record(machine.product(), grid, t.work)},
                   {"dram_bank_bytes", t.bank_bytes},
                   {"cb_bytes", t.cb_bytes},
                   {"error_class", error.key},
                   {"error_text", error.text},
                   {"error_percent", error.median_percent},
                   {"error_p90_percent", error.p90_percent},
                   {"programs", programs_record(t)},
                   {"hints", hints_record(t)}};
    if (p->files != nullptr)
        record["files"] = {{"folder", p->files->root().string()},
                           {"operations", p->files->results().string()}};
    return record;
}

}  // namespace ironbird::host
