// Random weights, each from the seed and its own name.
#include "make_checkpoint.hpp"

#include <bit>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "checkpoint.hpp"
#include "error.hpp"
#include "random.hpp"
#include "tokenizer.hpp"

namespace qwen3 {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::uint16_t to_bf16(double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

// Norms lie around 1; other weights keep the size of what they are multiplied with. The embedding
// has no input, and routers are wide apart, so that rounding does not change the choice of experts.
std::vector<std::uint16_t> random_weight(const Parameter& parameter, std::uint64_t seed) {
    Random random(seed, parameter.name);
    const bool norm = parameter.shape.size() == 1;
    const bool embedding = parameter.name == "embed_tokens.weight";
    const double inputs = static_cast<double>(parameter.shape.back());
    const double deviation = norm ? 0.1 : embedding ? 1 : 1 / std::sqrt(inputs);
    std::int64_t elements = 1;
    for (const std::int64_t extent : parameter.shape) elements *= extent;
    std::vector<std::uint16_t> out(elements);
    for (auto& element : out) element = to_bf16((norm ? 1 : 0) + deviation * random.bell());
    return out;
}

std::string key_of(const Parameter& parameter) {
    return parameter.name == "lm_head.weight" ? parameter.name : "model." + parameter.name;
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) fail("{}: cannot be written", file.string());
}

std::uint64_t bytes_of(const Parameter& parameter) {
    std::uint64_t bytes = 2;
    for (const std::int64_t extent : parameter.shape) bytes *= extent;
    return bytes;
}

void write_shard(const fs::path& file, std::span<const Parameter> held, std::uint64_t seed) {
    Json header = {{"__metadata__", {{"format", "pt"}}}};
    std::uint64_t at = 0;
    for (const Parameter& parameter : held) {
        const std::uint64_t end = at + bytes_of(parameter);
        header[key_of(parameter)] = {
            {"dtype", "BF16"}, {"shape", parameter.shape}, {"data_offsets", {at, end}}};
        at = end;
    }
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    std::ofstream out(file, std::ios::binary);
    const std::uint64_t length = text.size();
    out.write(reinterpret_cast<const char*>(&length), sizeof(length));
    out << text;
    for (const Parameter& parameter : held) {
        const auto weight = random_weight(parameter, seed);
        out.write(reinterpret_cast<const char*>(weight.data()),
                  static_cast<std::streamsize>(weight.size() * sizeof(weight[0])));
    }
    if (!out.flush()) fail("{}: cannot be written", file.string());
}

// Words of which each beginning becomes a token.
constexpr const char* kWords[] = {"Hello", " world", " the",   " and",  " of", " to",  " in",
                                  " is",   " that",  " model", " chip", "ing", "tion", "er"};

constexpr const char* kSpecial[] = {"<|endoftext|>",        "<|im_start|>",       "<|im_end|>",
                                    "<|object_ref_start|>", "<|object_ref_end|>", "<|box_start|>",
                                    "<|box_end|>",          "<|quad_start|>",     "<|quad_end|>",
                                    "<|vision_start|>",     "<|vision_end|>",     "<|vision_pad|>",
                                    "<|image_pad|>",        "<|video_pad|>"};
constexpr const char* kAdded[] = {"<tool_call>",      "</tool_call>",   "<|fim_prefix|>",
                                  "<|fim_middle|>",   "<|fim_suffix|>", "<|fim_pad|>",
                                  "<|repo_name|>",    "<|file_sep|>",   "<tool_response>",
                                  "</tool_response>", "<think>",        "</think>"};

void add_words(Json& vocabulary, Json& merges) {
    for (const std::string_view word : kWords) {
        std::string token;
        for (const char byte : word) {
            const std::string letter = letter_of(static_cast<unsigned char>(byte));
            if (!token.empty() && !vocabulary.contains(token + letter)) {
                vocabulary[token + letter] = vocabulary.size();
                merges.push_back({token, letter});
            }
            token += letter;
        }
    }
}

Json added_token(const char* text, std::size_t id, bool special) {
    return {{"id", id},        {"content", text},     {"single_word", false}, {"lstrip", false},
            {"rstrip", false}, {"normalized", false}, {"special", special}};
}

TokenId id_of(const Json& tokenizer, std::string_view text) {
    for (const Json& token : tokenizer["added_tokens"])
        if (token["content"] == text) return token["id"];
    fail("tokenizer: {} is missing", text);
}

}  // namespace

Config tiny_config() {
    return {.vocab_size = 0,
            .hidden_size = 128,
            .num_hidden_layers = 2,
            .num_attention_heads = 4,
            .num_key_value_heads = 2,
            .head_dim = 32,
            .moe_intermediate_size = 64,
            .num_experts = 8,
            .num_experts_per_tok = 2,
            .max_position_embeddings = 4096};
}

Json small_tokenizer() {
    Json vocabulary = Json::object(), merges = Json::array(), added = Json::array();
    for (unsigned byte = 0; byte < 256; ++byte)
        vocabulary[letter_of(static_cast<unsigned char>(byte))] = byte;
    add_words(vocabulary, merges);
    std::size_t id = vocabulary.size();
    for (const char* text : kSpecial) added.push_back(added_token(text, id++, true));
    for (const char* text : kAdded) added.push_back(added_token(text, id++, false));
    const Json split = {{"type", "Split"},
                        {"pattern", {{"Regex", kQwenPattern}}},
                        {"behavior", "Isolated"},
                        {"invert", false}};
    const Json bytes = {{"type", "ByteLevel"},
                        {"add_prefix_space", false},
                        {"trim_offsets", false},
                        {"use_regex", false}};
    return {{"version", "1.0"},
            {"added_tokens", added},
            {"normalizer", {{"type", "NFC"}}},
            {"pre_tokenizer", {{"type", "Sequence"}, {"pretokenizers", {split, bytes}}}},
            {"post_processor", bytes},
            {"decoder", bytes},
            {"model",
             {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", merges}, {"unk_token", nullptr}}}};
}

Config make_checkpoint(const fs::path& folder, const CheckpointPlan& plan) {
    if (fs::exists(folder / "config.json"))
        fail("{}: there is a checkpoint already", folder.string());
    const Json tokenizer = small_tokenizer();
    const auto tokens = static_cast<std::int64_t>(Tokenizer(tokenizer, "tokenizer").size());
    Config config = plan.config;
    if (config.vocab_size == 0) config.vocab_size = (tokens + 31) / 32 * 32;
    if (config.vocab_size < tokens)
        fail("vocab_size is {}, the tokenizer has {} tokens", config.vocab_size, tokens);
    config.bos_token_id = config.pad_token_id = id_of(tokenizer, "<|endoftext|>");
    config.eos_token_ids = {id_of(tokenizer, "<|im_end|>")};
    const Json description = to_json(config);
    parse_config(description, "make-checkpoint");  // the rules of a file that is read
    const auto all = parameters(config);
    const auto count = static_cast<std::int64_t>(all.size());
    if (plan.shards < 1 || plan.shards > count)
        fail("shards is {}, 1 to {} is allowed", plan.shards, count);
    std::error_code trouble;
    fs::create_directories(folder, trouble);
    if (trouble) fail("{}: {}", folder.string(), trouble.message());
    Json map = Json::object();
    std::uint64_t bytes = 0;
    for (std::int64_t shard = 0; shard < plan.shards; ++shard) {
        const std::string name =
            fmt::format("model-{:05}-of-{:05}.safetensors", shard + 1, plan.shards);
        const std::int64_t first = count * shard / plan.shards,
                           end = count * (shard + 1) / plan.shards;
        const auto held = std::span(all).subspan(first, end - first);
        for (const Parameter& parameter : held) {
            map[key_of(parameter)] = name;
            bytes += bytes_of(parameter);
        }
        write_shard(folder / name, held, plan.seed);
    }
    const Json index = {{"metadata", {{"total_size", bytes}}}, {"weight_map", map}};
    write(folder / "model.safetensors.index.json", index.dump(2) + "\n");
    write(folder / "tokenizer.json", tokenizer.dump(2) + "\n");
    write(folder / "config.json", description.dump(2) + "\n");  // last: it marks a whole one
    return config;
}

}  // namespace qwen3
