// Qwen3-MoE on chips, of TT-NN's operations.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "model.hpp"
#include "spans.hpp"
#include "tt/attention.hpp"
#include "tt/experts.hpp"

namespace qwen3::device {

struct DeviceOptions {
    ExpertOptions experts;
    DataType attention = DataType::BFLOAT16;  // of the projections
    bool trace = false;                       // decode steps are captured once and replayed
    std::filesystem::path weight_cache;  // where weights are kept by checkpoint; empty: nowhere
    Spans* spans = nullptr;              // notes calls, layers and blocks
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
    // Each chip finds the greatest of its part of the vocabulary, the host the greatest of those.
    std::vector<TokenId> likeliest(const Batch& batch, std::int64_t usable) override;
    double modelled_seconds() const override { return seconds_; }

    // Tokens that each expert of each layer was given so far, without padding: (layers, experts).
    // Counted from the time that it is switched on; steps are then not replayed.
    void count_load(bool on) { counts_load_ = on; }
    std::span<const std::int64_t> load() const { return load_; }
    // Which experts each chip has, in all layers.
    const Placement& placement() const { return layers_.front().experts.placement(); }

 private:
    struct Layer {
        Tensor input_norm, post_norm;
        AttentionBlock attention;
        ExpertBlock experts;
    };
    // Of each user the greatest logit in a chip's part of the vocabulary, and where it is there.
    struct Greatest {
        Tensor values, places;
    };
    struct Result {
        Tensor logits;
        std::optional<Greatest> greatest;  // if it was asked for
    };
    // What a decode step reads, and where its results are when it is replayed.
    struct Step {
        Tensor ids, numbers, places;
        std::optional<std::uint32_t> trace;
        Result result;
    };
    enum class Wanted { logits, greatest };
    enum class Stage { prefill, decode };

    void load_tables(const Uploads& uploads, const Checkpoint& checkpoint);
    Layer load_layer(const Uploads& uploads, const Checkpoint& checkpoint, std::int64_t layer,
                     const DeviceOptions& options) const;
    Result run(const Batch& batch, Wanted wanted);
    Result prefill(const Batch& batch, Wanted wanted);
    Result decode(std::int64_t users, std::int64_t position, std::span<const TokenId> tokens,
                  Wanted wanted);
    Result decode_step(const Step& step, Wanted wanted);
    void capture(Step& step, Wanted wanted);
    Tensor through_layers(Tensor x, Stage stage, const Turn& turn);
    Tensor mixed(std::size_t layer, const Tensor& sum);
    // Waits for the chips at both ends; nothing while a step is captured.
    Spans::Span span(const std::string& name, Spans::Level level);
    Result result(const Tensor& x, Wanted wanted) const;
    Greatest greatest(const Tensor& logits) const;
    void set_usable(std::int64_t usable);
    std::int64_t padded(std::int64_t users) const;
    Tensor norm(const Tensor& x, const Tensor& weight) const;
    std::vector<float> gathered(const Tensor& logits, std::int64_t users) const;
    std::vector<TokenId> gathered(const Greatest& greatest, std::int64_t users) const;
    std::int64_t slice() const;  // of the vocabulary on a chip

    Chips& chips_;
    Config config_;
    Limits limits_;
    Limits row_limits_;  // of a row of the mesh, in whole tiles
    bool trace_;
    Spans* spans_;
    Positions positions_;
    Tensor embedding_, norm_, head_;
    Tensor mask_;  // added to logits: 0, or minus infinity for what may not be chosen
    std::int64_t usable_ = -1;
    std::vector<Layer> layers_;
    std::map<std::pair<std::int64_t, Wanted>, Step> steps_;  // by users
    bool counts_load_ = false;
    std::vector<bool> counted_;  // which rows of the current call are no padding
    double seconds_ = 0;
    std::vector<std::int64_t> load_;
};

}  // namespace qwen3::device
