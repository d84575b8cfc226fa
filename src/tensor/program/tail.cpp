// Calls of the public headers that nothing here can answer yet: each refuses with its name.
#include <tt-metalium/experimental/allocator.hpp>
#include <tt-metalium/experimental/device.hpp>

#include "tensor/require.hpp"

namespace tt::tt_metal::experimental {

using ironbird::tensor::not_modelled;

void synchronize_allocator_state(Allocator*, const std::vector<Allocator*>&) {
    not_modelled("synchronize_allocator_state is not modelled");
}

uint32_t Device::get_worker_noc_hop_distance(IDevice*, const CoreCoord&, const CoreCoord&, NOC) {
    not_modelled("get_worker_noc_hop_distance is not modelled");
}
uint32_t Device::get_worker_noc_hop_distance(distributed::MeshDevice*,
                                             const distributed::MeshCoordinate&, const CoreCoord&,
                                             const CoreCoord&, NOC) {
    not_modelled("get_worker_noc_hop_distance is not modelled");
}

}  // namespace tt::tt_metal::experimental
