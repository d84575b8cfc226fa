// Sums of counts.
#include "tt/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace qwen3::device {

double Load::busiest_share() const {
    if (choices == 0) return 0;
    return static_cast<double>(*std::ranges::max_element(by_chip)) / static_cast<double>(choices);
}

Load load_of(const Qwen3MoE& model) {
    Load out;
    const std::span<const std::int64_t> counts = model.load();
    const auto experts = static_cast<std::size_t>(model.config().num_experts);
    for (std::size_t first = 0; first < counts.size(); first += experts)
        out.by_layer.emplace_back(counts.begin() + first, counts.begin() + first + experts);
    for (const auto& chip : model.placement()) {
        std::int64_t sum = 0;
        for (const auto& layer : out.by_layer)
            for (const std::int64_t expert : chip) sum += layer[expert];
        out.by_chip.push_back(sum);
    }
    out.choices = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    return out;
}

std::string text_of(const Load& load) {
    return fmt::format(
        "load: {} choices of experts; of {} chips the busiest got {:.1f} %, an even share is "
        "{:.1f} %",
        load.choices, load.by_chip.size(), 100 * load.busiest_share(), 100 * load.even_share());
}

}  // namespace qwen3::device
