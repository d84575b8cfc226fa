// config.json: a table of keys with their ranges, and the rules that join them.
#include "config.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "error.hpp"

namespace qwen3 {
namespace {

using Json = nlohmann::json;

struct SizeKey {
    const char* name;
    std::int64_t Config::* field;
    std::int64_t least, most;
};

// The upper limits keep every product of sizes below 2^63.
constexpr auto kSizes = std::to_array<SizeKey>({
    {"vocab_size", &Config::vocab_size, 1, 1 << 24},
    {"hidden_size", &Config::hidden_size, 1, 1 << 20},
    {"num_hidden_layers", &Config::num_hidden_layers, 1, 4096},
    {"num_attention_heads", &Config::num_attention_heads, 1, 4096},
    {"num_key_value_heads", &Config::num_key_value_heads, 1, 4096},
    {"head_dim", &Config::head_dim, 2, 4096},
    {"moe_intermediate_size", &Config::moe_intermediate_size, 1, 1 << 20},
    {"num_experts", &Config::num_experts, 1, 1 << 16},
    {"num_experts_per_tok", &Config::num_experts_per_tok, 1, 1 << 16},
    {"max_position_embeddings", &Config::max_position_embeddings, 1, 1 << 28},
    {"bos_token_id", &Config::bos_token_id, 0, 1 << 24},
    {"pad_token_id", &Config::pad_token_id, 0, 1 << 24},
});

// Keys that may have one value only, since the mathematics of the others is not here.
struct FixedKey {
    const char* name;
    const char* value;  // JSON
};
constexpr auto kFixed = std::to_array<FixedKey>({
    {"model_type", "\"qwen3_moe\""},
    {"hidden_act", "\"silu\""},
    {"attention_bias", "false"},
    {"use_sliding_window", "false"},
    {"decoder_sparse_step", "1"},
    {"mlp_only_layers", "[]"},
    {"rope_scaling", "null"},
    {"rope_parameters", "null"},
});

// null is what a key that is not there says, too.
const Json* given(const Json& root, const char* name) {
    const auto found = root.find(name);
    return found == root.end() || found->is_null() ? nullptr : &*found;
}

void read_sizes(const Json& root, std::string_view where, Config& config) {
    for (const auto& key : kSizes) {
        const Json* value = given(root, key.name);
        if (!value) continue;
        if (!value->is_number_integer())
            fail("{}: {} is {}, an integer is expected", where, key.name, value->dump());
        const bool huge = value->is_number_unsigned() && value->get<std::uint64_t>() > INT64_MAX;
        const std::int64_t number = huge ? INT64_MAX : value->get<std::int64_t>();
        if (number < key.least || number > key.most)
            fail("{}: {} is {}, {} to {} is allowed", where, key.name, value->dump(), key.least,
                 key.most);
        config.*key.field = number;
    }
}

void read_real(const Json& root, std::string_view where, const char* name, double& field) {
    const Json* value = given(root, name);
    if (!value) return;
    if (!value->is_number()) fail("{}: {} is {}, a number is expected", where, name, value->dump());
    field = value->get<double>();
    if (!(field > 0) || !std::isfinite(field))
        fail("{}: {} is {}, a positive number is expected", where, name, value->dump());
}

void read_flag(const Json& root, std::string_view where, const char* name, bool& field) {
    const Json* value = given(root, name);
    if (!value) return;
    if (!value->is_boolean())
        fail("{}: {} is {}, true or false is expected", where, name, value->dump());
    field = value->get<bool>();
}

// One number, or a list of them as generation_config.json has it.
void read_ends(const Json& root, std::string_view where, Config& config) {
    const Json* value = given(root, "eos_token_id");
    if (!value) return;
    config.eos_token_ids.clear();
    const Json list = value->is_array() ? *value : Json::array({*value});
    for (const Json& id : list) {
        if (!id.is_number_integer() || id.get<std::int64_t>() < 0)
            fail("{}: eos_token_id is {}, ids of tokens are expected", where, value->dump());
        config.eos_token_ids.push_back(id.get<std::int64_t>());
    }
}

void check_joint_rules(const Config& c, std::string_view where) {
    if (c.num_attention_heads % c.num_key_value_heads != 0)
        fail("{}: num_attention_heads is {}, a multiple of num_key_value_heads {} is expected",
             where, c.num_attention_heads, c.num_key_value_heads);
    if (c.head_dim % 2 != 0)
        fail("{}: head_dim is {}, an even number is expected", where, c.head_dim);
    if (c.num_experts_per_tok > c.num_experts)
        fail("{}: num_experts_per_tok is {}, at most num_experts {} is allowed", where,
             c.num_experts_per_tok, c.num_experts);
}

struct Known {
    std::string_view name;
    Config config;
};

const std::array<Known, 2>& known() {
    static const std::array<Known, 2> table = {{
        {"Qwen3-30B-A3B", {}},
        {"Qwen3-235B-A22B",
         {.hidden_size = 4096,
          .num_hidden_layers = 94,
          .num_attention_heads = 64,
          .moe_intermediate_size = 1536}},
    }};
    return table;
}

}  // namespace

Config parse_config(const Json& root, std::string_view where) {
    if (!root.is_object()) fail("{}: an object is expected", where);
    for (const auto& key : kFixed) {
        const Json* value = given(root, key.name);
        if (value && *value != Json::parse(key.value))
            fail("{}: {} is {}, {} is supported", where, key.name, value->dump(), key.value);
    }
    Config config;
    read_sizes(root, where, config);
    read_real(root, where, "rms_norm_eps", config.rms_norm_eps);
    read_real(root, where, "rope_theta", config.rope_theta);
    read_flag(root, where, "norm_topk_prob", config.norm_topk_prob);
    read_flag(root, where, "tie_word_embeddings", config.tie_word_embeddings);
    read_ends(root, where, config);
    check_joint_rules(config, where);
    return config;
}

Config read_config(const std::filesystem::path& file) {
    return parse_config(read_json(file), file.string());
}

Json to_json(const Config& config) {
    Json root = {{"architectures", {"Qwen3MoeForCausalLM"}}, {"torch_dtype", "bfloat16"}};
    for (const auto& key : kFixed) root[key.name] = Json::parse(key.value);
    for (const auto& key : kSizes) root[key.name] = config.*key.field;
    root["rms_norm_eps"] = config.rms_norm_eps;
    root["rope_theta"] = config.rope_theta;
    root["norm_topk_prob"] = config.norm_topk_prob;
    root["tie_word_embeddings"] = config.tie_word_embeddings;
    root["eos_token_id"] = config.eos_token_ids;
    return root;
}

const Config& known_config(std::string_view name) {
    for (const auto& row : known())
        if (row.name == name) return row.config;
    fail("{} is not a known model; known are {}", name, fmt::join(known_names(), ", "));
}

std::vector<std::string_view> known_names() {
    std::vector<std::string_view> names;
    for (const auto& row : known()) names.push_back(row.name);
    return names;
}

std::string read_text(const std::filesystem::path& file, std::uintmax_t limit) {
    std::error_code trouble;
    const auto bytes = std::filesystem::file_size(file, trouble);
    if (trouble) fail("{}: {}", file.string(), trouble.message());
    if (bytes > limit) fail("{}: {} bytes, at most {} is allowed", file.string(), bytes, limit);
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in) fail("{}: cannot be read", file.string());
    return std::move(text).str();
}

Json read_json(const std::filesystem::path& file, std::uintmax_t limit) {
    const std::string text = read_text(file, limit);
    try {
        return Json::parse(text);
    } catch (const Json::exception& e) {
        const std::string_view said = e.what();  // behind the parser's own number for it
        fail("{}: not JSON: {}", file.string(), said.substr(said.find(']') + 2));
    }
}

}  // namespace qwen3
