// Sums, means and extremes over dimensions of a tensor.
#pragma once

#include <cstdint>
#include <optional>
#include <tt_stl/small_vector.hpp>
#include <variant>

#include "ttnn/operations/core/compute_kernel/compute_kernel_config.hpp"
#include "ttnn/types.hpp"

namespace ttnn {

// No dimension: all of them. Negative ones count from the end.
using ReductionDims = std::optional<std::variant<int, std::int64_t, ttsl::SmallVector<int>>>;

// Sums are kept in 32 bits and rounded once, whatever the configuration says. `scalar` multiplies
// the result. ROW_MAJOR input gives tiles unless the layout is told, but for sums and means along
// one of the last two of four dimensions.
#define TTNN_REDUCTION                                                                             \
    const Tensor &input_tensor_arg,                                                                \
        const ReductionDims &dim_arg = std::nullopt, bool keepdim = false,                         \
                            const std::optional<MemoryConfig>&memory_config_arg = std::nullopt,    \
                            const std::optional<DeviceComputeKernelConfig>&compute_kernel_config = \
                                std::nullopt,                                                      \
                            float scalar = 1.0f, bool correction = true,                           \
                            const std::optional<CoreRangeSet>&sub_core_grids = std::nullopt
Tensor sum(TTNN_REDUCTION, const std::optional<Layout>& output_layout = std::nullopt);
Tensor mean(TTNN_REDUCTION, bool fast_and_approximate_mode = false,
            const std::optional<Layout>& output_layout = std::nullopt);
Tensor max(TTNN_REDUCTION, bool fast_and_approximate_mode = false);
Tensor min(TTNN_REDUCTION);

// With a correction the divisor is one less than the number of elements.
Tensor std(TTNN_REDUCTION);
Tensor var(TTNN_REDUCTION);
#undef TTNN_REDUCTION

}  // namespace ttnn
