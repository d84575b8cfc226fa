// Pipelines as values and as JSON files.
#include "pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "error.hpp"

namespace piper {

Chain label() {
    return {{"label"}};
}
Chain dense() {
    return {{"dense"}};
}
Chain categorical() {
    return {{"categorical"}};
}
Chain columns(std::vector<std::string> names) {
    return {std::move(names)};
}
Chain operator|(Chain chain, Operator next) {
    chain.operators.push_back(std::move(next));
    return chain;
}

namespace {

Pipeline with_vocabulary(std::string name, double m) {
    Pipeline pipeline = dense_only();
    pipeline.name = std::move(name);
    pipeline.chains.push_back(categorical() | Decode() | Hex2Int() | FillMissing(0) | Modulus(m) |
                              VocabGen() | VocabMap());
    return pipeline;
}

// JSON has no infinity: a limit that is none is null.
double number_from(const nlohmann::json& json, const Parameter& parameter) {
    if (json.is_null()) return parameter.usual;
    return json.get<double>();
}

nlohmann::json to_json(const Operator& op) {
    nlohmann::json json{{"name", op.name()}};
    for (std::size_t i = 0; i < op.values.size(); ++i)
        json[std::string(op.row->parameters[i].name)] =
            std::isfinite(op.values[i]) ? nlohmann::json(op.values[i]) : nlohmann::json(nullptr);
    if (!op.boundaries.empty()) json["boundaries"] = op.boundaries;
    return json;
}

void refuse_others(const nlohmann::json& json, std::initializer_list<std::string_view> known) {
    if (!json.is_object())
        throw Error(Exit::could_not_start, "the pipeline cannot be read: it is no object",
                    "docs/piper.md shows the format");
    for (const auto& [key, value] : json.items())
        if (std::ranges::find(known, key) == known.end())
            throw Error(Exit::could_not_start,
                        fmt::format("the pipeline has an unknown key, {}", key),
                        "docs/piper.md shows the format");
}

}  // namespace

Operator operator_from_json(const nlohmann::json& json) {
    if (json.is_string()) return make_operator(json.get<std::string>());
    const std::string name = json.at("name").get<std::string>();
    const OperatorRow& row = find_operator(name);
    std::vector<double> values;
    for (const Parameter& p : row.parameters)
        values.push_back(json.contains(p.name) ? number_from(json.at(std::string(p.name)), p)
                                               : p.usual);
    for (const auto& [key, value] : json.items()) {
        const bool known =
            key == "name" || (key == "boundaries" && name == "Bucketize") ||
            std::ranges::find(row.parameters, key, &Parameter::name) != row.parameters.end();
        if (!known)
            throw Error(Exit::could_not_start, fmt::format("{}: no parameter {}", name, key));
    }
    return make_operator(name, values, json.value("boundaries", std::vector<double>{}));
}

Pipeline dense_only() {
    return {"P-I",
            {label() | Decode() | FillMissing(0),
             dense() | Decode() | FillMissing(0) | Neg2Zero() | Logarithm(1)}};
}

Pipeline small_vocabulary() {
    return with_vocabulary("P-II", 5000);
}
Pipeline large_vocabulary() {
    return with_vocabulary("P-III", 1'000'000);
}

Pipeline pipeline_from_json(const nlohmann::json& json) try {
    refuse_others(json, {"name", "columns"});
    Pipeline pipeline{json.value("name", "pipeline"), {}};
    for (const auto& part : json.at("columns")) {
        refuse_others(part, {"select", "operators"});
        Chain chain;
        const auto& select = part.at("select");
        if (select.is_string())
            chain.select.push_back(select.get<std::string>());
        else
            chain.select = select.get<std::vector<std::string>>();
        for (const auto& op : part.at("operators"))
            chain.operators.push_back(operator_from_json(op));
        pipeline.chains.push_back(std::move(chain));
    }
    return pipeline;
} catch (const nlohmann::json::exception& e) {
    throw Error(Exit::could_not_start, fmt::format("the pipeline cannot be read: {}", e.what()),
                "docs/piper.md shows the format");
}

nlohmann::json to_json(const Pipeline& pipeline) {
    nlohmann::json chains = nlohmann::json::array();
    for (const Chain& chain : pipeline.chains) {
        nlohmann::json operators = nlohmann::json::array();
        for (const Operator& op : chain.operators) operators.push_back(to_json(op));
        chains.push_back({{"select", chain.select}, {"operators", operators}});
    }
    return {{"name", pipeline.name}, {"columns", chains}};
}

Pipeline find_pipeline(const std::string& name_or_file) {
    if (name_or_file == "P-I") return dense_only();
    if (name_or_file == "P-II") return small_vocabulary();
    if (name_or_file == "P-III") return large_vocabulary();
    std::ifstream file(name_or_file);
    if (!file)
        throw Error(Exit::could_not_start,
                    fmt::format("{} is no pipeline and no file", name_or_file),
                    "pipelines: P-I, P-II, P-III, or a JSON file");
    const auto json = nlohmann::json::parse(file, nullptr, false);
    if (json.is_discarded())
        throw Error(Exit::could_not_start, fmt::format("{} is no JSON", name_or_file));
    return pipeline_from_json(json);
}

}  // namespace piper
