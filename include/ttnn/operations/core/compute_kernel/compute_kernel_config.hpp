// How precisely compute kernels work.
#pragma once

#include <cstdint>
#include <optional>
#include <tt-metalium/base_types.hpp>
#include <tt-metalium/device.hpp>

namespace ttnn {

namespace operations::compute_throttle_utils {
enum class ThrottleLevel : std::uint32_t {
    NO_THROTTLE = 0,
    LEVEL_1,
    LEVEL_2,
    LEVEL_3,
    LEVEL_4,
    LEVEL_5
};
}  // namespace operations::compute_throttle_utils

struct WormholeComputeKernelConfig {
    tt::tt_metal::MathFidelity math_fidelity = tt::tt_metal::MathFidelity::LoFi;
    bool math_approx_mode = true;
    bool fp32_dest_acc_en = false;
    bool packer_l1_acc = false;
    bool dst_full_sync_en = false;
    operations::compute_throttle_utils::ThrottleLevel throttle_level =
        operations::compute_throttle_utils::ThrottleLevel::NO_THROTTLE;
};

using BlackholeComputeKernelConfig = WormholeComputeKernelConfig;
using ComputeKernelConfig = WormholeComputeKernelConfig;
using DeviceComputeKernelConfig = WormholeComputeKernelConfig;

// What the caller gave, or one with these defaults.
DeviceComputeKernelConfig init_device_compute_kernel_config(
    tt::ARCH arch, const std::optional<const DeviceComputeKernelConfig>& device_kernel_config,
    tt::tt_metal::MathFidelity default_fidelity = tt::tt_metal::MathFidelity::LoFi,
    bool default_approx_mode = true, bool default_fp32_acc = false, bool default_l1_acc = false,
    bool default_dst_full_sync_en = false,
    operations::compute_throttle_utils::ThrottleLevel default_throttle_level =
        operations::compute_throttle_utils::ThrottleLevel::NO_THROTTLE);

}  // namespace ttnn
