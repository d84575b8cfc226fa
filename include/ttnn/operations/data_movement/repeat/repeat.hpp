// A tensor several times along its dimensions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tt_stl/small_vector.hpp>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// Repetitions of more dimensions than the tensor has add some in front.
Tensor repeat(const Tensor& input_tensor, const ttsl::SmallVector<std::uint32_t>& repetition_vector,
              const std::optional<MemoryConfig>& memory_config = std::nullopt,
              const std::string& implementation = "auto",
              const std::optional<Tensor>& optional_output_tensor = std::nullopt);
Tensor repeat(const Tensor& input_tensor, const Shape& repeat_dims,
              const std::string& implementation = "auto",
              const std::optional<Tensor>& optional_output_tensor = std::nullopt);

}  // namespace ttnn
