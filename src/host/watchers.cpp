// One row per watcher.
#include "host/watchers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "check/args/arguments.hpp"
#include "check/finding_text.hpp"
#include "check/hang/hang.hpp"
#include "check/hazard/checker.hpp"
#include "check/tolerant.hpp"
#include "host/device/machine.hpp"
#include "host/memory_events.hpp"
#include "host/memory_record.hpp"
#include "host/options/options.hpp"
#include "host/profiler.hpp"

namespace ironbird::host {

namespace {

constexpr std::string_view kHazards[] = {"memory", "noc", "race", "cb", "init"};

// Lives until the process is gone: chips may run until then.
check::HazardChecker& hazards() {
    static auto* checker = new check::HazardChecker(check::Groups::parse(options().check));
    return *checker;
}

check::ArgumentChecker& arguments() {
    static auto* checker = new check::ArgumentChecker;
    return *checker;
}

check::Tolerant& tolerant() {
    static auto* checker = new check::Tolerant(check::Groups::parse(options().check));
    return *checker;
}

bool checks_hazards() {
    static const bool wanted = [] {
        const auto groups = check::Groups::parse(options().check);
        return std::ranges::any_of(kHazards, [&](auto name) { return groups.has(name); });
    }();
    return wanted;
}

bool checks_arguments() {
    static const bool wanted = check::Groups::parse(options().check).has("args");
    return wanted;
}

// What the engine warns of is a finding of a checked run.
void take_format_warnings(const device::Engine& engine, check::Findings& to) {
    static std::size_t taken = 0;
    const auto all = engine.format_warnings();
    for (; taken < all.size(); taken++)
        to.add({.rule = "COMP-001",
                .parties = {{.role = "converted", .place = all[taken].place, .what = {}}},
                .because = all[taken].because,
                .remedy = fmt::format("call {} before this", all[taken].missing)});
}

}  // namespace

bool checks_accesses() {
    return checks_hazards() || checks_arguments();
}

bool tells_buffers() {
    return checks_accesses() || watches_memory() || !options().memory_events.empty();
}

void attach_watchers(device::Engine& engine) {
    findings();  // an unknown group is refused before anything runs
    if (checks_hazards()) engine.watch(hazards());
    if (checks_arguments()) engine.watch(arguments());
    if (findings().groups().any()) engine.watch(tolerant());
    attach_profiler(engine);
    attach_memory(engine);
    attach_memory_events(engine);
    engine.on_hang([](const device::Hang& hang) { check::explain_hang(hang, options().run_dir); });
}

check::Findings& findings() {
    static auto* all = new check::Findings(check::Groups::parse(options().check));
    if (checks_hazards()) hazards().report(*all);
    if (checks_arguments()) arguments().report(*all);
    if (all->groups().any()) tolerant().report(*all);
    if (all->groups().any() && Machine::exists())
        take_format_warnings(Machine::get().engine(), *all);
    return *all;
}

void close_findings() {
    static bool closed = false;
    if (!std::exchange(closed, true) && checks_arguments()) arguments().report_unread(findings());
}

void check_names(const std::string& path, const std::string& text,
                 const std::vector<std::string>& include_dirs,
                 const std::vector<std::string>& names) {
    if (!checks_arguments() || names.empty()) return;
    for (const std::string& name : check::unasked_names(path, text, include_dirs, names))
        findings().add({.rule = "ARG-004",
                        .parties = {{.role = "kernel",
                                     .place = Place{.file = path},
                                     .what = fmt::format("never asks for \"{}\"", name)}},
                        .because = {},
                        .remedy = {}});
}

void print_findings() {
    if (!findings().groups().any() || !options().run_dir.empty()) return;
    close_findings();
    const std::string here = std::filesystem::current_path().string();
    for (check::Finding& f : findings().all()) {
        check::quote_sources(f);
        std::fputs(check::to_text(f, here).c_str(), stderr);
    }
    const std::string counts = check::count_text(findings().errors(), findings().warnings());
    std::fprintf(stderr, "%s. Checked: %s.\n", counts.c_str(), findings().groups().text().c_str());
}

}  // namespace ironbird::host
