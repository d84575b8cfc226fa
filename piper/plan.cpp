// From a pipeline to the steps of each column: types checked, constants folded, neighbours fused.
#include <fmt/format.h>

#include <algorithm>

#include "error.hpp"
#include "pipeline.hpp"

namespace piper {
namespace {

std::vector<std::size_t> fields_of(const std::string& name) {
    const auto range = [](std::size_t first, std::size_t count) {
        std::vector<std::size_t> fields(count);
        for (std::size_t i = 0; i < count; ++i) fields[i] = first + i;
        return fields;
    };
    if (name == "dense") return range(kFirstDense, kDense);
    if (name == "categorical") return range(kFirstCategorical, kCategorical);
    for (std::size_t f = 0; f < kFields; ++f)
        if (field_name(f) == name) return {f};
    throw Error(Exit::could_not_start, fmt::format("no column is called {}", name),
                "columns: label, dense, categorical, I1 to I13, C1 to C26");
}

// Two operators that do what one does.
bool fold(Operator& first, const Operator& next) {
    if (first.name() != next.name()) return false;
    if (first.name() == "Neg2Zero" || first.name() == "FillMissing") return true;
    if (first.name() != "Clamp") return false;
    const auto limit = [&](double v) {
        return std::min(std::max(v, next.value(0)), next.value(1));
    };
    first.values = {limit(first.value(0)), limit(first.value(1))};
    return true;
}

std::vector<Operator> folded(const std::vector<Operator>& operators) {
    std::vector<Operator> kept;
    for (const Operator& op : operators)
        if (kept.empty() || !fold(kept.back(), op)) kept.push_back(op);
    return kept;
}

std::uint32_t range_after(const Operator& op) {
    if (op.name() == "Modulus" || op.name() == "HashIndex")
        return static_cast<std::uint32_t>(op.value(0));
    return op.name() == "SigridHash" ? static_cast<std::uint32_t>(op.value(1)) : 0;
}

std::uint32_t width_after(const Operator& op, std::uint32_t width) {
    if (op.name() == "EmbeddingLookup") return width * static_cast<std::uint32_t>(op.value(1));
    if (op.name() == "OneHot") return width * static_cast<std::uint32_t>(op.value(0));
    if (op.name() == "FirstX") return static_cast<std::uint32_t>(op.value(0));
    return op.name() == "Hex2Int" ? 1 : width;
}

bool decodes_hex(const Switches& switches) {
    return !switches.text || (switches.auto_fusing && !switches.hex_apart);
}

void add_step(std::vector<Step>& steps, const Operator& op, bool fuse) {
    const bool wide = op.row->kind == Kind::wide;
    if (fuse && !wide && !steps.empty() && !steps.back().wide)
        steps.back().operators.push_back(op);
    else
        steps.push_back({{op}, wide});
}

void check_vocabulary(const std::vector<Operator>& operators, std::size_t at, bool seen) {
    const auto kind_at = [&](std::size_t i) {
        return i < operators.size() ? operators[i].row->kind : Kind::lane;
    };
    if (seen) throw Error(Exit::could_not_start, "a column has more than one vocabulary");
    if (kind_at(at) == Kind::generate && kind_at(at + 1) != Kind::map)
        throw Error(Exit::could_not_start, "VocabGen: VocabMap must be next");
}

ColumnPlan plan_column(std::size_t field, const std::vector<Operator>& operators,
                       const Switches& switches) {
    ColumnPlan plan{.field = field};
    const bool is_text = field >= kFirstCategorical;
    plan.type = is_text ? Type::text : Type::i32;
    plan.width = is_text ? 2 : 1;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const Operator& op = operators[i];
        const Kind kind = op.row->kind;
        if (kind == Kind::source && i != 0)
            throw Error(Exit::could_not_start, "Decode: only the first operator reads bytes");
        plan.type = op.result(plan.type);
        plan.width = width_after(op, plan.width);
        // The decoder reads digits as it goes; separately only when nothing may be fused.
        const bool decoded = op.name() == "Hex2Int" && decodes_hex(switches);
        if (kind == Kind::source || decoded) continue;
        if (kind == Kind::generate || kind == Kind::map) {
            check_vocabulary(operators, i, plan.vocabulary.has_value());
            const bool generate = kind == Kind::generate;
            plan.vocabulary = VocabularyStep{generate, operators[i + (generate ? 1 : 0)].value(0),
                                             i == 0 ? 0 : range_after(operators[i - 1])};
            if (generate) ++i;
            continue;
        }
        add_step(plan.vocabulary ? plan.after : plan.before, op, switches.auto_fusing);
    }
    if (plan.type == Type::text)
        throw Error(Exit::could_not_start,
                    fmt::format("column {} is still text at the end", field_name(field)),
                    "put Hex2Int into its chain");
    return plan;
}

}  // namespace

std::vector<Step> steps_of(const std::vector<Operator>& operators, bool auto_fusing) {
    std::vector<Step> steps;
    for (const Operator& op : operators) {
        if (op.row->kind != Kind::lane && op.row->kind != Kind::wide)
            throw Error(Exit::could_not_start, fmt::format("{} needs a whole pipeline", op.name()),
                        "ironbird piper run takes one");
        add_step(steps, op, auto_fusing);
    }
    return steps;
}

bool Plan::generates() const {
    return std::ranges::any_of(
        columns, [](const auto& c) { return c.vocabulary && c.vocabulary->generate; });
}

bool Plan::maps() const {
    return std::ranges::any_of(
        columns, [](const auto& c) { return c.vocabulary && !c.vocabulary->generate; });
}

Plan make_plan(const Pipeline& pipeline, const Switches& switches) {
    Plan plan{.name = pipeline.name, .columns = {}};
    plan.decode_hex = decodes_hex(switches);
    for (const Chain& chain : pipeline.chains) {
        const auto operators = switches.constant_prop ? folded(chain.operators) : chain.operators;
        for (const std::string& name : chain.select)
            for (const std::size_t field : fields_of(name))
                plan.columns.push_back(plan_column(field, operators, switches));
    }
    std::ranges::stable_sort(plan.columns, {}, &ColumnPlan::field);
    const auto twice = std::ranges::adjacent_find(plan.columns, {}, &ColumnPlan::field);
    if (twice != plan.columns.end())
        throw Error(Exit::could_not_start,
                    fmt::format("column {} is in two chains", field_name(twice->field)));
    if (plan.columns.empty()) throw Error(Exit::could_not_start, "the pipeline has no columns");
    return plan;
}

}  // namespace piper
