// Element types and memory configurations: text, equality, hashes, JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <tt-metalium/experimental/per_core_allocation/memory_config.hpp>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>
#include <tt_stl/reflection.hpp>

#include "tensor/test_support.hpp"

namespace {

using namespace tt::tt_metal;
using ironbird::tensor::thrown;
using testing::HasSubstr;

CoreRangeSet grid(std::size_t columns, std::size_t rows) {
    return CoreRangeSet(CoreRange({0, 0}, {columns - 1, rows - 1}));
}

template <typename T>
std::string text(const T& value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

template <typename T>
auto hash(const T& value) {
    return ttsl::hash::hash_objects_with_default_seed(value);
}

TEST(DataTypes, NamesSizesAndKinds) {
    EXPECT_EQ(text(DataType::BFLOAT16), "DataType::BFLOAT16");
    EXPECT_EQ(fmt::format("{}", DataType::FP8_E4M3), "DataType::FP8_E4M3");
    EXPECT_EQ(text(DataType::INVALID), "Invalid");
    EXPECT_EQ(text(Layout::TILE), "Layout::TILE");
    EXPECT_EQ(fmt::format("{}", Layout::ROW_MAJOR), "Layout::ROW_MAJOR");
    EXPECT_EQ(text(Alignment({2, 3})), "Alignment([2, 3])");
    EXPECT_EQ(convert_to_data_type<bfloat16>(), DataType::BFLOAT16);
    EXPECT_EQ(convert_to_data_type<std::int8_t>(), DataType::INT8);
    EXPECT_TRUE(is_floating_point(DataType::BFLOAT4_B) && !is_floating_point(DataType::INT32));
    EXPECT_TRUE(is_block_float(DataType::BFLOAT8_B) && !is_block_float(DataType::FP8_E4M3));
    EXPECT_EQ(tile_size(DataType::BFLOAT16), 2048u);
    EXPECT_EQ(tile_size(DataType::BFLOAT8_B), 1088u);
    EXPECT_EQ(tile_size(DataType::INT8), 1024u);
    EXPECT_THAT(thrown([] { (void)tile_size(DataType::INVALID); }),
                HasSubstr("Unsupported DataType"));
}

TEST(MemoryConfig, ConstructorsSetKindAndFlags) {
    const MemoryConfig plain;
    EXPECT_TRUE(plain.is_dram() && !plain.is_sharded() && !plain.is_l1());
    const MemoryConfig small(TensorMemoryLayout::INTERLEAVED, BufferType::L1_SMALL);
    EXPECT_TRUE(small.is_l1());
    const NdShardSpec nd{Shape({2, 32, 64}), grid(2, 2)};
    const MemoryConfig sharded(BufferType::L1, nd);
    EXPECT_EQ(sharded.memory_layout(), TensorMemoryLayout::ND_SHARDED);
    EXPECT_TRUE(sharded.created_with_nd_shard_spec() && sharded.is_sharded());
    EXPECT_EQ(MemoryConfig(BufferType::L1).memory_layout(), TensorMemoryLayout::INTERLEAVED);
    EXPECT_FALSE(MemoryConfig(BufferType::L1).created_with_nd_shard_spec());
}

TEST(MemoryConfig, PrintsItsAttributes) {
    const char* const want =
        "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,buffer_type=BufferType::DRAM,"
        "shard_spec=std::nullopt,nd_shard_spec=std::nullopt,created_with_nd_shard_spec=0,"
        "per_core_allocation=0)";
    EXPECT_EQ(text(MemoryConfig()), want);
    EXPECT_EQ(fmt::format("{}", MemoryConfig()), want);
    EXPECT_EQ(text(NdShardSpec{Shape({1, 2}), grid(1, 1)}),
              R"({"shard_shape":[1, 2],"grid":[{"start":{"x":0,"y":0},"end":{"x":0,"y":0}}],)"
              R"("orientation":"ShardOrientation::ROW_MAJOR",)"
              R"("shard_distribution_strategy":"ShardDistributionStrategy::ROUND_ROBIN_1D"})");
}

TEST(MemoryConfig, EqualityComparesTheFormItWasMadeWith) {
    const ShardSpec spec(grid(2, 1), {32, 64});
    const MemoryConfig given(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1, spec);
    const TensorSpec tensor(Shape({64, 64}), TensorLayout(DataType::BFLOAT16, Layout::TILE, given));
    // The spec's configuration has the other form filled in; it is still the one that was given.
    EXPECT_FALSE(given.nd_shard_spec().has_value());
    ASSERT_TRUE(tensor.memory_config().nd_shard_spec().has_value());
    EXPECT_EQ(tensor.memory_config(), given);
    EXPECT_NE(hash(tensor.memory_config()), hash(given));
    const MemoryConfig as_nd(BufferType::L1, NdShardSpec{Shape({32, 64}), grid(2, 1)});
    EXPECT_NE(as_nd, given);
    EXPECT_EQ(hash(as_nd), hash(MemoryConfig(as_nd)));
    EXPECT_NE(MemoryConfig(BufferType::L1), MemoryConfig(BufferType::DRAM));
}

TEST(MemoryConfig, MovedFromRefusesEverythingButAssignment) {
    MemoryConfig one;
    const MemoryConfig two = std::move(one);
    // NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move): what is under test
    EXPECT_THAT(thrown([&] { (void)one.is_sharded(); }),
                HasSubstr("MemoryConfig is in a moved-from state."));
    const MemoryConfig empty = one;
    EXPECT_THAT(thrown([&] { (void)empty.buffer_type(); }), HasSubstr("moved-from"));
    one = two;
    EXPECT_TRUE(one.is_dram());
    // NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)
}

TEST(MemoryConfig, JsonRoundTrip) {
    const MemoryConfig plain(BufferType::L1);
    EXPECT_EQ(ttsl::json::to_json(plain).dump(),
              R"({"buffer_type":1,"created_with_nd_shard_spec":false,"memory_layout":0,)"
              R"("per_core_allocation":false})");
    const MemoryConfig legacy(TensorMemoryLayout::BLOCK_SHARDED, BufferType::L1,
                              ShardSpec(grid(2, 3), {32, 64}, ShardOrientation::COL_MAJOR));
    const MemoryConfig nd(BufferType::DRAM, NdShardSpec{Shape({2, 3, 4}), grid(3, 1)});
    for (const MemoryConfig& config : {plain, legacy, nd}) {
        const auto json = nlohmann::json::parse(ttsl::json::to_json(config).dump());
        EXPECT_EQ(ttsl::json::from_json<MemoryConfig>(json), config) << json;
    }
    auto both = ttsl::json::to_json(nd);
    both["per_core_allocation"] = true;
    EXPECT_THAT(thrown([&] { (void)ttsl::json::from_json<MemoryConfig>(both); }),
                HasSubstr("JSON requested both"));
}

TEST(MemoryConfig, PerCoreAllocationIsCarriedAndLimited) {
    namespace per_core = experimental::per_core_allocation;
    MemoryConfig legacy(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                        ShardSpec(grid(1, 1), {32, 32}));
    per_core::set_per_core_allocation(legacy, true);
    EXPECT_TRUE(per_core::is_per_core_allocation(legacy));
    MemoryConfig dram, l1(BufferType::L1);
    EXPECT_THAT(thrown([&] { per_core::set_per_core_allocation(dram, true); }),
                HasSubstr("only supported for L1 buffers"));
    EXPECT_THAT(thrown([&] { per_core::set_per_core_allocation(l1, true); }),
                HasSubstr("requires a sharded memory layout"));
    const TensorSpec spec(Shape({32, 32}), TensorLayout(DataType::BFLOAT16, Layout::TILE, legacy));
    EXPECT_THAT(thrown([&] { (void)spec.compute_buffer_sharding_args(); }),
                HasSubstr("not modelled"));
}

}  // namespace
