// `ironbird diff`: two runs side by side, and limits for what may grow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/profile_summary.hpp"
#include "cli/run_folder.hpp"
#include "cli/summary.hpp"
#include "profile/cause.hpp"

namespace ironbird::cli {
namespace {

struct Metric {
    std::string key, text;
    double (*value)(const Json&, const std::string& key);
    std::string (*shown)(double);
};

double number(const Json& record, const std::string& pointer) {
    const Json::json_pointer where(pointer);
    return record.contains(where) ? record.at(where).get<double>() : 0;
}

std::string as_count(double v) {
    return grouped(static_cast<std::uint64_t>(v));
}
std::string as_bytes(double v) {
    return bytes_text(static_cast<std::uint64_t>(v));
}
std::string as_share(double v) {
    return fmt::format("{:.1f} %", v);
}

double dram_bytes(const Json& r, const std::string&) {
    return number(r, "/traffic/dram_read_bytes") + number(r, "/traffic/dram_write_bytes");
}
double noc_bytes(const Json& r, const std::string&) {
    return number(r, "/traffic/noc_bytes/0") + number(r, "/traffic/noc_bytes/1");
}
double findings(const Json& r, const std::string&) {
    return static_cast<double>(r.value("findings", Json::array()).size() +
                               r.value("faults", Json::array()).size());
}

const Json& processors(const Json& record) {
    static const Json none = Json::object();
    const Json::json_pointer where("/profile/processors");
    return record.contains(where) ? record.at(where) : none;
}

// Cycles that all processors stood still for a cause, in per cent of the time of their kernels.
double stall_share(const Json& record, const std::string& key) {
    double stalled = 0, all = 0;
    for (const auto& [name, p] : processors(record).items()) {
        all += p.value("cycles", 0.0);
        stalled += p["stalls"].value(key.substr(key.find('.') + 1), 0.0);
    }
    return all > 0 ? 100 * stalled / all : 0;
}

std::vector<Metric> metrics() {
    using Text = const std::string&;
    std::vector<Metric> all = {
        {"cycles", "cycles", [](const Json& r, Text) { return number(r, "/cycles"); }, as_count},
        {"time", "modelled time", [](const Json& r, Text) { return number(r, "/seconds"); },
         time_text},
    };
    for (const profile::CauseRow& row : profile::kCauseRows)
        all.push_back({fmt::format("stall.{}", row.key), fmt::format("waiting for {}", row.text),
                       stall_share, as_share});
    all.insert(
        all.end(),
        {{"dram", "DRAM traffic", dram_bytes, as_bytes},
         {"noc", "NoC traffic", noc_bytes, as_bytes},
         {"l1", "L1 of circular buffers",
          [](const Json& r, Text) { return number(r, "/profile/cb_bytes"); }, as_bytes},
         {"l1_high_water", "L1 in use at most",
          [](const Json& r, Text) { return number(r, "/memory/high_water_bytes"); }, as_bytes},
         {"findings", "findings and faults", findings, as_count}});
    return all;
}

// "cycles>+3%", "l1>+1024", "findings>0": by so much more or less than the first run, or a value of
// the second.
struct Limit {
    std::string text, metric;
    bool above;
    bool relative, change;
    double amount;

    bool crossed(double before, double after) const {
        double is = after;
        if (relative)
            is = before != 0 ? 100 * (after - before) / before : after > before ? INFINITY : 0;
        else if (change)
            is = after - before;
        return above ? is > amount : is < amount;
    }
};

Limit parse_limit(const std::string& text) {
    static const std::regex form(R"(([a-z0-9_.]+)\s*([<>])\s*([+-]?)([0-9.]+)(%?))");
    std::smatch m;
    const std::vector<Metric> known = metrics();
    const bool fits = std::regex_match(text, m, form);
    if (!fits || std::none_of(known.begin(), known.end(),
                              [&](const Metric& k) { return k.key == m[1].str(); })) {
        std::string names;
        for (const Metric& k : known) names += (names.empty() ? "" : ", ") + k.key;
        throw Error(
            Fault::usage, fmt::format("\"{}\" is no limit", text), {},
            fmt::format("METRIC>+N%, METRIC>+N or METRIC>N, or with <; metrics: {}", names));
    }
    const double sign = m[3].str() == "-" ? -1 : 1;
    return {text,
            m[1].str(),
            m[2].str() == ">",
            !m[5].str().empty(),
            m[3].length() > 0,
            sign * std::stod(m[4].str())};
}

struct Row {
    Metric metric;
    double before, after;
};

std::string change_text(const Row& r) {
    if (r.metric.shown == as_share) return fmt::format("{:+.1f} points", r.after - r.before);
    if (r.before == r.after) return "";
    if (r.before == 0) return "new";
    return fmt::format("{:+.1f} %", 100 * (r.after - r.before) / r.before);
}

// The run whose class of programs is modelled worse; null: of one of them nothing is known.
const Json* less_sure(const Json& before, const Json& after) {
    const Json::json_pointer where("/profile/error_percent");
    for (const Json* r : {&before, &after})
        if (!r->contains(where) || r->value("timing", "") == "ideal") return nullptr;
    return before.at(where) > after.at(where) ? &before : &after;
}

bool exceeds_error(const Row& time, const Json& record) {
    const double change = std::abs(100 * (time.after - time.before) / time.before);
    return change > number(record, "/profile/error_percent");
}

// Whether the model can tell the two apart at all.
std::string significance(const Row& r, const Json* record) {
    if (r.metric.key != "time" || r.before == 0 || r.before == r.after) return "";
    if (record == nullptr) return "   (the model's error for such programs is not known)";
    return fmt::format("   ({} than the model's error for such programs; {})",
                       exceeds_error(r, *record) ? "larger" : "smaller", time_caveat(*record));
}

Json to_json(const std::array<std::string, 2>& names, const std::vector<Row>& rows,
             const std::vector<std::string>& crossed, const Json* record) {
    Json shown = {{"schema", kJsonSchema}, {"runs", names}, {"metrics", Json::object()}};
    for (const Row& r : rows) shown["metrics"][r.metric.key] = {r.before, r.after};
    shown["crossed"] = crossed;
    shown["error"] = nullptr;
    if (record == nullptr) return shown;
    const Json& p = record->at("profile");
    const auto time = std::ranges::find(rows, "time", [](const Row& r) { return r.metric.key; });
    shown["error"] = {{"class", p.at("error_class")},
                      {"percent", p.at("error_percent")},
                      {"p90_percent", p.at("error_p90_percent")},
                      {"exceeded", time->before != 0 && exceeds_error(*time, *record)}};
    return shown;
}

void print_rows(const std::array<std::string, 2>& names, const std::vector<Row>& rows,
                const Json* record) {
    fmt::print("{:24} {:>14} {:>14}\n", "", names[0], names[1]);
    for (const Row& r : rows)
        if (r.before != 0 || r.after != 0 || r.metric.key == "findings")
            fmt::print("{:24} {:>14} {:>14}   {}{}\n", r.metric.text, r.metric.shown(r.before),
                       r.metric.shown(r.after), change_text(r), significance(r, record));
}

Exit diff(const std::array<std::string, 2>& names, const std::vector<std::string>& fail_if,
          bool json) {
    std::vector<Limit> limits;
    for (const std::string& text : fail_if) limits.push_back(parse_limit(text));
    const Json before = read_record(find_run(names[0])), after = read_record(find_run(names[1]));
    std::vector<Row> rows;
    for (const Metric& m : metrics())
        rows.push_back({m, m.value(before, m.key), m.value(after, m.key)});
    std::vector<std::string> crossed;
    for (const Limit& l : limits)
        for (const Row& r : rows)
            if (r.metric.key == l.metric && l.crossed(r.before, r.after)) crossed.push_back(l.text);
    const Json* record = less_sure(before, after);
    if (json) {
        fmt::print("{}\n", to_json(names, rows, crossed, record).dump());
    } else {
        print_rows(names, rows, record);
        for (const std::string& text : crossed) fmt::print("limit crossed: {}\n", text);
    }
    return crossed.empty() ? Exit::fine : Exit::findings;
}

}  // namespace

void add_diff(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("diff", "Compare two runs: cycles, stalls, memory, findings");
    auto names = std::make_shared<std::array<std::string, 2>>();
    auto fail_if = std::make_shared<std::vector<std::string>>();
    auto json = std::make_shared<bool>(false);
    sub->add_option("BEFORE", (*names)[0], "Number or folder of a run")->required();
    sub->add_option("AFTER", (*names)[1], "Number or folder of another")->required();
    sub->add_option("--fail-if", *fail_if, "Exit with 1 past this limit, as cycles>+3%")
        ->allow_extra_args(false);
    sub->add_flag("--json", *json, "As JSON");
    sub->footer(
        "Limits: METRIC>+N% and METRIC>+N compare with the first run, METRIC>N with a number.\n"
        "Metrics: cycles, time, stall.CAUSE (per cent of the processors' time), dram, noc, l1,\n"
        "l1_high_water (of runs with --profile or `memory run`), findings.");
    sub->callback([names, fail_if, json, &chosen] {
        chosen = [names, fail_if, json] { return diff(*names, *fail_if, *json); };
    });
}

}  // namespace ironbird::cli
