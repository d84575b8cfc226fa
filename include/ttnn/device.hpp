// Opening and closing devices.
#pragma once

#include <memory>
#include <optional>
#include <tt-metalium/dispatch_core_common.hpp>

#include "ttnn/types.hpp"

namespace ttnn {
namespace device {

using tt::tt_metal::distributed::MeshDevice;
using ttnn::IDevice;

// A mesh of one chip.
std::shared_ptr<MeshDevice> open_mesh_device(
    int device_id, std::size_t l1_small_size = DEFAULT_L1_SMALL_SIZE,
    std::size_t trace_region_size = DEFAULT_TRACE_REGION_SIZE, std::size_t num_command_queues = 1,
    const std::optional<tt::tt_metal::DispatchCoreConfig>& dispatch_core_config = std::nullopt,
    std::size_t worker_l1_size = DEFAULT_WORKER_L1_SIZE);
void close_device(MeshDevice& device);

void enable_program_cache(IDevice& device);
void disable_and_clear_program_cache(IDevice& device);

bool is_wormhole_or_blackhole(tt::ARCH arch);
void deallocate_buffers(IDevice* device);

}  // namespace device

using namespace device;

}  // namespace ttnn
