// Order of work: queues, events, traces, sub-devices, and the calls of 2025.
#include <gtest/gtest.h>

#include <array>
#include <tt-metalium/allocator.hpp>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/host_api.hpp>
#include <tt-metalium/sub_device.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "base/fault.hpp"

namespace tt::tt_metal {
namespace {

using namespace distributed;

// Adds its argument to a word in L1.
constexpr const char* kAdd = R"(
void kernel_main() {
    volatile uint32_t* word = reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0));
    *word = *word + get_arg_val<uint32_t>(1);
})";

// Waits until a word in L1 has a value.
constexpr const char* kAwait = R"(
void kernel_main() {
    volatile uint32_t* word = reinterpret_cast<volatile uint32_t*>(get_arg_val<uint32_t>(0));
    const uint32_t wanted = get_arg_val<uint32_t>(1);
    while (*word != wanted) invalidate_l1_cache();
})";

// Adds to a word of another core over the NoC.
constexpr const char* kSignal = R"(
void kernel_main() {
    noc_semaphore_inc(get_noc_addr(get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(1),
                                   get_arg_val<uint32_t>(2)), 1);
    noc_async_atomic_barrier();
})";

class QueueTest : public testing::Test {
 protected:
    std::shared_ptr<MeshDevice> mesh_ = MeshDevice::create_unit_mesh(0, 0, 1 << 20, 2);
    std::shared_ptr<MeshBuffer> word_ = MeshBuffer::create(
        ReplicatedBufferConfig{64},
        DeviceLocalBufferConfig{.page_size = 64, .buffer_type = BufferType::L1}, mesh_.get());
    // Page 0 of an interleaved L1 buffer is on the core of bank 0.
    CoreCoord core_ = mesh_->allocator()->get_logical_core_from_bank_id(0);

    Program program(const char* source, std::vector<uint32_t> args, CoreCoord core) {
        Program p = CreateProgram();
        const auto k = CreateKernelFromString(p, source, core, DataMovementConfig{});
        SetRuntimeArgs(p, k, core, args);
        return p;
    }

    MeshWorkload workload(Program p) {
        MeshWorkload w;
        w.add_program(MeshCoordinateRange(mesh_->shape()), std::move(p));
        return w;
    }

    MeshWorkload add(uint32_t n) {
        return workload(program(kAdd, {static_cast<uint32_t>(word_->address()), n}, core_));
    }

    void set(uint32_t value, uint8_t cq = 0) {
        std::vector<uint32_t> words(16, value);
        EnqueueWriteMeshBuffer(mesh_->mesh_command_queue(cq), word_, words);
    }

    uint32_t get(uint8_t cq = 0) {
        std::vector<uint32_t> words;
        EnqueueReadMeshBuffer(mesh_->mesh_command_queue(cq), words, word_);
        return words[0];
    }
};

TEST_F(QueueTest, CommandsOfAQueueFollowEachOther) {
    auto& cq = mesh_->mesh_command_queue();
    set(1);
    auto plus_two = add(2);
    EnqueueMeshWorkload(cq, plus_two, false);
    std::vector<uint32_t> between(16);
    cq.enqueue_read_shards({ShardDataTransfer(MeshCoordinate(0, 0)).host_data(between.data())},
                           word_, false);
    EnqueueMeshWorkload(cq, plus_two, false);
    EXPECT_EQ(get(), 5u);
    EXPECT_EQ(between[0], 3u);
}

TEST_F(QueueTest, WritesKeepTheDataOfTheirMoment) {
    auto& cq = mesh_->mesh_command_queue();
    auto plus_one = add(1);
    set(0);
    EnqueueMeshWorkload(cq, plus_one, false);
    std::vector<uint32_t> words(16, 10);
    EnqueueWriteMeshBuffer(cq, word_, words);
    words.assign(16, 99);
    EXPECT_EQ(get(), 10u);
}

TEST_F(QueueTest, ArgumentsAreThoseOfTheEnqueue) {
    auto& cq = mesh_->mesh_command_queue();
    set(0);
    auto w = add(1);
    EnqueueMeshWorkload(cq, w, false);
    const Program& p = w.get_programs().begin()->second;
    GetRuntimeArgs(p, 0, core_)[1] = 100;
    EnqueueMeshWorkload(cq, w, false);
    EXPECT_EQ(get(), 101u);
}

TEST_F(QueueTest, AProgramMayGrowBetweenLaunches) {
    set(1);
    MeshWorkload w = add(2);
    auto& queue = mesh_->mesh_command_queue();
    EnqueueMeshWorkload(queue, w, false);
    Program& p = w.get_programs().begin()->second;
    const auto second = CreateKernelFromString(
        p, kAdd, core_,
        DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_1});
    SetRuntimeArgs(p, second, core_, {static_cast<uint32_t>(word_->address()) + 4, 5});
    EnqueueMeshWorkload(queue, w, false);
    std::vector<uint32_t> words;
    EnqueueReadMeshBuffer(queue, words, word_);
    EXPECT_EQ(words[0], 1u + 2 + 2);
    EXPECT_EQ(words[1], 1u + 5);
}

TEST_F(QueueTest, EventsOrderQueues) {
    auto& first = mesh_->mesh_command_queue(0);
    auto& second = mesh_->mesh_command_queue(1);
    set(0);
    Finish(first);
    auto plus_one = add(1);
    EnqueueMeshWorkload(first, plus_one, false);
    const MeshEvent event = first.enqueue_record_event_to_host();
    EXPECT_FALSE(EventQuery(event));
    second.enqueue_wait_for_event(event);
    EXPECT_EQ(get(1), 1u);
    EXPECT_TRUE(EventQuery(event));
    EventSynchronize(event);
}

TEST_F(QueueTest, TracesReplayWithTheirArguments) {
    auto& cq = mesh_->mesh_command_queue();
    set(0);
    auto plus_one = add(1), plus_ten = add(10);
    const MeshTraceId id = mesh_->begin_mesh_trace(cq);
    EXPECT_EQ(cq.trace_id(), id);
    EnqueueMeshWorkload(cq, plus_one, false);
    EnqueueMeshWorkload(cq, plus_ten, false);
    EXPECT_ANY_THROW(set(5));
    mesh_->end_mesh_trace(cq, id);
    EXPECT_EQ(get(), 0u);
    mesh_->replay_mesh_trace(cq, id, false);
    mesh_->replay_mesh_trace(cq, id, true);
    EXPECT_EQ(get(), 22u);
    mesh_->release_mesh_trace(id);
    EXPECT_ANY_THROW(mesh_->replay_mesh_trace(cq, id, true));
}

TEST_F(QueueTest, TracesNeedRoom) {
    const auto mesh = MeshDevice::create_unit_mesh(1);
    auto& cq = mesh->mesh_command_queue();
    MeshWorkload w;
    w.add_program(MeshCoordinateRange(mesh->shape()), program(kAdd, {200000, 1}, {0, 0}));
    const MeshTraceId id = mesh->begin_mesh_trace(cq);
    EnqueueMeshWorkload(cq, w, false);
    EXPECT_THROW(mesh->end_mesh_trace(cq, id), ironbird::Error);
}

TEST_F(QueueTest, ProgramsOnDifferentSubDevicesRunTogether) {
    const SubDevice left(std::array{CoreRangeSet(CoreRange({0, 0}, {0, 0}))});
    const SubDevice right(std::array{CoreRangeSet(CoreRange({1, 0}, {1, 0}))});
    mesh_->load_sub_device_manager(mesh_->create_sub_device_manager({left, right}, 0));
    const uint32_t address = static_cast<uint32_t>(word_->address());
    std::vector<uint32_t> zero(1, 0);
    tt::tt_metal::detail::WriteToDeviceL1(mesh_.get(), {0, 0}, address, zero);
    const CoreCoord at = mesh_->worker_core_from_logical_core({0, 0});
    // The first waits for what only the second sends: neither could finish alone.
    auto await = workload(program(kAwait, {address, 1}, {0, 0}));
    auto signal = workload(program(
        kSignal, {static_cast<uint32_t>(at.x), static_cast<uint32_t>(at.y), address}, {1, 0}));
    auto& cq = mesh_->mesh_command_queue();
    EnqueueMeshWorkload(cq, await, false);
    EnqueueMeshWorkload(cq, signal, false);
    Finish(cq);
    auto outside = workload(program(kAdd, {address, 1}, {3, 3}));
    EXPECT_THROW(EnqueueMeshWorkload(cq, outside, true), ironbird::Error);
}

TEST_F(QueueTest, AFaultLeavesTheWaitingCallAndTheDeviceUsable) {
    auto bad = workload(program(kAdd, {0x30000000, 1}, core_));
    auto& cq = mesh_->mesh_command_queue();
    EnqueueMeshWorkload(cq, bad, false);
    EXPECT_THROW(Finish(cq), ironbird::Error);
    set(0);
    auto good = add(3);
    EnqueueMeshWorkload(cq, good, false);
    EXPECT_EQ(get(), 3u);
}

TEST_F(QueueTest, OnlyRecordedEventsCanBeAwaited) {
    auto& first = mesh_->mesh_command_queue(0);
    auto& second = mesh_->mesh_command_queue(1);
    const MeshEvent event = second.enqueue_record_event();
    first.enqueue_wait_for_event(event);
    EXPECT_NO_THROW(Finish(first));
    EXPECT_ANY_THROW(first.enqueue_wait_for_event(
        MeshEvent(999, mesh_.get(), 0, MeshCoordinateRange(mesh_->shape()))));
}

TEST(CommandQueue, ProgramsOf2025Run) {
    IDevice* device = CreateDevice(2, 2);
    CommandQueue& cq = device->command_queue();
    auto buffer = CreateBuffer(InterleavedBufferConfig{device, 64, 64, BufferType::L1});
    const CoreCoord core = device->allocator()->get_logical_core_from_bank_id(0);
    Program p = CreateProgram();
    const auto k = CreateKernelFromString(p, kAdd, core, DataMovementConfig{});
    SetRuntimeArgs(p, k, core, {buffer->address(), 7});

    std::vector<uint32_t> words(16, 1), back;
    EnqueueWriteBuffer(cq, buffer, words, false);
    EnqueueProgram(cq, p, false);
    EnqueueReadBuffer(cq, buffer, back, true);
    EXPECT_EQ(back[0], 8u);

    auto event = std::make_shared<Event>();
    EnqueueRecordEvent(cq, event);
    EnqueueWaitForEvent(device->command_queue(1), event);
    EventSynchronize(event);
    EXPECT_TRUE(EventQuery(event));
    Finish(device->command_queue(1));

    tt::tt_metal::detail::LaunchProgram(device, p);
    tt::tt_metal::detail::ReadFromBuffer(buffer, back);
    EXPECT_EQ(back[0], 15u);
    tt::tt_metal::detail::ReadFromDeviceL1(device, core, buffer->address(), 4, back);
    EXPECT_EQ(back, (std::vector<uint32_t>{15}));
    EXPECT_TRUE(CloseDevice(device));
}

TEST(GlobalSemaphore, IsSetOnEveryCore) {
    const auto mesh = MeshDevice::create_unit_mesh(0);
    const auto semaphore = CreateGlobalSemaphore(*mesh, CoreRangeSet(CoreRange({0, 0}, {2, 1})), 5);
    std::vector<uint32_t> back;
    tt::tt_metal::detail::ReadFromDeviceL1(mesh.get(), {2, 1},
                                           static_cast<uint32_t>(semaphore.address()), 4, back);
    EXPECT_EQ(back[0], 5u);
    semaphore.reset_semaphore_value(6);
    tt::tt_metal::detail::ReadFromDeviceL1(mesh.get(), {0, 1},
                                           static_cast<uint32_t>(semaphore.address()), 4, back);
    EXPECT_EQ(back[0], 6u);
}

}  // namespace
}  // namespace tt::tt_metal
