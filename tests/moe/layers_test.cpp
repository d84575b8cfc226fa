// Attention and experts of a layer against sums on the CPU in single precision: at the sizes of
// Qwen3-30B-A3B with MOE_SIZES=all, else those of a small model. MOE_MESH says over which mesh.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <ironbird/statistics.hpp>
#include <string_view>

#include "layer_sums.hpp"
#include "tt/attention.hpp"
#include "tt/experts.hpp"
#include "tt/matmul.hpp"

namespace qwen3::testing {
namespace {

using device::AttentionBlock;
using device::Chips;
using device::ExpertBlock;
using device::extent;
using device::Positions;
using device::Tensor;
using device::Uploads;
using ttnn::Shape;

bool whole_sizes() {
    const char* text = std::getenv("MOE_SIZES");
    return text != nullptr && std::string_view(text) == "all";
}

Config layer_config() {
    Config config;
    if (whole_sizes()) return config;
    config.hidden_size = 256;
    config.moe_intermediate_size = 96;
    config.num_experts = 32;
    config.num_experts_per_tok = 4;
    config.num_attention_heads = 8;
    config.num_key_value_heads = 2;
    config.head_dim = 64;
    return config;
}

void expect_near(const Values& got, const Values& want, double correlation) {
    ASSERT_EQ(got.size(), want.size());
    EXPECT_GT(ironbird::statistics::pcc(got, want), correlation);
    double difference = 0, length = 0;
    for (std::size_t i = 0; i < want.size(); i++) {
        difference += std::pow(got[i] - want[i], 2);
        length += std::pow(want[i], 2);
    }
    ::testing::Test::RecordProperty("relative_error",
                                    fmt::format("{:.5f}", std::sqrt(difference / length)));
    EXPECT_LT(std::sqrt(difference / length), std::sqrt(2 * (1 - correlation)));
}

ExpertBlock::Weights weights_of(const ExpertSums& experts) {
    const auto of = [&](std::uint64_t which) {
        return [&experts, which](std::int64_t expert) { return experts.matrix(which, expert); };
    };
    return {of(1), of(2), of(3), [&] { return experts.router(); }};
}

class Layers : public ::testing::Test {
 protected:
    static void SetUpTestSuite() {
        const char* text = std::getenv("MOE_MESH");
        chips_ = new Chips(text == nullptr ? Mesh{1, 1} : parse_mesh(text));
    }
    static void TearDownTestSuite() { delete chips_; }

    static Tensor put(const Values& values, const Shape& shape) {
        return chips_->same(values, shape, device::DataType::BFLOAT16, device::Layout::TILE);
    }
    static Values last(const Tensor& tensor) { return chips_->read(tensor, chips_->count() - 1); }

    static inline Chips* chips_;
};

struct Some {
    std::int64_t users, length;
};

TEST_F(Layers, Experts) {
    const ExpertSums experts{layer_config()};
    constexpr Some kAll[] = {{128, 64}, {64, 64},  {1, 32},  {10, 32}, {40, 32}, {32, 8}, {32, 16},
                             {32, 32},  {32, 128}, {128, 1}, {1, 1},   {20, 1},  {40, 1}, {64, 1}};
    for (const device::DataType dtype : {device::DataType::BFLOAT16, device::DataType::BFLOAT8_B}) {
        const ExpertBlock block(Uploads(*chips_), "", experts.config, {.weights = dtype},
                                weights_of(experts));
        for (const auto& [users, length] : kAll) {
            const std::int64_t tokens = users * length;
            if (!whole_sizes() && tokens > 320) continue;
            SCOPED_TRACE(fmt::format("{} users, {} tokens", users, length));
            const Values x = drawn(tokens * experts.config.hidden_size, 1, 5);
            const Tensor in =
                put(x, Shape({1, 1, extent(tokens), extent(experts.config.hidden_size)}));
            expect_near(last(block.forward(in)), experts.expected(x),
                        dtype == device::DataType::BFLOAT16 ? 0.999 : 0.995);
        }
    }
}

// A prompt of every user, then one position more, from the cache.
TEST_F(Layers, AttentionOfPromptAndStep) {
    const AttentionSums attention{layer_config()};
    const std::int64_t hidden = attention.config.hidden_size, rows = chips_->mesh().rows;
    // On 32 chips the activations of 128 users for each row would not fit into this machine.
    const std::int64_t users = whole_sizes() ? (rows > 1 ? 32 * rows : 128) : 32 * rows;
    const std::int64_t length = whole_sizes() ? 128 : 32;
    const Limits limits =
        limits_of_row(*chips_, {.max_batch_size = users, .max_seq_len = length + 32});
    const Positions positions(*chips_, attention.config, limits);
    const AttentionBlock block(Uploads(*chips_), "", attention.config, limits,
                               device::DataType::BFLOAT16,
                               [&](const std::string& name) { return attention.weight(name); });
    std::vector<Values> of_users(users);
    Values prompt, step;
    for (std::int64_t user = 0; user < users; user++) {
        of_users[user] = drawn((length + 1) * hidden, 1, 100 + static_cast<std::uint64_t>(user));
        const auto begin = of_users[user].begin(), end = begin + length * hidden;
        prompt.insert(prompt.end(), begin, end);
        step.insert(step.end(), end, end + hidden);
    }
    const auto decoded = [&](std::int64_t at) {
        const std::vector<std::int32_t> places(limits.max_batch_size,
                                               static_cast<std::int32_t>(at));
        const Shape one({extent(std::ssize(places)), 1}), flat({extent(std::ssize(places))});
        const device::Turn turn =
            turn_for_decode(positions, chips_->numbers(places, one, device::DataType::UINT32),
                            chips_->numbers(places, flat, device::DataType::INT32));
        return last(
            block.decode(put(step, Shape({1, 1, extent(users), extent(hidden)})), turn, positions));
    };
    const Values alone = decoded(0);  // sees itself only
    const Values first =
        last(block.prefill(put(prompt, Shape({extent(users), 1, extent(length), extent(hidden)})),
                           turn_for_prefill(positions, extent(length)), positions));
    const Values next = decoded(length);

    Values want_alone, want_first, want_next;
    for (std::int64_t user = 0; user < users; user++) {
        const Values all = attention.expected(of_users[user]);
        want_first.insert(want_first.end(), all.begin(), all.end() - hidden);
        want_next.insert(want_next.end(), all.end() - hidden, all.end());
        const Values own =
            attention.expected({of_users[user].end() - hidden, of_users[user].end()});
        want_alone.insert(want_alone.end(), own.begin(), own.end());
    }
    expect_near(alone, want_alone, 0.999);
    expect_near(first, want_first, 0.999);
    expect_near(next, want_next, 0.999);
}

}  // namespace
}  // namespace qwen3::testing
