// `ironbird explain ID`: the page of a fault or of a finding.
#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "base/fault.hpp"
#include "check/finding.hpp"
#include "cli/command.hpp"
#include "cli/places.hpp"
#include "cli/record.hpp"

namespace ironbird::cli {
namespace {

// What both kinds of id have in common.
struct Entry {
    std::string_view id, text, remedy;
    const char* folder;  // below docs/
};

std::vector<Entry> entries() {
    std::vector<Entry> list;
    for (int i = 0; i < static_cast<int>(Fault::count_); i++) {
        const FaultRow& r = row(static_cast<Fault>(i));
        list.push_back({r.slug, r.remedy, r.remedy, "errors"});
    }
    for (const check::Rule& r : check::rules())
        list.push_back({r.id, r.title, r.remedy, "findings"});
    return list;
}

std::optional<Entry> find_entry(const std::string& id) {
    for (const Entry& e : entries())
        if (e.id == id) return e;
    return {};
}

std::string page_of(const Entry& entry) {
    std::ifstream file(places().docs / entry.folder / (std::string(entry.id) + ".md"));
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

Exit list_all(bool json) {
    Json faults = Json::array(), findings = Json::array();
    for (const Entry& e : entries()) {
        const bool fault = std::string_view(e.folder) == "errors";
        (fault ? faults : findings).push_back({{"id", e.id}, {"text", e.text}, {"do", e.remedy}});
        if (!json) fmt::print("{:<16} {}\n", e.id, e.text);
    }
    if (json)
        fmt::print(
            "{}\n",
            json_text(Json{{"schema", kJsonSchema}, {"faults", faults}, {"findings", findings}}));
    return Exit::fine;
}

Exit explain(const std::string& id, bool json) {
    if (id.empty()) return list_all(json);
    const auto entry = find_entry(id);
    if (!entry)
        throw Error(Fault::usage, fmt::format("no error or finding has the id {}", id), {},
                    "`ironbird explain` lists them");
    const std::string page = page_of(*entry);
    if (json)
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema},
                                          {"id", entry->id},
                                          {"do", entry->remedy},
                                          {"page", page}}));
    else
        fmt::print("{}", page.empty() ? fmt::format("{}: {}\n", entry->id, entry->remedy) : page);
    return Exit::fine;
}

}  // namespace

void add_explain(CLI::App& app, Action& chosen) {
    auto* sub =
        app.add_subcommand("explain", "Show what an error or finding means, failing and repaired");
    auto id = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    sub->add_option("ID", *id, "NOC-001, or what stands in error[...]; without one, the list");
    sub->add_flag("--json", *json, "As JSON");
    sub->callback([id, json, &chosen] { chosen = [id, json] { return explain(*id, *json); }; });
}

}  // namespace ironbird::cli
