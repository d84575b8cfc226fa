// Runs beside the first one, compared with it.
#include "cli/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/fault.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

struct Variant {
    CheckReport report;
    Json record;
    std::string output;
    Exit exit;
};

// Everything that the variant says stays in its own folder.
Variant run_variant(Start start, const std::string& variable, const std::string& value,
                    const fs::path& parent) {
    std::string name = value;
    std::ranges::replace(name, ':', '-');
    const fs::path folder = parent / name;
    fs::create_directories(folder);
    std::erase_if(start.environment, [&](const auto& e) { return e.first == variable; });
    start.environment.emplace_back(variable, value);
    start.stdout_file = folder / "stdout.txt";
    start.stderr_file = folder / "stderr.txt";
    const Ran ran = run_recorded(std::move(start), folder);
    return {report_of(ran), ran.record, read_text(folder / "stdout.txt"), ran.exit};
}

// One that did not end well may not have come to what would have been found.
void note_end(const std::string& which, const Variant& v, CheckReport& report) {
    if (v.exit == Exit::fine) return;
    report.notes.push_back(fmt::format("not checked to its end on {}: the program ended with {}",
                                       which, v.report.end));
    if (report.run == Exit::fine) report.run = v.exit;
}

std::set<std::string> prints_of(const std::vector<check::Finding>& findings) {
    std::set<std::string> prints;
    for (const check::Finding& f : findings) prints.insert(check::fingerprint(f));
    return prints;
}

std::string said(const std::string& end, const std::string& output) {
    const std::string line = output.substr(0, output.find('\n'));
    return fmt::format("{}, \"{}\"{}", end, line.substr(0, 50), line.size() > 50 ? " ..." : "");
}

// Whether the variant differs; what it found beyond the others is added.
bool add_order(const std::string& order, const Variant& v, const Ran& first,
               const std::string& output, CheckReport& report) {
    bool differs = false;
    const auto known = prints_of(report.findings);
    for (check::Finding f : v.report.findings) {
        if (known.contains(check::fingerprint(f))) continue;
        f.because +=
            fmt::format("{}seen with IRONBIRD_NOC={}", f.because.empty() ? "" : "; ", order);
        report.findings.push_back(std::move(f));
        differs = true;
    }
    if (v.report.end == first.ended.text() && v.output == output) return differs;
    check::Finding f{.rule = "ORDER-001", .parties = {}, .because = {}, .remedy = {}};
    f.parties.push_back({.role = "timed", .place = {}, .what = said(first.ended.text(), output)});
    f.parties.push_back({.role = order, .place = {}, .what = said(v.report.end, v.output)});
    f.remedy = fmt::format("repeat with IRONBIRD_NOC={}, and look for a missing barrier", order);
    const auto same = [](const check::Finding& other) { return other.rule == "ORDER-001"; };
    if (std::ranges::none_of(report.findings, same)) report.findings.push_back(std::move(f));
    return true;
}

struct PortRow {
    std::string_view what;  // rule or slug that only one chip reports
    std::string_view rule;
};
constexpr auto kPorts = std::to_array<PortRow>({
    {"NOC-009", "PORT-001"},
    {"noc-alignment", "PORT-001"},
    {"MEM-003", "PORT-002"},
    {"MEM-004", "PORT-002"},
    {"noc-range", "PORT-002"},
    {"noc-target", "PORT-002"},
    {"COMP-002", "PORT-003"},
    {"dst-index", "PORT-003"},
    {"dst-width", "PORT-003"},
    {"cb-clash", "PORT-004"},
    {"cb-overflow", "PORT-004"},
    {"out-of-memory", "PORT-004"},
    {"cb-index", "PORT-005"},
});

std::string_view port_rule(std::string_view what) {
    const auto* row = std::ranges::find(kPorts, what, &PortRow::what);
    return row != kPorts.end() ? row->rule : "PORT-006";
}

// What one chip reports and another does not, by its rule or slug.
using Complaints = std::map<std::string, check::Finding>;

Complaints complaints_of(const CheckReport& report, const Json& record) {
    Complaints list;
    for (const check::Finding& f : report.findings)
        list.emplace(std::string(f.rule) + "|" + check::fingerprint(f), f);
    for (const Json& fault : record.value("faults", Json::array())) {
        const std::string slug = fault.value("slug", ""), text = fault.value("text", "");
        check::Finding f{.rule = "PORT-006", .parties = {}, .because = {}, .remedy = {}};
        f.because = text.substr(0, text.find('\n'));
        list.emplace(slug + "|", std::move(f));
    }
    return list;
}

void add_differences(const std::string& legal, const std::string& illegal, const Complaints& there,
                     const Complaints& here, CheckReport& report) {
    for (const auto& [key, complaint] : there) {
        if (here.contains(key)) continue;
        check::Finding f = complaint;
        f.rule = check::rule(port_rule(key.substr(0, key.find('|')))).id;
        f.remedy.clear();
        f.parties.push_back({.role = "legal", .place = {}, .what = "on " + legal});
        f.parties.push_back({.role = "not", .place = {}, .what = "on " + illegal});
        const bool fault_too = std::ranges::any_of(report.findings, [&](const auto& other) {
            return other.rule == f.rule && f.parties.size() == 2;
        });
        if (!fault_too) report.findings.push_back(std::move(f));
    }
}

}  // namespace

std::string read_text(const fs::path& file) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

void explore_schedules(const Start& start, std::uint32_t seeds, const Ran& first,
                       const std::string& output, CheckReport& report) {
    std::vector<std::string> orders = {"late", "eager"};
    for (std::uint32_t seed = 1; seed <= seeds; seed++)
        orders.push_back(fmt::format("random:{}", seed));
    std::size_t tried = 0;
    std::string failing;
    for (const std::string& order : orders) {
        const Variant v = run_variant(start, "IRONBIRD_NOC", order, first.folder / "schedules");
        tried++;
        if (!add_order(order, v, first, output, report)) continue;
        failing += (failing.empty() ? "" : ", ") + order;
        if (order.starts_with("random")) break;  // the smallest seed
    }
    report.notes.push_back(
        failing.empty()
            ? fmt::format("{} other delivery orders give the same", tried)
            : fmt::format("{} other delivery orders tried; different under {}", tried, failing));
}

void explore_chips(const Start& start, const std::vector<std::string>& chips, const Ran& first,
                   CheckReport& report) {
    const Complaints here = complaints_of(report, first.record);
    const std::string legal = first.record.value("chip", chips.front());
    for (const std::string& chip : chips) {
        if (chip == legal) continue;
        const Variant v = run_variant(start, "IRONBIRD_CHIP", chip, first.folder / "chips");
        const Complaints there = complaints_of(v.report, v.record);
        add_differences(legal, chip, there, here, report);
        add_differences(chip, legal, here, there, report);
        report.notes.push_back(
            fmt::format("on {}: {}, {}", chip, v.report.end,
                        check::count_text(v.report.errors(), v.report.warnings())));
        note_end(chip, v, report);
    }
}

}  // namespace ironbird::cli
