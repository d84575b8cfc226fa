// A checked run as text, JSON and exit code.
#include "cli/check_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ironbird::cli {
namespace {

std::string names(const CheckReport& report) {
    std::string groups = report.checked;
    std::ranges::replace(groups, ',', ' ');
    return groups;
}

std::vector<std::string> left_out(const std::string& checked) {
    std::vector<std::string> list;
    std::string missing;
    for (const std::string_view group : check::kGroups)
        if (fmt::format(",{},", checked).find(fmt::format(",{},", group)) == std::string::npos)
            missing += fmt::format("{}{}", missing.empty() ? "" : " ", group);
    if (!missing.empty()) list.push_back(missing + " (--only)");
    return list;
}

}  // namespace

std::size_t CheckReport::errors() const {
    return static_cast<std::size_t>(std::ranges::count_if(findings, check::is_error));
}

CheckReport report_of(const Ran& ran) {
    CheckReport report{.chip = ran.record.value("chip", ""),
                       .complete = ran.record.value("complete", true),
                       .run = ran.exit,
                       .ended_badly = !ran.ended.ok(),
                       .end = ran.ended.text(),
                       .faults = {},
                       .findings = {},
                       .checked = ran.record.value("checked", ""),
                       .unexplored = left_out(ran.record.value("checked", "")),
                       .notes = {},
                       .seconds = ran.ended.seconds,
                       .folder = ran.folder};
    for (const Json& f : ran.record.value("findings", Json::array()))
        report.findings.push_back(check::finding_of(f));
    for (const Json& f : ran.record.value("faults", Json::array()))
        report.faults.push_back(f.value("text", ""));
    if (!report.complete)
        report.unexplored.emplace_back("all that this run did: it ended without its record");
    else if (!ran.ended.ok() && !report.chip.empty())
        report.unexplored.emplace_back("what the program would have done after its end");
    return report;
}

std::string to_text(const CheckReport& r) {
    const std::string here = std::filesystem::current_path().string();
    std::string text;
    for (const check::Finding& f : r.findings) text += check::to_text(f, here);
    if (r.chip.empty()) text += "ironbird: the program opened no device, nothing was checked\n";
    if (r.ended_badly) text += fmt::format("ironbird: the program ended with {}\n", r.end);
    if (!r.complete)
        text += "ironbird: not checked: the program left without its findings (abort, _exit)\n";
    text += fmt::format("{}, {:.1f} s. Checked on {}: {}.\n",
                        check::count_text(r.errors(), r.warnings()), r.seconds,
                        r.chip.empty() ? "no chip" : r.chip, r.complete ? names(r) : "nothing");
    for (const std::string& note : r.notes) text += note + "\n";
    if (!r.unexplored.empty())
        text += fmt::format("Not explored: {}.\n", fmt::join(r.unexplored, ", "));
    return text;
}

Json to_json(const CheckReport& r) {
    Json findings = Json::array();
    for (const check::Finding& f : r.findings) findings.push_back(check::to_json(f));
    return {{"schema", kJsonSchema},
            {"chip", r.chip},
            {"complete", r.complete},
            {"end", r.end},
            {"errors", r.errors()},
            {"warnings", r.warnings()},
            {"findings", findings},
            {"faults", r.faults},
            {"checked", r.checked},
            {"not_explored", r.unexplored},
            {"notes", r.notes},
            {"seconds", r.seconds},
            {"record", (r.folder / "run.json").string()}};
}

// A hang or a call that is not modelled explains why the list may be short; else findings explain
// why the program failed.
Exit exit_of(const CheckReport& r, bool warnings_as_errors) {
    if (r.run == Exit::could_not_start || r.run == Exit::not_modelled || r.run == Exit::hang)
        return r.run;
    const std::size_t counted = warnings_as_errors ? r.findings.size() : r.errors();
    return counted != 0 ? Exit::findings : r.run;
}

}  // namespace ironbird::cli
