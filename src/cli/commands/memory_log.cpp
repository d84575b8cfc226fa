// `ironbird memory log`: what a log tells of circular buffers, beside what a plan expects.
#include <fmt/format.h>

#include <fstream>

#include "analysis/log/log.hpp"
#include "base/fault.hpp"
#include "cli/chip.hpp"
#include "cli/commands/memory.hpp"
#include "host/configuration.hpp"

namespace ironbird::cli {
namespace {

using Json = nlohmann::ordered_json;

analysis::Log read(const std::string& path) {
    if (path.empty()) return analysis::read_log(analysis::sample_log());
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(Fault::usage, fmt::format("cannot read {}", path));
    return analysis::read_log(file);
}

// The chip that is asked for, else the log's own, else the usual one.
const arch::Product& product_of(const std::string& chip, const analysis::Log& log) {
    if (!chip.empty()) return chip_named(chip);
    if (const arch::Product* p = arch::find(log.product)) return *p;
    return chip_named("");
}

Exit show(const std::string& path, const std::string& chip, bool json) {
    const analysis::Log log = read(path);
    const analysis::Settings settings;
    const auto plan = analysis::predict(log, analysis::map_of(product_of(chip, log)), settings);
    if (json) {
        Json answer = {{"schema", kJsonSchema}, {"sample", path.empty()}};
        answer.update(analysis::to_json(log, plan, settings));
        // Names come from the log: whatever bytes they hold, the answer is JSON.
        fmt::print("{}\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace));
        return Exit::fine;
    }
    if (path.empty()) fmt::print("no log given: a sample\n");
    fmt::print("{}", analysis::to_text(log, plan, settings));
    return Exit::fine;
}

}  // namespace

void add_memory_log(CLI::App& memory, Action& chosen) {
    auto* sub =
        memory.add_subcommand("log", "Read events of IRONBIRD_MEMORY_EVENTS, or older logs");
    auto path = std::make_shared<std::string>();
    auto chip = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    sub->add_option("FILE", *path, "The log; without one, a built-in sample");
    sub->add_option("--chip", *chip, "Product that the plan is made for");
    sub->add_flag("--json", *json, "As JSON");
    sub->callback([path, chip, json, &chosen] {
        chosen = [path, chip, json] { return show(*path, *chip, *json); };
    });
}

}  // namespace ironbird::cli
