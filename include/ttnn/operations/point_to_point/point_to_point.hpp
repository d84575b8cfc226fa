// One device gets the tensor of another.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/operations/ccl/ccl_host_types.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// What the other devices have in the output is not changed.
Tensor point_to_point(const Tensor& input_tensor, const MeshCoordinate& receiver_coord,
                      const MeshCoordinate& sender_coord,
                      ccl::Topology topology = ccl::Topology::Linear,
                      const std::optional<Tensor>& optional_output_tensor = std::nullopt,
                      const std::optional<Tensor>& optional_intermediate_tensor = std::nullopt);

}  // namespace ttnn
