// How a model's tokens are spread over experts and chips: as placed, and as the router chose.
#pragma once

#include <string>

#include "tt/qwen3_moe.hpp"

namespace qwen3::device {

struct Load {
    std::int64_t choices = 0;                         // tokens, times experts of each, times layers
    std::vector<std::vector<std::int64_t>> by_layer;  // then by expert
    std::vector<std::int64_t> by_chip;

    // Of a chip: what its share of the experts is, and what the busiest one got.
    double even_share() const { return 1.0 / static_cast<double>(by_chip.size()); }
    double busiest_share() const;
};

// Since counting was switched on.
Load load_of(const Qwen3MoE& model);
std::string text_of(const Load& load);

}  // namespace qwen3::device
