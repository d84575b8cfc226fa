// Calls of the public headers that nothing here can answer yet: each refuses with its name.
#include <tt-metalium/experimental/device.hpp>
#include <tt-metalium/experimental/per_core_allocation/buffer.hpp>
#include <tt-metalium/experimental/per_core_allocation/mesh_buffer.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal::experimental {

using ironbird::tensor::not_modelled;

uint32_t Device::get_worker_noc_hop_distance(IDevice*, const CoreCoord&, const CoreCoord&, NOC) {
    not_modelled("get_worker_noc_hop_distance is not modelled");
}
uint32_t Device::get_worker_noc_hop_distance(distributed::MeshDevice*,
                                             const distributed::MeshCoordinate&, const CoreCoord&,
                                             const CoreCoord&, NOC) {
    not_modelled("get_worker_noc_hop_distance is not modelled");
}

namespace per_core_allocation {

bool is_per_core_allocation(const Buffer&) {
    return false;
}
bool is_per_core_allocation(const BufferShardingArgs&) {
    return false;
}
bool is_per_core_allocation(const distributed::MeshBuffer&) {
    return false;
}
DeviceAddr get_shard_base_address(const Buffer& buffer, CoreCoord) {
    return buffer.address();
}

BufferShardingArgs& set_per_core_allocation(BufferShardingArgs& args, bool enable) {
    if (enable) not_modelled("set_per_core_allocation: such buffers are not modelled");
    return args;
}
DeviceAddr get_per_core_address(const Buffer&, CoreCoord) {
    not_modelled("get_per_core_address: such buffers are not modelled");
}
DeviceAddr get_per_core_address(const distributed::MeshBuffer&, const distributed::MeshCoordinate&,
                                const CoreCoord&) {
    not_modelled("get_per_core_address: such buffers are not modelled");
}
const std::unordered_map<CoreCoord, DeviceAddr>& get_per_core_addresses(const Buffer&) {
    not_modelled("get_per_core_addresses: such buffers are not modelled");
}
void copy_per_core_addresses(Buffer&, const Buffer&) {
    not_modelled("copy_per_core_addresses: such buffers are not modelled");
}
std::shared_ptr<distributed::MeshBuffer> create_on_single_device(
    const distributed::MeshBufferConfig&, const distributed::DeviceLocalBufferConfig&,
    distributed::MeshDevice*, const distributed::MeshCoordinate&) {
    not_modelled("create_on_single_device: a mesh buffer on one of its devices is not modelled");
}

}  // namespace per_core_allocation
}  // namespace tt::tt_metal::experimental
