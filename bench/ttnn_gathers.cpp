// An all_gather along a line of chips, in TT-NN: prints the seconds of a warm call, where that
// is short the mean of many.
#include <fmt/core.h>

#include <cstdlib>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>

#include "timing.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

using namespace tt::tt_metal;
using namespace tt::tt_metal::distributed;

// Chips of the line, and bytes of each.
int main(int argc, char** argv) {
    if (argc != 3) return 1;
    const auto chips = static_cast<std::uint32_t>(std::atoi(argv[1]));
    const auto rows = static_cast<std::uint32_t>(std::atoll(argv[2]) / (2 * 1024));
    tt::tt_fabric::SetFabricConfig(tt::tt_fabric::FabricConfig::FABRIC_1D);
    const auto mesh = MeshDevice::create(MeshDeviceConfig(MeshShape(1, chips)));
    const auto in = ttnn::create_device_tensor(
        TensorSpec(ttnn::Shape({1, 1, rows, 1024}),
                   TensorLayout(DataType::BFLOAT16, PageConfig(Layout::TILE), MemoryConfig{})),
        mesh.get());
    const auto call = [&] {
        const auto all = ttnn::all_gather(in, 2);
        Finish(mesh->mesh_command_queue());
    };
    call();
    // As many hops on few chips as on many, so that what disturbs weighs the same.
    const std::uint32_t calls = std::max(1u, 992 / (chips * (chips - 1)));
    const auto several = [&] {
        for (std::uint32_t i = 0; i < calls; i++) call();
    };
    const double all =
        ironbird::bench::best(3, [&] { return ironbird::bench::waited_seconds(several); });
    fmt::print("{}\n", all / calls);
    mesh->close();
    tt::tt_fabric::SetFabricConfig(tt::tt_fabric::FabricConfig::DISABLED);
}
