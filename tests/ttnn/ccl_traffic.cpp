// One collective on tensors of 128 KiB, for its traffic: ccl_traffic OPERATION FABRIC ROWS COLUMNS.
// OPERATION is all_gather, reduce_scatter, all_reduce, broadcast or all_to_all, FABRIC line or
// ring.
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/experimental/fabric/fabric.hpp>

#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/ccl/broadcast/broadcast.hpp"
#include "ttnn/operations/ccl/reduce_scatter/reduce_scatter.hpp"
#include "ttnn/operations/experimental/ccl/all_to_all_async_generic/all_to_all_async_generic.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

using namespace ttnn;
namespace metal = tt::tt_metal;
namespace meshes = tt::tt_metal::distributed;
using tt::tt_fabric::FabricConfig;
using tt::tt_fabric::SetFabricConfig;

namespace {

const std::map<std::string, void (*)(const Tensor&, std::uint32_t)> kOperations = {
    {"all_gather", [](const Tensor& t, std::uint32_t axis) { all_gather(t, 3, axis); }},
    {"reduce_scatter", [](const Tensor& t, std::uint32_t axis) { reduce_scatter(t, 3, axis); }},
    {"all_reduce", [](const Tensor& t, std::uint32_t axis) { all_reduce(t, axis); }},
    {"broadcast",
     [](const Tensor& t, std::uint32_t axis) {
         broadcast(t, MeshCoordinate(0, 0), std::nullopt, std::nullopt, ccl::Topology::Ring, axis);
     }},
    {"all_to_all",
     [](const Tensor& t, std::uint32_t axis) {
         ttnn::experimental::all_to_all_async_generic(
             t, 2, 3, std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt, axis);
     }},
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const bool ring = std::strcmp(argv[2], "ring") == 0;
    SetFabricConfig(ring ? FabricConfig::FABRIC_1D_RING : FabricConfig::FABRIC_1D);
    const auto number = [&](int i) { return static_cast<std::uint32_t>(std::atoi(argv[i])); };
    {
        const auto mesh =
            meshes::MeshDevice::create(meshes::MeshDeviceConfig(MeshShape(number(3), number(4))));
        const metal::TensorSpec spec(
            Shape({1, 1, 32, 2048}),
            metal::TensorLayout(DataType::BFLOAT16, metal::PageConfig(Layout::TILE),
                                MemoryConfig{}));
        const Tensor in = create_device_tensor(spec, mesh.get());
        kOperations.at(argv[1])(in, mesh->shape()[0] > 1 ? 0 : 1);
        meshes::Finish(mesh->mesh_command_queue());
    }
    SetFabricConfig(FabricConfig::DISABLED);
}
