// The next token from logits.
#pragma once

#include <span>

#include "merges.hpp"
#include "random.hpp"

namespace qwen3 {

struct Sampling {
    double temperature = 0.6;  // 0: the likeliest token
    double top_p = 0.9;
    std::uint64_t seed = 42;
};

// An error names a temperature or top-p outside of its range.
void check_sampling(const Sampling& sampling);

class Sampler {
 public:
    explicit Sampler(const Sampling& sampling);
    // Greedy: of equals the lowest id. Else softmax(logits / temperature), sorted; tokens whose
    // predecessors hold more than top-p are dropped, and one of the rest is drawn.
    TokenId choose(std::span<const float> logits);

 private:
    Sampling sampling_;
    Random random_;
};

}  // namespace qwen3
