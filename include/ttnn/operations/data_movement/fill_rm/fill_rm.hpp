// A matrix of two values.
#pragma once

#include <cstdint>
#include <optional>

#include "ttnn/core.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// val_hi in the first hFill rows and wFill columns of every matrix, val_lo elsewhere; `any` says
// where the result is and of which type.
Tensor fill_rm(std::uint32_t N, std::uint32_t C, std::uint32_t H, std::uint32_t W,
               std::uint32_t hFill, std::uint32_t wFill, const Tensor& any, float val_hi,
               float val_lo, const std::optional<MemoryConfig>& memory_config = std::nullopt);
Tensor fill_ones_rm(std::uint32_t N, std::uint32_t C, std::uint32_t H, std::uint32_t W,
                    std::uint32_t hFill, std::uint32_t wFill, const Tensor& any,
                    const std::optional<MemoryConfig>& memory_config = std::nullopt);

}  // namespace ttnn
