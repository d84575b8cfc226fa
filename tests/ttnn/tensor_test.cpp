// Tensors: where they are, views, text, files; conversions between layouts, types and memories; the
// program cache.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "harness.hpp"
#include "ttnn/distributed/api.hpp"
#include "ttnn/events.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/functions.hpp"
#include "ttnn/tensor/serialization.hpp"
#include "ttnn/tensor/tensor_ops.hpp"
#include "ttnn/tensor/to_string.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;
using namespace tt::tt_metal;

Doubles counted(std::size_t count, std::size_t most = 200) {
    Doubles values(count);
    for (std::size_t i = 0; i < count; i++) values[i] = static_cast<double>(i % most);
    return values;
}

class Tensors : public OnDevice {};
class Layouts : public OnDevice {};
class Cache : public OnDevice {};

TEST_F(Tensors, ToTheDeviceAndBack) {
    for (const Shape& shape : shapes())
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
            const TensorSpec spec = spec_of(shape, DataType::BFLOAT16, layout);
            const Tensor host = tensor_of(counted(shape.volume()), spec, nullptr);
            const Tensor on = host.to_device(&device());
            EXPECT_EQ(on.storage_type(), StorageType::DEVICE);
            EXPECT_EQ(on.device(), &device());
            EXPECT_EQ(on.tensor_spec(), spec);
            EXPECT_EQ(values_of(from_device(on)), counted(shape.volume()));
        }
}

TEST_F(Tensors, DeallocatedTensorsAreRefused) {
    const TensorSpec spec = spec_of(Shape({32, 32}), DataType::FLOAT32);
    Tensor one = tensor_of(counted(1024), spec, &device());
    Tensor two = one;
    one.deallocate();
    EXPECT_TRUE(two.is_allocated());  // somebody else holds it
    one.deallocate(true);
    EXPECT_FALSE(two.is_allocated());
    EXPECT_EQ(two.device(), nullptr);
    EXPECT_EQ(two.tensor_spec(), spec);
    EXPECT_THAT(thrown([&] { (void)two.to_vector<float>(); }),
                HasSubstr("Tensor is not allocated"));
    EXPECT_THAT(thrown([&] { (void)add(two, two); }), HasSubstr("Tensor is not allocated"));
    EXPECT_THAT(to_string(two), HasSubstr("<buffer is not allocated>"));
    Tensor host = tensor_of(counted(1024), spec, nullptr);
    host.deallocate(true);
    EXPECT_TRUE(host.is_allocated());
}

TEST_F(Tensors, ViewsShareMemory) {
    const Tensor whole =
        tensor_of(counted(4 * 64 * 32), spec_of(Shape({4, 64, 32}), DataType::FLOAT32), &device());
    Tensor view = ttnn::reshape(whole, Shape({256, 32}));
    EXPECT_EQ(view.buffer()->address(), whole.buffer()->address());
    EXPECT_EQ(values_of(view), counted(4 * 64 * 32));
    EXPECT_EQ(values_of(add(view, 1.0f))[5], 6);
    EXPECT_EQ(values_of(ttnn::reshape(whole, Shape({8, 32, 32}))), counted(4 * 64 * 32));
    const std::int32_t open[] = {2, -1, 32};
    EXPECT_EQ(ttnn::reshape(whole, open).logical_shape(), Shape({2, 128, 32}));
    EXPECT_THAT(thrown([&] { (void)ttnn::reshape(whole, Shape({5, 32})); }),
                HasSubstr("Invalid arguments to reshape"));
    EXPECT_THAT(thrown([&] { (void)whole.reshape(Shape({4, 32, 64})); }),
                HasSubstr("move elements"));
    // Heights that are no whole tiles go through rows.
    const Tensor odd =
        tensor_of(counted(6 * 5 * 7), spec_of(Shape({6, 5, 7}), DataType::BFLOAT16), &device());
    EXPECT_EQ(values_of(ttnn::reshape(odd, Shape({30, 7}))), counted(210));
    EXPECT_EQ(unsqueeze_to_4D(odd).logical_shape(), Shape({1, 6, 5, 7}));
    view.deallocate(true);
    EXPECT_FALSE(whole.is_allocated());
}

TEST_F(Tensors, MemoryUnderAnotherLayoutOrOwner) {
    const Tensor tiles =
        tensor_of(counted(1024), spec_of(Shape({32, 32}), DataType::BFLOAT16), &device());
    const Tensor rows = unchecked_reinterpret_layout(tiles, Layout::ROW_MAJOR);
    EXPECT_EQ(rows.layout(), Layout::ROW_MAJOR);
    EXPECT_EQ(rows.tensor_spec().tile(), tiles.tensor_spec().tile());
    EXPECT_EQ(rows.buffer()->address(), tiles.buffer()->address());
    EXPECT_EQ(values_of(rows)[16], values_of(tiles)[32]);  // the second row of the first face
    DeviceStorage storage = tiles.device_storage();
    const auto address = storage.get_buffer()->address();
    const tt::tt_metal::MeshTensor taken = storage.release_mesh_tensor();
    EXPECT_EQ(taken.address(), address);
    EXPECT_FALSE(tiles.is_allocated());
    EXPECT_THAT(thrown([&] { (void)storage.release_mesh_tensor(); }), HasSubstr("not allocated"));
}

TEST_F(Tensors, Text) {
    const auto text = [&](const Shape& shape, const Doubles& values, DataType type) {
        return to_string(tensor_of(values, spec_of(shape, type), &device()));
    };
    EXPECT_EQ(
        text(Shape({}), {1}, DataType::BFLOAT16),
        "ttnn.Tensor( 1.0000, shape=Shape([]), dtype=DataType::BFLOAT16, layout=Layout::TILE)");
    EXPECT_EQ(text(Shape({2, 4}), counted(8), DataType::BFLOAT16),
              "ttnn.Tensor([[ 0.0000,  1.0000,  2.0000,  3.0000],\n"
              "             [ 4.0000,  5.0000,  6.0000,  7.0000]], shape=Shape([2, 4]), "
              "dtype=DataType::BFLOAT16, layout=Layout::TILE)");
    EXPECT_EQ(text(Shape({6, 2, 5}), counted(60), DataType::INT32),
              "ttnn.Tensor([[[    0,     1,  ...,     3,     4],\n"
              "              [    5,     6,  ...,     8,     9]],\n\n"
              "             [[   10,    11,  ...,    13,    14],\n"
              "              [   15,    16,  ...,    18,    19]],\n\n"
              "             ...,\n\n"
              "             [[   40,    41,  ...,    43,    44],\n"
              "              [   45,    46,  ...,    48,    49]],\n\n"
              "             [[   50,    51,  ...,    53,    54],\n"
              "              [   55,    56,  ...,    58,    59]]], shape=Shape([6, 2, 5]), "
              "dtype=DataType::INT32, layout=Layout::TILE)");
    EXPECT_THAT(text(Shape({2}), {1e-5, 1}, DataType::FLOAT32),
                HasSubstr("[ 1.0000e-05,  1.0000e+00]"));
    set_printoptions(TensorPrintProfile::Empty);
    EXPECT_THAT(text(Shape({2}), {1, 2}, DataType::FLOAT32), HasSubstr("ttnn.Tensor(..., shape="));
    set_printoptions(TensorPrintProfile::Full, SciMode::Disable, 2);
    EXPECT_THAT(text(Shape({6}), counted(6), DataType::FLOAT32),
                HasSubstr("[ 0.00,  1.00,  2.00,  3.00,  4.00,  5.00]"));
    set_printoptions(TensorPrintProfile::Short);
}

TEST_F(Tensors, Creation) {
    EXPECT_EQ(zeros(Shape({2, 3})).dtype(), DataType::BFLOAT16);
    EXPECT_EQ(zeros(Shape({2, 3})).layout(), Layout::ROW_MAJOR);
    const Tensor on = full(Shape({5}), 2.5f, DataType::FLOAT32, TILE_LAYOUT, device());
    EXPECT_EQ(values_of(on), Doubles(5, 2.5));
    EXPECT_EQ(values_of(ones_like(on)), Doubles(5, 1));
    EXPECT_EQ(values_of(full_like(on, 7)), Doubles(5, 7));
    const Tensor range = arange(3, 12, 4, DataType::INT32, device());
    EXPECT_EQ(values_of(range), (Doubles{3, 7, 11}));
    EXPECT_EQ(values_of(arange(5, 0, -2, DataType::FLOAT32)), (Doubles{5, 3, 1}));
    EXPECT_THAT(thrown([] { (void)arange(0, 5, 0); }), HasSubstr("Step must be nonzero"));
    EXPECT_EQ(empty_like(on).tensor_spec(), on.tensor_spec());
    EXPECT_TRUE(allclose<float>(
        from_device(on),
        from_device(full(Shape({5}), 2.5f, DataType::FLOAT32, TILE_LAYOUT, device()))));
}

class Files : public OnDevice {
 protected:
    const std::string name_ = (std::filesystem::temp_directory_path() /
                               ("ttnn_" + std::to_string(::getpid()) + ".tensorbin"))
                                  .string();
    void TearDown() override { std::filesystem::remove(name_); }

    std::string bytes() const {
        std::ifstream in(name_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void write(const std::string& bytes) const {
        std::ofstream(name_, std::ios::binary).write(bytes.data(), std::ssize(bytes));
    }
};

TEST_F(Files, RoundTrip) {
    const MemoryConfig sharded(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                               ShardSpec(CoreRangeSet(CoreRange({0, 0}, {1, 0})), {32, 64}));
    for (const TensorSpec& spec :
         {spec_of(Shape({3, 5}), DataType::BFLOAT16), spec_of(Shape({}), DataType::FLOAT32),
          spec_of(Shape({0, 3}), DataType::INT32), spec_of(Shape({7, 9}), DataType::BFLOAT8_B),
          spec_of(Shape({64, 64}), DataType::UINT32, Layout::ROW_MAJOR, sharded)}) {
        const Tensor tensor = tensor_of(counted(spec.logical_shape().volume()), spec, &device());
        dump_tensor_flatbuffer(name_, tensor);
        const Tensor back = load_tensor_flatbuffer(name_, &device());
        EXPECT_EQ(back.tensor_spec(), spec);
        EXPECT_EQ(values_of(back), values_of(tensor));
    }
}

// No byte of a file makes the reader do anything but read or refuse.
TEST_F(Files, DamagedFilesAreRefused) {
    dump_tensor_flatbuffer(
        name_, tensor_of(counted(15), spec_of(Shape({3, 5}), DataType::FLOAT32), nullptr));
    const std::string good = bytes();
    for (std::size_t length = 0; length < good.size(); length += length < 400 ? 1 : 97) {
        write(good.substr(0, length));
        EXPECT_NE(thrown([&] { (void)load_tensor_flatbuffer(name_); }), "") << length;
    }
    for (std::size_t at = 0; at < 400 && at < good.size(); at++)
        for (const char other : {'\0', '9', '\x7f'}) {
            std::string bad = good;
            bad[at] = other;
            write(bad);
            (void)thrown([&] { (void)load_tensor_flatbuffer(name_).to_vector<float>(); });
        }
    write("PK\3\4 something else altogether");
    EXPECT_THAT(thrown([&] { (void)load_tensor_flatbuffer(name_); }), HasSubstr("no tensor file"));
    std::string newer = good;
    newer[8] = 2;
    write(newer);
    EXPECT_THAT(thrown([&] { (void)load_tensor_flatbuffer(name_); }),
                HasSubstr("its version is 2"));
    EXPECT_THAT(thrown([&] { (void)load_tensor_flatbuffer("x.bin"); }), HasSubstr(".tensorbin"));
    EXPECT_THAT(thrown([&] { (void)load_tensor_flatbuffer("/nowhere/x.tensorbin"); }),
                HasSubstr("Unable to load the tensor from"));
}

TEST_F(Layouts, BetweenRowsAndTiles) {
    for (const Shape& shape : shapes())
        for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32, DataType::INT32,
                                    DataType::UINT32, DataType::UINT16}) {
            const Doubles values = counted(shape.volume());
            const Tensor rows =
                tensor_of(values, spec_of(shape, type, Layout::ROW_MAJOR), &device());
            const Tensor tiles = ttnn::to_layout(rows, Layout::TILE);
            EXPECT_EQ(tiles.tensor_spec(), spec_of(shape, type));
            EXPECT_EQ(values_of(tiles), values) << shape << fmt::format("{}", type);
            const Tensor again = ttnn::to_layout(tiles, Layout::ROW_MAJOR);
            EXPECT_EQ(again.tensor_spec(), rows.tensor_spec());
            EXPECT_EQ(values_of(again), values) << shape << fmt::format("{}", type);
        }
}

TEST_F(Layouts, WideRowsAndPadding) {
    const Doubles values = counted(35 * 1100);
    const Shape shape({35, 1100});
    const Tensor rows =
        tensor_of(values, spec_of(shape, DataType::BFLOAT16, Layout::ROW_MAJOR), &device());
    const Tensor tiles =
        ttnn::to_layout(rows, Layout::TILE, std::nullopt, std::nullopt, std::nullopt, 3.0f);
    EXPECT_EQ(values_of(ttnn::to_layout(tiles, Layout::ROW_MAJOR)), values);
    // The padding holds the pad value, as it does on the host.
    const Tensor host = ttnn::to_layout(from_device(rows), Layout::TILE, std::nullopt, std::nullopt,
                                        std::nullopt, 3.0f);
    EXPECT_TRUE(allclose<::bfloat16>(from_device(tiles), host, 0, 0));
    EXPECT_THAT(thrown([&] { (void)ttnn::to_layout(tiles, Layout::ROW_MAJOR, DataType::FLOAT32); }),
                HasSubstr("dtype cannot be different from tensor dtype"));
    const Tensor blocks =
        tensor_of(Doubles(64 * 64, 1), spec_of(Shape({64, 64}), DataType::BFLOAT8_B), &device());
    const Tensor from_blocks = ttnn::to_layout(blocks, Layout::ROW_MAJOR);
    EXPECT_EQ(from_blocks.dtype(), DataType::BFLOAT16);
    EXPECT_EQ(values_of(from_blocks), Doubles(64 * 64, 1));
}

TEST_F(Layouts, Typecast) {
    const DataType types[] = {DataType::BFLOAT16, DataType::FLOAT32, DataType::BFLOAT8_B,
                              DataType::INT32,    DataType::UINT32,  DataType::UINT16};
    const Shape shape({33, 40});
    for (const DataType from : types)
        for (const DataType to : types) {
            const Doubles values = counted(shape.volume(), 100);
            const Tensor in = tensor_of(values, spec_of(shape, from), &device());
            const Tensor out = typecast(in, to);
            EXPECT_EQ(out.dtype(), to);
            expect_close(values_of(out), values_of(in), to, {}, fmt::format("{} to {}", from, to));
        }
    const Tensor words =
        tensor_of({-3, 40000, 70000}, spec_of(Shape({3}), DataType::INT32), &device());
    EXPECT_EQ(values_of(typecast(words, DataType::UINT16)), (Doubles{0, 40000, 65535}));
    const Tensor shorts = tensor_of({0, 65535}, spec_of(Shape({2}), DataType::UINT16), &device());
    EXPECT_EQ(values_of(typecast(shorts, DataType::INT32)), (Doubles{0, 65535}));
    const Tensor rows =
        tensor_of({1.5, -2}, spec_of(Shape({2}), DataType::FLOAT32, Layout::ROW_MAJOR), &device());
    EXPECT_EQ(values_of(typecast(rows, DataType::BFLOAT16)), (Doubles{1.5, -2}));
    const Tensor ties = tensor_of({1 + 0x1p-8, 1 + 0x3p-8, -1 - 0x1p-8},
                                  spec_of(Shape({3}), DataType::FLOAT32), &device());
    EXPECT_EQ(values_of(typecast(ties, DataType::BFLOAT16)), (Doubles{1, 1 + 0x1p-6, -1}));
    EXPECT_THAT(thrown([&] { (void)typecast(rows, DataType::BFLOAT8_B); }),
                HasSubstr("exists in TILE layout alone"));
}

TEST_F(Layouts, MemoryConfigurations) {
    const CoreRangeSet grid(CoreRange({0, 0}, {2, 1}));
    const auto sharded = [&](TensorMemoryLayout kind, std::array<std::uint32_t, 2> shape,
                             const CoreRangeSet& cores) {
        return MemoryConfig(kind, BufferType::L1, ShardSpec(cores, shape));
    };
    const std::vector<MemoryConfig> all{
        DRAM_MEMORY_CONFIG,
        L1_MEMORY_CONFIG,
        sharded(TensorMemoryLayout::HEIGHT_SHARDED, {32, 192}, grid),
        sharded(TensorMemoryLayout::WIDTH_SHARDED, {128, 32}, grid),
        sharded(TensorMemoryLayout::BLOCK_SHARDED, {64, 64}, grid),
        MemoryConfig(BufferType::L1, NdShardSpec{Shape({32, 64}), grid})};
    const Doubles values = counted(128 * 192);
    for (const MemoryConfig& from : all) {
        const Tensor in = tensor_of(
            values, spec_of(Shape({128, 192}), DataType::BFLOAT16, Layout::TILE, from), &device());
        EXPECT_EQ(values_of(add(in, 1.0f))[1], 2);
        for (const MemoryConfig& to : all) {
            const Tensor out = to_memory_config(in, to);
            EXPECT_EQ(out.memory_config(), to);
            EXPECT_EQ(values_of(out), values);
        }
    }
}

TEST_F(Cache, HitsBuildNothing) {
    device().clear_program_cache();
    const TensorSpec spec = spec_of(Shape({32, 32}), DataType::BFLOAT16);
    std::vector<Tensor> keep;  // every call finds other addresses
    for (int i = 0; i < 1000; i++) {
        const Tensor a = tensor_of(Doubles(1024, i % 100), spec, &device());
        const Tensor b = tensor_of(Doubles(1024, 2), spec, &device());
        const Tensor out = add(a, b);
        EXPECT_EQ(values_of(out), Doubles(1024, i % 100 + 2));
        if (i % 3 == 0) keep.insert(keep.end(), {a, out});
        EXPECT_EQ(device().num_program_cache_entries(), 1u);
    }
    (void)add(keep[0], 1.0f);
    EXPECT_EQ(device().num_program_cache_entries(), 2u);
    (void)add(keep[0], 2.0f);  // a number is no part of the program
    EXPECT_EQ(device().num_program_cache_entries(), 2u);
    (void)add(keep[0], keep[0]);  // the same tensor twice is
    EXPECT_EQ(device().num_program_cache_entries(), 3u);
    device().set_program_cache_misses_allowed(false);
    EXPECT_THAT(thrown([&] { (void)multiply(keep[0], keep[0]); }),
                HasSubstr("program cache miss occurred, but cache misses are forbidden"));
    device().set_program_cache_misses_allowed(true);
    device().disable_and_clear_program_cache();
    EXPECT_EQ(values_of(add(keep[0], 5.0f)), Doubles(1024, 5));
    EXPECT_EQ(device().num_program_cache_entries(), 0u);
    device().enable_program_cache();
}

TEST_F(Cache, TwoQueuesAndEvents) {
    const auto mesh = open_mesh_device(0, DEFAULT_L1_SMALL_SIZE, DEFAULT_TRACE_REGION_SIZE, 2);
    const TensorSpec spec = spec_of(Shape({32, 32}), DataType::FLOAT32);
    const Tensor a = Tensor::from_vector(std::vector<float>(1024, 3), spec, mesh.get(), QueueId(1));
    const auto written = events::record_mesh_event(mesh.get(), QueueId(1));
    events::wait_for_mesh_event(QueueId(0), written);
    Tensor out;
    with_command_queue_id(QueueId(0), [&] { out = add(a, 4.0f); });
    const auto computed = events::record_mesh_event(mesh.get(), QueueId(0));
    events::event_synchronize(computed);
    EXPECT_EQ(out.to_vector<float>(QueueId(1)), std::vector<float>(1024, 7));
    mesh->close();
}

}  // namespace
}  // namespace ttnn::test
