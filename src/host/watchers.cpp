// One row per watcher.
#include "host/watchers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "base/require.hpp"
#include "check/args/arguments.hpp"
#include "check/finding_text.hpp"
#include "check/hang/hang.hpp"
#include "check/hazard/checker.hpp"
#include "check/init/unit_finding.hpp"
#include "check/tolerant.hpp"
#include "host/device/machine.hpp"
#include "host/launch_lines.hpp"
#include "host/memory_files.hpp"
#include "host/profiler.hpp"
#include "host/watcher_log.hpp"

namespace ironbird::host {

struct Watchers::State {
    explicit State(const Machine& m)
        : machine(m), groups(check::Groups::parse(m.options().check)), findings(groups) {}

    const Options& options() const { return machine.options(); }

    const Machine& machine;
    const check::Groups groups;
    check::Findings findings;
    LaunchLines lines;
    bool closed = false;

    // Those that are wanted.
    std::unique_ptr<check::HazardChecker> hazards;
    std::unique_ptr<check::ArgumentChecker> arguments;
    std::unique_ptr<check::Tolerant> tolerant;
    std::unique_ptr<Profiler> profiler;
    std::unique_ptr<MemoryFile> memory;
    std::unique_ptr<EventFile> events;
    std::unique_ptr<WatcherLog> watcher;
    const device::Engine* engine = nullptr;  // for its warnings
    std::size_t warnings_taken = 0;
};

namespace {

using State = Watchers::State;

bool wants_hazards(const State& s) {
    constexpr std::string_view kHazards[] = {"memory", "noc", "race", "cb", "init"};
    return std::ranges::any_of(kHazards, [&](auto name) { return s.groups.has(name); });
}
bool wants_arguments(const State& s) {
    return s.groups.has("args");
}
bool wants_findings(const State& s) {
    return s.groups.any();
}
// Totals and hints of different chips do not add up: without the device profiler, which refuses
// them by name, such a run has none.
bool wants_profile(const State& s) {
    const Options& o = s.options();
    return o.profile ||
           (o.hints && !o.run_dir.empty() && !s.machine.chips_differ() && o.ranks.empty());
}
bool wants_memory(const State& s) {
    const Options& o = s.options();
    return !o.run_dir.empty() && (o.profile || o.memory);
}
bool wants_events(const State& s) {
    const Options& o = s.options();
    return !o.memory_events.empty() || o.log_level == "debug" || o.log_level == "trace";
}
bool wants_watcher(const State& s) {
    return s.options().watcher;
}
bool always(const State&) {
    return true;
}

void watch_profile(State& s, device::Engine& engine) {
    if (s.options().profile) s.machine.only_chip("TT_METAL_DEVICE_PROFILER");
    s.profiler = std::make_unique<Profiler>(s.options());
    engine.watch(s.profiler->recorder());
}

void explain_hangs(State& s, device::Engine& engine) {
    engine.on_hang([&s](const device::Hang& hang) {
        if (s.watcher != nullptr) s.watcher->on_hang(hang);
        check::explain_hang(hang, s.options().run_dir);
    });
}

// What the engine warns of is a finding of a checked run.
void take_unit_warnings(State& s) {
    const auto all = s.engine->unit_warnings();
    for (; s.warnings_taken < all.size(); s.warnings_taken++)
        s.findings.add(check::finding_of_unit(all[s.warnings_taken]));
}

struct Row {
    std::string_view watcher;
    bool (*wanted)(const State&);
    void (*attach)(State&, device::Engine&);
    void (*report)(State&) = nullptr;  // adds to the findings; null: it finds nothing
    void (*last)(State&) = nullptr;    // the same when nothing more will run, once
    void (*write)(State&) = nullptr;   // its files; null: it leaves none
};

// In the order in which they are told.
constexpr auto kRows = std::to_array<Row>({
    {"hazards", wants_hazards,
     [](State& s, device::Engine& engine) {
         s.hazards = std::make_unique<check::HazardChecker>(s.groups);
         engine.watch(*s.hazards);
     },
     [](State& s) { s.hazards->report(s.findings); }},
    {"arguments", wants_arguments,
     [](State& s, device::Engine& engine) {
         s.arguments = std::make_unique<check::ArgumentChecker>();
         engine.watch(*s.arguments);
     },
     [](State& s) { s.arguments->report(s.findings); },
     [](State& s) { s.arguments->report_unread(s.findings); }},
    {"faults that a run survives", wants_findings,
     [](State& s, device::Engine& engine) {
         s.tolerant = std::make_unique<check::Tolerant>(s.groups);
         engine.watch(*s.tolerant);
     },
     [](State& s) { s.tolerant->report(s.findings); }},
    {"profile", wants_profile, watch_profile, nullptr, nullptr,
     [](State& s) { s.profiler->close(s.machine); }},
    {"memory", wants_memory,
     [](State& s, device::Engine& engine) {
         s.memory = std::make_unique<MemoryFile>(s.options().run_dir);
         engine.watch(s.memory->recorder());
     },
     nullptr, nullptr, [](State& s) { s.memory->write(s.machine); }},
    {"memory events", wants_events,
     [](State& s, device::Engine& engine) {
         s.events = std::make_unique<EventFile>(s.options().memory_events);
         engine.watch(s.events->events());
     },
     nullptr, nullptr, [](State& s) { s.events->close(); }},
    {"watcher", wants_watcher,
     [](State& s, device::Engine& engine) {
         s.watcher = std::make_unique<WatcherLog>(s.options());
         engine.watch(*s.watcher);
     },
     nullptr, nullptr, [](State& s) { s.watcher->close(); }},
    {"formats", wants_findings, [](State& s, device::Engine& engine) { s.engine = &engine; },
     take_unit_warnings},
    {"hangs", always, explain_hangs},
});

}  // namespace

Watchers::Watchers(const Machine& machine) : state_(std::make_unique<State>(machine)) {}
Watchers::~Watchers() = default;

void Watchers::attach(device::Engine& engine) {
    for (const Row& row : kRows) {
        if (!row.wanted(*state_)) continue;
        require(state_->options().ranks.empty() || row.wanted == always, Fault::not_modelled,
                "{} of chips that are spread over ranks: run it in one process", row.watcher);
        row.attach(*state_, engine);
    }
}

void Watchers::collect() {
    for (const Row& row : kRows)
        if (row.report != nullptr && row.wanted(*state_)) row.report(*state_);
}

void Watchers::write_files() {
    for (const Row& row : kRows)
        if (row.write != nullptr && row.wanted(*state_)) row.write(*state_);
}

void Watchers::close() {
    collect();
    if (std::exchange(state_->closed, true)) return;
    for (const Row& row : kRows)
        if (row.last != nullptr && row.wanted(*state_)) row.last(*state_);
    state_->lines.name(state_->findings);
}

void Watchers::note_line(const device::Completion& completion, const CallLine& line) {
    if (state_->groups.any())
        state_->lines.note(completion.chip, completion.start.v, completion.end.v, line);
}

bool Watchers::checks_accesses() const {
    return state_->hazards != nullptr || state_->arguments != nullptr;
}
bool Watchers::tells_buffers() const {
    return checks_accesses() || state_->memory != nullptr || state_->events != nullptr;
}
Profiler* Watchers::profiler() const {
    return state_->profiler.get();
}
MemoryFile* Watchers::memory() const {
    return state_->memory.get();
}
const check::Findings& Watchers::findings() const {
    return state_->findings;
}
void Watchers::add(check::Finding finding) {
    state_->findings.add(std::move(finding));
}

void Watchers::check_names(const std::string& path, const std::string& text,
                           const std::vector<std::string>& include_dirs,
                           const std::vector<std::string>& names) {
    if (state_->arguments == nullptr || names.empty()) return;
    for (const std::string& name : check::unasked_names(path, text, include_dirs, names))
        add({.rule = "ARG-004",
             .parties = {{.role = "kernel",
                          .place = Place{.file = path},
                          .what = fmt::format("never asks for \"{}\"", name)}},
             .because = {},
             .remedy = {}});
}

void Watchers::print_findings() {
    if (!state_->groups.any() || !state_->options().run_dir.empty()) return;
    close();
    const std::string here = std::filesystem::current_path().string();
    for (check::Finding& f : findings().all()) {
        check::quote_sources(f);
        std::fputs(check::to_text(f, here).c_str(), stderr);
    }
    const std::string counts = check::count_text(findings().errors(), findings().warnings());
    std::fprintf(stderr, "%s. Checked: %s.\n", counts.c_str(), state_->groups.text().c_str());
}

}  // namespace ironbird::host
