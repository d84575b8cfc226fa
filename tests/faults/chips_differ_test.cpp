// Different chips in one process (IRONBIRD_CHIP=n150,p150): what is asked of no device is refused,
// and a program is checked against the chip that it is enqueued on.
#include <tt-metalium/command_queue.hpp>
#include <tt-metalium/hal.hpp>
#include <tt-metalium/tt_metal.hpp>

#include "fault.hpp"

namespace ironbird::tests {
namespace {

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

class ChipsDiffer : public testing::Test {
 protected:
    IDevice* small = CreateDevice(0);  // n150: 8 by 8 cores
    IDevice* large = CreateDevice(1);  // p150

    void TearDown() override {
        CloseDevice(small);
        CloseDevice(large);
    }
    static void run(IDevice* device, Program& program) {
        EnqueueProgram(device->command_queue(), program, true);
    }
};

constexpr const char* kNothing = "void kernel_main() {}";
constexpr CoreCoord kFar{10, 1};

TEST_F(ChipsDiffer, HalHasNoDeviceToAsk) {
    expect_fault("chips-differ", {"hal::get_arch needs one kind of chip", "n150,p150"},
                 [] { hal::get_arch(); });
    expect_fault("chips-differ", {"hal::get_l1_alignment"}, [] { hal::get_l1_alignment(); });
    EXPECT_EQ(small->arch(), tt::ARCH::WORMHOLE_B0);
    EXPECT_EQ(large->arch(), tt::ARCH::BLACKHOLE);
    EXPECT_NE(small->dram_size_per_channel(), large->dram_size_per_channel());
}

TEST_F(ChipsDiffer, MeshOverBoth) {
    expect_fault("chips-differ",
                 {"a mesh cannot have different chips", "device 0 is n150, device 1 is p150"},
                 [] { MeshDevice::create(MeshDeviceConfig(MeshShape(1, 2))); });
    EXPECT_EQ(GetNumAvailableDevices(), 2u);
}

TEST_F(ChipsDiffer, CoreThatOneChipHas) {
    Program program = CreateProgram();
    CreateKernelFromString(program, kNothing, kFar, examples::writer({}));
    run(large, program);
    expect_fault("core-range", {"core (10,1)", "the grid is 8 by 8"}, [&] { run(small, program); });
    expect_fault("core-range", {"core (15,1)"}, [&] {
        CreateKernelFromString(program, kNothing, CoreCoord{15, 1}, examples::writer({}));
    });
}

TEST_F(ChipsDiffer, CircularBufferThatOneChipHas) {
    OneKernel one("");
    CreateCircularBuffer(one.program, kFirst, cb(1024, 1024, 40));
    run(large, one.program);
    expect_fault("cb-index", {"no circular buffer 40", "n150 has indices 0 to 31"},
                 [&] { run(small, one.program); });
    expect_fault("cb-index", {"no circular buffer 64"}, [] { cb(1024, 1024, 64); });
}

TEST_F(ChipsDiffer, CircularBuffersThatFitOneChip) {
    OneKernel one("");
    CreateCircularBuffer(one.program, kFirst, cb(1400 * 1024, 1024));
    run(large, one.program);
    expect_fault("cb-overflow", {"beyond max L1 size of 1499136 B"},
                 [&] { run(small, one.program); });
    run(large, one.program);
}

}  // namespace
}  // namespace ironbird::tests
