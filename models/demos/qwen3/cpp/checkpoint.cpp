// The files of a checkpoint against the parameters of its model.
#include "checkpoint.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "error.hpp"

namespace qwen3 {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIndexName = "model.safetensors.index.json";

std::string_view without_prefix(std::string_view key) {
    return key.starts_with("model.") ? key.substr(6) : key;
}

// Of two names, the number of letters to change.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
        }
    }
    return row.back();
}

// Name of a shard to the keys that the index places there.
std::map<std::string, std::vector<std::string>> read_index(const fs::path& file) {
    const nlohmann::json root = read_json(file);
    const auto map = root.is_object() ? root.find("weight_map") : root.end();
    if (!root.is_object() || map == root.end() || !map->is_object())
        fail("{}: weight_map is missing", file.string());
    std::map<std::string, std::vector<std::string>> shards;
    for (const auto& [key, shard] : map->items()) {
        // A name with folders could lead out of the checkpoint.
        if (!shard.is_string() || shard.get<std::string>() != fs::path(shard).filename())
            fail("{}: {} is in {}, the name of a file is expected", file.string(), key,
                 shard.dump());
        shards[shard.get<std::string>()].push_back(key);
    }
    return shards;
}

void add_layer(std::vector<Parameter>& out, const Config& c, std::int64_t layer) {
    const std::string at = fmt::format("layers.{}.", layer);
    const std::int64_t hidden = c.hidden_size, inner = c.moe_intermediate_size;
    out.push_back({at + "input_layernorm.weight", {hidden}});
    out.push_back({at + "self_attn.q_proj.weight", {c.query_width(), hidden}});
    out.push_back({at + "self_attn.k_proj.weight", {c.kv_width(), hidden}});
    out.push_back({at + "self_attn.v_proj.weight", {c.kv_width(), hidden}});
    out.push_back({at + "self_attn.o_proj.weight", {hidden, c.query_width()}});
    out.push_back({at + "self_attn.q_norm.weight", {c.head_dim}});
    out.push_back({at + "self_attn.k_norm.weight", {c.head_dim}});
    out.push_back({at + "post_attention_layernorm.weight", {hidden}});
    out.push_back({at + "mlp.gate.weight", {c.num_experts, hidden}});
    for (std::int64_t expert = 0; expert < c.num_experts; ++expert) {
        const std::string of = fmt::format("{}mlp.experts.{}.", at, expert);
        out.push_back({of + "gate_proj.weight", {inner, hidden}});
        out.push_back({of + "up_proj.weight", {inner, hidden}});
        out.push_back({of + "down_proj.weight", {hidden, inner}});
    }
}

}  // namespace

std::vector<Parameter> parameters(const Config& config) {
    std::vector<Parameter> out;
    out.push_back({"embed_tokens.weight", {config.vocab_size, config.hidden_size}});
    for (std::int64_t layer = 0; layer < config.num_hidden_layers; ++layer)
        add_layer(out, config, layer);
    out.push_back({"norm.weight", {config.hidden_size}});
    if (!config.tie_word_embeddings)
        out.push_back({"lm_head.weight", {config.vocab_size, config.hidden_size}});
    return out;
}

Weight::Weight(std::shared_ptr<const SafetensorsFile> file, const TensorInfo& info, Loading loading)
    : file_(std::move(file)), info_(info) {
    if (loading == Loading::eager) loaded_ = all();
}

std::span<const float> Weight::read(std::int64_t first, std::int64_t count,
                                    std::vector<float>& scratch) const {
    if (!loaded_.empty()) return std::span(loaded_).subspan(first, count);
    if (scratch.size() < static_cast<std::size_t>(count)) scratch.resize(count);
    const auto out = std::span(scratch).first(count);
    to_float(info_, file_->data(info_), first, out);
    return out;
}

std::vector<float> Weight::all() const {
    std::vector<float> out;
    const auto values = read(0, info_.elements(), out);
    return out.empty() ? std::vector<float>(values.begin(), values.end()) : out;
}

Checkpoint::Checkpoint(const fs::path& folder)
    : folder_(folder), config_(read_config(folder / "config.json")) {
    for (const fs::path& shard : shards()) add(shard);
    check_index();
    check_parameters();
}

// Those of the index, or else all of the folder; in the order of their names.
std::vector<fs::path> Checkpoint::shards() const {
    std::vector<fs::path> out;
    if (fs::exists(folder_ / kIndexName)) {
        for (const auto& [shard, keys] : read_index(folder_ / kIndexName))
            out.push_back(folder_ / shard);
    } else {
        for (const auto& entry : fs::directory_iterator(folder_))
            if (entry.path().extension() == ".safetensors") out.push_back(entry.path());
        std::ranges::sort(out);
    }
    if (out.empty()) fail("{}: there are no safetensors", folder_.string());
    return out;
}

void Checkpoint::add(const fs::path& shard) {
    const auto file = std::make_shared<const SafetensorsFile>(shard);
    for (const auto& [key, info] : file->tensors()) {
        const Found found{file, &info, shard.filename()};
        const auto [at, fresh] = found_.emplace(without_prefix(key), found);
        if (!fresh) fail("{}: {} is in {} as well", shard.string(), key, at->second.in);
    }
}

void Checkpoint::check_index() const {
    const fs::path index = folder_ / kIndexName;
    if (!fs::exists(index)) return;
    for (const auto& [shard, keys] : read_index(index))
        for (const std::string& key : keys) {
            const auto at = found_.find(without_prefix(key));
            if (at == found_.end() || at->second.in != shard)
                fail("{}: {} is not in {}", index.string(), key, shard);
        }
}

void Checkpoint::check_parameters() const {
    std::set<std::string_view> wanted;
    const auto all = parameters(config_);
    for (const Parameter& parameter : all) {
        wanted.insert(parameter.name);
        const auto at = found_.find(parameter.name);
        if (at == found_.end())
            fail("{}: {} is missing{}", folder_.string(), parameter.name,
                 look_alikes(parameter.name));
        if (at->second.info->shape != parameter.shape)
            fail("{}: {} has shape {}, {} is expected", at->second.in, parameter.name,
                 at->second.info->shape, parameter.shape);
        if (at->second.info->dtype == Dtype::other)
            fail("{}: {} is {}, BF16, F16, F32 or F64 is expected", at->second.in, parameter.name,
                 at->second.info->dtype_name);
    }
    for (const auto& [name, found] : found_)
        // A tied lm_head may be stored all the same.
        if (!wanted.contains(name) && !(config_.tie_word_embeddings && name == "lm_head.weight"))
            fail("{}: {} is no parameter of this model", found.in, name);
}

std::string Checkpoint::look_alikes(std::string_view name) const {
    std::vector<std::pair<std::size_t, std::string_view>> near;
    for (const auto& [other, found] : found_) {
        const std::size_t change = distance(name, other);
        if (change <= std::max<std::size_t>(name.size() / 4, 2)) near.emplace_back(change, other);
    }
    std::ranges::sort(near);
    if (near.size() > 3) near.resize(3);
    if (near.empty()) return "";
    std::vector<std::string_view> names;
    for (const auto& [change, other] : near) names.push_back(other);
    return fmt::format("; there is {}", fmt::join(names, ", "));
}

std::uint64_t Checkpoint::bytes() const {
    std::uint64_t sum = 0;
    for (const auto& [name, found] : found_) sum += found.info->end - found.info->begin;
    return sum;
}

std::string Checkpoint::identity() const {
    std::vector<fs::path> files = shards();
    files.push_back(folder_ / "config.json");
    std::string out;
    for (const fs::path& file : files)
        out += fmt::format("{} {} {}\n", file.filename().string(), fs::file_size(file),
                           fs::last_write_time(file).time_since_epoch().count());
    return out;
}

Weight Checkpoint::load(std::string_view name, Loading loading) const {
    const auto at = found_.find(name);
    if (at == found_.end()) fail("{}: {} is missing{}", folder_.string(), name, look_alikes(name));
    return {at->second.file, *at->second.info, loading};
}

}  // namespace qwen3
