// `ironbird memory log`: what a log tells of circular buffers, beside what a plan expects.
#include <fmt/format.h>

#include <fstream>

#include "arch/product.hpp"
#include "base/fault.hpp"
#include "cli/commands/memory.hpp"
#include "memory/log/log.hpp"

namespace ironbird::cli {
namespace {

using Json = nlohmann::ordered_json;

memory::Log read(const std::string& path) {
    if (path.empty()) return memory::read_log(memory::sample_log());
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(Fault::usage, fmt::format("cannot read {}", path));
    return memory::read_log(file);
}

// The chip that is asked for, else the log's own, else the usual one.
const arch::Product& product_of(const std::string& chip, const memory::Log& log) {
    if (const arch::Product* p = arch::find(chip.empty() ? log.product : chip)) return *p;
    if (!chip.empty())
        throw Error(Fault::chip_unknown, fmt::format("there is no chip \"{}\"", chip), {},
                    "`ironbird devices` lists them");
    return arch::selected();
}

Exit show(const std::string& path, const std::string& chip, bool json) {
    const memory::Log log = read(path);
    const memory::Settings settings;
    const auto plan = memory::predict(log, memory::map_of(product_of(chip, log)), settings);
    if (json) {
        Json answer = {{"schema", kJsonSchema}, {"sample", path.empty()}};
        answer.update(memory::to_json(log, plan, settings));
        // Names come from the log: whatever bytes they hold, the answer is JSON.
        fmt::print("{}\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace));
        return Exit::fine;
    }
    if (path.empty()) fmt::print("no log given: a sample\n");
    fmt::print("{}", memory::to_text(log, plan, settings));
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
