// What models share: checks of a batch, and the choice of the likeliest token from logits.
#include "model.hpp"

#include <algorithm>

#include "error.hpp"

namespace qwen3 {

void check_batch(const Model& model, const Batch& batch) {
    const Limits& limits = model.limits();
    if (batch.users < 1 || batch.users > limits.max_batch_size)
        fail("batch of {} users, 1 to {} is allowed", batch.users, limits.max_batch_size);
    if (batch.tokens.empty() || static_cast<std::int64_t>(batch.tokens.size()) % batch.users != 0)
        fail("{} tokens for {} users: each needs as many", batch.tokens.size(), batch.users);
    if (batch.start < 0 || batch.start + batch.length() > limits.max_seq_len)
        fail("positions {} to {} do not fit a cache of {}", batch.start,
             batch.start + batch.length() - 1, limits.max_seq_len);
    for (const TokenId token : batch.tokens)
        if (token >= model.config().vocab_size)
            fail("token {} is outside of the vocabulary of {}", token, model.config().vocab_size);
}

TokenId greatest(std::span<const float> logits) {
    return static_cast<TokenId>(std::ranges::max_element(logits) - logits.begin());
}

std::vector<TokenId> Model::likeliest(const Batch& batch, std::int64_t usable) {
    const std::vector<float> logits = forward(batch);
    std::vector<TokenId> out;
    for (std::int64_t user = 0; user < batch.users; ++user)
        out.push_back(greatest(std::span(logits).subspan(user * config().vocab_size, usable)));
    return out;
}

}  // namespace qwen3
