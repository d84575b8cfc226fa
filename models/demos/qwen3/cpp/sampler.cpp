// Greedy choice and nucleus sampling.
#include "sampler.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "error.hpp"
#include "model.hpp"

namespace qwen3 {

void check_sampling(const Sampling& sampling) {
    if (!(sampling.temperature >= 0) || !std::isfinite(sampling.temperature))
        fail("temperature is {}, 0 or more is allowed", sampling.temperature);
    if (!(sampling.top_p > 0 && sampling.top_p <= 1))
        fail("top-p is {}, more than 0 and at most 1 is allowed", sampling.top_p);
}

Sampler::Sampler(const Sampling& sampling) : sampling_(sampling), random_(sampling.seed) {
    check_sampling(sampling);
}

TokenId Sampler::choose(std::span<const float> logits) {
    const TokenId likeliest = greatest(logits);
    if (sampling_.temperature == 0) return likeliest;
    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](TokenId a, TokenId b) { return logits[a] > logits[b]; });
    std::vector<double> weights;
    double all = 0;
    for (const TokenId token : order) {
        weights.push_back(
            std::exp((double{logits[token]} - logits[likeliest]) / sampling_.temperature));
        all += weights.back();
    }
    std::size_t kept = 0;
    double before = 0;
    while (kept < weights.size() && before <= sampling_.top_p * all) before += weights[kept++];
    double drawn = random_.uniform() * before;
    for (std::size_t i = 0; i < kept; ++i) {
        drawn -= weights[i];
        if (drawn < 0) return order[i];
    }
    return order[kept - 1];  // rounding
}

}  // namespace qwen3
