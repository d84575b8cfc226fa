// The shape of a model of the Qwen3-MoE family, as its config.json gives it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace qwen3 {

// Defaults are those of Qwen3-30B-A3B.
struct Config {
    std::int64_t vocab_size = 151936;
    std::int64_t hidden_size = 2048;
    std::int64_t num_hidden_layers = 48;
    std::int64_t num_attention_heads = 32;
    std::int64_t num_key_value_heads = 4;
    std::int64_t head_dim = 128;  // given on its own: not hidden_size / num_attention_heads
    std::int64_t moe_intermediate_size = 768;
    std::int64_t num_experts = 128;
    std::int64_t num_experts_per_tok = 8;
    std::int64_t max_position_embeddings = 40960;
    std::int64_t bos_token_id = 151643;
    std::int64_t pad_token_id = 151643;
    std::vector<std::int64_t> eos_token_ids = {151645};
    double rms_norm_eps = 1e-6;
    double rope_theta = 1e6;
    bool norm_topk_prob = true;
    bool tie_word_embeddings = false;

    std::int64_t query_width() const { return num_attention_heads * head_dim; }
    std::int64_t kv_width() const { return num_key_value_heads * head_dim; }
    bool operator==(const Config&) const = default;
};

// Keys that are not known are ignored; one of the wrong type, a value out of range and a variant
// that is not supported are errors that name the key. `where` stands in front of each message.
Config parse_config(const nlohmann::json& root, std::string_view where);
Config read_config(const std::filesystem::path& file);
nlohmann::json to_json(const Config& config);

// A model of the family by its name, such as Qwen3-30B-A3B; an error lists the known names.
const Config& known_config(std::string_view name);
std::vector<std::string_view> known_names();

// The text of a file; an error names it when it cannot be read or is larger than `limit` bytes.
std::string read_text(const std::filesystem::path& file, std::uintmax_t limit = 64u << 20);
nlohmann::json read_json(const std::filesystem::path& file, std::uintmax_t limit = 64u << 20);

}  // namespace qwen3
