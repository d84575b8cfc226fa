// The parts of a SARIF log.
#include "check/sarif.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/core_name.hpp"
#include "check/finding_text.hpp"

namespace ironbird::check {
namespace {

using Json = nlohmann::ordered_json;

Json artifact(const std::string& file, const std::string& root) {
    const std::string below = std::filesystem::path(file).lexically_relative(root).string();
    if (below.empty() || below.starts_with("..")) return {{"uri", "file://" + file}};
    return {{"uri", below}, {"uriBaseId", "ROOT"}};
}

std::string who(const Place& at) {
    return fmt::format("device {} {} {} cycle {}", at.device, core_name(at.core_x, at.core_y),
                       at.processor, at.cycle);
}

Json location(const Party& p, const std::string& root) {
    Json physical = {{"artifactLocation", artifact(p.place->file, root)}};
    if (p.place->line != 0) physical["region"] = {{"startLine", p.place->line}};
    return {{"physicalLocation", physical},
            {"message", {{"text", fmt::format("{}: {} ({})", p.role, p.what, who(*p.place))}}}};
}

std::string message(const Finding& f) {
    const Rule& r = rule(f.rule);
    std::string text(r.title);
    for (const Party& p : f.parties)
        if (!p.place) text += fmt::format("; {} {}", p.role, p.what);
    if (!f.because.empty()) text += "; " + f.because;
    return fmt::format("{}. Do: {}.", text, f.remedy.empty() ? std::string(r.remedy) : f.remedy);
}

Json result(const ReviewedFinding& v, const std::string& root) {
    const Finding& f = v.finding;
    Json places = Json::array();
    for (const Party& p : f.parties)
        if (p.place && !p.place->file.empty()) places.push_back(location(p, root));
    Json first = Json::array();
    if (!places.empty()) {
        first.push_back(places.front());
        places.erase(0);
    }
    Json j = {{"ruleId", f.rule},
              {"level", is_error(f) ? "error" : "warning"},
              {"message", {{"text", message(f)}}},
              {"locations", first},
              {"relatedLocations", places},
              {"occurrenceCount", f.seen},
              {"partialFingerprints", {{"ironbird/v1", fingerprint(f)}}},
              {"baselineState", v.known ? "unchanged" : "new"}};
    if (!v.reason.empty())
        j["suppressions"] = {
            {{"kind", v.in_source ? "inSource" : "external"}, {"justification", v.reason}}};
    return j;
}

Json rule_list() {
    Json list = Json::array();
    for (const Rule& r : rules())
        list.push_back(
            {{"id", r.id},
             {"shortDescription", {{"text", r.title}}},
             {"help", {{"text", fmt::format("{}; see `ironbird explain {}`", r.remedy, r.id)}}},
             {"defaultConfiguration",
              {{"level", r.severity == Severity::error ? "error" : "warning"}}},
             {"properties", {{"group", r.group}}}});
    return list;
}

}  // namespace

Json to_sarif(std::span<const ReviewedFinding> findings, const std::string& version,
              const std::string& root) {
    Json results = Json::array();
    for (const ReviewedFinding& v : findings) results.push_back(result(v, root));
    const Json driver = {{"name", "ironbird"}, {"version", version}, {"rules", rule_list()}};
    const Json run = {
        {"tool", {{"driver", driver}}},
        {"originalUriBaseIds", {{"ROOT", {{"uri", fmt::format("file://{}/", root)}}}}},
        {"results", results}};
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
            {"version", "2.1.0"},
            {"runs", Json::array({run})}};
}

std::string sarif_text(std::span<const ReviewedFinding> findings, const std::string& version,
                       const std::string& root) {
    return to_sarif(findings, version, root).dump(1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

}  // namespace ironbird::check
