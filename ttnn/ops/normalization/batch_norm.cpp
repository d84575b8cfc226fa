// batch_norm: statistics as reductions, then one program of x * scale + shift.
#include "ttnn/operations/normalization/batch_norm/batch_norm.hpp"

#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/reduction/reduce.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/ternary/ternary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace normalization {
namespace {

void check_channels(const Tensor& input, const std::optional<Tensor>& given,
                    std::string_view name) {
    if (!given) return;
    TT_FATAL(given->layout() == Layout::TILE, "batch_norm only supports tiled layout. Got: {}",
             given->layout());
    TT_FATAL(given->dtype() == DataType::BFLOAT16 || given->dtype() == DataType::FLOAT32,
             "batch_norm only supports bfloat16, float32. Got: {}", given->dtype());
    const auto& shape = given->logical_shape();
    TT_FATAL(shape.rank() == 4, "batch_norm supports tensors of rank 4");
    TT_FATAL(shape[1] == input.logical_shape()[1],
             "{}[1] must be the same as input's channel size.", name);
}

struct ChannelStatistics {
    Tensor mean, variance;
};

ChannelStatistics statistics_of(const Tensor& input) {
    const reduction::Reduced all_but_channels{true, false, true, true};
    const auto& shape = input.logical_shape();
    const double count = static_cast<double>(input.logical_volume()) / shape[1];
    const reduction::Wish wish{.factor = static_cast<float>(1 / count), .dtype = DataType::FLOAT32};
    Tensor mean =
        reduction::reduce("batch_norm", reduction::Kind::sum, input, all_but_channels, wish);
    const Tensor squares = squared_difference(input, mean, DataType::FLOAT32);
    return {mean,
            reduction::reduce("batch_norm", reduction::Kind::sum, squares, all_but_channels, wish)};
}

// Towards the batch's, in place.
void move_running(const std::optional<Tensor>& running, const Tensor& batch, float momentum) {
    if (!running) return;
    const Tensor kept = multiply(*running, 1 - momentum, DataType::FLOAT32);
    (void)add(kept, multiply(batch, momentum), running->dtype(), std::nullopt, running);
}

}  // namespace
}  // namespace normalization

Tensor batch_norm(const Tensor& input, std::optional<Tensor> running_mean,
                  std::optional<Tensor> running_var, bool training, float eps, float momentum,
                  const std::optional<Tensor>& weight, const std::optional<Tensor>& bias,
                  const std::optional<Tensor>& output, const std::optional<MemoryConfig>& memory,
                  const std::optional<DeviceComputeKernelConfig>&) {
    using namespace normalization;
    eltwise::need_device("batch_norm", input);
    TT_FATAL(input.logical_shape().rank() == 4,
             "batch_norm supports tensors of rank 4, the input has rank {}",
             input.logical_shape().rank());
    check_channels(input, input, "input");
    check_channels(input, running_mean, "running_mean");
    check_channels(input, running_var, "running_var");
    check_channels(input, weight, "weight");
    check_channels(input, bias, "bias");
    TT_FATAL(training || (running_mean && running_var),
             "running_mean and running_var must be defined in evaluation mode");
    const ChannelStatistics of = training
                                     ? statistics_of(input)
                                     : ChannelStatistics{typecast(*running_mean, DataType::FLOAT32),
                                                         typecast(*running_var, DataType::FLOAT32)};
    Tensor scale = rsqrt(add(of.variance, eps));
    if (weight) scale = multiply(scale, *weight);
    Tensor shift = neg(multiply(of.mean, scale));
    if (bias) shift = add(shift, *bias);
    const Tensor result = mac(input, scale, shift, memory, output);
    if (training) {
        move_running(running_mean, of.mean, momentum);
        move_running(running_var, of.variance, momentum);
    }
    return result;
}

}  // namespace ttnn
