// Softmax and top-k of one token.
#include "router.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"

namespace qwen3 {

std::vector<Choice> route(std::span<const float> logits, std::int64_t count, bool normalise) {
    const float largest = *std::ranges::max_element(logits);
    std::vector<Choice> choices;
    float sum = 0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
        choices.push_back({static_cast<std::int64_t>(i), std::exp(logits[i] - largest)});
        sum += choices.back().weight;
    }
    if (!std::isfinite(sum)) fail("router: logits are not finite");
    std::ranges::partial_sort(
        choices, choices.begin() + count, [](const Choice& a, const Choice& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.expert < b.expert;
        });
    choices.resize(count);
    if (normalise) {
        sum = 0;
        for (const Choice& choice : choices) sum += choice.weight;
    }
    for (Choice& choice : choices) choice.weight /= sum;
    return choices;
}

}  // namespace qwen3
