// `ironbird diff`: two runs side by side, and limits for what may grow.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <regex>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/profile_summary.hpp"
#include "cli/record.hpp"
#include "cli/summary.hpp"
#include "profile/cause.hpp"

namespace ironbird::cli {
namespace {

using Value = std::optional<double>;  // nothing: the run did not record it

struct Metric {
    std::string key, text;
    Value (*value)(const Json&, const std::string& key);
    std::string (*shown)(double);
};

Value number(const Json& record, const std::string& pointer) {
    const Json::json_pointer where(pointer);
    if (!record.contains(where)) return {};
    return record.at(where).get<double>();
}

Value sum(Value a, Value b) {
    if (!a || !b) return {};
    return *a + *b;
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

Value dram_bytes(const Json& r, const std::string&) {
    return sum(number(r, "/traffic/dram_read_bytes"), number(r, "/traffic/dram_write_bytes"));
}
Value noc_bytes(const Json& r, const std::string&) {
    return sum(number(r, "/traffic/noc_bytes/0"), number(r, "/traffic/noc_bytes/1"));
}
Value findings(const Json& r, const std::string&) {
    if (!r.value("complete", true)) return {};
    return static_cast<double>(r.value("findings", Json::array()).size() +
                               r.value("faults", Json::array()).size());
}

// Cycles that all processors stood still for a cause, in per cent of the time of their kernels.
Value stall_share(const Json& record, const std::string& key) {
    const Json::json_pointer where("/profile/processors");
    if (!record.contains(where)) return {};
    double stalled = 0, all = 0;
    for (const auto& [name, p] : record.at(where).items()) {
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
    static const std::regex form(R"(([a-z0-9_.]+)\s*([<>])\s*([+-]?)([0-9]+(?:\.[0-9]+)?)(%?))");
    constexpr std::size_t longest = 100;
    std::smatch m;
    const std::vector<Metric> known = metrics();
    const bool fits = text.size() <= longest && std::regex_match(text, m, form);
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
    Value before, after;

    bool compared() const { return before && after; }
    bool is(const char* key) const { return metric.key == key; }
};

std::string change_text(const Row& r) {
    if (!r.compared()) return "not compared";
    const double before = *r.before, after = *r.after;
    if (r.metric.shown == as_share) return fmt::format("{:+.1f} points", after - before);
    if (before == after) return "";
    if (before == 0) return "new";
    return fmt::format("{:+.1f} %", 100 * (after - before) / before);
}

// The error of a run's time; nothing: it has no figure.
Value error_percent(const Json& record) {
    const Json::json_pointer where("/error/percent");
    if (!record.contains(where) || !record.at(where).is_number()) return {};
    return record.at(where).get<double>();
}

// The run whose time is modelled worse.
const Json& less_sure(const Json& before, const Json& after) {
    const Value a = error_percent(before), b = error_percent(after);
    if (!a || !b) return a ? after : before;
    return *a > *b ? before : after;
}

bool exceeds_error(const Row& time, const Json& record) {
    const double change = std::abs(100 * (*time.after - *time.before) / *time.before);
    return change > error_percent(record).value_or(0);
}

// Whether the model can tell the two apart at all.
std::string significance(const Row& r, const Json& record) {
    if (!r.is("time") || !r.compared() || *r.before == 0 || r.before == r.after) return "";
    if (!error_percent(record))
        return fmt::format("   (the model's error for such programs is not known; {})",
                           time_caveat(record));
    return fmt::format("   ({} than the model's error for such programs; {})",
                       exceeds_error(r, record) ? "larger" : "smaller", time_caveat(record));
}

// Two runs side by side, and what cannot be said of them.
struct Comparison {
    std::array<std::string, 2> names;
    std::array<Json, 2> records;
    std::vector<Row> rows;
    std::vector<std::string> crossed;
    std::vector<std::string> not_compared;  // a sentence each
    Exit exit = Exit::fine;
};

// Figures of a part of a program cannot be held against those of a whole one, and a limit that
// nobody looked at is not kept.
void note_shortfalls(Comparison& c) {
    for (std::size_t i = 0; i < 2; i++) {
        const std::string why = shortfall(c.records[i]);
        if (why.empty()) continue;
        c.not_compared.push_back(fmt::format(
            "run {} as a whole: it {}, and what it recorded is only a part", c.names[i], why));
        const int code = c.records[i].value("exit", 0);
        const bool device = !c.records[i].value("chip", "").empty() || code != 0;
        c.exit = !device                                          ? Exit::could_not_start
                 : code >= static_cast<int>(Exit::program_failed) ? static_cast<Exit>(code)
                                                                  : Exit::program_failed;
    }
}

void look_at_limits(Comparison& c, const std::vector<Limit>& limits) {
    for (const Limit& l : limits) {
        const auto r =
            std::ranges::find(c.rows, l.metric, [](const Row& w) { return w.metric.key; });
        if (r->compared()) {
            if (l.crossed(*r->before, *r->after)) c.crossed.push_back(l.text);
            continue;
        }
        c.not_compared.push_back(fmt::format("the limit {}: run {} has not recorded it", l.text,
                                             c.names[r->before ? 1 : 0]));
        if (c.exit == Exit::fine) c.exit = Exit::could_not_start;
    }
    if (c.exit == Exit::fine && !c.crossed.empty()) c.exit = Exit::findings;
}

Comparison compare(const std::array<std::string, 2>& names, const std::vector<Limit>& limits) {
    Comparison c{.names = names,
                 .records = {record_of(find_run(names[0])), record_of(find_run(names[1]))},
                 .rows = {},
                 .crossed = {},
                 .not_compared = {}};
    for (const Metric& m : metrics())
        c.rows.push_back({m, m.value(c.records[0], m.key), m.value(c.records[1], m.key)});
    note_shortfalls(c);
    look_at_limits(c, limits);
    return c;
}

Json json_of(const Value& v) {
    return v ? Json(*v) : Json(nullptr);
}

Json to_json(const Comparison& c) {
    Json shown = {{"schema", kJsonSchema}, {"runs", c.names}, {"metrics", Json::object()}};
    for (const Row& r : c.rows)
        shown["metrics"][r.metric.key] = {json_of(r.before), json_of(r.after)};
    shown["crossed"] = c.crossed;
    shown["not_compared"] = c.not_compared;
    const Json& record = less_sure(c.records[0], c.records[1]);
    const auto time = std::ranges::find_if(c.rows, [](const Row& r) { return r.is("time"); });
    const auto error = record.find("error");
    shown["error"] = error != record.end() && error->is_object() ? *error : Json::object();
    shown["error"]["exceeded"] = nullptr;
    if (error_percent(record))
        shown["error"]["exceeded"] =
            time->compared() && *time->before != 0 && exceeds_error(*time, record);
    return shown;
}

void print(const Comparison& c) {
    const Json& record = less_sure(c.records[0], c.records[1]);
    fmt::print("{:24} {:>14} {:>14}\n", "", c.names[0], c.names[1]);
    for (const Row& r : c.rows)
        if (r.before.value_or(0) != 0 || r.after.value_or(0) != 0 || r.is("findings"))
            fmt::print("{:24} {:>14} {:>14}   {}{}\n", r.metric.text,
                       r.before ? r.metric.shown(*r.before) : "-",
                       r.after ? r.metric.shown(*r.after) : "-", change_text(r),
                       significance(r, record));
    for (const std::string& text : c.crossed) fmt::print("limit crossed: {}\n", text);
    for (const std::string& text : c.not_compared) fmt::print("not compared: {}\n", text);
}

Exit diff(const std::array<std::string, 2>& names, const std::vector<std::string>& fail_if,
          bool json) {
    std::vector<Limit> limits;
    for (const std::string& text : fail_if) limits.push_back(parse_limit(text));
    const Comparison c = compare(names, limits);
    if (json)
        fmt::print("{}\n", json_text(to_json(c)));
    else
        print(c);
    return c.exit;
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
        "l1_high_water (of runs with --profile or `memory run`), findings.\n"
        "A run that did not end well makes the exit code that of its end; one that has not "
        "recorded\n"
        "what a limit is about makes it 4.");
    sub->callback([names, fail_if, json, &chosen] {
        chosen = [names, fail_if, json] { return diff(*names, *fail_if, *json); };
    });
}

}  // namespace ironbird::cli
