// `piper plan`: which operators run where.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "chip/lanes.hpp"
#include "chip/rates.hpp"
#include "commands.hpp"
#include "minipipe.hpp"

namespace piper {
namespace {

struct PlanCommand {
    std::string pipeline, chip;
    bool no_fusing = false, no_constant_prop = false, json = false;
};

std::string names_of(const std::vector<Operator>& operators) {
    std::string text;
    for (const Operator& op : operators)
        text += (text.empty() ? "" : " | ") + std::string(op.name());
    return text;
}

std::string operators_of(const MiniPipe& pipe) {
    if (pipe.vocabulary) return pipe.vocabulary->generate ? "VocabGen | VocabMap" : "VocabMap";
    std::string text;
    for (const Step& step : pipe.steps)
        text += (text.empty() ? "" : ", then ") + names_of(step.operators);
    return text;
}

// The units of a board that the programs of a step use.
std::string units_of(const Step& step, Type type, bool wide_dst) {
    if (step.wide) return "data movement";
    bool vectors = false, scalar = false;
    for (const auto& program : chip::lane_programs(step.operators, type, true, wide_dst)) {
        vectors |= !program.tile.empty();
        scalar |= !program.fill.empty() || !program.before.empty() || !program.after.empty();
    }
    return std::string(scalar ? "data movement" : "") + (scalar && vectors ? ", " : "") +
           (vectors ? "vector unit" : "");
}

std::string place_of(const MiniPipe& pipe, const std::string& chip) {
    if (chip.empty()) return pipe.vocabulary ? "tables in memory" : "vectors of this machine";
    if (pipe.vocabulary) return "data movement";
    const bool wide_dst = !chip.starts_with("e");  // Grayskull's Dst holds 16 bits
    Type type = pipe.fields.front() < kFirstCategorical ? Type::i32 : Type::text;
    std::string text;
    for (const Step& step : pipe.steps) {
        const std::string units = units_of(step, type, wide_dst);
        if (text.find(units) == std::string::npos) text += (text.empty() ? "" : ", ") + units;
        for (const Operator& op : step.operators) type = op.result(type);
    }
    return text;
}

std::string fields_of(const MiniPipe& pipe) {
    const std::string first = field_name(pipe.fields.front()),
                      last = field_name(pipe.fields.back());
    return first == last ? first : first + " to " + last;
}

Exit plan_command(const PlanCommand& o) {
    if (!o.chip.empty()) chip::limits_of(o.chip);  // refuses what is no board
    const Plan plan = make_plan(find_pipeline(o.pipeline), {.auto_fusing = !o.no_fusing,
                                                            .constant_prop = !o.no_constant_prop,
                                                            .hex_apart = !o.chip.empty()});
    nlohmann::json pipes = nlohmann::json::array();
    for (const MiniPipe& pipe : minipipes_of(plan)) {
        const std::string kind = pipe.stateful() ? "stateful" : "stateless";
        pipes.push_back({{"minipipe", pipe.number},
                         {"turn", pipe.turn},
                         {"kind", kind},
                         {"columns", fields_of(pipe)},
                         {"operators", operators_of(pipe)},
                         {"place", place_of(pipe, o.chip)}});
        if (!o.json)
            fmt::print("MiniPipe {}, {}: {}: {} ({}){}\n", pipe.number, kind, fields_of(pipe),
                       operators_of(pipe), place_of(pipe, o.chip),
                       pipe.turn == 0 ? "" : fmt::format(", turn {}", pipe.turn + 1));
    }
    if (o.json)
        fmt::print("{}\n", nlohmann::json{{"schema", kJsonSchema},
                                          {"pipeline", plan.name},
                                          {"decode", plan.decode_hex ? "with Hex2Int" : "text"},
                                          {"minipipes", pipes}}
                               .dump(2));
    return Exit::fine;
}

}  // namespace

void add_plan(CLI::App& app, Action& chosen) {
    add_command<PlanCommand>(
        app, chosen, "plan", "Which operators of a pipeline run where, by MiniPipe",
        [](CLI::App& sub, PlanCommand& o) {
            sub.add_option("PIPELINE", o.pipeline, "P-I, P-II, P-III or a JSON file")->required();
            sub.add_option("--chip", o.chip, "On a virtual board: e75, e150, n150, p150...");
            sub.add_flag("--no-auto-fusing", o.no_fusing, "A step for each operator");
            sub.add_flag("--no-constant-prop", o.no_constant_prop,
                         "Operators stay as they are written");
            sub.add_flag("--json", o.json, "As one object");
        },
        plan_command);
}

}  // namespace piper
