// The layers of the model, with OpenBLAS for matrix products.
#include "reference.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "router.hpp"

namespace qwen3 {
namespace {

// Rows of a weight that become float at a time, about: 16 MiB.
constexpr std::int64_t kChunkElements = 1 << 22;

void norm_rows(std::span<float> rows, std::span<const float> weight, double eps) {
    const std::size_t width = weight.size();
    for (std::size_t at = 0; at < rows.size(); at += width) {
        float sum = 0;
        for (std::size_t i = 0; i < width; ++i) sum += rows[at + i] * rows[at + i];
        const float scale =
            1 / std::sqrt(sum / static_cast<float>(width) + static_cast<float>(eps));
        for (std::size_t i = 0; i < width; ++i) rows[at + i] *= scale * weight[i];
    }
}

void add_to(std::span<float> to, std::span<const float> from) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

void softmax(std::span<float> values) {
    const float largest = *std::ranges::max_element(values);
    float sum = 0;
    for (float& value : values) sum += value = std::exp(value - largest);
    for (float& value : values) value /= sum;
}

float silu(float x) {
    return x / (1 + std::exp(-x));
}

}  // namespace

Qwen3MoEReference::Qwen3MoEReference(const Checkpoint& checkpoint, const Limits& limits,
                                     Loading loading, const Progress& progress)
    : config_(checkpoint.config()),
      limits_(limits),
      embedding_(checkpoint.load("embed_tokens.weight", Loading::lazy)),
      head_(checkpoint.load(config_.tie_word_embeddings ? "embed_tokens.weight" : "lm_head.weight",
                            loading)),
      norm_(checkpoint.load("norm.weight", loading).all()),
      cache_(config_, limits),
      load_(config_.num_hidden_layers * config_.num_experts) {
    for (std::int64_t i = 0; i < config_.head_dim / 2; ++i)
        frequencies_.push_back(
            std::pow(config_.rope_theta,
                     -2.0 * static_cast<double>(i) / static_cast<double>(config_.head_dim)));
    for (std::int64_t layer = 0; layer < config_.num_hidden_layers; ++layer) {
        layers_.push_back(load_layer(checkpoint, layer, loading));
        if (progress) progress(layer + 1, config_.num_hidden_layers);
    }
}

Qwen3MoEReference::Layer Qwen3MoEReference::load_layer(const Checkpoint& checkpoint,
                                                       std::int64_t layer, Loading loading) const {
    const auto weight = [&](const std::string& name) {
        return checkpoint.load(fmt::format("layers.{}.{}.weight", layer, name), loading);
    };
    Layer out{.input_norm = weight("input_layernorm").all(),
              .post_norm = weight("post_attention_layernorm").all(),
              .q_norm = weight("self_attn.q_norm").all(),
              .k_norm = weight("self_attn.k_norm").all(),
              .q = weight("self_attn.q_proj"),
              .k = weight("self_attn.k_proj"),
              .v = weight("self_attn.v_proj"),
              .o = weight("self_attn.o_proj"),
              .router = weight("mlp.gate")};
    for (std::int64_t expert = 0; expert < config_.num_experts; ++expert) {
        const std::string at = fmt::format("mlp.experts.{}.", expert);
        out.experts.push_back(
            {weight(at + "gate_proj"), weight(at + "up_proj"), weight(at + "down_proj")});
    }
    return out;
}

std::vector<float> Qwen3MoEReference::linear(std::span<const float> in, const Weight& weight) {
    const std::int64_t width = weight.columns(), outputs = weight.rows();
    const std::int64_t rows = static_cast<std::int64_t>(in.size()) / width;
    std::vector<float> out(rows * outputs);
    const std::int64_t chunk = std::max<std::int64_t>(kChunkElements / width, 1);
    for (std::int64_t first = 0; first < outputs; first += chunk) {
        const std::int64_t count = std::min(chunk, outputs - first);
        const auto values = weight.read(first * width, count * width, scratch_);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(rows),
                    static_cast<int>(count), static_cast<int>(width), 1, in.data(),
                    static_cast<int>(width), values.data(), static_cast<int>(width), 0,
                    out.data() + first, static_cast<int>(outputs));
    }
    return out;
}

std::vector<float> Qwen3MoEReference::normed(std::span<const float> in,
                                             std::span<const float> weight) const {
    std::vector<float> out(in.begin(), in.end());
    norm_rows(out, weight, config_.rms_norm_eps);
    return out;
}

std::vector<float> Qwen3MoEReference::forward(const Batch& batch) {
    check_batch(*this, batch);
    const std::int64_t hidden = config_.hidden_size;
    std::vector<float> x;
    for (const TokenId token : batch.tokens) {
        const auto row = embedding_.read(token * hidden, hidden, scratch_);
        x.insert(x.end(), row.begin(), row.end());
    }
    for (std::int64_t layer = 0; layer < config_.num_hidden_layers; ++layer) {
        attention(layer, batch, x);
        experts(layer, x);
    }
    std::vector<float> last;
    for (std::int64_t user = 0; user < batch.users; ++user) {
        const auto row = x.begin() + ((user + 1) * batch.length() - 1) * hidden;
        last.insert(last.end(), row, row + hidden);
    }
    return linear(normed(last, norm_), head_);
}

// Each head over its own lanes, then pairs (i, i + half) turn by position · frequency.
void Qwen3MoEReference::normalise_and_rotate(std::span<float> heads, std::span<const float> weight,
                                             std::int64_t position) const {
    norm_rows(heads, weight, config_.rms_norm_eps);
    const std::size_t half = frequencies_.size();
    for (std::size_t i = 0; i < half; ++i) {
        const double angle = static_cast<double>(position) * frequencies_[i];
        const auto cosine = static_cast<float>(std::cos(angle)),
                   sine = static_cast<float>(std::sin(angle));
        for (std::size_t head = 0; head < heads.size(); head += 2 * half) {
            float &a = heads[head + i], &b = heads[head + half + i];
            const float turned = a * cosine - b * sine;
            b = b * cosine + a * sine;
            a = turned;
        }
    }
}

void Qwen3MoEReference::attend(std::int64_t layer, std::int64_t user, std::int64_t position,
                               std::span<const float> query, std::span<float> out) {
    const std::int64_t width = config_.head_dim;
    const std::int64_t group = config_.num_attention_heads / config_.num_key_value_heads;
    const float scale = 1 / std::sqrt(static_cast<float>(width));
    std::vector<float> scores(position + 1);
    for (std::int64_t head = 0; head < config_.num_attention_heads; ++head) {
        const auto q = query.subspan(head * width, width);
        const auto result = out.subspan(head * width, width);
        for (std::int64_t past = 0; past <= position; ++past) {
            const auto key = cache_.key(layer, user, past, head / group);
            scores[past] = scale * cblas_sdot(static_cast<int>(width), q.data(), 1, key.data(), 1);
        }
        softmax(scores);
        for (std::int64_t past = 0; past <= position; ++past) {
            const auto value = cache_.value(layer, user, past, head / group);
            for (std::int64_t i = 0; i < width; ++i) result[i] += scores[past] * value[i];
        }
    }
}

void Qwen3MoEReference::attention(std::int64_t layer, const Batch& batch, std::span<float> x) {
    const Layer& weights = layers_[layer];
    const std::vector<float> in = normed(x, weights.input_norm);
    std::vector<float> q = linear(in, weights.q), k = linear(in, weights.k);
    const std::vector<float> v = linear(in, weights.v);
    std::vector<float> out(q.size());
    const std::int64_t wide = config_.query_width(), narrow = config_.kv_width();
    for (std::int64_t row = 0; row < batch.users * batch.length(); ++row) {
        const std::int64_t user = row / batch.length(),
                           position = batch.start + row % batch.length();
        const auto query = std::span(q).subspan(row * wide, wide);
        const auto key = std::span(k).subspan(row * narrow, narrow);
        normalise_and_rotate(query, weights.q_norm, position);
        normalise_and_rotate(key, weights.k_norm, position);
        cache_.store(layer, user, position, key, std::span(v).subspan(row * narrow, narrow));
        attend(layer, user, position, query, std::span(out).subspan(row * wide, wide));
    }
    add_to(x, linear(out, weights.o));
}

void Qwen3MoEReference::add_expert(const Expert& expert, std::span<const float> in,
                                   std::span<const std::pair<std::int64_t, float>> routed,
                                   std::span<float> out) {
    const std::int64_t hidden = config_.hidden_size;
    std::vector<float> rows;
    for (const auto& [token, weight] : routed) {
        const auto row = in.subspan(token * hidden, hidden);
        rows.insert(rows.end(), row.begin(), row.end());
    }
    std::vector<float> inner = linear(rows, expert.gate);
    const std::vector<float> up = linear(rows, expert.up);
    for (std::size_t i = 0; i < inner.size(); ++i) inner[i] = silu(inner[i]) * up[i];
    const std::vector<float> down = linear(inner, expert.down);
    for (std::size_t i = 0; i < routed.size(); ++i) {
        const auto [token, weight] = routed[i];
        for (std::int64_t j = 0; j < hidden; ++j)
            out[token * hidden + j] += weight * down[i * hidden + j];
    }
}

void Qwen3MoEReference::experts(std::int64_t layer, std::span<float> x) {
    const Layer& weights = layers_[layer];
    const std::int64_t count = config_.num_experts;
    const std::vector<float> in = normed(x, weights.post_norm);
    const std::vector<float> logits = linear(in, weights.router);
    std::vector<std::vector<std::pair<std::int64_t, float>>> routed(count);
    for (std::size_t token = 0; token * count < logits.size(); ++token)
        for (const Choice& choice : route(std::span(logits).subspan(token * count, count),
                                          config_.num_experts_per_tok, config_.norm_topk_prob))
            routed[choice.expert].emplace_back(token, choice.weight);
    for (std::int64_t expert = 0; expert < count; ++expert) {
        if (routed[expert].empty()) continue;
        load_[layer * count + expert] += static_cast<std::int64_t>(routed[expert].size());
        add_expert(weights.experts[expert], in, routed[expert], x);
    }
}

}  // namespace qwen3
