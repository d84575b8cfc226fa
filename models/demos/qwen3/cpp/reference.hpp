// Qwen3-MoE on the CPU, in single precision: what every device result is held against.
#pragma once

#include <functional>

#include "checkpoint.hpp"
#include "kv_cache.hpp"
#include "model.hpp"

namespace qwen3 {

class Qwen3MoEReference : public Model {
 public:
    // `progress` is told how many of how many layers are loaded.
    using Progress = std::function<void(std::int64_t done, std::int64_t all)>;
    Qwen3MoEReference(const Checkpoint& checkpoint, const Limits& limits, Loading loading,
                      const Progress& progress = {});

    const Config& config() const override { return config_; }
    const Limits& limits() const override { return limits_; }
    std::vector<float> forward(const Batch& batch) override;

    // Tokens that each expert of each layer was given so far: (layers, experts).
    std::span<const std::int64_t> load() const { return load_; }

 private:
    struct Expert {
        Weight gate, up, down;
    };
    struct Layer {
        std::vector<float> input_norm, post_norm, q_norm, k_norm;
        Weight q, k, v, o, router;
        std::vector<Expert> experts;
    };

    Layer load_layer(const Checkpoint& checkpoint, std::int64_t layer, Loading loading) const;
    void attention(std::int64_t layer, const Batch& batch, std::span<float> x);
    void attend(std::int64_t layer, std::int64_t user, std::int64_t position,
                std::span<const float> query, std::span<float> out);
    void normalise_and_rotate(std::span<float> heads, std::span<const float> weight,
                              std::int64_t position) const;
    void experts(std::int64_t layer, std::span<float> x);
    void add_expert(const Expert& expert, std::span<const float> in,
                    std::span<const std::pair<std::int64_t, float>> routed, std::span<float> out);
    // out = in · weightᵀ, row by row.
    std::vector<float> linear(std::span<const float> in, const Weight& weight);
    std::vector<float> normed(std::span<const float> in, std::span<const float> weight) const;

    Config config_;
    Limits limits_;
    Weight embedding_, head_;
    std::vector<float> norm_;
    std::vector<Layer> layers_;
    KvCache cache_;
    std::vector<double> frequencies_;  // of the rotation, one per pair of lanes
    std::vector<std::int64_t> load_;
    std::vector<float> scratch_;
};

}  // namespace qwen3
