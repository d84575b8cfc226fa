// The calls for one device at a time, as programs of 2025 use them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/tt_metal.hpp>

namespace tt::tt_metal {
namespace {

constexpr uint32_t kBytes = 64, kWords = kBytes / 4;
constexpr CoreCoord kCore{0, 0};

// Copies what CB 0 lies on to an address in the same L1, and says how large the buffer is.
constexpr const char* kCopyCb = R"(
void kernel_main() {
    auto* to = reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0));
    auto* from = reinterpret_cast<volatile uint32_t*>(get_read_ptr(0));
    to[0] = from[0];
    to[1] = get_local_cb_interface(0).fifo_size;
})";

// Says where a CB begins that no program has set up, and moves it.
constexpr const char* kMoveUnset = R"(
void kernel_main() {
    auto* to = reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0));
    LocalCBInterface& cb = get_local_cb_interface(get_arg_val<uint32_t>(1));
    to[0] = 1 + cb.fifo_rd_ptr;
    cb.fifo_rd_ptr = 77;
})";

// Adds one to a word of L1.
constexpr const char* kCount = R"(
void kernel_main() {
    auto* word = reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0));
    *word = *word + 1;
})";

class OneDevice : public testing::Test {
 protected:
    void SetUp() override { device_ = CreateDevice(0, 1, 0, 1 << 20); }
    void TearDown() override { CloseDevice(device_); }

    CommandQueue& queue() { return device_->command_queue(); }

    // Words in the L1 of the first core.
    std::shared_ptr<Buffer> l1(std::vector<uint32_t> words) {
        const ShardSpecBuffer shard(CoreRangeSet(CoreRange(kCore)), {1, kWords},
                                    ShardOrientation::ROW_MAJOR, {1, kWords}, {1, 1});
        auto buffer =
            CreateBuffer(ShardedBufferConfig{.device = device_,
                                             .size = kBytes,
                                             .page_size = kBytes,
                                             .buffer_type = BufferType::L1,
                                             .buffer_layout = TensorMemoryLayout::HEIGHT_SHARDED,
                                             .shard_parameters = shard});
        words.resize(kWords);
        EnqueueWriteBuffer(queue(), buffer, words, true);
        return buffer;
    }

    std::vector<uint32_t> read(const std::shared_ptr<Buffer>& buffer) {
        std::vector<uint32_t> words;
        EnqueueReadBuffer(queue(), buffer, words, true);
        return words;
    }

    Program counting(const Buffer& word) {
        Program program = CreateProgram();
        const auto kernel = CreateKernelFromString(program, kCount, kCore, DataMovementConfig{});
        SetRuntimeArgs(program, kernel, kCore, {static_cast<uint32_t>(word.address())});
        return program;
    }

    IDevice* device_ = nullptr;
};

TEST_F(OneDevice, CircularBufferMovesToAnotherBufferAndGrows) {
    auto first = l1({11}), second = l1({22}), result = l1({});
    Program program = CreateProgram();
    const CBHandle cb = CreateCircularBuffer(
        program, kCore,
        CircularBufferConfig(kBytes, {{0, tt::DataFormat::UInt32}}, *first).set_page_size(0, 32));
    const auto kernel = CreateKernelFromString(program, kCopyCb, kCore, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, kCore, {static_cast<uint32_t>(result->address())});
    const auto run = [&] {
        EnqueueProgram(queue(), program, true);
        return read(result);
    };
    EXPECT_EQ(run()[0], 11u);
    const uint32_t whole = run()[1];

    UpdateDynamicCircularBufferAddress(program, cb, *second);
    EXPECT_EQ(run()[0], 22u);

    UpdateDynamicCircularBufferAddressAndTotalSize(program, cb, *first, kBytes / 2);
    EXPECT_EQ(GetCircularBufferConfig(program, cb).total_size(), kBytes / 2);
    EXPECT_EQ(run()[0], 11u);
    EXPECT_EQ(run()[1], whole / 2);

    UpdateCircularBufferTotalSize(program, cb, kBytes);
    EXPECT_EQ(run()[1], whole);
}

TEST_F(OneDevice, CircularBuffersThatAreNotSetUpBeginEmpty) {
    auto result = l1({});
    Program program = CreateProgram();
    const auto kernel = CreateKernelFromString(program, kMoveUnset, kCore, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, kCore, {static_cast<uint32_t>(result->address()), 9});
    for (int launch = 0; launch < 2; launch++) {
        EnqueueProgram(queue(), program, true);
        EXPECT_EQ(read(result)[0], 1u) << launch;
    }
}

TEST_F(OneDevice, ProgramKeepsAssignedBuffersAlive) {
    std::weak_ptr<Buffer> held;
    {
        Program program = CreateProgram();
        auto buffer = l1({1});
        held = buffer;
        AssignGlobalBufferToProgram(buffer, program);
        buffer.reset();
        EXPECT_FALSE(held.expired());
    }
    EXPECT_TRUE(held.expired());
}

TEST_F(OneDevice, PartsOfABufferAreWrittenAndRead) {
    auto buffer = CreateBuffer(InterleavedBufferConfig{.device = device_,
                                                       .size = 4 * kBytes,
                                                       .page_size = kBytes,
                                                       .buffer_type = BufferType::DRAM});
    std::vector<uint32_t> zeros(4 * kWords), part(2 * kWords, 7), got;
    EnqueueWriteBuffer(queue(), buffer, zeros, true);
    const BufferRegion middle(kBytes, 2 * kBytes);
    const BufferArg target = buffer;
    EnqueueWriteSubBuffer(queue(), target, part, middle, true);
    EnqueueReadSubBuffer(queue(), buffer, got, middle, true);
    EXPECT_EQ(got, part);
    const auto all = read(buffer);
    EXPECT_EQ(all[kWords - 1], 0u);
    EXPECT_EQ(all[kWords], 7u);
    EXPECT_EQ(all[3 * kWords - 1], 7u);
    EXPECT_EQ(all[3 * kWords], 0u);
}

TEST_F(OneDevice, TracesRepeatAProgram) {
    auto word = l1({0});
    Program program = counting(*word);
    EnqueueProgram(queue(), program, true);  // compiled before it is captured
    const uint32_t trace = BeginTraceCapture(device_, 0);
    EnqueueProgram(queue(), program, false);
    EndTraceCapture(device_, 0, trace);
    EXPECT_EQ(read(word)[0], 1u);
    ReplayTrace(device_, 0, trace, true);
    EnqueueTrace(queue(), trace, false);
    Synchronize(device_);
    EXPECT_EQ(read(word)[0], 3u);
    ReleaseTrace(device_, trace);
    EXPECT_THROW(ReplayTrace(device_, 0, trace, true), std::exception);
}

TEST_F(OneDevice, RelativeKernelsAreFoundBelowTheRoot) {
    const auto root = std::filesystem::temp_directory_path() / "ironbird root of kernels";
    std::filesystem::create_directories(root / "kernels");
    std::ofstream(root / "kernels/count.cpp") << "#include \"api/dataflow/dataflow_api.h\"\n"
                                              << kCount;
    SetRootDir(root.string());
    auto word = l1({5});
    Program program = CreateProgram();
    const auto kernel = CreateKernel(program, "kernels/count.cpp", kCore, DataMovementConfig{});
    SetRuntimeArgs(program, kernel, kCore, {static_cast<uint32_t>(word->address())});
    EnqueueProgram(queue(), program, true);
    EXPECT_EQ(read(word)[0], 6u);
    std::filesystem::remove_all(root);
}

TEST(System, HasOneCardThatIsNoGalaxy) {
    EXPECT_EQ(GetNumAvailableDevices(), 1u);
    EXPECT_EQ(GetNumPCIeDevices(), 1u);
    EXPECT_EQ(GetPCIeDeviceID(0), 0);
    EXPECT_FALSE(IsGalaxyCluster());
}

TEST(System, MinimalDevicesOpenAndClose) {
    IDevice* device = CreateDeviceMinimal(0);
    EXPECT_EQ(device->id(), 0);
    EXPECT_TRUE(CloseDevice(device));
}

TEST(System, EachThreadHasItsStackOfQueues) {
    EXPECT_EQ(GetCurrentCommandQueueIdForThread(), 0);
    PushCurrentCommandQueueIdForThread(1);
    EXPECT_EQ(GetCurrentCommandQueueIdForThread(), 1);
    EXPECT_EQ(PopCurrentCommandQueueIdForThread(), 1);
    EXPECT_EQ(GetCurrentCommandQueueIdForThread(), 0);
}

}  // namespace
}  // namespace tt::tt_metal
