// Layers, prefill, decode steps and their traces.
#include "tt/qwen3_moe.hpp"

#include <algorithm>
#include <tt-metalium/distributed.hpp>

#include "error.hpp"
#include "tt/products.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/embedding/embedding.hpp"
#include "ttnn/operations/normalization/rmsnorm/rmsnorm.hpp"

namespace qwen3::device {

using ttnn::Shape;

namespace {

std::int64_t tiles(std::int64_t value) {
    return (value + 31) / 32 * 32;
}

// Caches are of whole tiles.
Limits rounded(Limits limits) {
    limits.max_seq_len = tiles(limits.max_seq_len);
    limits.block_size = tiles(limits.block_size);
    return limits;
}

std::vector<std::int32_t> signed_ids(std::span<const TokenId> tokens) {
    return {tokens.begin(), tokens.end()};
}

}  // namespace

Qwen3MoE::Qwen3MoE(Chips& chips, const Checkpoint& checkpoint, const Limits& limits,
                   const DeviceOptions& options, const Progress& progress)
    : chips_(chips),
      config_(checkpoint.config()),
      limits_(limits),
      trace_(options.trace),
      positions_(chips, config_, rounded(limits)),
      load_(config_.num_hidden_layers * config_.num_experts) {
    const std::int64_t hidden = config_.hidden_size, vocabulary = config_.vocab_size;
    const auto all = [&](const std::string& name) {
        return checkpoint.load(name, Loading::lazy).all();
    };
    const Values words = all("embed_tokens.weight");
    embedding_ = chips.same(words, Shape({extent(vocabulary), extent(hidden)}), DataType::BFLOAT16,
                            Layout::ROW_MAJOR);
    norm_ = chips.same(all("norm.weight"), Shape({1, 1, 1, extent(hidden)}), DataType::BFLOAT16,
                       Layout::TILE);
    const Values head = config_.tie_word_embeddings ? words : all("lm_head.weight");
    // Columns beyond the vocabulary are never looked at.
    const auto columns = [&](std::int64_t chip) {
        Values out(hidden * slice());
        for (std::int64_t c = 0; c < slice() && chip * slice() + c < vocabulary; ++c)
            for (std::int64_t h = 0; h < hidden; ++h)
                out[h * slice() + c] = head[(chip * slice() + c) * hidden + h];
        return out;
    };
    head_ = chips.each(columns, Shape({1, 1, extent(hidden), extent(slice())}), DataType::BFLOAT16,
                       Layout::TILE);
    for (std::int64_t layer = 0; layer < config_.num_hidden_layers; ++layer) {
        layers_.push_back(load_layer(checkpoint, layer, options));
        if (progress) progress(layer + 1, config_.num_hidden_layers);
    }
}

Qwen3MoE::~Qwen3MoE() {
    for (auto& [users, step] : steps_)
        if (step.trace)
            chips_.device().release_mesh_trace(tt::tt_metal::distributed::MeshTraceId(*step.trace));
}

std::int64_t Qwen3MoE::slice() const {
    return tiles((config_.vocab_size + chips_.count() - 1) / chips_.count());
}

Qwen3MoE::Layer Qwen3MoE::load_layer(const Checkpoint& checkpoint, std::int64_t layer,
                                     const DeviceOptions& options) const {
    const auto weight = [&](const std::string& name) {
        return checkpoint.load(fmt::format("layers.{}.{}.weight", layer, name), Loading::lazy)
            .all();
    };
    const auto expert = [&](const std::string& name) {
        return [weight, name](std::int64_t number) {
            return weight(fmt::format("mlp.experts.{}.{}", number, name));
        };
    };
    const auto norm = [&](const std::string& name) {
        return chips_.same(weight(name), Shape({1, 1, 1, extent(config_.hidden_size)}),
                           DataType::BFLOAT16, Layout::TILE);
    };
    return {norm("input_layernorm"), norm("post_attention_layernorm"),
            AttentionBlock(chips_, config_, rounded(limits_), options.attention,
                           {weight("self_attn.q_proj"), weight("self_attn.k_proj"),
                            weight("self_attn.v_proj"), weight("self_attn.o_proj"),
                            weight("self_attn.q_norm"), weight("self_attn.k_norm")}),
            ExpertBlock(
                chips_, config_, options.experts,
                {expert("gate_proj"), expert("up_proj"), expert("down_proj"), weight("mlp.gate")})};
}

Tensor Qwen3MoE::norm(const Tensor& x, const Tensor& weight) const {
    return ttnn::rms_norm(x, static_cast<float>(config_.rms_norm_eps), weight);
}

Tensor Qwen3MoE::after_attention(const Layer& layer, std::size_t number, const Tensor& x,
                                 const Tensor& seen) {
    const Tensor sum = ttnn::add(x, seen);
    const auto& shape = sum.logical_shape();
    const Tensor rows = ttnn::reshape(norm(sum, layer.post_norm),
                                      Shape({1, 1, shape[0] * shape[1] * shape[2], shape[3]}));
    const Tensor mixed = layer.experts.forward(rows);
    if (counts_load_) {
        const auto counts = layer.experts.load();
        for (std::size_t e = 0; e < counts.size(); ++e)
            load_[number * counts.size() + e] += counts[e];
    }
    return ttnn::add(sum, ttnn::reshape(mixed, shape));
}

Tensor Qwen3MoE::logits(const Tensor& x) const {
    return product(norm(x, norm_), head_, DataType::FLOAT32);
}

std::vector<float> Qwen3MoE::gathered(const Tensor& logits, std::int64_t users) const {
    std::vector<float> out(users * config_.vocab_size);
    for (std::int64_t chip = 0; chip < chips_.count(); ++chip) {
        const std::int64_t first = chip * slice();
        const std::int64_t count = std::min(slice(), config_.vocab_size - first);
        if (count <= 0) break;
        const Values part = chips_.read(logits, chip);
        for (std::int64_t user = 0; user < users; ++user)
            std::copy_n(part.begin() + user * slice(), count,
                        out.begin() + user * config_.vocab_size + first);
    }
    return out;
}

std::vector<float> Qwen3MoE::forward(const Batch& batch) {
    check_batch(*this, batch);
    chips_.take_time();
    std::vector<float> out = run(batch);
    seconds_ = chips_.take_time().span();
    return out;
}

std::vector<float> Qwen3MoE::run(const Batch& batch) {
    if (batch.start == 0 && batch.length() > 1) return prefill(batch);
    std::vector<float> last;
    std::vector<TokenId> tokens(batch.users);
    for (std::int64_t i = 0; i < batch.length(); ++i) {
        for (std::int64_t user = 0; user < batch.users; ++user)
            tokens[user] = batch.tokens[user * batch.length() + i];
        last = decode(batch.users, batch.start + i, tokens);
    }
    return last;
}

// Lengths are rounded up to whole tiles: what is behind a token does not change it, and what the
// cache then holds too much is overwritten before anybody sees it.
std::vector<float> Qwen3MoE::prefill(const Batch& batch) {
    const std::int64_t length = batch.length(), width = tiles(length), users = batch.users;
    std::vector<std::int32_t> ids(users * width);
    for (std::int64_t user = 0; user < users; ++user)
        std::copy_n(batch.tokens.begin() + user * length, length, ids.begin() + user * width);
    const Tensor numbers =
        chips_.numbers(ids, Shape({extent(users), extent(width)}), DataType::UINT32);
    Tensor x = ttnn::reshape(ttnn::embedding(numbers, embedding_, std::nullopt, Layout::TILE),
                             Shape({extent(users), 1, extent(width), extent(config_.hidden_size)}));
    const Turn turn = turn_for_prefill(positions_, extent(width));
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const Layer& layer = layers_[i];
        const Tensor seen = layer.attention.prefill(norm(x, layer.input_norm), turn, positions_);
        x = after_attention(layer, i, x, seen);
    }
    using Places = ttsl::SmallVector<std::uint32_t>;
    const Tensor last = ttnn::slice<std::uint32_t>(
        x, Places{0, 0, extent(length - 1), 0},
        Places{extent(users), 1, extent(length), extent(config_.hidden_size)}, Places{1, 1, 1, 1});
    const Tensor rows =
        ttnn::reshape(last, Shape({1, 1, extent(users), extent(config_.hidden_size)}));
    return gathered(logits(rows), users);
}

Tensor Qwen3MoE::decode_step(const Step& step) {
    const std::uint32_t users = step.places.logical_shape()[0];
    Tensor x = ttnn::reshape(ttnn::embedding(step.ids, embedding_, std::nullopt, Layout::TILE),
                             Shape({1, 1, users, extent(config_.hidden_size)}));
    const Turn turn = turn_for_decode(positions_, step.numbers, step.places);
    for (std::size_t i = 0; i < layers_.size(); ++i) {
        const Layer& layer = layers_[i];
        const Tensor seen = layer.attention.decode(norm(x, layer.input_norm), turn, positions_);
        x = after_attention(layer, i, x, seen);
    }
    return logits(x);
}

// Once as it is, so that all programs are there; what it does to the cache is done again.
void Qwen3MoE::capture(Step& step) {
    decode_step(step);
    auto& queue = chips_.device().mesh_command_queue();
    const auto id = chips_.device().begin_mesh_trace(queue);
    step.logits = decode_step(step);
    chips_.device().end_mesh_trace(queue, id);
    step.trace = *id;
}

std::vector<float> Qwen3MoE::decode(std::int64_t users, std::int64_t position,
                                    std::span<const TokenId> tokens) {
    const auto ids = signed_ids(tokens);
    const std::vector<std::int32_t> places(users, static_cast<std::int32_t>(position));
    auto [at, fresh] = steps_.try_emplace(users);
    Step& step = at->second;
    if (fresh) {
        step.ids = chips_.numbers(ids, Shape({1, extent(users)}), DataType::UINT32);
        step.numbers = chips_.numbers(places, Shape({extent(users), 1}), DataType::UINT32);
        step.places = chips_.numbers(places, Shape({extent(users)}), DataType::INT32);
    } else {
        chips_.write(ids, step.ids);
        chips_.write(places, step.numbers);
        chips_.write(places, step.places);
    }
    if (!trace_ || counts_load_) return gathered(decode_step(step), users);
    if (!step.trace) capture(step);
    chips_.device().replay_mesh_trace(chips_.device().mesh_command_queue(),
                                      tt::tt_metal::distributed::MeshTraceId(*step.trace), false);
    return gathered(step.logits, users);
}

}  // namespace qwen3::device
