// Products by OpenBLAS, the rest as it is written in the model's description.
#include "layer_sums.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "router.hpp"

namespace qwen3::testing {
namespace {

// in (rows, inner) times the transposed (columns, inner).
Values product(const Values& in, const Values& weight, std::int64_t inner) {
    const auto rows = static_cast<int>(std::ssize(in) / inner),
               columns = static_cast<int>(std::ssize(weight) / inner),
               width = static_cast<int>(inner);
    Values out(std::size_t(rows) * static_cast<std::size_t>(columns));
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, columns, width, 1, in.data(), width,
                weight.data(), width, 0, out.data(), columns);
    return out;
}

}  // namespace

Values drawn(std::int64_t count, float size, std::uint64_t seed) {
    Values out(count);
    std::uint64_t bits = seed * 0x9e3779b97f4a7c15u + 1;
    for (float& value : out) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        value = static_cast<float>(static_cast<int>(bits >> 56) - 128) / 128 * size;
    }
    return out;
}

// ---- experts

Values ExpertSums::matrix(std::uint64_t which, std::int64_t expert) const {
    return drawn(config.hidden_size * config.moe_intermediate_size, 0.0625f,
                 which * 1000 + static_cast<std::uint64_t>(expert));
}

Values ExpertSums::router() const {
    return drawn(config.num_experts * config.hidden_size, 0.0625f, 4);
}

void ExpertSums::add(std::int64_t expert, const Values& x, const Routed& routed,
                     Values& out) const {
    const std::int64_t hidden = config.hidden_size;
    Values rows;
    for (const auto& [token, weight] : routed)
        rows.insert(rows.end(), x.begin() + token * hidden, x.begin() + (token + 1) * hidden);
    Values inner = product(rows, matrix(1, expert), hidden);
    const Values up = product(rows, matrix(2, expert), hidden);
    for (std::size_t i = 0; i < inner.size(); i++) inner[i] *= up[i] / (1 + std::exp(-inner[i]));
    const Values down = product(inner, matrix(3, expert), config.moe_intermediate_size);
    for (std::size_t i = 0; i < routed.size(); i++)
        for (std::int64_t h = 0; h < hidden; h++)
            out[routed[i].first * hidden + h] += routed[i].second * down[i * hidden + h];
}

Values ExpertSums::expected(const Values& x) const {
    const Values scores = product(x, router(), config.hidden_size);
    std::vector<Routed> routed(config.num_experts);
    for (std::int64_t token = 0; token < std::ssize(x) / config.hidden_size; token++)
        for (const Choice& choice :
             route(std::span(scores).subspan(token * config.num_experts, config.num_experts),
                   config.num_experts_per_tok, config.norm_topk_prob))
            routed[choice.expert].emplace_back(token, choice.weight);
    Values out(x.size());
    for (std::int64_t expert = 0; expert < config.num_experts; expert++)
        if (!routed[expert].empty()) add(expert, x, routed[expert], out);
    return out;
}

// ---- attention

Values AttentionSums::weight(const std::string& name) const {
    const std::int64_t hidden = config.hidden_size, wide = config.query_width();
    if (name == "q_proj") return drawn(wide * hidden, 0.0625f, 11);
    if (name == "k_proj") return drawn(config.kv_width() * hidden, 0.0625f, 12);
    if (name == "v_proj") return drawn(config.kv_width() * hidden, 0.0625f, 13);
    if (name == "o_proj") return drawn(hidden * wide, 0.0625f, 14);
    Values norm = drawn(config.head_dim, 0.5f, name == "q_norm" ? 15 : 16);
    for (float& value : norm) value += 1;
    return norm;
}

// Each head over its own lanes; then lanes i and i + half turn by the position.
void AttentionSums::turn(float* head, const Values& norm, std::int64_t position) const {
    const std::int64_t half = config.head_dim / 2;
    float sum = 0;
    for (std::int64_t i = 0; i < 2 * half; i++) sum += head[i] * head[i];
    const float scale =
        1 / std::sqrt(sum / static_cast<float>(2 * half) + static_cast<float>(config.rms_norm_eps));
    for (std::int64_t i = 0; i < 2 * half; i++) head[i] *= scale * norm[i];
    for (std::int64_t i = 0; i < half; i++) {
        const double frequency =
            std::pow(config.rope_theta, -static_cast<double>(i) / static_cast<double>(half));
        const double angle = static_cast<double>(position) * frequency;
        const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
        const float a = head[i], b = head[i + half];
        head[i] = a * c - b * s;
        head[i + half] = b * c + a * s;
    }
}

void AttentionSums::turn_all(Values& heads, const Values& norm, std::int64_t length) const {
    const std::int64_t count = std::ssize(heads) / config.head_dim / length;
    for (std::int64_t at = 0; at < length; at++)
        for (std::int64_t head = 0; head < count; head++)
            turn(&heads[(at * count + head) * config.head_dim], norm, at);
}

// One head: its rows stand as far apart as all heads are wide.
void AttentionSums::attend(const float* q, const float* k, const float* v, std::int64_t length,
                           float* out) const {
    const std::int64_t wide = config.query_width(), narrow = config.kv_width();
    const auto size = static_cast<int>(config.head_dim);
    const float scale = 1 / std::sqrt(static_cast<float>(size));
    for (std::int64_t row = 0; row < length; row++) {
        Values weights(row + 1);
        for (std::int64_t i = 0; i <= row; i++)
            weights[i] = scale * cblas_sdot(size, q + row * wide, 1, k + i * narrow, 1);
        const float most = *std::ranges::max_element(weights);
        float sum = 0;
        for (float& weight : weights) sum += weight = std::exp(weight - most);
        for (std::int64_t i = 0; i <= row; i++)
            cblas_saxpy(size, weights[i] / sum, v + i * narrow, 1, out + row * wide, 1);
    }
}

Values AttentionSums::expected(const Values& x) const {
    const std::int64_t hidden = config.hidden_size, length = std::ssize(x) / hidden;
    Values q = product(x, weight("q_proj"), hidden), k = product(x, weight("k_proj"), hidden);
    const Values v = product(x, weight("v_proj"), hidden);
    turn_all(q, weight("q_norm"), length);
    turn_all(k, weight("k_norm"), length);
    Values out(q.size());
    const std::int64_t group = config.num_attention_heads / config.num_key_value_heads;
    for (std::int64_t head = 0; head < config.num_attention_heads; head++) {
        const std::int64_t from = head * config.head_dim, key = head / group * config.head_dim;
        attend(&q[from], &k[key], &v[key], length, &out[from]);
    }
    return product(out, weight("o_proj"), config.query_width());
}

}  // namespace qwen3::testing
