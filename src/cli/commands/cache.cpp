// `ironbird cache`: the folder of compiled kernels and host programs.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/record.hpp"
#include "cli/summary.hpp"
#include "host/configuration.hpp"

namespace ironbird::cli {
namespace {

Exit cache(bool clear, bool json) {
    jit::Jit jit(host::jit_options(options()));
    const jit::CacheInfo info = clear ? jit.cache_clear() : jit.cache_info();
    if (json) {
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema},
                                          {"folder", info.folder},
                                          {"entries", info.entries},
                                          {"programs", info.programs},
                                          {"bytes", info.bytes},
                                          {"limit_bytes", info.limit_bytes},
                                          {"cleared", clear}}));
        return Exit::fine;
    }
    fmt::print("{}{}: {} kernels, {} programs, {} of at most {}\n", clear ? "cleared " : "",
               info.folder, info.entries, info.programs, bytes_text(info.bytes),
               bytes_text(info.limit_bytes));
    return Exit::fine;
}

}  // namespace

void add_cache(CLI::App& app, Action& chosen) {
    auto* sub =
        app.add_subcommand("cache", "Show or empty the folder of compiled kernels and programs");
    auto what = std::make_shared<std::string>("info");
    auto json = std::make_shared<bool>(false);
    sub->add_option("ACTION", *what, "info (default) or clear")
        ->check(CLI::IsMember({"info", "clear"}));
    sub->add_flag("--json", *json, "As JSON");
    sub->footer(
        "Nobody needs to clear it: a changed kernel has another key, and the oldest entries go\n"
        "when the limit (IRONBIRD_CACHE_MIB) is reached.");
    sub->callback([what, json, &chosen] {
        chosen = [what, json] { return cache(*what == "clear", *json); };
    });
}

}  // namespace ironbird::cli
