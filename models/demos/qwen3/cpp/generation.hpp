// The generation loop: prompts of a batch to continuations, on any model.
#pragma once

#include <functional>
#include <string>

#include "model.hpp"
#include "sampler.hpp"

namespace qwen3 {

struct GenerationOptions {
    Sampling sampling;
    std::int64_t max_new_tokens = 32;
    std::int64_t usable_tokens = 0;  // ids from here on belong to no token; 0: all may be chosen
};

// By call of the model; the first is the prefill of the shortest prompt's length.
struct CallTimes {
    std::vector<double> seconds;

    double first_token_ms() const;
    double tokens_per_second_per_user() const;  // of decode; 0 when there was none
};

struct Generated {
    std::vector<std::vector<TokenId>> tokens;  // by user, without prompt and end of text
    std::vector<bool> ended;                   // by user: the model gave the end of text
    CallTimes wall;
    CallTimes modelled;  // on the chips; zeros where there are none
};

using OnToken = std::function<void(std::int64_t user, TokenId token)>;

// Users move together: the shortest prompt is prefilled, then one position at a time, where longer
// prompts keep their own tokens. Ends when all users have ended or have max_new_tokens.
Generated generate(Model& model, std::span<const std::vector<TokenId>> prompts,
                   const GenerationOptions& options, const OnToken& on_token = {});

}  // namespace qwen3
