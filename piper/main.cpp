// The program `ironbird_piper`, which `ironbird piper` starts.
#include <fmt/format.h>

#include <array>
#include <string_view>

#include "commands.hpp"
#include "diagnosis.hpp"

namespace {

// In the order of the help.
constexpr auto kCommands =
    std::to_array({piper::add_run, piper::add_plan, piper::add_generate, piper::add_bench,
                   piper::add_sweep, piper::add_budget, piper::add_model, piper::add_apply,
                   piper::add_check, piper::add_monitor, piper::add_smi, piper::add_hugepages});

int report(const piper::Error& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    if (!error.remedy.empty()) fmt::print(stderr, "  do: {}\n", error.remedy);
    return static_cast<int>(error.exit);
}

int report_allocation(const char* what) {
    const int code = report({piper::Exit::failed, what});
    fmt::print(stderr, "{}", to_text(piper::causes_of_failed_allocation(piper::this_machine())));
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Tabular preprocessing: raw Criteo logs in, arrays for a recommender out.",
                 "ironbird piper");
    app.require_subcommand(0, 1);
    app.footer(
        "Exit codes: 0 fine, 1 findings, 2 failed, 4 wrong usage or input, 5 not there yet.\n"
        "Operators, formats and figures: docs/piper.md");
    piper::Action chosen;
    for (const auto add : kCommands) add(app, chosen);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : static_cast<int>(piper::Exit::could_not_start);
    }
    if (!chosen) {
        fmt::print("{}", app.help());
        return 0;
    }
    try {
        return static_cast<int>(chosen());
    } catch (const piper::Error& e) {
        return report(e);
    } catch (const std::bad_alloc&) {
        return report_allocation("there is not enough memory");
    } catch (const std::exception& e) {
        // What the library says of a buffer that no bank has room for.
        const bool allocation =
            std::string_view(e.what()).find("Out of Memory") != std::string_view::npos;
        return allocation ? report_allocation(e.what()) : report({piper::Exit::failed, e.what()});
    }
}
