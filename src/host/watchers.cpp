// One row per watcher.
#include "host/watchers.hpp"

#include <cstdio>
#include <filesystem>

#include "base/options.hpp"
#include "check/finding_text.hpp"
#include "check/hang/hang.hpp"
#include "host/profiler.hpp"

namespace ironbird::host {

void attach_watchers(device::Engine& engine) {
    findings();  // an unknown group is refused before anything runs
    attach_profiler(engine);
    engine.on_hang([](const device::Hang& hang) { checks::explain_hang(hang, options().run_dir); });
}

checks::Findings& findings() {
    static auto* all = new checks::Findings(checks::Groups::parse(options().check));
    return *all;
}

void print_findings() {
    if (!findings().groups().any() || !options().run_dir.empty()) return;
    const std::string here = std::filesystem::current_path().string();
    for (checks::Finding& f : findings().all()) {
        checks::quote_sources(f);
        std::fputs(checks::to_text(f, here).c_str(), stderr);
    }
    const std::string counts = checks::count_text(findings().errors(), findings().warnings());
    std::fprintf(stderr, "%s. Checked: %s.\n", counts.c_str(), findings().groups().text().c_str());
}

}  // namespace ironbird::host
