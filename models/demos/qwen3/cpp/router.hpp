// Which experts a token goes to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace qwen3 {

struct Choice {
    std::int64_t expert;
    float weight;
};

// Softmax over all experts, the `count` likeliest (of equals the lower number), divided by their
// sum when `normalise` is set. Descending weights.
std::vector<Choice> route(std::span<const float> logits, std::int64_t count, bool normalise);

}  // namespace qwen3
