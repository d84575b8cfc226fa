// Figures of plans against ones worked out by hand.
#include "plan.hpp"

#include <gmock/gmock.h>

#include "checkpoint.hpp"
#include "folder.hpp"

namespace qwen3::testing {
namespace {

using ::testing::HasSubstr;

TEST(Plan, Parameters) {
    const auto small = count_parameters(known_config("Qwen3-30B-A3B"));
    EXPECT_EQ(small.attention, 18874624);
    EXPECT_EQ(small.moe, 604241920);
    EXPECT_EQ(small.total, 30532122624);
    EXPECT_EQ(small.active, 3353032704);
    const auto large = count_parameters(known_config("Qwen3-235B-A22B"));
    EXPECT_EQ(large.attention, 71303424);
    EXPECT_EQ(large.moe, 2416443392);
    EXPECT_EQ(large.total, 235093634560);
    EXPECT_EQ(large.active, 22190763520);
}

TEST(Plan, ParametersAreThoseOfTheCheckpoint) {
    std::int64_t sum = 0;
    for (const Parameter& parameter : parameters(known_config("Qwen3-30B-A3B"))) {
        std::int64_t elements = 1;
        for (const std::int64_t extent : parameter.shape) elements *= extent;
        sum += elements;
    }
    EXPECT_EQ(sum, 30532122624);
}

TEST(Plan, Operations) {
    const Config config = known_config("Qwen3-30B-A3B");
    const auto prefill = prefill_flops(config, 1, 2048), decode = decode_flops(config, 1, 2048);
    EXPECT_NEAR(prefill.attention / 1e9, 146.029, 5e-4);
    EXPECT_NEAR(prefill.moe / 1e9, 155.693, 5e-4);
    EXPECT_NEAR(prefill.sum() * 48 / 1e9, 14482.63, 5e-3);
    EXPECT_NEAR(decode.attention / 1e9, 0.0713, 5e-5);
    EXPECT_NEAR(decode.moe / 1e9, 0.0760, 5e-5);
    EXPECT_NEAR(decode.sum() * 48 / 1e9, 7.0716, 5e-5);
}

TEST(Plan, KvHeadsAreRepeatedUntilColumnsDivideThem) {
    EXPECT_EQ(kv_replication(4, 8), 2);
    EXPECT_EQ(kv_replication(4, 4), 1);
    EXPECT_EQ(kv_replication(4, 1), 1);
    EXPECT_THROW(kv_replication(1, 101), Error);
}

TEST(Plan, BytesOfAChip) {
    const Config config = known_config("Qwen3-30B-A3B");
    const auto eight = plan_board(config, find_board("t3000"), {1, 8}, {});
    EXPECT_NEAR(eight.bytes.experts / 1e9, 3.85, 5e-3);
    EXPECT_DOUBLE_EQ(eight.bytes.head, 151936.0 * 2048 * 2 / 8);
    // One of four kv heads on each of eight chips, 48 layers, keys and values.
    EXPECT_DOUBLE_EQ(eight.bytes.kv_cache, 2.0 * 48 * 128 * 2048 * 2);
    EXPECT_TRUE(eight.fits());
    const auto many = plan_board(config, find_board("galaxy"), {4, 8}, {.batch = 32});
    EXPECT_NEAR(many.bytes.experts / 1e9, 0.96, 5e-3);
    // In sixteen bits the experts of each chip are twice as large, but for the exponents of tiles.
    const auto wide = plan_board(config, find_board("galaxy"), {4, 8},
                                 {.batch = 32, .weights = WeightFormat::bf16});
    EXPECT_DOUBLE_EQ(wide.bytes.experts, many.bytes.experts * 2048 / 1088);
    EXPECT_DOUBLE_EQ(wide.bytes.attention, many.bytes.attention * 2048 / 1088);
    EXPECT_DOUBLE_EQ(wide.bytes.kv_cache, many.bytes.kv_cache);
    EXPECT_FALSE(plan_board(config, find_board("n150"), {1, 1}, {}).fits());
    const Config large = known_config("Qwen3-235B-A22B");
    EXPECT_FALSE(plan_board(large, find_board("t3000"), {1, 8}, {}).fits());
    EXPECT_TRUE(plan_board(large, find_board("galaxy"), {4, 8}, {}).fits());
    EXPECT_FALSE(
        plan_board(large, find_board("galaxy"), {4, 8}, {.weights = WeightFormat::bf16}).fits());
}

TEST(Plan, RowsShareUsersInWholeUnits) {
    EXPECT_EQ(users_of_row(128, 4), 32);
    EXPECT_EQ(users_of_row(96, 4), 96);
    EXPECT_EQ(users_of_row(7, 1), 7);
    const Config config = known_config("Qwen3-30B-A3B");
    const auto plan = [&](std::int64_t users) {
        return plan_board(config, find_board("galaxy"), {4, 8}, {.batch = users});
    };
    EXPECT_DOUBLE_EQ(plan(128).bytes.kv_cache, plan(32).bytes.kv_cache);
    EXPECT_DOUBLE_EQ(plan(96).bytes.kv_cache, 3 * plan(32).bytes.kv_cache);
}

TEST(Plan, TimeFollowsItsBound) {
    const Config config = known_config("Qwen3-30B-A3B");
    const Board& board = find_board("p150");
    const auto decode = plan_board(config, board, {1, 1}, {}).decode;
    EXPECT_EQ(decode.bound(), "DRAM");
    EXPECT_EQ(decode.links, 0);
    const auto prefill = plan_board(config, board, {1, 1}, {.batch = 8, .context = 8192}).prefill;
    EXPECT_EQ(prefill.bound(), "matrix unit");
    const double flops = 48 * prefill_flops(config, 8, 8192).sum() + 2.0 * 8 * 151936 * 2048;
    EXPECT_NEAR(prefill.compute, flops / (130 * 4096 * 1.35e9 / 2), 1e-9);
    EXPECT_EQ(plan_board(config, find_board("t3000"), {1, 8}, {.batch = 64, .context = 4096})
                  .prefill.bound(),
              "links");
}

TEST(Plan, MeshesThatDoNotDivide) {
    const Config config = known_config("Qwen3-30B-A3B");
    const auto plan = [&](const char* board, Mesh mesh) {
        return refusal([&] { plan_board(config, find_board(board), mesh, {}); });
    };
    EXPECT_THAT(plan("galaxy", {1, 3}), HasSubstr("does not divide 128 experts"));
    EXPECT_THAT(plan("galaxy", {1, 64}), HasSubstr("mesh 1x64 has 64 chips, galaxy has 32"));
    EXPECT_THAT(refusal([] { find_board("n999"); }), HasSubstr("there is no board n999"));
}

TEST(Plan, Meshes) {
    EXPECT_EQ(parse_mesh("4x8"), (Mesh{4, 8}));
    EXPECT_EQ(parse_mesh("2,4"), (Mesh{2, 4}));
    for (const char* text : {"", "8", "x8", "1x", "0x8", "1x8x", "-1x8", "1x99999", "a"})
        EXPECT_THROW(parse_mesh(text), Error) << text;
    EXPECT_EQ(find_board("galaxy").mesh(), (Mesh{4, 8}));
    EXPECT_EQ(find_board("t3000").mesh(), (Mesh{1, 8}));
    EXPECT_EQ(find_board("n150").mesh(), (Mesh{1, 1}));
}

}  // namespace
}  // namespace qwen3::testing
