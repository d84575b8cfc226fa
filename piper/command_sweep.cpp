// `piper sweep`: throughput by batch size, as bars in the terminal and on a page.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "backend.hpp"
#include "cases.hpp"
#include "chip/rates.hpp"
#include "commands.hpp"

namespace piper {
namespace {

constexpr std::size_t kBatches[] = {8, 16, 32, 64, 128};

struct SweepCommand {
    bool json = false;
    unsigned iterations = 100;
    std::string chip, html;
};

struct Swept {
    std::string name;
    double gbs;
};

// Neg2Zero and EmbeddingLookup, with so many values.
std::vector<Swept> on_host(std::size_t values, unsigned iterations) {
    const auto backend = host_backend();
    std::vector<Swept> swept;
    const auto cases = cases_of(values, values);
    for (const Case* c : {&cases.front(), &cases.back()})
        swept.push_back({c->name, measure_case(*backend, *c, {5, iterations, 3}).gbs_inout});
    return swept;
}

std::vector<Swept> on_chip(chip::Chip& chip, const chip::Limits& limits, std::size_t values) {
    std::vector<Swept> swept;
    for (const chip::Rate& rate : chip::rates_of(chip, limits, values, values))
        if (rate.name == "Neg2Zero" || rate.name == "EmbeddingLookup")
            swept.push_back({rate.name, rate.gbs_inout()});
    return swept;
}

// GB/s by batch, by operator.
using Rates = std::map<std::string, std::vector<double>>;

// A batch is so many rows of 256 values.
Rates sweep(const SweepCommand& o) {
    std::optional<chip::Chip> chip;
    chip::Limits limits{};
    if (!o.chip.empty()) {
        limits = chip::limits_of(o.chip);
        chip.emplace(o.chip);
    }
    Rates by_name;
    for (const std::size_t batch : kBatches)
        for (const Swept& swept :
             chip ? on_chip(*chip, limits, batch * 256) : on_host(batch * 256, o.iterations))
            by_name[swept.name].push_back(swept.gbs);
    return by_name;
}

// One page without scripts: a chart of bars an operator.
std::string page_of(const std::string& device, const Rates& rates) {
    std::string page = fmt::format(
        "<!doctype html><meta charset=utf-8><title>piper sweep, {0}</title>"
        "<style>body{{font:14px sans-serif}}rect{{fill:#4a7ebb}}.best rect{{fill:#2c9c5a}}</style>"
        "<h1>Throughput by batch size, {0}</h1>\n",
        device);
    for (const auto& [name, gbs] : rates) {
        const double most = std::ranges::max(gbs);
        page += fmt::format("<h2>{}</h2><svg width=640 height={}>\n", name, 30 * gbs.size());
        for (std::size_t i = 0; i < gbs.size(); ++i)
            page += fmt::format(
                "<g class=\"{}\"><text x=0 y={}>{}</text><rect x=40 y={} width={:.0f} height=20 />"
                "<text x={:.0f} y={}>{:.3f} GB/s</text></g>\n",
                gbs[i] == most ? "best" : "", 30 * i + 16, kBatches[i], 30 * i, 440 * gbs[i] / most,
                50 + 440 * gbs[i] / most, 30 * i + 16, gbs[i]);
        page += "</svg>\n";
    }
    return page;
}

Exit sweep_command(const SweepCommand& o) {
    const std::string device = o.chip.empty() ? "cpu" : o.chip;
    const Rates by_name = sweep(o);
    nlohmann::json json{{"schema", kJsonSchema}, {"device", device}};
    for (const auto& [name, rates] : by_name) {
        const double most = std::ranges::max(rates);
        for (std::size_t i = 0; i < rates.size(); ++i) {
            json[name][std::to_string(kBatches[i])] = rates[i];
            if (rates[i] == most) json[name]["best"] = kBatches[i];
            if (!o.json)
                fmt::print("{:16} batch {:3}  {:8.3f} GB/s {:#>{}}\n", name, kBatches[i], rates[i],
                           "", static_cast<int>(50 * rates[i] / most));
        }
        if (!o.json) fmt::print("{:16} best: {}\n", name, json[name]["best"].dump());
    }
    if (o.json) fmt::print("{}\n", json.dump(2));
    if (!o.html.empty()) write_text(o.html, page_of(device, by_name));
    return Exit::fine;
}

}  // namespace

void add_sweep(CLI::App& app, Action& chosen) {
    add_command<SweepCommand>(
        app, chosen, "sweep", "Throughput by batch size, and the best",
        [](CLI::App& sub, SweepCommand& o) {
            sub.add_flag("--json", o.json, "As one object");
            sub.add_option("--iterations", o.iterations, "Timed calls a trial")
                ->check(CLI::Range(1, 1000000));
            sub.add_option("--chip", o.chip, "A virtual board: modelled time");
            sub.add_option("--html", o.html, "File for a page with the bars");
        },
        sweep_command);
}

}  // namespace piper
