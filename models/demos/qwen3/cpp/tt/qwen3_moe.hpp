// Qwen3-MoE on chips, of TT-NN's operations.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "model.hpp"
#include "tt/attention.hpp"
#include "tt/experts.hpp"

namespace qwen3::device {

struct DeviceOptions {
    ExpertOptions experts;
    DataType attention = DataType::BFLOAT16;  // of the projections
    bool trace = false;                       // decode steps are captured once and replayed
};

class Qwen3MoE : public Model {
 public:
    using Progress = std::function<void(std::int64_t done, std::int64_t all)>;
    // Errors name what cannot be divided over the chips.
    Qwen3MoE(Chips& chips, const Checkpoint& checkpoint, const Limits& limits,
             const DeviceOptions& options, const Progress& progress = {});
    ~Qwen3MoE() override;

    const Config& config() const override { return config_; }
    const Limits& limits() const override { return limits_; }
    // Prefill from position 0, else one position after the other.
    std::vector<float> forward(const Batch& batch) override;
    double modelled_seconds() const override { return seconds_; }

    // Tokens that each expert of each layer was given so far, padding of prefill included:
    // (layers, experts). Counted from the time that it is switched on.
    void count_load(bool on) { counts_load_ = on; }
    std::span<const std::int64_t> load() const { return load_; }

 private:
    struct Layer {
        Tensor input_norm, post_norm;
        AttentionBlock attention;
        ExpertBlock experts;
    };
    // What a decode step reads, and where its results are when it is replayed.
    struct Step {
        Tensor ids, numbers, places;
        std::optional<std::uint32_t> trace;
        Tensor logits;
    };

    Layer load_layer(const Checkpoint& checkpoint, std::int64_t layer,
                     const DeviceOptions& options) const;
    std::vector<float> run(const Batch& batch);
    std::vector<float> prefill(const Batch& batch);
    std::vector<float> decode(std::int64_t users, std::int64_t position,
                              std::span<const TokenId> tokens);
    Tensor decode_step(const Step& step);
    void capture(Step& step);
    Tensor after_attention(const Layer& layer, std::size_t number, const Tensor& x,
                           const Tensor& seen);
    Tensor logits(const Tensor& x) const;
    Tensor norm(const Tensor& x, const Tensor& weight) const;
    std::vector<float> gathered(const Tensor& logits, std::int64_t users) const;
    std::int64_t slice() const;  // of the vocabulary on a chip

    Chips& chips_;
    Config config_;
    Limits limits_;
    bool trace_;
    Positions positions_;
    Tensor embedding_, norm_, head_;
    std::vector<Layer> layers_;
    std::map<std::int64_t, Step> steps_;  // by users
    bool counts_load_ = false;
    double seconds_ = 0;
    std::vector<std::int64_t> load_;
};

}  // namespace qwen3::device
