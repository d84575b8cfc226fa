// What a model does for the generation loop, whatever it runs on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "config.hpp"
#include "merges.hpp"

namespace qwen3 {

// Sizes that a model is set up for.
struct Limits {
    std::int64_t max_batch_size = 8;
    std::int64_t max_seq_len = 512;
    std::int64_t block_size = 32;  // positions in a block of the KV cache
};

// Tokens of all users at the same positions.
struct Batch {
    std::int64_t users = 1;
    std::int64_t start = 0;           // position of the first token of each user
    std::span<const TokenId> tokens;  // (users, length)

    std::int64_t length() const { return static_cast<std::int64_t>(tokens.size()) / users; }
};

class Model {
 public:
    virtual ~Model() = default;
    virtual const Config& config() const = 0;
    virtual const Limits& limits() const = 0;
    // Several tokens per user are prefill, one is decode. Keys and values of earlier positions come
    // from the cache, those of the batch go there. Returns (users, vocab_size) logits of the last
    // position. Errors name a batch above the limits and tokens outside of the vocabulary.
    virtual std::vector<float> forward(const Batch& batch) = 0;
    // As forward, but only the likeliest token of each user among the first `usable` of the
    // vocabulary; of equals the lowest. Models on chips then need not bring logits to the host.
    virtual std::vector<TokenId> likeliest(const Batch& batch, std::int64_t usable);
    // What the last call took on chips; 0 where there are none.
    virtual double modelled_seconds() const { return 0; }
};

// What every model refuses.
void check_batch(const Model& model, const Batch& batch);

// The place of the greatest, of equals the first.
TokenId greatest(std::span<const float> logits);

}  // namespace qwen3
