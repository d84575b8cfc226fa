// `ironbird memory all`: plan, code and log in turn, each as it would be called alone.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/memory.hpp"
#include "cli/explore.hpp"
#include "cli/process.hpp"
#include "cli/record.hpp"
#include "cli/run_folder.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

struct AllWanted {
    std::vector<std::string> sizes, paths;
    std::string log, chip;
    bool multi = false, json = false;
};

struct Part {
    const char *name, *title;
    std::vector<std::string> words;
};

std::vector<Part> parts_of(const AllWanted& w) {
    Part plan{"plan", "What is planned", {"plan"}},
        code{"code", "What the sources ask for", {"code"}};
    Part log{"log", "What a run told", {"log"}};
    plan.words.insert(plan.words.end(), w.sizes.begin(), w.sizes.end());
    if (w.multi) plan.words.emplace_back("--multi");
    code.words.insert(code.words.end(), w.paths.begin(), w.paths.end());
    if (!w.log.empty()) log.words.push_back(w.log);
    for (Part* part : {&plan, &log})
        if (!w.chip.empty()) part->words.insert(part->words.end(), {"--chip", w.chip});
    return {plan, code, log};
}

// The command's own answer, in a file that is gone afterwards when it is to become part of ours.
Exit run_part(const Part& part, bool json, Json& all) {
    Start start{.argv = {fs::canonical("/proc/self/exe").string(), "memory"}};
    start.argv.insert(start.argv.end(), part.words.begin(), part.words.end());
    if (json) {
        start.argv.emplace_back("--json");
        start.stdout_file =
            fs::temp_directory_path() / fmt::format("ironbird-memory-{}-{}", ::getpid(), part.name);
    }
    const Ended ended = run_process(start);
    leave_if_interrupted(ended);
    if (json) {
        all[part.name] = Json::parse(read_text(start.stdout_file), nullptr, false);
        fs::remove(start.stdout_file);
    }
    return ended.whole() && ended.signal == 0 ? static_cast<Exit>(ended.code)
                                              : Exit::program_failed;
}

Exit memory_all(const AllWanted& w) {
    Json all = {{"schema", kJsonSchema}};
    Exit worst = Exit::fine;
    for (const Part& part : parts_of(w)) {
        if (!w.json) {
            fmt::print("== {} ==\n", part.title);
            std::fflush(stdout);
        }
        const Exit exit = run_part(part, w.json, all);
        if (exit == Exit::could_not_start) return exit;
        worst = std::max(worst, exit);
        if (!w.json) fmt::print("\n");
    }
    if (w.json) fmt::print("{}\n", json_text(all));
    return worst;
}

}  // namespace

void add_memory_all(CLI::App& memory, Action& chosen) {
    auto* sub = memory.add_subcommand("all", "Plan, code and log, one after the other");
    auto w = std::make_shared<AllWanted>();
    sub->add_option("TILES", w->sizes, "S and R: A tiles of a device, B tiles")->expected(0, 2);
    sub->add_flag("--multi", w->multi, "Sizes from 4 to 64, and where each band is crossed");
    sub->add_option("--code", w->paths, "Sources instead of the distributed add's")
        ->allow_extra_args(false);
    sub->add_option("--log", w->log, "Log instead of the built-in sample");
    sub->add_option("--chip", w->chip, "Product of plan and log (see `ironbird devices`)");
    sub->add_flag("--json", w->json, "As one object: plan, code, log");
    sub->callback([w, &chosen] { chosen = [w] { return memory_all(*w); }; });
}

}  // namespace ironbird::cli
