// Shards, copies, and rows into tiles with padding.
#include "movement.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/data_movement/clone/clone.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/data_movement/copy/copy.hpp"
#include "ttnn/operations/data_movement/fill_pad/fill_pad.hpp"
#include "ttnn/operations/data_movement/move/move.hpp"
#include "ttnn/operations/data_movement/pad/pad.hpp"
#include "ttnn/operations/data_movement/permute/permute.hpp"
#include "ttnn/operations/data_movement/sharded/interleaved_to_sharded/interleaved_to_sharded.hpp"
#include "ttnn/operations/data_movement/sharded/reshard/reshard.hpp"
#include "ttnn/operations/data_movement/sharded/sharded_to_interleaved/sharded_to_interleaved.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/data_movement/tilize/tilize.hpp"
#include "ttnn/operations/data_movement/tilize_with_val_padding/tilize_with_val_padding.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"
#include "ttnn/operations/data_movement/untilize/untilize.hpp"
#include "ttnn/operations/data_movement/untilize_with_unpadding/untilize_with_unpadding.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;

class MovementMemory : public OnDevice {};

MemoryConfig sharded(TensorMemoryLayout kind, std::array<std::uint32_t, 2> shape,
                     const CoreRangeSet& cores) {
    return MemoryConfig(kind, BufferType::L1, tt::tt_metal::ShardSpec(cores, shape));
}

// For a matrix of 128 x 192.
std::vector<MemoryConfig> all_memories() {
    const CoreRangeSet grid(CoreRange({0, 0}, {2, 1}));
    return {DRAM_MEMORY_CONFIG,
            L1_MEMORY_CONFIG,
            sharded(TensorMemoryLayout::HEIGHT_SHARDED, {32, 192}, grid),
            sharded(TensorMemoryLayout::WIDTH_SHARDED, {128, 32}, grid),
            sharded(TensorMemoryLayout::BLOCK_SHARDED, {64, 64}, grid),
            MemoryConfig(BufferType::L1, tt::tt_metal::NdShardSpec{Shape({32, 64}), grid})};
}

TEST_F(MovementMemory, AnyToAny) {
    const Array in = counted_array(Shape({128, 192}));
    Drawn drawn(5, device());
    for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR})
        for (const MemoryConfig& from : all_memories()) {
            const Tensor tensor = drawn.tensor(in, {DataType::BFLOAT16, layout, from});
            for (const MemoryConfig& to : all_memories()) {
                const std::string what = fmt::format("{} {} to {}", layout, from, to);
                const Tensor moved = to_memory_config(tensor, to);
                EXPECT_EQ(moved.memory_config(), to);
                expect_array(moved, in, what);
                const Tensor other = ttnn::to_layout(
                    tensor, layout == Layout::TILE ? Layout::ROW_MAJOR : Layout::TILE, std::nullopt,
                    to);
                EXPECT_EQ(other.memory_config(), to);
                expect_array(other, in, "layout of " + what);
            }
        }
}

// Operations take shards and give them where that is asked for.
TEST_F(MovementMemory, OperationsOnShards) {
    const Array in = counted_array(Shape({128, 192}));
    Drawn drawn(5, device());
    const Array turned = mapped(in, Shape({192, 128}),
                                [&](const Index& at) { return linear({at[1], at[0]}, in.shape); });
    const Array part = mapped(in, Shape({96, 96}), [&](const Index& at) {
        return linear({at[0] + 32, at[1] + 64}, in.shape);
    });
    const Array twice = mapped(in, Shape({256, 192}), [&](const Index& at) {
        return linear({at[0] % 128, at[1]}, in.shape);
    });
    const ttsl::SmallVector<std::uint32_t> begin{32, 64}, end{128, 160}, step{1, 1};
    for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR})
        for (const MemoryConfig& from : all_memories()) {
            const Tensor tensor = drawn.tensor(in, {DataType::BFLOAT16, layout, from});
            const std::string what = fmt::format("{} {}", layout, from);
            expect_array(transpose(tensor, 0, 1), turned, "transpose " + what);
            expect_array(slice(tensor, begin, end, step), part, "slice " + what);
            expect_array(concat({tensor, tensor}, 0), twice, "concat " + what);
            const Tensor flat = ttnn::reshape(tensor, Shape({1, 128, 192}));
            expect_array(flat, {flat.logical_shape(), in.values}, "reshape " + what);
        }
}

TEST_F(MovementMemory, ByTheirNames) {
    const Array in = counted_array(Shape({128, 192}));
    Drawn drawn(5, device());
    const auto all = all_memories();
    const Tensor tensor = drawn.tensor(in, {DataType::BFLOAT16, Layout::TILE, DRAM_MEMORY_CONFIG});
    const Tensor cut =
        interleaved_to_sharded(tensor, CoreCoord(3, 2), {64, 64}, TensorMemoryLayout::BLOCK_SHARDED,
                               ShardOrientation::ROW_MAJOR);
    EXPECT_EQ(cut.memory_config(), all[4]);
    const Tensor again = reshard(cut, all[3]);
    expect_array(again, in, "reshard");
    expect_array(sharded_to_interleaved(again), in, "sharded_to_interleaved");
    EXPECT_THAT(thrown([&] { (void)sharded_to_interleaved(tensor); }),
                HasSubstr("must be sharded"));
    const Tensor same = clone(cut);
    EXPECT_NE(same.buffer()->address(), cut.buffer()->address());
    expect_array(same, in, "clone");
    expect_array(clone(tensor, DataType::FLOAT32), in, "clone as another type");
    const Tensor target = drawn.tensor({in.shape, Doubles(in.values.size(), 1)},
                                       {DataType::FLOAT32, Layout::TILE, L1_MEMORY_CONFIG});
    (void)copy(tensor, target);
    expect_array(target, in, "copy");
    expect_array(assign(tensor, L1_MEMORY_CONFIG), in, "assign");
    const Tensor moved = ttnn::move(same);
    EXPECT_FALSE(same.is_allocated());
    expect_array(moved, in, "move");
}

TEST_F(MovementMemory, RowsAndTiles) {
    const Array in = counted_array(Shape({2, 33, 40}));
    Drawn drawn(5, device());
    for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32, DataType::UINT16,
                                DataType::UINT8, DataType::INT32}) {
        const std::string what = fmt::format("{}", type);
        const Tensor rows = drawn.tensor(in, {type, Layout::ROW_MAJOR, DRAM_MEMORY_CONFIG});
        const Tensor tiles = tilize_with_zero_padding(rows);
        expect_array(untilize(tiles), in, "untilize " + what);
        const Tensor larger = tilize_with_val_padding(rows, Shape({2, 96, 64}), PadValue(5.0f));
        EXPECT_EQ(larger.padded_shape(), Shape({2, 96, 64}));
        expect_array(larger, in, "tilize_with_val_padding " + what);
        // The padding is there to see.
        const Array with = mapped(
            in, Shape({2, 50, 44}),
            [&](const Index& at) { return at[1] < 33 && at[2] < 40 ? linear(at, in.shape) : -1; },
            7);
        const Tensor filled = fill_implicit_tile_padding(tiles, PadValue(7.0f));
        expect_array(untilize_with_unpadding(filled, Shape({1, 49, 43})), with,
                     "untilize_with_unpadding " + what);
    }
    const Tensor odd =
        drawn.tensor(in, {DataType::BFLOAT16, Layout::ROW_MAJOR, DRAM_MEMORY_CONFIG});
    EXPECT_THAT(thrown([&] { (void)tilize(odd); }), HasSubstr("must be a multiple of the tile"));
}

}  // namespace
}  // namespace ttnn::test
