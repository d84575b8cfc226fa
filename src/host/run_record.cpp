// Totals of a run as JSON.
#include "host/run_record.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <ironbird/version.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "base/fault.hpp"
#include "base/log.hpp"
#include "check/fault_finding.hpp"
#include "check/finding_text.hpp"
#include "host/configuration.hpp"
#include "host/device/machine.hpp"
#include "host/memory_events.hpp"
#include "host/memory_record.hpp"
#include "host/profiler.hpp"
#include "host/program/prepared.hpp"
#include "host/tooling.hpp"
#include "host/watchers.hpp"
#include "jit/jit.hpp"

namespace ironbird::host {
namespace {

using nlohmann::json;
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

// One array for each link: NoC, the router's place, way, bytes, busy cycles.
json link_records(const noc::Usage& usage) {
    constexpr const char* kWays[] = {"inject", "x", "y", "eject"};
    json links = json::array();
    for (const noc::LinkUse& l : usage.links)
        links.push_back(
            {l.noc, l.from.x, l.from.y, kWays[static_cast<int>(l.way)], l.bytes, l.busy});
    return links;
}

// Likewise: bytes read, bytes written, busy cycles.
json bank_records(const noc::Usage& usage) {
    json banks = json::array();
    for (const noc::BankUse& b : usage.banks)
        banks.push_back({b.read_bytes, b.written_bytes, b.busy});
    return banks;
}

json chip_records(const Machine& machine) {
    json chips = json::array();
    for (const auto& slot : machine.slots()) {
        const device::Traffic t = slot->chip->traffic();
        const noc::Usage usage = slot->chip->usage();
        chips.push_back({{"device", slot->id},
                         {"cycles", busy_cycles(*slot)},
                         {"waited_cycles", slot->waited.v},
                         {"noc_bytes", {t.noc_bytes[0], t.noc_bytes[1]}},
                         {"dram_read_bytes", t.dram_read_bytes},
                         {"dram_write_bytes", t.dram_write_bytes},
                         {"links", link_records(usage)},
                         {"banks", bank_records(usage)}});
    }
    return chips;
}

json traffic_record(const Machine& machine) {
    device::Traffic all;
    for (const auto& slot : machine.slots()) {
        const device::Traffic t = slot->chip->traffic();
        all.noc_bytes[0] += t.noc_bytes[0];
        all.noc_bytes[1] += t.noc_bytes[1];
        all.noc_transactions += t.noc_transactions;
        all.dram_read_bytes += t.dram_read_bytes;
        all.dram_write_bytes += t.dram_write_bytes;
        all.misaligned += t.misaligned;
    }
    return {{"noc_bytes", {all.noc_bytes[0], all.noc_bytes[1]}},
            {"noc_transactions", all.noc_transactions},
            {"dram_read_bytes", all.dram_read_bytes},
            {"dram_write_bytes", all.dram_write_bytes},
            {"misaligned", all.misaligned}};
}

json kernel_record(const jit::Totals& built) {
    json hashes = json::array();
    for (std::uint64_t hash : totals().kernels) hashes.push_back(fmt::format("{:016x}", hash));
    return {{"compiled", built.compiled},
            {"from_cache", built.from_cache},
            {"hashes", hashes},
            {"sources", totals().sources}};
}

json finding_records() {
    json list = json::array();
    for (check::Finding& f : findings().all()) {
        check::quote_sources(f);
        list.push_back(json(check::to_json(f)));
    }
    return list;
}

std::uint32_t thread_count(const Options& o) {
    return o.threads != 0 ? o.threads : std::thread::hardware_concurrency();
}

json make_record(Machine& machine) {
    const Options& o = machine.options();
    std::uint64_t most = 0, waited = 0;
    for (const auto& slot : machine.slots()) {
        most = std::max(most, busy_cycles(*slot));
        waited = std::max(waited, slot->waited.v);
    }
    const double hertz = machine.product().clock_mhz * 1e6;
    json faults = json::array();
    for (const auto& [slug, text] : totals().faults)
        faults.push_back({{"slug", slug}, {"text", text}});
    const double wall = std::chrono::duration<double>(Clock::now() - totals().begin).count();
    return {{"schema", kRecordSchema},
            {"version", kVersion},
            {"upstream", kUpstreamCommit},
            {"complete", true},
            {"chip", machine.product().name},
            {"chips", machine.slots().size()},
            {"noc", o.noc.empty() ? name(noc_mode(o)) : o.noc},
            {"timing", o.timing.empty() ? "contended" : o.timing},
            {"window", o.window},
            {"threads", thread_count(o)},
            {"slow_dispatch", o.slow_dispatch},
            {"programs", totals().launches},
            {"cycles", most},
            {"seconds", static_cast<double>(most) / hertz},
            {"waited_seconds", static_cast<double>(waited) / hertz},
            {"wall_seconds", wall},
            {"kernels", kernel_record(machine.jit().totals())},
            {"traffic", traffic_record(machine)},
            {"devices", chip_records(machine)},
            {"math", o.exact_math ? "exact" : "fast"},
            {"warnings", std::vector<std::string>(machine.engine().warnings().begin(),
                                                  machine.engine().warnings().end())},
            {"checked", findings().groups().text(",")},
            {"findings", finding_records()},
            {"faults", faults},
            {"profile", profile_record(machine)},
            {"memory", memory_record()}};
}

// Until the end has come: who leaves by abort() or _exit() leaves this.
json begun_record(const Machine& machine) {
    return {{"schema", kRecordSchema},
            {"version", kVersion},
            {"upstream", kUpstreamCommit},
            {"complete", false},
            {"chip", machine.product().name}};
}

// Whole or not at all.
void write_json(const json& record, const std::string& run_dir) {
    namespace fs = std::filesystem;
    const fs::path folder(run_dir), fresh = folder / "run.json.tmp";
    std::error_code error;
    fs::create_directories(folder, error);
    {
        std::ofstream file(fresh);
        // Names of files may hold any bytes.
        file << record.dump(2, ' ', false, json::error_handler_t::replace) << '\n';
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
    if (Machine::exists()) write_run_record(Machine::get());
    print_findings();
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
    if (ours == nullptr || !findings().groups().any()) return;
    if (auto finding = check::finding_of_fault(*ours)) findings().add(std::move(*finding));
}

void write_run_record(Machine& machine) {
    close_profile(machine);
    close_memory_events();
    const std::string& wanted = machine.options().run_dir;
    if (wanted.empty() || totals().written) return;
    totals().written = true;
    close_findings();
    write_memory(machine);
    write_json(make_record(machine), wanted);
}

void watch_for_abort(const Machine& machine) {
    totals();
    std::set_terminate(on_terminate);
    const std::string& wanted = machine.options().run_dir;
    if (!wanted.empty()) write_json(begun_record(machine), wanted);
}

}  // namespace ironbird::host
