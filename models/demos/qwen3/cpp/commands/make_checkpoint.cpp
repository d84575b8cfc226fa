// `ironbird moe make-checkpoint`: a random checkpoint.
#include "make_checkpoint.hpp"

#include <fmt/format.h>

#include <memory>

#include "checkpoint.hpp"
#include "command.hpp"
#include "plan.hpp"

namespace qwen3::commands {
namespace {

struct MakeWanted {
    std::string folder;
    CheckpointPlan plan{.config = tiny_config()};
    bool json = false;
};

struct SizeOption {
    const char* name;
    std::int64_t Config::* field;
    const char* help;
};
constexpr SizeOption kSizeOptions[] = {
    {"--layers", &Config::num_hidden_layers, "Layers"},
    {"--hidden", &Config::hidden_size, "Width of the hidden state"},
    {"--heads", &Config::num_attention_heads, "Heads of queries"},
    {"--kv-heads", &Config::num_key_value_heads, "Heads of keys and values"},
    {"--head-dim", &Config::head_dim, "Lanes of a head"},
    {"--experts", &Config::num_experts, "Experts of a layer"},
    {"--experts-per-token", &Config::num_experts_per_tok, "Experts that a token goes to"},
    {"--moe-intermediate", &Config::moe_intermediate_size, "Inner width of an expert"},
    {"--vocab", &Config::vocab_size, "Rows of the embedding; 0: as many as the tokenizer needs"},
};

void make(const MakeWanted& w) {
    const Config config = make_checkpoint(w.folder, w.plan);
    const Checkpoint checkpoint(w.folder);
    const auto count = count_parameters(config);
    if (w.json)
        return print_json({{"folder", w.folder},
                           {"parameters", count.total},
                           {"bytes", checkpoint.bytes()},
                           {"vocab_size", config.vocab_size},
                           {"seed", w.plan.seed}});
    fmt::print("{}: {} parameters, {:.1f} MB of weights, {} tokens, seed {}\n", w.folder,
               count.total, static_cast<double>(checkpoint.bytes()) / 1e6, config.vocab_size,
               w.plan.seed);
}

}  // namespace

void add_make_checkpoint(CLI::App& app) {
    auto* sub = app.add_subcommand("make-checkpoint",
                                   "Write a random, complete checkpoint with a small tokenizer");
    auto w = std::make_shared<MakeWanted>();
    sub->add_option("FOLDER", w->folder, "Where to write it")->required();
    for (const auto& option : kSizeOptions)
        sub->add_option(option.name, w->plan.config.*option.field, option.help)
            ->capture_default_str();
    sub->add_option("--seed", w->plan.seed, "The same seed gives the same bytes")
        ->check(CLI::Range(0., 9e18))
        ->capture_default_str();
    sub->add_option("--shards", w->plan.shards, "Files of weights")->capture_default_str();
    sub->add_flag("--json", w->json, "What was written, as JSON");
    sub->callback([w] { make(*w); });
}

}  // namespace qwen3::commands
