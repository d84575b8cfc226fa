// `piper check`, `monitor` and `hugepages`: the machine around a board.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "board.hpp"
#include "checklist.hpp"
#include "commands.hpp"

namespace piper {
namespace {

struct CheckCommand {
    bool json = false;
};

Exit check_command(const CheckCommand& o) {
    constexpr std::string_view names[] = {"pass", "warn", "fail"};
    const auto all = checklist(this_machine());
    std::size_t counts[3] = {};
    nlohmann::json items = nlohmann::json::array();
    for (const Checked& one : all) {
        const auto outcome = static_cast<std::size_t>(one.outcome);
        ++counts[outcome];
        items.push_back({{"item", one.item},
                         {"outcome", names[outcome]},
                         {"found", one.found},
                         {"remedy", one.remedy}});
        if (o.json) continue;
        fmt::print("{}  {}: {}\n", names[outcome], one.item, one.found);
        if (one.outcome != Outcome::pass && !one.remedy.empty())
            fmt::print("      do: {}\n", one.remedy);
    }
    if (o.json)
        fmt::print("{}\n", nlohmann::json{{"schema", kJsonSchema},
                                          {"items", items},
                                          {"passed", counts[0]},
                                          {"warnings", counts[1]},
                                          {"failed", counts[2]}}
                               .dump(2));
    else
        fmt::print("{} passed, {} warnings, {} failed\n", counts[0], counts[1], counts[2]);
    return counts[2] == 0 ? Exit::fine : Exit::findings;
}

struct MonitorCommand {
    double interval = 1, duration = 0;
    std::string out, board = "e75";
    bool json = false, model = false;
};

nlohmann::json to_json(const Sample& s) {
    nlohmann::json json{{"timestamp", std::time(nullptr)}};
    if (s.temperature_c) json["temperature_c"] = *s.temperature_c;
    if (s.power_w) json["power_w"] = *s.power_w;
    if (!s.link.empty()) json["link"] = s.link;
    return json;
}

Sample modelled(const Board& board) {
    const BoardState state = modelled_state(board);
    return {state.temperature_c, state.power_w, "virtual, PCIe 4.0 x16"};
}

std::atomic<bool> stopped = false;

Exit monitor_command(const MonitorCommand& o) {
    constexpr double die_limit = 75;  // degrees
    const Board& board = find_board(o.board);
    std::signal(SIGINT, [](int) { stopped = true; });
    nlohmann::json samples = nlohmann::json::array();
    bool over = false;
    const auto begin = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    do {
        const Sample s = o.model ? modelled(board) : sample(this_machine());
        over |= s.temperature_c.value_or(0) >= die_limit || s.power_w.value_or(0) >= board.watts;
        samples.push_back(to_json(s));
        if (o.model) samples.back()["model"] = true;
        if (o.out.empty() && !o.json) {
            fmt::print("{}\n", s.link.empty() ? "no card: nothing to read" : samples.back().dump());
            std::fflush(stdout);
        }
        std::this_thread::sleep_for(std::chrono::duration<double>(
            o.duration > 0 ? std::min(o.interval, std::max(0.0, o.duration - elapsed()))
                           : o.interval));
    } while (!stopped && (o.duration <= 0 || elapsed() < o.duration));
    if (!o.out.empty()) write_text(o.out, samples.dump(2) + "\n");
    if (o.json)
        fmt::print("{}\n", nlohmann::json{{"schema", kJsonSchema},
                                          {"board", board.name},
                                          {"above_limits", over},
                                          {"samples", samples}}
                               .dump(2));
    if (over)
        fmt::print(stderr, "above {} C or {} W: the board throttles\n", die_limit, board.watts);
    return over ? Exit::findings : Exit::fine;
}

struct PagesCommand {
    double gigabytes = 0;
    bool dry_run = false, json = false;
};

constexpr const char* kPagesFile = "/etc/sysctl.d/99-ironbird-hugepages.conf";

constexpr const char* kUnitFile = "/etc/systemd/system/ironbird-hugepages.service";

// Asks for the pages early in a start, while memory is still in one piece.
std::string boot_unit(std::uint64_t pages) {
    return fmt::format(
        "[Unit]\nDescription=Huge pages for accelerator boards\nDefaultDependencies=no\n"
        "Before=sysinit.target\n\n[Service]\nType=oneshot\n"
        "ExecStart=/bin/sh -c 'echo {} > /proc/sys/vm/nr_hugepages'\n\n"
        "[Install]\nWantedBy=sysinit.target\n",
        pages);
}

void set_pages(std::uint64_t pages) {
    std::ofstream now("/proc/sys/vm/nr_hugepages"), later(kPagesFile);
    now << pages << std::flush;
    later << "vm.nr_hugepages = " << pages << '\n' << std::flush;
    if (std::filesystem::is_directory(std::filesystem::path(kUnitFile).parent_path()))
        std::ofstream(kUnitFile) << boot_unit(pages);
    if (!now || !later)
        throw Error(Exit::could_not_start, "the pages cannot be set",
                    "run it as root, or --dry-run");
}

void report_pages(const PagesCommand& o, std::uint64_t pages, const HugePages& before) {
    if (o.json)
        fmt::print("{}\n", nlohmann::json{{"schema", kJsonSchema},
                                          {"gigabytes", o.gigabytes},
                                          {"pages", pages},
                                          {"pages_before", before.total},
                                          {"dry_run", o.dry_run},
                                          {"file", kPagesFile},
                                          {"unit", kUnitFile}}
                               .dump(2));
    else
        fmt::print("{} GB are {} pages of 2 MB; there are {}\n", o.gigabytes, pages, before.total);
    if (o.dry_run && !o.json)
        fmt::print(
            "would write {} to /proc/sys/vm/nr_hugepages\n"
            "would write to {}: vm.nr_hugepages = {}\n"
            "would write {} (systemctl enable ironbird-hugepages makes it count):\n{}",
            pages, kPagesFile, pages, kUnitFile, boot_unit(pages));
}

Exit pages_command(const PagesCommand& o) {
    const std::uint64_t pages = huge_pages(o.gigabytes);
    const HugePages before = huge_pages_of(this_machine());
    report_pages(o, pages, before);
    if (o.gigabytes * 1073741824.0 > static_cast<double>(before.memory) / 2)
        fmt::print(stderr, "warning: this is more than half of the memory\n");
    if (o.dry_run) return Exit::fine;
    set_pages(pages);
    const HugePages after = huge_pages_of(this_machine());
    if (after.total == 0 && pages != 0)
        throw Error(Exit::failed, "the system gave no page", "restart it and try again");
    if (after.total < pages)
        fmt::print(stderr, "warning: the system gave {} of {} pages\n", after.total, pages);
    return Exit::fine;
}

struct SmiCommand {
    std::string board = "e150";
    bool temperature = false, power = false, cores = false, diagnostics = false, json = false;
};

// A card's own values where there is one; else a virtual board's, which are a model's.
Exit smi_command(const SmiCommand& o) {
    const Board& board = find_board(o.board);
    const Sample found = sample(this_machine());
    const bool card = !found.link.empty();
    const Sample s = card ? found : modelled(board);
    const bool all = !o.temperature && !o.power && !o.cores && !o.diagnostics;
    nlohmann::json json{{"schema", kJsonSchema}, {"board", board.name}, {"model", !card}};
    if ((o.temperature || all) && s.temperature_c) json["temperature_c"] = *s.temperature_c;
    if ((o.power || all) && s.power_w) json["power_w"] = *s.power_w;
    if (o.cores || all) json["cores"] = {{"all", board.cores}, {"programs", board.program_cores}};
    if (o.diagnostics || all) json["link"] = s.link;
    if (o.json) {
        fmt::print("{}\n", json.dump(2));
        return Exit::fine;
    }
    const char* mark = card ? "" : "  (model: no card is there)";
    for (const auto& [name, value] : json.items())
        if (name != "schema" && name != "model") fmt::print("{}: {}{}\n", name, value.dump(), mark);
    return o.diagnostics ? check_command({}) : Exit::fine;
}

}  // namespace

void add_smi(CLI::App& app, Action& chosen) {
    add_command<SmiCommand>(
        app, chosen, "smi", "What tt-smi would say of a card, or a model of a virtual one",
        [](CLI::App& sub, SmiCommand& o) {
            sub.add_flag("--temperature", o.temperature, "Degrees");
            sub.add_flag("--power", o.power, "Watts");
            sub.add_flag("--cores", o.cores, "All, and those that programs get");
            sub.add_flag("--diagnostics", o.diagnostics, "The link, and the checklist");
            sub.add_option("--board", o.board, "The virtual board: e75 or e150");
            sub.add_flag("--json", o.json, "As one object");
        },
        smi_command);
}

void add_check(CLI::App& app, Action& chosen) {
    add_command<CheckCommand>(
        app, chosen, "check", "Is this machine ready for a board: a checklist",
        [](CLI::App& sub, CheckCommand& o) { sub.add_flag("--json", o.json, "As one object"); },
        check_command);
}

void add_monitor(CLI::App& app, Action& chosen) {
    add_command<MonitorCommand>(
        app, chosen, "monitor", "Temperature, power and link of a card, where there is one",
        [](CLI::App& sub, MonitorCommand& o) {
            sub.add_option("--interval", o.interval, "Seconds")->check(within(.01, 3600));
            sub.add_option("--duration", o.duration, "Seconds; until ^C when not given")
                ->check(within(.001, 1e9));
            sub.add_option("--board", o.board, "Whose limits: e75 or e150");
            sub.add_option("--output", o.out, "File for the samples, as a JSON list");
            sub.add_flag("--model", o.model, "A virtual board: model values, marked as such");
            sub.add_flag("--json", o.json, "The samples at the end, as one object");
        },
        monitor_command);
}

void add_hugepages(CLI::App& app, Action& chosen) {
    add_command<PagesCommand>(
        app, chosen, "hugepages", "Set up huge pages, now and for later starts",
        [](CLI::App& sub, PagesCommand& o) {
            sub.add_option("GB", o.gigabytes, "How much")->required()->check(within(0, 65536));
            sub.add_flag("--dry-run", o.dry_run, "Only say what would be done");
            sub.add_flag("--json", o.json, "As one object");
        },
        pages_command);
}

}  // namespace piper
