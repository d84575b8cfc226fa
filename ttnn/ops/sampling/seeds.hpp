// Seeds of the users of sampling, device by device.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ttnn/types.hpp"

namespace ttnn::sampling_op {

inline constexpr std::uint32_t kUsers = 32;
using Seeds = std::array<std::uint32_t, kUsers>;

// For a call without a seed: the next number of those that manual_seed has set, a new one for the
// others.
Seeds next_seeds(const MeshDevice& device);

void set_seed(const MeshDevice& device, std::uint32_t user, std::uint32_t seed);

}  // namespace ttnn::sampling_op
