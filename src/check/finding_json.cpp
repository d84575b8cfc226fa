// A finding to JSON and back.
#include <fmt/format.h>

#include <limits>

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

// A whole number that fits: a conversion of any other is not defined.
template <class T>
T count_of(const Json& j) {
    if (!j.is_number_integer() || j < 0 || j.get<std::uint64_t>() > std::numeric_limits<T>::max())
        throw Error(Fault::usage, fmt::format("not a finding: {} is out of range", j.dump()));
    return j.get<T>();
}

Party party_of(const Json& j) {
    Party p{.role = j.at("role"), .place = {}, .what = j.value("what", "")};
    if (j.contains("file"))
        p.place = Place{.device = count_of<std::uint32_t>(j.at("device")),
                        .core_x = count_of<std::uint32_t>(j.at("core").at(0)),
                        .core_y = count_of<std::uint32_t>(j.at("core").at(1)),
                        .processor = j.at("processor"),
                        .file = j.at("file"),
                        .line = count_of<std::uint32_t>(j.at("line")),
                        .cycle = count_of<std::uint64_t>(j.at("cycle"))};
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
                  .seen = count_of<std::uint64_t>(j.value("seen", Json(1u))),
                  .cores = count_of<std::uint32_t>(j.value("cores", Json(1u)))};
        for (const Json& p : j.at("parties")) f.parties.push_back(party_of(p));
        return f;
    } catch (const Json::exception& e) {
        throw Error(Fault::usage, fmt::format("not a finding: {}", e.what()));
    }
}

}  // namespace ironbird::check
