// The model on chips against the reference: logits, greedy tokens, eager and under trace, and the
// three ways through the experts. IRONBIRD_CLUSTER and MOE_MESH say on which machine;
// MOE_CHECKPOINT names a model in place of a small one.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <ironbird/statistics.hpp>
#include <numeric>

#include "folder.hpp"
#include "generation.hpp"
#include "make_checkpoint.hpp"
#include "reference.hpp"
#include "tokenizer.hpp"
#include "tt/bench.hpp"
#include "tt/load.hpp"
#include "tt/qwen3_moe.hpp"

namespace qwen3::testing {
namespace {

using device::Chips;
using device::DeviceOptions;
using device::Generation;
using device::Qwen3MoE;
using ironbird::statistics::pcc;

Mesh test_mesh() {
    const char* text = std::getenv("MOE_MESH");
    return text == nullptr ? Mesh{1, 1} : parse_mesh(text);
}

// Small, and divisible by all meshes that are tested.
Config test_config() {
    Config config = tiny_config();
    config.num_attention_heads = 8;
    config.num_key_value_heads = 2;
    config.num_experts = 32;
    return config;
}

class DeviceModel : public ::testing::Test {
 protected:
    static void SetUpTestSuite() {
        folder_ = new Folder;
        const char* given = std::getenv("MOE_CHECKPOINT");
        if (given == nullptr)
            make_checkpoint(folder_->path(), {.config = test_config(), .seed = 7});
        checkpoint_ = new Checkpoint(given == nullptr ? folder_->path() : given);
        chips_ = new Chips(test_mesh());
    }
    static void TearDownTestSuite() {
        delete chips_;
        delete checkpoint_;
        delete folder_;
    }
    static Limits limits() { return {.max_batch_size = 4, .max_seq_len = 96}; }
    static std::vector<TokenId> tokens(std::size_t count, std::size_t seed) {
        std::vector<TokenId> out(count);
        for (std::size_t i = 0; i < count; i++)
            out[i] = static_cast<TokenId>((i * 37 + seed * 101 + 5) % 250);
        return out;
    }

    static inline Folder* folder_;
    static inline Checkpoint* checkpoint_;
    static inline Chips* chips_;
};

TEST(Bench, MeansAndLines) {
    EXPECT_EQ(device::mean_without_extremes({5, 1, 3}), 3);
    EXPECT_EQ(device::mean_without_extremes({10, 1, 2, 3}), 2.5);
    EXPECT_EQ(device::mean_without_extremes({1, 2}), 1.5);
    const device::ModelTimes times{
        .batch = 32, .input = 128, .output = 8, .first_ms = 1.234, .step_ms = 4};
    EXPECT_EQ(times.csv(), "32,128,8,1.23,4.00,8000.00");
}

// Both models, one call after the other.
void expect_same(Model& got, Model& want, const Batch& batch) {
    const auto a = got.forward(batch), b = want.forward(batch);
    const auto width = static_cast<std::size_t>(got.config().vocab_size);
    for (std::size_t user = 0; user < static_cast<std::size_t>(batch.users); user++) {
        const auto part = [&](const std::vector<float>& all) {
            return std::vector<float>(all.begin() + user * width, all.begin() + (user + 1) * width);
        };
        EXPECT_GT(pcc(part(a), part(b)), 0.995) << "user " << user << " at " << batch.start;
    }
}

TEST_F(DeviceModel, PrefillAndDecode) {
    Qwen3MoE model(*chips_, *checkpoint_, limits(), {});
    model.count_load(true);
    Qwen3MoEReference reference(*checkpoint_, limits(), Loading::eager);
    const std::int64_t length = std::getenv("MOE_CHECKPOINT") == nullptr ? 21 : 32;
    const auto prompt = tokens(2 * length, 1), next = tokens(2, 2), later = tokens(2, 3);
    expect_same(model, reference, {.users = 2, .tokens = prompt});
    expect_same(model, reference, {.users = 2, .start = length, .tokens = next});
    expect_same(model, reference, {.users = 2, .start = length + 1, .tokens = later});
    // Padding of the prompt to 32 positions is not counted.
    const device::Load load = device::load_of(model);
    EXPECT_EQ(load.choices, (2 * length + 2 + 2) * model.config().num_hidden_layers *
                                model.config().num_experts_per_tok);
    EXPECT_EQ(std::ssize(load.by_chip), chips_->count());
    EXPECT_EQ(std::accumulate(load.by_chip.begin(), load.by_chip.end(), std::int64_t{0}),
              load.choices);
    EXPECT_GE(load.busiest_share(), load.even_share());
}

// Prompts of which no step has two tokens, or experts, that are equally likely up to rounding: sums
// over chips are rounded in another order on every mesh.
std::vector<std::vector<TokenId>> greedy(Model& model, std::int64_t count) {
    const std::vector<std::vector<TokenId>> prompts = {{32, 63, 41}, {13, 70, 23}};
    const GenerationOptions options{.sampling = {.temperature = 0}, .max_new_tokens = count};
    return generate(model, prompts, options).tokens;
}

TEST_F(DeviceModel, GreedyTokensEagerAndTraced) {
    Qwen3MoEReference reference(*checkpoint_, limits(), Loading::eager);
    const auto want = greedy(reference, 64);
    Qwen3MoE traced(*chips_, *checkpoint_, limits(), {.trace = true});
    EXPECT_EQ(greedy(traced, 64), want);
    Qwen3MoE model(*chips_, *checkpoint_, limits(), {});
    EXPECT_EQ(greedy(model, 64), want);
}

// On one chip, with prompts of which no step has two tokens that are equally likely up to rounding.
TEST_F(DeviceModel, SixtyFourTokensOfOneChip) {
    if (chips_->count() > 1) GTEST_SKIP() << "sums over chips are rounded in another order";
    const Folder folder;
    make_checkpoint(folder.path(), {.config = tiny_config(), .seed = 1});
    const Checkpoint checkpoint(folder.path());
    const Tokenizer tokenizer = Tokenizer::read(folder.path() / "tokenizer.json");
    std::vector<std::vector<TokenId>> prompts;
    for (const char* text : {"a b c", "0123", "def f(x):", "What is"})
        prompts.push_back(tokenizer.encode(text));
    const GenerationOptions options{.sampling = {.temperature = 0},
                                    .max_new_tokens = 64,
                                    .usable_tokens = static_cast<std::int64_t>(tokenizer.size())};
    const Limits limits{.max_batch_size = 4, .max_seq_len = 96};
    Qwen3MoEReference reference(checkpoint, limits, Loading::eager);
    Qwen3MoE model(*chips_, checkpoint, limits, {.trace = true});
    const Generated want = generate(reference, prompts, options);
    const Generated got = generate(model, prompts, options);
    EXPECT_EQ(got.tokens, want.tokens);
    EXPECT_GT(got.modelled.tokens_per_second_per_user(), 0);
}

// Each chip has a part of the vocabulary: the choice is that of all logits, whatever may be chosen.
TEST_F(DeviceModel, LikeliestIsThatOfAllLogits) {
    const auto prompt = tokens(3 * 9, 5);
    const Batch batch{.users = 3, .tokens = prompt};
    Qwen3MoE model(*chips_, *checkpoint_, limits(), {.trace = true});
    const auto logits = model.forward(batch);
    const std::int64_t all = model.config().vocab_size;
    for (const std::int64_t usable : {all, all / 2, all / 3 + 1, std::int64_t{1}}) {
        const auto got = model.likeliest(batch, usable);
        for (std::size_t user = 0; user < got.size(); user++)
            EXPECT_EQ(got[user], greatest(std::span(logits).subspan(user * all, usable)))
                << "user " << user << " of " << usable;
    }
    EXPECT_THAT(refusal([&] { model.likeliest(batch, all + 1); }), ::testing::HasSubstr("1 to"));
}

// Rows of a mesh have whole units of users each, if there are enough; missing users are padding.
// With one user more every row has all of them: the same numbers but for rounding, since products
// of more rows are cut into other blocks.
TEST_F(DeviceModel, UsersOverRows) {
    const std::int64_t rows = chips_->mesh().rows, users = rows * 32;
    if (rows == 1) GTEST_SKIP() << "one row has all users";
    const Limits limits{.max_batch_size = users, .max_seq_len = 64};
    const Limits uneven{.max_batch_size = users + 1, .max_seq_len = 64};
    Qwen3MoE model(*chips_, *checkpoint_, limits, {}), whole(*chips_, *checkpoint_, uneven, {});
    model.count_load(true);
    std::int64_t counted = 0;
    for (const std::int64_t some : {users, users - 3}) {
        const auto prompt = tokens(some * 5, 6), next = tokens(some, 7);
        const Batch first{.users = some, .tokens = prompt};
        const Batch second{.users = some, .start = 5, .tokens = next};
        EXPECT_GT(pcc(model.forward(first), whole.forward(first)), 0.9995) << some;
        EXPECT_GT(pcc(model.forward(second), whole.forward(second)), 0.9995) << some;
        counted += some * 6;
    }
    EXPECT_EQ(device::load_of(model).choices,
              counted * model.config().num_hidden_layers * model.config().num_experts_per_tok);
}

// Of the files below a folder, in the order of their names.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
}

TEST_F(DeviceModel, WeightsAreKept) {
    namespace fs = std::filesystem;
    const Folder cache;
    const auto prompt = tokens(8, 8);
    const Batch batch{.users = 1, .tokens = prompt};
    DeviceOptions options;
    const auto logits = [&] {
        return Qwen3MoE(*chips_, *checkpoint_, limits(), options).forward(batch);
    };
    const auto plain = logits();
    options.weight_cache = cache.path();
    EXPECT_EQ(logits(), plain);
    const auto made = files_below(cache.path());
    ASSERT_FALSE(made.empty());
    const auto first = fs::last_write_time(made.front());
    EXPECT_EQ(logits(), plain);
    EXPECT_EQ(fs::last_write_time(made.front()), first);
    EXPECT_EQ(files_below(cache.path()), made);
    // A damaged file is made anew, one of other types goes elsewhere.
    fs::resize_file(made.front(), fs::file_size(made.front()) / 2);
    EXPECT_EQ(logits(), plain);
    EXPECT_NE(fs::last_write_time(made.front()), first);
    options.attention = device::DataType::BFLOAT8_B;
    logits();
    EXPECT_EQ(files_below(cache.path()).size(), 2 * made.size());
    options.weight_cache = fs::path("/dev/null/nowhere");
    EXPECT_THAT(refusal([&] { logits(); }), ::testing::HasSubstr("cannot be made"));
}

// Experts anywhere, as many on each chip.
device::Placement shuffled_experts(std::int64_t experts, std::int64_t chips) {
    device::Placement out(chips);
    for (std::int64_t e = 0; e < experts; e++) out[e % chips].push_back((e * 13 + 5) % experts);
    return out;
}

// The same numbers, and the same tokens at each expert, whatever computes them where.
TEST_F(DeviceModel, WaysThroughTheExperts) {
    const auto prompt = tokens(40, 4);
    const Batch batch{.users = 1, .tokens = prompt};
    device::Load load;
    const auto logits = [&](const DeviceOptions& options) {
        Qwen3MoE model(*chips_, *checkpoint_, limits(), options);
        model.count_load(true);
        auto out = model.forward(batch);
        load = device::load_of(model);
        return out;
    };
    const auto grouped = logits({});
    const auto by_layer = load.by_layer;
    const std::int64_t all = test_config().num_experts;
    std::vector<device::ExpertOptions> ways(4);
    ways[0].generation = Generation::dense;
    ways[1].generation = Generation::packed;
    ways[2].matmul = device::ExpertMatmul::generic;
    ways[3].placement = shuffled_experts(all, chips_->count());
    for (const auto& way : ways) {
        EXPECT_GT(pcc(logits({.experts = way}), grouped), 0.999);
        EXPECT_EQ(load.choices,
                  40 * test_config().num_hidden_layers * test_config().num_experts_per_tok);
        // Rounding in the first layer may choose another expert in the second.
        EXPECT_EQ(load.by_layer.front(), by_layer.front());
    }
    ways[3].placement[0][0] = 1;
    EXPECT_THAT(refusal([&] { logits({.experts = ways[3]}); }),
                ::testing::HasSubstr("must be placed once each"));
    EXPECT_THAT(refusal([] { device::parse_expert_matmul("mine"); }),
                ::testing::HasSubstr("moe_bmm and ttnn.matmul are allowed"));
}

}  // namespace
}  // namespace qwen3::testing
