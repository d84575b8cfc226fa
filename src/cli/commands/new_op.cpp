// `ironbird new-op NAME`: a file and a row for an operation of TT-NN, from the one that is there.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/fault.hpp"
#include "cli/command.hpp"
#include "cli/operation_names.hpp"
#include "cli/places.hpp"
#include "cli/record.hpp"

namespace ironbird::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModel = "composite_example", kModelType = "CompositeExample";

std::string source_text(const fs::path& path) {
    std::ifstream file(path);
    if (!file)
        throw Error(
            Fault::usage,
            fmt::format("new-op: {} is missing: name a source tree with --tree", path.string()));
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

bool names_operation(const std::string& name) {
    const auto fits = [](unsigned char c) {
        return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
    };
    return !name.empty() && std::islower(static_cast<unsigned char>(name[0])) != 0 &&
           std::ranges::all_of(name, fits);
}

// snake_case to CamelCase.
std::string camel_case(const std::string& name) {
    std::string type;
    bool upper = true;
    for (const char c : name) {
        if (c != '_') type += upper ? static_cast<char>(std::toupper(c)) : c;
        upper = c == '_';
    }
    return type;
}

std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

void write_source(const fs::path& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    if (!file.flush()) throw Error(Fault::usage, "new-op: cannot write " + path.string());
}

Exit new_op(const std::string& name, const fs::path& tree, bool json) {
    if (!names_operation(name))
        throw Error(Fault::usage,
                    fmt::format("new-op: \"{}\" is no name of an operation: small letters, digits "
                                "and _ are",
                                name));
    const fs::path file = tree / "ttnn/ops/own" / (name + ".cpp");
    const fs::path table = tree / "include/ttnn/operations/own/rows.inc";
    if (fs::exists(file))
        throw Error(Fault::usage, "new-op: " + file.string() + " is there already");
    const std::string model = source_text(tree / "ttnn/ops/own" / fmt::format("{}.cpp", kModel));
    if (model.find(kModelType) == std::string::npos)
        throw Error(Fault::usage, fmt::format("new-op: {}.cpp of {} is not the operation that is "
                                              "copied: it holds no {}",
                                              kModel, tree.string(), kModelType));
    std::string rows = source_text(table);
    if (const auto where = where_declared(tree, name))
        throw Error(Fault::usage,
                    fmt::format("new-op: TT-NN has a {} already, in {}: choose another name", name,
                                *where));
    const auto end = rows.rfind("// clang-format on");
    if (end == std::string::npos)
        throw Error(Fault::usage, "new-op: the table has no end: " + table.string());
    rows.insert(end, fmt::format("TTNN_OWN({}, \"a copy\", x)\n", name));
    std::string made =
        with_replaced(with_replaced(model, kModel, name), kModelType, camel_case(name));
    made = with_replaced(made, " The form that `ironbird new-op` writes.", "");
    write_source(file, made);
    write_source(table, rows);
    if (json) {
        fmt::print("{}\n", json_text(Json{{"schema", kJsonSchema},
                                          {"operation", file.string()},
                                          {"table", table.string()}}));
        return Exit::fine;
    }
    fmt::print("{}: the operation, a copy until you change it\n{}: its row\n", file.string(),
               table.string());
    fmt::print(
        "Next: build ttnn_test and run TTNN_WRITE_DOCS=1 ttnn_test "
        "--gtest_filter='Forms.WithAFile*:Document.*'\n");
    return Exit::fine;
}

}  // namespace

void add_new_op(CLI::App& app, Action& chosen) {
    auto* sub = app.add_subcommand("new-op", "Begin an operation of TT-NN: its file and its row");
    auto name = std::make_shared<std::string>();
    auto tree = std::make_shared<std::string>();
    sub->add_option("name", *name, "What it is called, as in ttnn::NAME")->required();
    sub->add_option("--tree", *tree, "The source tree (default: the one of this build)");
    auto json = std::make_shared<bool>(false);
    sub->add_flag("--json", *json, "As JSON");
    sub->callback([name, tree, json, &chosen] {
        chosen = [name, tree, json] {
            return new_op(*name, tree->empty() ? places().root : fs::path(*tree), *json);
        };
    });
}

}  // namespace ironbird::cli
