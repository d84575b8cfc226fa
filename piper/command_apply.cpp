// `piper apply`: operators on arrays that come through standard input, request after request: what
// the Python packages piper and pybuda talk to.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "chip/chip_backend.hpp"
#include "commands.hpp"

namespace piper {
namespace {

struct ApplyCommand {
    std::string chip;
    bool reference = false;
};

using Json = nlohmann::json;

Column read_column(const Json& request) {
    Column column;
    const auto type = request.at("type").get<std::string>();
    if (type != "f32" && type != "u32" && type != "i32")
        throw Error(Exit::could_not_start, fmt::format("no column is of type {}", type));
    column.type = type == "f32" ? Type::f32 : type == "u32" ? Type::u32 : Type::i32;
    column.width = request.value("width", 1u);
    const auto rows = request.at("rows").get<std::uint32_t>();
    if (column.width == 0 || column.width > 65536)
        throw Error(Exit::could_not_start, "a row has 1 to 65536 words");
    column.words.resize(std::size_t{rows} * column.width);
    const auto bytes = static_cast<std::streamsize>(column.words.size() * 4);
    if (!std::cin.read(reinterpret_cast<char*>(column.words.data()), bytes))
        throw Error(Exit::could_not_start, "the words of a request are cut short");
    return column;
}

Json answer(Backend& backend, const Json& request, Column& column) {
    std::vector<Operator> operators;
    for (const Json& op : request.at("operators")) operators.push_back(operator_from_json(op));
    Type type = column.type;
    for (const Operator& op : operators) type = op.result(type);
    const auto steps = steps_of(operators, request.value("auto_fusing", true));
    Traffic traffic;
    backend.run_columns({{ColumnWork{&steps, &column}}}, traffic);
    const BoardTimes times = backend.times();
    return {{"type", name_of(column.type)},
            {"width", column.width},
            {"rows", column.rows()},
            {"programs", times.programs},
            {"program_seconds", times.seconds}};
}

// A line of JSON and the words of a column, each way. What is wrong is answered, too.
Exit apply_command(const ApplyCommand& o) {
    const auto backend = !o.chip.empty() ? chip_backend(o.chip)
                         : o.reference   ? reference_backend()
                                         : host_backend();
    for (std::string line; std::getline(std::cin, line);) {
        const Json request = Json::parse(line, nullptr, false);
        if (request.is_discarded())
            throw Error(Exit::could_not_start, "a request is no line of JSON");
        Json told;
        Column column;
        try {
            column = read_column(request);
            told = answer(*backend, request, column);
        } catch (const Error& e) {
            told = {{"error", e.what()}, {"remedy", e.remedy}};
        } catch (const Json::exception& e) {
            told = {{"error", e.what()}};
        }
        fmt::print("{}\n", told.dump());
        if (!told.contains("error"))
            std::fwrite(column.words.data(), 4, column.words.size(), stdout);
        std::fflush(stdout);
    }
    return Exit::fine;
}

}  // namespace

void add_apply(CLI::App& app, Action& chosen) {
    add_command<ApplyCommand>(
        app, chosen, "apply", "Operators on arrays from standard input, for Python",
        [](CLI::App& sub, ApplyCommand& o) {
            sub.add_option("--chip", o.chip, "On a virtual board");
            sub.add_flag("--reference", o.reference, "By the scalar reference");
        },
        apply_command);
}

}  // namespace piper
