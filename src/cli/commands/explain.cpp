// `ironbird explain ID`: the page of a fault.
#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/places.hpp"
#include "cli/run_folder.hpp"

namespace ironbird::cli {
namespace {

const FaultRow* find_fault(const std::string& id) {
    for (int i = 0; i < static_cast<int>(Fault::count_); i++)
        if (row(static_cast<Fault>(i)).slug == id) return &row(static_cast<Fault>(i));
    return nullptr;
}

std::string page_of(const FaultRow& fault) {
    std::ifstream file(places().docs / "errors" / (std::string(fault.slug) + ".md"));
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

Exit list_faults(bool json) {
    Json list = Json::array();
    for (int i = 0; i < static_cast<int>(Fault::count_); i++) {
        const FaultRow& r = row(static_cast<Fault>(i));
        list.push_back({{"id", r.slug}, {"do", r.remedy}});
        if (!json) fmt::print("{:<16} {}\n", r.slug, r.remedy);
    }
    if (json) fmt::print("{}\n", Json{{"schema", kJsonSchema}, {"faults", list}}.dump());
    return Exit::fine;
}

Exit explain(const std::string& id, bool json) {
    if (id.empty()) return list_faults(json);
    const FaultRow* fault = find_fault(id);
    if (fault == nullptr)
        throw Error(Fault::usage, fmt::format("no error has the id {}", id), {},
                    "`ironbird explain` lists them");
    const std::string page = page_of(*fault);
    if (json)
        fmt::print(
            "{}\n",
            Json{
                {"schema", kJsonSchema}, {"id", fault->slug}, {"do", fault->remedy}, {"page", page}}
                .dump());
    else
        fmt::print("{}", page.empty() ? fmt::format("{}: {}\n", fault->slug, fault->remedy) : page);
    return Exit::fine;
}

}  // namespace

void add_explain(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("explain", "Show what an error means, failing and repaired");
    auto id = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    sub->add_option("ID", *id, "What stands in error[...]; without one, the list of all");
    sub->add_flag("--json", *json, "As JSON");
    sub->callback([id, json, &chosen] { chosen = [id, json] { return explain(*id, *json); }; });
}

}  // namespace ironbird::cli
