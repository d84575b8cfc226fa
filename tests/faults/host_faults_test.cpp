// What the host API refuses: handles, shapes, devices, sub-devices, traces and layouts.
#include <tt-metalium/mesh_trace_id.hpp>
#include <tt-metalium/sub_device.hpp>
#include <tt-metalium/tilize_utils.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

TEST(HostFaults, KernelOfNoProgram) {
    Program program = CreateProgram();
    expect_fault("unknown-handle", {"no kernel 3 in this program: it has 0"},
                 [&] { SetRuntimeArgs(program, 3, kFirst, {1}); });
}

TEST(HostFaults, RangeThatEndsBeforeItStarts) {
    expect_fault("host-argument", {"Invalid core range"}, [] { CoreRange({3, 0}, {1, 0}); });
}

TEST(HostFaults, NumberOfArgumentsChanges) {
    OneKernel one("");
    SetRuntimeArgs(one.program, one.handle, kFirst, {1, 2});
    expect_fault("arg-count", {"2 arguments", "cannot become 1"},
                 [&] { SetRuntimeArgs(one.program, one.handle, kFirst, {1}); });
}

TEST(HostFaults, OneNocForTwoKernels) {
    OneKernel one("");
    expect_fault("noc-clash", {"share a core and NoC 0"}, [&] {
        CreateKernelFromString(
            one.program, "void kernel_main() {}", kFirst,
            DataMovementConfig{.processor = DataMovementProcessor::RISCV_1, .noc = NOC::NOC_0});
    });
}

TEST(HostFaults, MoreSemaphoresThanThereAre) {
    Program program = CreateProgram();
    expect_fault("semaphore-count", {"no free semaphore"}, [&] {
        for (int i = 0; i < 1000; i++) CreateSemaphore(program, CoreRange(kFirst), 0);
    });
}

TEST(HostFaults, PartOfATile) {
    expect_fault("tile-shape", {"25x40", "32x32"},
                 [] { tilize_nfaces(std::vector<float>(1000), 25, 40); });
}

TEST(HostFaults, CoordinateOutsideOfTheMesh) {
    examples::Session session;
    expect_fault("mesh-shape", {"is not in a mesh of"},
                 [&] { session.device().get_device(MeshCoordinate(5, 5)); });
}

TEST(HostFaults, ClosedDevice) {
    auto device = MeshDevice::create_unit_mesh(0);
    device->close();
    expect_fault("device-open", {"is closed"}, [&] { device->mesh_command_queue(); });
}

TEST(HostFaults, ShardedWithoutShards) {
    examples::Session session;
    expect_fault("buffer-config", {"needs a shard or distribution spec"}, [&] {
        Buffer::create(&session.device(), 2048, 2048, BufferType::L1,
                       BufferShardingArgs(std::nullopt, TensorMemoryLayout::HEIGHT_SHARDED));
    });
}

TEST(HostFaults, SubDevicesThatOverlap) {
    examples::Session session;
    const SubDevice a(std::array{CoreRangeSet(CoreRange({0, 0}, {1, 1}))});
    expect_fault("sub-device", {"overlap with another sub-device"},
                 [&] { session.device().create_sub_device_manager({a, a}, 0); });
}

TEST(HostFaults, WriteInsideATrace) {
    examples::Session session;
    auto buffer = session.dram(4096, 2048);
    const auto trace = BeginTraceCapture(&session.device(), 0);
    expect_fault("trace-order", {"cannot be part of trace"},
                 [&] { session.write(buffer, examples::Words(1024)); });
    session.device().end_mesh_trace(0, trace);
}

}  // namespace
}  // namespace ironbird::tests
