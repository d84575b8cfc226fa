// The random numbers that sampling draws when it is given no seed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>

#include "ttnn/types.hpp"

namespace ttnn {

// Begins the numbers of users anew: of all, of one, or of those that a tensor lists; with a tensor
// of seeds, one for each of them. From then on the same calls of sampling on the device draw the
// same. Tensors are UINT32 and ROW_MAJOR, and say which device is meant. The state belongs to the
// device, not to its cores: sub_core_grids changes nothing. What is returned is an empty answer of
// one element.
Tensor manual_seed(
    const std::variant<std::uint32_t, Tensor>& seeds,
    std::optional<std::reference_wrapper<MeshDevice>> device = std::nullopt,
    const std::optional<std::variant<std::uint32_t, Tensor>>& user_ids = std::nullopt,
    const std::optional<CoreRangeSet>& sub_core_grids = std::nullopt);

}  // namespace ttnn
