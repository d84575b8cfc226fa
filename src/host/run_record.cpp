// What happened in a run, put together for its record.
#include "host/run_record.hpp"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <ironbird/phases.hpp>
#include <ironbird/version.hpp>
#include <set>
#include <thread>

#include "base/fault.hpp"
#include "base/log.hpp"
#include "check/fault_finding.hpp"
#include "check/finding_text.hpp"
#include "host/configuration.hpp"
#include "host/device/machine.hpp"
#include "host/memory_files.hpp"
#include "host/profiler.hpp"
#include "host/program/prepared.hpp"
#include "host/watchers.hpp"
#include "report/run_json.hpp"

namespace ironbird::host {
namespace {

using Clock = std::chrono::steady_clock;

struct Totals {
    Clock::time_point begin = Clock::now();
    std::uint64_t launches = 0;
    std::set<std::uint64_t> kernels;
    std::set<std::string> sources;
    std::vector<std::pair<std::string, std::string>> faults;
    bool written = false;
};

Totals& totals() {
    static auto* t = new Totals;
    return *t;
}

// Programs and their dispatch, without the time in which the chip waits for the host or PCIe.
std::uint64_t busy_cycles(const Slot& slot) {
    return slot.chip->now().v - std::min(slot.chip->now(), slot.waited).v;
}

std::uint32_t thread_count(const Options& o) {
    return o.threads != 0 ? o.threads : std::thread::hardware_concurrency();
}

std::vector<report::CableRecord> cable_records(const Machine& machine, const Slot& slot) {
    std::vector<report::CableRecord> all;
    for (std::uint32_t c = 0; c < slot.layout->product().ethernet.links; c++) {
        const device::LinkTraffic t = slot.chip->link_traffic(c);
        const auto far = machine.cluster().peer(
            {static_cast<std::uint16_t>(slot.id), static_cast<std::uint8_t>(c)});
        if (t.bytes != 0 && far) all.push_back({c, far->device, t});
    }
    return all;
}

std::vector<report::DeviceRecord> device_records(const Machine& machine) {
    std::vector<report::DeviceRecord> all;
    for (const auto& slot : machine.slots()) {
        const arch::Product& product = slot->layout->product();
        all.push_back({.id = slot->id,
                       .chip = product.name,
                       .clock_mhz = product.clock_mhz,
                       .cycles = busy_cycles(*slot),
                       .waited = slot->waited.v,
                       .traffic = slot->chip->traffic(),
                       .cables = cable_records(machine, *slot),
                       .usage = slot->chip->usage()});
    }
    return all;
}

report::MeshRecord mesh_record(const Machine& machine) {
    const arch::Cluster& cluster = machine.cluster();
    if (cluster.links().empty()) return {};
    report::MeshRecord mesh{.rows = cluster.rows(), .columns = cluster.columns()};
    for (std::uint32_t place = 0; place < cluster.devices(); place++)
        mesh.devices.push_back(
            cluster.device_at(place / cluster.columns(), place % cluster.columns()));
    // Chips that cables join are of one kind.
    if (!machine.slots().empty())
        mesh.bytes_per_cycle = machine.slots().front()->layout->product().ethernet.bytes_per_cycle;
    return mesh;
}

std::vector<report::PhaseRecord> phase_records() {
    std::vector<report::PhaseRecord> all;
    const Phases spent = phases();
    for (std::size_t i = 0; i < spent.of.size(); i++)
        all.push_back({kPhaseNames[i], spent.of[i].calls, spent.of[i].wall, spent.of[i].modelled});
    return all;
}

std::vector<nlohmann::json> finding_records(const check::Findings& findings) {
    std::vector<nlohmann::json> all;
    for (check::Finding& f : findings.all()) {
        check::quote_sources(f);
        all.emplace_back(check::to_json(f));
    }
    return all;
}

report::RunRecord make_record(Machine& machine) {
    const Options& o = machine.options();
    const Watchers& watchers = machine.watchers();
    const jit::Totals built = machine.jit().totals();
    const auto warnings = machine.engine().warnings();
    report::RunRecord r{
        .version = kVersion,
        .upstream = kUpstreamCommit,
        .chip = machine.chip_names(),
        .devices = device_records(machine),
        .mesh = mesh_record(machine),
        .noc = o.noc.empty() ? name(noc_mode(o)) : o.noc,
        .timing = o.timing.empty() ? "contended" : o.timing,
        .window = o.window,
        .threads = thread_count(o),
        .slow_dispatch = o.slow_dispatch,
        .exact_math = o.exact_math,
        .launches = totals().launches,
        .wall_seconds = std::chrono::duration<double>(Clock::now() - totals().begin).count(),
        .phases = phase_records(),
        .kernels = {built.compiled, built.from_cache, totals().kernels, totals().sources},
        .warnings = {warnings.begin(), warnings.end()},
        .checked = watchers.findings().groups().text(","),
        .findings = finding_records(watchers.findings()),
        .faults = totals().faults,
        .profile = {},
        .memory = {}};
    if (const Profiler* p = watchers.profiler()) r.profile = p->record(machine);
    if (const MemoryFile* m = watchers.memory()) r.memory = m->worst();
    return r;
}

// Until the end has come: who leaves by abort() or _exit() leaves this.
nlohmann::json begun_record(const Machine& machine) {
    return {{"schema", report::kRecordSchema},
            {"version", kVersion},
            {"upstream", kUpstreamCommit},
            {"complete", false},
            {"chip", machine.chip_names()}};
}

// Whole or not at all.
void write_json(const nlohmann::json& record, const std::string& run_dir) {
    namespace fs = std::filesystem;
    const fs::path folder(run_dir), fresh = folder / "run.json.tmp";
    std::error_code error;
    fs::create_directories(folder, error);
    {
        std::ofstream file(fresh);
        // Names of files may hold any bytes.
        file << record.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
        if (!file.flush()) return log::warning("{}", unwritable(fresh.string(), errno).what());
    }
    fs::rename(fresh, folder / "run.json", error);
    if (error) log::warning("{}", unwritable((folder / "run.json").string(), error.value()).what());
}

void on_terminate() {
    if (const auto current = std::current_exception()) {
        try {
            std::rethrow_exception(current);
        } catch (const std::exception& e) {
            note_fault(e);
            std::fprintf(stderr, "%s\n", e.what());
        } catch (...) {
            std::fprintf(stderr, "terminated by an exception of unknown type\n");
        }
    }
    if (Machine::exists()) {
        write_run_record(Machine::get());
        Machine::get().watchers().print_findings();
    }
    std::abort();
}

}  // namespace

void note_launch(const Prepared& work, const Slot&, const device::Completion&) {
    totals().launches++;
    for (const auto& kernel : work.kernels) {
        totals().kernels.insert(kernel->hash);
        totals().sources.insert(kernel->source_path);
    }
}

void note_fault(const std::exception& error) {
    const auto* ours = dynamic_cast<const Error*>(&error);
    const std::string slug(ours != nullptr ? row(ours->fault()).slug : "exception");
    const std::pair<std::string, std::string> fault{slug, error.what()};
    auto& all = totals().faults;
    if (std::find(all.begin(), all.end(), fault) != all.end()) return;
    all.push_back(fault);
    if (ours == nullptr || !Machine::exists()) return;
    Watchers& watchers = Machine::get().watchers();
    if (!watchers.findings().groups().any()) return;
    if (auto finding = check::finding_of_fault(*ours)) watchers.add(std::move(*finding));
}

void write_run_record(Machine& machine) {
    machine.watchers().write_files();
    const std::string& wanted = machine.options().run_dir;
    if (wanted.empty() || totals().written) return;
    totals().written = true;
    machine.watchers().close();
    write_json(report::run_json(make_record(machine)), wanted);
}

void watch_for_abort(const Machine& machine) {
    totals();
    std::set_terminate(on_terminate);
    const std::string& wanted = machine.options().run_dir;
    if (!wanted.empty()) write_json(begun_record(machine), wanted);
}

}  // namespace ironbird::host
