// Repeated calls and their means.
#include "tt/bench.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "error.hpp"
#include "random.hpp"
#include "tt/matmul.hpp"

namespace qwen3::device {

namespace {

struct BlockShape {
    std::string_view name;
    std::int64_t experts, chosen, hidden, inner;
    bool normalised;
};
constexpr BlockShape kShapes[] = {{"DeepSeek-V3", 256, 8, 7168, 2048, true},
                                  {"GPT-OSS-120B", 128, 4, 2880, 2880, false},
                                  {"GPT-OSS-20B", 32, 4, 2880, 2880, false}};

// Cheap: a full-size block has hundreds of millions of weights.
Values random_values(std::int64_t count, double size, std::uint64_t seed) {
    Values out(count);
    Random random(seed);
    std::uint64_t bits = random.next();
    for (float& value : out) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        value = static_cast<float>((static_cast<double>(bits >> 40) * 0x1p-23 - 1) * size);
    }
    return out;
}

ExpertBlock::Weights random_weights(const Config& config) {
    const std::int64_t count = config.hidden_size * config.moe_intermediate_size;
    const auto of = [count](std::uint64_t seed) {
        return [count, seed](std::int64_t expert) {
            return random_values(count, 0.05, seed * 1000003 + static_cast<std::uint64_t>(expert));
        };
    };
    const std::int64_t router = config.num_experts * config.hidden_size;
    return {of(1), of(2), of(3), [router] { return random_values(router, 0.05, 4); }};
}

}  // namespace

Config block_config(std::string_view name) {
    for (const BlockShape& shape : kShapes) {
        if (shape.name != name) continue;
        Config config;
        config.num_experts = shape.experts;
        config.num_experts_per_tok = shape.chosen;
        config.hidden_size = shape.hidden;
        config.moe_intermediate_size = shape.inner;
        config.norm_topk_prob = shape.normalised;
        return config;
    }
    const auto names = known_names();
    if (std::ranges::find(names, name) != names.end()) return known_config(name);
    fail("model {} is not known: {}, DeepSeek-V3, GPT-OSS-120B, GPT-OSS-20B are", name,
         fmt::join(names, ", "));
}

double mean_without_extremes(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t cut = values.size() > 2 ? 1 : 0;
    return std::accumulate(values.begin() + cut, values.end() - cut, 0.0) /
           static_cast<double>(values.size() - 2 * cut);
}

BlockBench::BlockBench(Chips& chips, const Config& config, const ExpertOptions& options)
    : chips_(chips),
      config_(config),
      block_(Uploads(chips), "", config, options, random_weights(config)) {}

double BlockBench::seconds(std::int64_t tokens, const Repeats& repeats) {
    const ttnn::Shape shape({1, 1, extent(tokens), extent(config_.hidden_size)});
    const Tensor x = chips_.same(random_values(tokens * config_.hidden_size, 1, 5), shape,
                                 DataType::BFLOAT16, Layout::TILE);
    std::vector<double> times;
    for (std::int64_t i = 0; i < repeats.warmup + repeats.timed; ++i) {
        chips_.take_time();
        const Tensor out = block_.forward(x);
        const double span = chips_.take_time().span();
        if (i >= repeats.warmup) times.push_back(span);
    }
    return mean_without_extremes(times);
}

std::string ModelTimes::csv() const {
    return fmt::format("{},{},{},{:.2f},{:.2f},{:.2f}", batch, input, output, first_ms, step_ms,
                       tokens_per_second());
}

ModelTimes model_times(Model& model, std::int64_t batch, std::int64_t input, std::int64_t output,
                       const Repeats& repeats) {
    Random random(42);
    std::vector<TokenId> prompt(batch * input), next(batch);
    const auto draw = [&](std::vector<TokenId>& ids) {
        for (TokenId& id : ids) id = static_cast<TokenId>(random.below(model.config().vocab_size));
    };
    std::vector<double> first, steps;
    for (std::int64_t i = 0; i < repeats.warmup + repeats.timed; ++i) {
        draw(prompt);
        (void)model.forward({.users = batch, .tokens = prompt});
        const bool counts = i >= repeats.warmup;
        if (counts) first.push_back(model.modelled_seconds() * 1e3);
        for (std::int64_t at = 0; at < output; ++at) {
            draw(next);
            (void)model.forward({.users = batch, .start = input + at, .tokens = next});
            if (counts) steps.push_back(model.modelled_seconds() * 1e3);
        }
    }
    return {batch, input, output, mean_without_extremes(first), mean_without_extremes(steps)};
}

}  // namespace qwen3::device
