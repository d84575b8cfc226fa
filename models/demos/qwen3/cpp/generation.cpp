// Prefill, then decode until everybody is done.
#include "generation.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "error.hpp"

namespace qwen3 {
namespace {

std::size_t shortest(std::span<const std::vector<TokenId>> prompts) {
    std::size_t length = prompts.front().size();
    for (const auto& prompt : prompts) length = std::min(length, prompt.size());
    return length;
}

std::size_t longest(std::span<const std::vector<TokenId>> prompts) {
    std::size_t length = 0;
    for (const auto& prompt : prompts) length = std::max(length, prompt.size());
    return length;
}

void check(const Model& model, std::span<const std::vector<TokenId>> prompts,
           const GenerationOptions& options) {
    if (prompts.empty()) fail("there is no prompt");
    if (shortest(prompts) == 0) fail("a prompt has no tokens");
    if (static_cast<std::int64_t>(longest(prompts)) > model.limits().max_seq_len)
        fail("a prompt has {} tokens, the cache holds {}", longest(prompts),
             model.limits().max_seq_len);
    if (options.max_new_tokens < 1)
        fail("max-new-tokens is {}, 1 or more is allowed", options.max_new_tokens);
}

// State of a batch between two calls of the model.
class Loop {
 public:
    Loop(Model& model, std::span<const std::vector<TokenId>> prompts,
         const GenerationOptions& options, const OnToken& on_token)
        : model_(model),
          prompts_(prompts),
          options_(options),
          on_token_(on_token),
          sampler_(options.sampling) {
        out_.tokens.resize(prompts.size());
        out_.ended.resize(prompts.size());
    }

    Generated run() {
        const std::size_t first = shortest(prompts_);
        const std::size_t total = std::min<std::size_t>(
            model_.limits().max_seq_len, longest(prompts_) + options_.max_new_tokens);
        std::vector<TokenId> next;
        for (const auto& prompt : prompts_)
            next.insert(next.end(), prompt.begin(), prompt.begin() + first);
        std::size_t start = 0;
        for (std::size_t position = first; position <= total && !done(); ++position) {
            next = placed(suggest(next, start), position);
            start = position;
            if (position == total) break;  // a token behind the cache is shown, not fed
        }
        return std::move(out_);
    }

 private:
    bool done() const {
        for (std::size_t user = 0; user < prompts_.size(); ++user)
            if (!finished(user)) return false;
        return true;
    }

    bool finished(std::size_t user) const {
        return out_.ended[user] ||
               static_cast<std::int64_t>(out_.tokens[user].size()) >= options_.max_new_tokens;
    }

    template <class Call>
    auto timed(const Call& call) {
        const auto begin = std::chrono::steady_clock::now();
        auto result = call();
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        out_.wall.seconds.push_back(time.count());
        out_.modelled.seconds.push_back(model_.modelled_seconds());
        return result;
    }

    // The next token of each user, by the model or drawn from its logits.
    std::vector<TokenId> suggest(const std::vector<TokenId>& tokens, std::size_t start) {
        const Batch batch{.users = static_cast<std::int64_t>(prompts_.size()),
                          .start = static_cast<std::int64_t>(start),
                          .tokens = tokens};
        if (options_.sampling.temperature == 0)
            return timed([&] { return model_.likeliest(batch, usable()); });
        return drawn(timed([&] { return model_.forward(batch); }), start + batch.length());
    }

    std::int64_t usable() const {
        const std::int64_t all = model_.config().vocab_size;
        return options_.usable_tokens != 0 ? std::min(options_.usable_tokens, all) : all;
    }

    // Nothing is drawn for users that take no new token at `position`.
    std::vector<TokenId> drawn(std::span<const float> logits, std::size_t position) {
        std::vector<TokenId> out(prompts_.size());
        for (std::size_t user = 0; user < prompts_.size(); ++user)
            if (position >= prompts_[user].size() && !finished(user))
                out[user] =
                    sampler_.choose(logits.subspan(user * model_.config().vocab_size, usable()));
        return out;
    }

    // The token of each user at `position`: of its prompt, or the suggested one.
    std::vector<TokenId> placed(std::vector<TokenId> tokens, std::size_t position) {
        const auto padding = static_cast<TokenId>(
            std::min(model_.config().pad_token_id, model_.config().vocab_size - 1));
        for (std::size_t user = 0; user < prompts_.size(); ++user) {
            if (position < prompts_[user].size())
                tokens[user] = prompts_[user][position];
            else
                tokens[user] = finished(user) ? padding : take(user, tokens[user]);
        }
        return tokens;
    }

    TokenId take(std::size_t user, TokenId token) {
        const auto& ends = model_.config().eos_token_ids;
        if (std::ranges::find(ends, token) != ends.end()) {
            out_.ended[user] = true;
            return token;
        }
        out_.tokens[user].push_back(token);
        if (on_token_) on_token_(static_cast<std::int64_t>(user), token);
        return token;
    }

    Model& model_;
    std::span<const std::vector<TokenId>> prompts_;
    const GenerationOptions& options_;
    const OnToken& on_token_;
    Sampler sampler_;
    Generated out_;
};

}  // namespace

double CallTimes::first_token_ms() const {
    return seconds.empty() ? 0 : seconds.front() * 1e3;
}

double CallTimes::tokens_per_second_per_user() const {
    if (seconds.size() < 2) return 0;
    const double decode = std::accumulate(seconds.begin() + 1, seconds.end(), 0.0);
    return decode == 0 ? 0 : static_cast<double>(seconds.size() - 1) / decode;
}

Generated generate(Model& model, std::span<const std::vector<TokenId>> prompts,
                   const GenerationOptions& options, const OnToken& on_token) {
    check(model, prompts, options);
    return Loop(model, prompts, options, on_token).run();
}

}  // namespace qwen3
