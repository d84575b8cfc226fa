// The commands of `ironbird piper`: each adds itself to the parser and answers with an exit code.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <functional>
#include <memory>

#include "error.hpp"

namespace piper {

inline constexpr int kJsonSchema = 1;

using Action = std::function<Exit()>;

// Adds a command whose options live as long as its action. `setup` adds the options.
template <class Options, class Setup>
void add_command(CLI::App& app, Action& chosen, const char* name, const char* help, Setup setup,
                 Exit (*act)(const Options&)) {
    auto* sub = app.add_subcommand(name, help);
    auto options = std::make_shared<Options>();
    setup(*sub, *options);
    sub->callback([options, act, &chosen] { chosen = [options, act] { return act(*options); }; });
}

// A number, with limits that NaN does not pass.
inline CLI::Validator within(double least, double most) {
    const auto check = [=](const std::string& text) -> std::string {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && value >= least && value <= most) return {};
        return fmt::format("Value {} not in range {} to {}", text, least, most);
    };
    return {check, fmt::format("NUMBER in [{} - {}]", least, most), {}};
}

// What does not fit is seen when the file is closed.
inline void write_text(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    file.close();
    if (!file) throw Error(Exit::failed, fmt::format("{} cannot be written", path));
}

inline void add_threads(CLI::App& sub, unsigned& threads) {
    sub.add_option("--threads", threads, "As many as the machine has when not given")
        ->check(CLI::Range(0., 1024.));
}

void add_apply(CLI::App& app, Action& chosen);
void add_bench(CLI::App& app, Action& chosen);
void add_budget(CLI::App& app, Action& chosen);
void add_check(CLI::App& app, Action& chosen);
void add_generate(CLI::App& app, Action& chosen);
void add_hugepages(CLI::App& app, Action& chosen);
void add_model(CLI::App& app, Action& chosen);
void add_monitor(CLI::App& app, Action& chosen);
void add_plan(CLI::App& app, Action& chosen);
void add_run(CLI::App& app, Action& chosen);
void add_smi(CLI::App& app, Action& chosen);
void add_sweep(CLI::App& app, Action& chosen);

}  // namespace piper
