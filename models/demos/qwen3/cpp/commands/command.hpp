// The commands of `ironbird moe`: each adds itself to the parser.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace qwen3::commands {

using Json = nlohmann::ordered_json;

inline constexpr int kJsonSchema = 1;

// Callbacks run when parsing is done and throw what goes wrong.
void add_bench(CLI::App& app);
void add_generate(CLI::App& app);
void add_make_checkpoint(CLI::App& app);
void add_plan(CLI::App& app);
void add_tokenize(CLI::App& app);

// One object on standard output, with the schema in front.
void print_json(const Json& fields);

}  // namespace qwen3::commands
