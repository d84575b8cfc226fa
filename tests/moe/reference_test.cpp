// The reference against loops in double precision, written from the formulas.
#include "reference.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "folder.hpp"
#include "make_checkpoint.hpp"
#include "router.hpp"

namespace qwen3::testing {
namespace {

using ::testing::HasSubstr;
using Row = std::vector<double>;
using Rows = std::vector<Row>;  // by position

// One user, the whole sequence at once, no cache.
class Loops {
 public:
    explicit Loops(const Checkpoint& checkpoint)
        : checkpoint_(checkpoint), config_(checkpoint.config()) {}

    Row logits(std::span<const TokenId> tokens) const {
        const auto table = weight("embed_tokens");
        const std::size_t hidden = config_.hidden_size;
        Rows x;
        for (const TokenId token : tokens)
            x.emplace_back(table.begin() + token * hidden, table.begin() + (token + 1) * hidden);
        for (std::int64_t layer = 0; layer < config_.num_hidden_layers; ++layer) {
            const std::string at = fmt::format("layers.{}.", layer);
            add(x, attention(at + "self_attn.", normed_rows(x, at + "input_layernorm")));
            add(x, moe(at + "mlp.", normed_rows(x, at + "post_attention_layernorm")));
        }
        return times(normed(x.back(), weight("norm")),
                     config_.tie_word_embeddings ? "embed_tokens" : "lm_head");
    }

 private:
    std::vector<float> weight(const std::string& name) const {
        return checkpoint_.load(name + ".weight", Loading::eager).all();
    }

    Row times(const Row& in, const std::string& name) const {
        const auto matrix = weight(name);
        Row out(matrix.size() / in.size());
        for (std::size_t i = 0; i < out.size(); ++i)
            for (std::size_t j = 0; j < in.size(); ++j) out[i] += in[j] * matrix[i * in.size() + j];
        return out;
    }

    Row normed(Row row, const std::vector<float>& by) const {
        double sum = 0;
        for (const double value : row) sum += value * value;
        const double root = std::sqrt(sum / static_cast<double>(row.size()) + config_.rms_norm_eps);
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = row[i] / root * by[i];
        return row;
    }

    Rows normed_rows(const Rows& rows, const std::string& name) const {
        const auto by = weight(name);
        Rows out;
        for (const Row& row : rows) out.push_back(normed(row, by));
        return out;
    }

    static void add(Rows& to, const Rows& from) {
        for (std::size_t i = 0; i < to.size(); ++i)
            for (std::size_t j = 0; j < to[i].size(); ++j) to[i][j] += from[i][j];
    }

    static void softmax(Row& row) {
        double sum = 0;
        for (double& value : row) sum += value = std::exp(value);
        for (double& value : row) value /= sum;
    }

    // Head `head` of a projection: normalised and turned when `norm` is given.
    Row head_of(const Row& all, std::int64_t head, const std::vector<float>* norm,
                std::size_t position) const {
        const std::int64_t width = config_.head_dim, half = width / 2;
        Row row(all.begin() + head * width, all.begin() + (head + 1) * width);
        if (!norm) return row;
        row = normed(row, *norm);
        Row out(width);
        for (std::int64_t i = 0; i < half; ++i) {
            const double angle = static_cast<double>(position) /
                                 std::pow(config_.rope_theta, 2.0 * static_cast<double>(i) /
                                                                  static_cast<double>(width));
            out[i] = row[i] * std::cos(angle) - row[i + half] * std::sin(angle);
            out[i + half] = row[i + half] * std::cos(angle) + row[i] * std::sin(angle);
        }
        return out;
    }

    Rows attention(const std::string& at, const Rows& in) const {
        const auto q_norm = weight(at + "q_norm"), k_norm = weight(at + "k_norm");
        Rows q, k, v, out;
        for (const Row& row : in) {
            q.push_back(times(row, at + "q_proj"));
            k.push_back(times(row, at + "k_proj"));
            v.push_back(times(row, at + "v_proj"));
        }
        const std::int64_t group = config_.num_attention_heads / config_.num_key_value_heads;
        for (std::size_t t = 0; t < in.size(); ++t) {
            Row joined;
            for (std::int64_t head = 0; head < config_.num_attention_heads; ++head) {
                const Row query = head_of(q[t], head, &q_norm, t);
                Row scores;
                for (std::size_t s = 0; s <= t; ++s) {
                    const Row key = head_of(k[s], head / group, &k_norm, s);
                    double dot = 0;
                    for (std::size_t i = 0; i < key.size(); ++i) dot += query[i] * key[i];
                    scores.push_back(dot / std::sqrt(static_cast<double>(config_.head_dim)));
                }
                softmax(scores);
                Row mixed(config_.head_dim);
                for (std::size_t s = 0; s <= t; ++s) {
                    const Row value = head_of(v[s], head / group, nullptr, s);
                    for (std::size_t i = 0; i < value.size(); ++i) mixed[i] += scores[s] * value[i];
                }
                joined.insert(joined.end(), mixed.begin(), mixed.end());
            }
            out.push_back(times(joined, at + "o_proj"));
        }
        return out;
    }

    Rows moe(const std::string& at, const Rows& in) const {
        Rows out;
        for (const Row& row : in) {
            Row share = times(row, at + "gate");
            softmax(share);
            std::vector<std::size_t> best(share.size());
            for (std::size_t i = 0; i < best.size(); ++i) best[i] = i;
            std::ranges::sort(best, [&](auto a, auto b) { return share[a] > share[b]; });
            best.resize(config_.num_experts_per_tok);
            double sum = 0;
            for (const std::size_t expert : best) sum += share[expert];
            Row mixed(row.size());
            for (const std::size_t expert : best) {
                const std::string of = fmt::format("{}experts.{}.", at, expert);
                Row inner = times(row, of + "gate_proj");
                const Row up = times(row, of + "up_proj");
                for (std::size_t i = 0; i < inner.size(); ++i)
                    inner[i] = inner[i] / (1 + std::exp(-inner[i])) * up[i];
                const Row down = times(inner, of + "down_proj");
                for (std::size_t i = 0; i < down.size(); ++i)
                    mixed[i] += share[expert] / (config_.norm_topk_prob ? sum : 1) * down[i];
            }
            out.push_back(mixed);
        }
        return out;
    }

    const Checkpoint& checkpoint_;
    Config config_;
};

// Relative to the size of all logits.
double error_of(std::span<const float> got, const Row& wanted) {
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        difference += (got[i] - wanted[i]) * (got[i] - wanted[i]);
        size += wanted[i] * wanted[i];
    }
    return std::sqrt(difference / size);
}

Config odd_config() {
    Config config = tiny_config();
    config.hidden_size = 48;
    config.num_attention_heads = 6;
    config.num_key_value_heads = 2;
    config.head_dim = 10;
    config.moe_intermediate_size = 20;
    config.num_experts = 5;
    config.num_experts_per_tok = 3;
    return config;
}

class Reference : public ::testing::TestWithParam<bool> {};

TEST_P(Reference, IsWhatTheFormulasSay) {
    const Folder folder;
    Config config = odd_config();
    config.norm_topk_prob = GetParam();
    config.tie_word_embeddings = !GetParam();
    make_checkpoint(folder.path(), {.config = config});
    const Checkpoint checkpoint(folder.path());
    const Loops loops(checkpoint);
    const std::vector<TokenId> tokens = {7, 300, 21, 7, 99, 150, 2};
    // Blocks of three, so that a sequence has several of them.
    Qwen3MoEReference model(checkpoint, {.max_batch_size = 2, .max_seq_len = 8, .block_size = 3},
                            GetParam() ? Loading::eager : Loading::lazy);
    const auto prefill = model.forward({.tokens = std::span(tokens).first(5)});
    EXPECT_LT(error_of(prefill, loops.logits(std::span(tokens).first(5))), 1e-5);
    for (std::size_t position = 5; position < tokens.size(); ++position) {
        const auto decode = model.forward({.start = static_cast<std::int64_t>(position),
                                           .tokens = std::span(tokens).subspan(position, 1)});
        EXPECT_LT(error_of(decode, loops.logits(std::span(tokens).first(position + 1))), 1e-5);
    }
    std::int64_t routed = 0;
    for (const std::int64_t count : model.load()) routed += count;
    EXPECT_EQ(routed, 7 * 3 * 2);  // tokens, experts of each, layers
}

INSTANTIATE_TEST_SUITE_P(Variants, Reference, ::testing::Bool());

TEST(ReferenceBatch, UsersDoNotSeeEachOther) {
    const Folder folder;
    make_checkpoint(folder.path(), {.config = odd_config()});
    const Checkpoint checkpoint(folder.path());
    Qwen3MoEReference model(checkpoint, {.max_batch_size = 3, .max_seq_len = 64}, Loading::eager);
    const std::vector<TokenId> tokens = {1, 2, 3, 40, 50, 60, 7, 8, 9};
    const auto all = model.forward({.users = 3, .tokens = tokens});
    const Loops loops(checkpoint);
    for (std::size_t user = 0; user < 3; ++user) {
        const std::size_t vocabulary = checkpoint.config().vocab_size;
        EXPECT_LT(error_of(std::span(all).subspan(user * vocabulary, vocabulary),
                           loops.logits(std::span(tokens).subspan(user * 3, 3))),
                  1e-5);
    }
}

TEST(ReferenceBatch, WhatDoesNotFitIsRefused) {
    const Folder folder;
    make_checkpoint(folder.path(), {.config = odd_config()});
    Qwen3MoEReference model(Checkpoint(folder.path()), {.max_batch_size = 1, .max_seq_len = 4},
                            Loading::eager);
    const std::vector<TokenId> five(5), foreign = {9999};
    const auto said = [&](const Batch& batch) { return refusal([&] { model.forward(batch); }); };
    EXPECT_THAT(said({.tokens = five}), HasSubstr("positions 0 to 4 do not fit a cache of 4"));
    EXPECT_THAT(said({.users = 5, .tokens = five}), HasSubstr("batch of 5 users, 1 to 1"));
    EXPECT_THAT(said({.tokens = foreign}), HasSubstr("token 9999 is outside"));
    EXPECT_THAT(said({}), HasSubstr("0 tokens"));
}

TEST(Router, TiesGoToTheLowerNumber) {
    const std::vector<float> logits = {1, 3, 3, 0};
    const auto choices = route(logits, 2, true);
    EXPECT_EQ(choices[0].expert, 1);
    EXPECT_EQ(choices[1].expert, 2);
    EXPECT_FLOAT_EQ(choices[0].weight, 0.5f);
    float sum = 0;
    for (const Choice& choice : route(logits, 4, false)) sum += choice.weight;
    EXPECT_FLOAT_EQ(sum, 1);
    const std::vector<float> broken = {1, NAN};
    EXPECT_THROW(route(broken, 1, true), Error);
}

TEST(KvCachePages, AreAPermutation) {
    const Limits limits{.max_batch_size = 3, .max_seq_len = 100, .block_size = 32};
    const KvCache cache(odd_config(), limits);
    std::vector<std::int32_t> pages(cache.page_table().begin(), cache.page_table().end());
    EXPECT_EQ(pages.size(), 12u);
    EXPECT_FALSE(std::ranges::is_sorted(pages));
    std::ranges::sort(pages);
    for (std::int32_t i = 0; i < 12; ++i) EXPECT_EQ(pages[i], i);
}

}  // namespace
}  // namespace qwen3::testing
