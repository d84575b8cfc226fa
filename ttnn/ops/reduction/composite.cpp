// Operations made of reductions.
#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/reduction/reduce.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/experimental/reduction/fast_reduce_nc/fast_reduce_nc.hpp"
#include "ttnn/operations/experimental/reduction/integral_image/intimg.hpp"
#include "ttnn/operations/normalization/softmax/softmax.hpp"
#include "ttnn/operations/reduction/accumulation/cumsum/cumsum.hpp"
#include "ttnn/operations/reduction/generic/generic_reductions.hpp"
#include "ttnn/operations/reduction/moe/moe.hpp"
#include "ttnn/operations/reduction/topk/topk.hpp"

namespace ttnn {

using namespace tt::tt_metal;

Tensor moe(const Tensor& input, const Tensor& expert_mask, const Tensor& topk_mask, std::uint16_t k,
           const std::optional<MemoryConfig>& memory, std::optional<Tensor> output) {
    for (const Tensor* tensor : {&input, &expert_mask, &topk_mask})
        eltwise::need_device("moe", *tensor);
    TT_FATAL(input.logical_shape().rank() == 4, "moe: the input has shape {}, rank 4 is allowed",
             input.logical_shape());
    const auto best = topk(add(input, expert_mask), k, -1, true, true);
    const Tensor shares = softmax(add(best[0], topk_mask), -1);
    const Tensor first = eq(typecast(best[1], DataType::INT32), 0);
    const Tensor result = sum(multiply(shares, typecast(first, shares.dtype())), -1, true, memory);
    return output ? to_memory_config(result, output->memory_config(), std::nullopt, output)
                  : result;
}

Tensor experimental::reduction::fast_reduce_nc(const Tensor& input,
                                               ttsl::Span<const std::int32_t> dims,
                                               const std::optional<const Tensor>& output,
                                               const MemoryConfig& memory,
                                               std::optional<const DeviceComputeKernelConfig>,
                                               const std::optional<CoreRangeSet>& cores,
                                               const std::optional<DataType>& dtype, bool) {
    namespace engine = ttnn::reduction;
    eltwise::need_device("fast_reduce_nc", input);
    const int inner = static_cast<int>(input.logical_shape().rank()) - 2;
    for (const std::int32_t dim : dims)
        TT_FATAL((dim >= 0 ? dim : dim + inner + 2) < inner,
                 "fast_reduce_nc: dim {} is one of the last two of {}", dim, input.logical_shape());
    const auto reduced =
        engine::reduced_dims("fast_reduce_nc", input.logical_shape(), {dims.begin(), dims.end()});
    const Tensor result = engine::reduce(
        "fast_reduce_nc", engine::Kind::sum, input, reduced,
        {.dtype = dtype, .memory = output ? output->memory_config() : memory, .cores = cores});
    return output ? to_memory_config(result, output->memory_config(), std::nullopt, *output)
                  : result;
}

Tensor experimental::intimg(const Tensor& input) {
    TT_FATAL(input.logical_shape().rank() == 4,
             "intimg: the input has shape {}, [N, H, W, C] is allowed", input.logical_shape());
    return cumsum(cumsum(input, 1), 2);
}

}  // namespace ttnn
