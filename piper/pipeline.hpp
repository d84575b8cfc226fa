// Pipelines: chains of operators on columns side by side, and the plan that is made of them.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "operator.hpp"

namespace piper {

// Columns, and what is done to each of them.
struct Chain {
    std::vector<std::string> select;  // "label", "dense", "categorical", "I3", "C17"
    std::vector<Operator> operators{};
};
Chain label();
Chain dense();
Chain categorical();
Chain columns(std::vector<std::string> names);
Chain operator|(Chain chain, Operator next);

struct Pipeline {
    std::string name;
    std::vector<Chain> chains;
};

// P-I: dense columns alone. P-II and P-III: with vocabularies of 5,000 and 1,000,000 values.
Pipeline dense_only();
Pipeline small_vocabulary();
Pipeline large_vocabulary();
// By "P-I", "P-II", "P-III", else from a JSON file.
Pipeline find_pipeline(const std::string& name_or_file);
Pipeline pipeline_from_json(const nlohmann::json& json);
nlohmann::json to_json(const Pipeline& pipeline);
// A name, or an object with the name and parameters.
Operator operator_from_json(const nlohmann::json& json);

struct Switches {
    bool auto_fusing = true;
    bool constant_prop = true;
    bool text = true;        // the input has categorical fields as text, not as numbers
    bool hex_apart = false;  // Hex2Int is a step of its own, never the decoder's
};

// Lane operators that run as one, or one operator that changes the width.
struct Step {
    std::vector<Operator> operators;
    bool wide = false;
    bool operator==(const Step&) const = default;
};

struct VocabularyStep {
    bool generate = false;
    double oov = -1;
    std::uint32_t range = 0;  // 0: any value
};

struct ColumnPlan {
    std::size_t field;
    std::vector<Step> before{};
    std::optional<VocabularyStep> vocabulary{};
    std::vector<Step> after{};
    Type type = Type::i32;  // of the result
    std::uint32_t width = 1;
};

struct Plan {
    std::string name;
    std::vector<ColumnPlan> columns;
    bool decode_hex = true;
    bool generates() const;
    bool has_vocabularies() const { return generates() || maps(); }
    bool maps() const;  // needs vocabularies from elsewhere
};

// Row-local operators and such that change the width, of a column without a vocabulary.
std::vector<Step> steps_of(const std::vector<Operator>& operators, bool auto_fusing = true);

// Throws Error for a pipeline that does not fit together.
Plan make_plan(const Pipeline& pipeline, const Switches& switches = {});

}  // namespace piper
