// A finding to JSON and back.
#include <fmt/format.h>

#include "check/finding_text.hpp"

namespace ironbird::check {
namespace {

using Json = nlohmann::ordered_json;

Json party_json(const Party& p) {
    Json j = {{"role", p.role}};
    if (p.place) {
        j["file"] = p.place->file;
        j["line"] = p.place->line;
        j["device"] = p.place->device;
        j["core"] = {p.place->core_x, p.place->core_y};
        j["processor"] = p.place->processor;
        j["cycle"] = p.place->cycle;
    }
    j["what"] = p.what;
    return j;
}

Party party_of(const Json& j) {
    Party p{.role = j.at("role"), .place = {}, .what = j.value("what", "")};
    if (j.contains("file"))
        p.place = Place{.device = j.at("device"),
                        .core_x = j.at("core").at(0),
                        .core_y = j.at("core").at(1),
                        .processor = j.at("processor"),
                        .file = j.at("file"),
                        .line = j.at("line"),
                        .cycle = j.at("cycle")};
    return p;
}

}  // namespace

Json to_json(const Finding& f) {
    const Rule& r = rule(f.rule);
    Json parties = Json::array();
    for (const Party& p : f.parties) parties.push_back(party_json(p));
    return {{"id", r.id},
            {"group", r.group},
            {"severity", r.severity == Severity::error ? "error" : "warning"},
            {"title", r.title},
            {"parties", parties},
            {"because", f.because},
            {"do", f.remedy.empty() ? std::string(r.remedy) : f.remedy},
            {"seen", f.seen},
            {"cores", f.cores}};
}

Finding finding_of(const Json& j) {
    try {
        const Rule* r = find_rule(j.at("id").get<std::string>());
        if (r == nullptr) throw Error(Fault::usage, "no finding has the id " + j.at("id").dump());
        Finding f{.rule = r->id,
                  .parties = {},
                  .because = j.value("because", ""),
                  .remedy = j.value("do", ""),
                  .seen = j.value("seen", std::uint64_t{1}),
                  .cores = j.value("cores", 1u)};
        for (const Json& p : j.at("parties")) f.parties.push_back(party_of(p));
        return f;
    } catch (const Json::exception& e) {
        throw Error(Fault::usage, fmt::format("not a finding: {}", e.what()));
    }
}

}  // namespace ironbird::check
