// Sampling, the generation loop, and the text of a seeded checkpoint.
#include "generation.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "folder.hpp"
#include "make_checkpoint.hpp"
#include "reference.hpp"
#include "tokenizer.hpp"

namespace qwen3::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The next token is one more than the last; logs what it was asked.
class Counter : public Model {
 public:
    Counter() {
        config_.vocab_size = 32;
        config_.eos_token_ids = {20};
        config_.pad_token_id = 0;
    }
    const Config& config() const override { return config_; }
    const Limits& limits() const override { return limits_; }
    std::vector<float> forward(const Batch& batch) override {
        check_batch(*this, batch);
        calls.push_back(fmt::format("{}+{}", batch.start, batch.length()));
        std::vector<float> logits(batch.users * 32);
        for (std::int64_t user = 0; user < batch.users; ++user)
            logits[user * 32 + (batch.tokens[(user + 1) * batch.length() - 1] + 1) % 32] = 1;
        return logits;
    }
    std::vector<std::string> calls;

 private:
    Config config_;
    Limits limits_{.max_batch_size = 2, .max_seq_len = 16};
};

GenerationOptions greedy(std::int64_t count) {
    return {.sampling = {.temperature = 0}, .max_new_tokens = count};
}

TEST(Generation, LongerPromptsKeepTheirTokens) {
    Counter model;
    const std::vector<std::vector<TokenId>> prompts = {{1, 2}, {9, 9, 9, 5}};
    std::vector<TokenId> seen;
    const Generated out =
        generate(model, prompts, greedy(3), [&](std::int64_t user, TokenId token) {
            if (user == 1) seen.push_back(token);
        });
    EXPECT_THAT(out.tokens[0], ElementsAre(3, 4, 5));
    EXPECT_THAT(out.tokens[1], ElementsAre(6, 7, 8));
    EXPECT_EQ(seen, out.tokens[1]);
    EXPECT_THAT(model.calls, ElementsAre("0+2", "2+1", "3+1", "4+1", "5+1"));
    EXPECT_EQ(out.wall.seconds.size(), 5u);
}

TEST(Generation, EndsWithTheEndOfTextOrTheCache) {
    Counter model;
    const std::vector<std::vector<TokenId>> ends = {{17}}, full = {{21, 22}};
    const Generated out = generate(model, ends, greedy(100));
    EXPECT_THAT(out.tokens[0], ElementsAre(18, 19));
    EXPECT_TRUE(out.ended[0]);
    // 16 positions: two of the prompt, and one token behind the last.
    EXPECT_EQ(generate(model, full, greedy(100)).tokens[0].size(), 15u);
}

TEST(Generation, OnlyUsableTokensAreChosen) {
    Counter model;
    GenerationOptions options = greedy(2);
    options.usable_tokens = 8;
    const std::vector<std::vector<TokenId>> prompts = {{6}};
    EXPECT_THAT(generate(model, prompts, options).tokens[0], ElementsAre(7, 0));
}

TEST(Generation, WrongPrompts) {
    Counter model;
    const auto said = [&](const std::vector<std::vector<TokenId>>& prompts, std::int64_t count) {
        return refusal([&] { generate(model, prompts, greedy(count)); });
    };
    EXPECT_THAT(said({}, 1), HasSubstr("there is no prompt"));
    EXPECT_THAT(said({{1}, {}}, 1), HasSubstr("a prompt has no tokens"));
    EXPECT_THAT(said({std::vector<TokenId>(17)}, 1), HasSubstr("17 tokens, the cache holds 16"));
    EXPECT_THAT(said({{1}}, 0), HasSubstr("max-new-tokens is 0"));
    EXPECT_THAT(said({{1}, {1}, {1}}, 1), HasSubstr("batch of 3 users"));
}

TEST(Sampling, TopPDropsTheTail) {
    // Shares 0.5, 0.25, 0.125, 0.125: with 0.6 the first two, the second since 0.5 is not above.
    const std::vector<float> logits = {std::log(2.f), std::log(4.f), 0, 0};
    Sampler sampler({.temperature = 1, .top_p = 0.6});
    int counts[4] = {};
    for (int i = 0; i < 6000; ++i) ++counts[sampler.choose(logits)];
    EXPECT_NEAR(counts[1], 4000, 200);
    EXPECT_EQ(counts[2] + counts[3], 0);
    Sampler all({.temperature = 1, .top_p = 1}), again({.temperature = 1, .top_p = 1});
    for (int i = 0; i < 100; ++i) ASSERT_EQ(all.choose(logits), again.choose(logits));
}

TEST(Sampling, GreedyTakesTheLowestOfEquals) {
    const std::vector<float> logits = {0, 5, 5, 1};
    EXPECT_EQ(Sampler({.temperature = 0}).choose(logits), 1u);
    EXPECT_THAT(refusal([] { Sampler({.temperature = -1}); }), HasSubstr("temperature is -1"));
    EXPECT_THAT(refusal([] { Sampler({.top_p = 0}); }), HasSubstr("top-p is 0"));
}

// Byte for byte: whatever changes it has changed the model, the tokenizer or the numbers drawn.
TEST(Generation, TextOfASeededCheckpoint) {
    const Folder folder;
    make_checkpoint(folder.path(), {.config = tiny_config(), .seed = 42});
    const Checkpoint checkpoint(folder.path());
    const Tokenizer tokenizer = Tokenizer::read(folder.path() / "tokenizer.json");
    const auto text = [&](Loading loading, double temperature) {
        Qwen3MoEReference model(checkpoint, {}, loading);
        const std::vector<std::vector<TokenId>> prompts = {tokenizer.encode("Hello world")};
        const GenerationOptions options{
            .sampling = {.temperature = temperature},
            .max_new_tokens = 24,
            .usable_tokens = static_cast<std::int64_t>(tokenizer.size())};
        const Generated generated = generate(model, prompts, options);
        std::string bytes;
        for (const TokenId id : generated.tokens[0]) bytes += tokenizer.bytes(id);
        return bytes;
    };
    const std::string greedy_text =
        " chip\x0c\xef`c\x98\x98\x98\x98\x98\x98\x98\x98\x98\xa8<|file_sep|>\xa1\xc0\xcf"
        "<|object_ref_start|> the9\xa4\xe6";
    EXPECT_EQ(text(Loading::lazy, 0), greedy_text);
    EXPECT_EQ(text(Loading::eager, 0), greedy_text);
    EXPECT_EQ(text(Loading::eager, 0.8),
              "\x0eSHell\xad\x0c[\xaa\x90\x15Q<|fim_prefix|>\x84\x15\xc6\xd2l\x0e<|fim_middle|>0}"
              "\xe2 wo th\xf1");
}

}  // namespace
}  // namespace qwen3::testing
