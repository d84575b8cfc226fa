// Modelled times of the experts' block and of whole models.
#pragma once

#include <string>

#include "tt/qwen3_moe.hpp"

namespace qwen3::device {

// Models by their name, of which the experts' block alone is measured; an error lists them.
Config block_config(std::string_view name);

// Without the smallest and the largest, of three values or more.
double mean_without_extremes(std::vector<double> values);

struct Repeats {
    std::int64_t warmup = 1, timed = 3;
};

// Seconds of one pass of so many tokens through a block with random weights.
class BlockBench {
 public:
    BlockBench(Chips& chips, const Config& config, const ExpertOptions& options);
    double seconds(std::int64_t tokens, const Repeats& repeats);

 private:
    Chips& chips_;
    Config config_;
    ExpertBlock block_;
};

struct ModelTimes {
    std::int64_t batch, input, output;
    double first_ms, step_ms;

    double tokens_per_second() const { return static_cast<double>(batch) / step_ms * 1e3; }
    // batch,input,output,TTFT_ms,TPOT_ms,tokens_per_s
    std::string csv() const;
};
// Random prompts of the same length, then `output` decode steps.
ModelTimes model_times(Model& model, std::int64_t batch, std::int64_t input, std::int64_t output,
                       const Repeats& repeats);

}  // namespace qwen3::device
