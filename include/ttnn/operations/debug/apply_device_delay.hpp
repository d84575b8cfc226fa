// Devices that come late, to see that collectives wait for them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ttnn/types.hpp"

namespace ttnn::operations::debug {

// A core of each device spins for so many cycles: delays[row][column]. The core is the first of the
// sub-device.
void apply_device_delay(
    MeshDevice& mesh_device, const std::vector<std::vector<uint32_t>>& delays,
    const std::optional<tt::tt_metal::SubDeviceId>& subdevice_id = std::nullopt);

}  // namespace ttnn::operations::debug
