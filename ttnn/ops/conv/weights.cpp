// Weights as matrices: a row for each element of a window, a column for each channel that comes
// out.
#include "ops/conv/weights.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/conv/conv_transpose2d/prepare_conv_transpose2d_weights.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn::convolution {

using namespace tt::tt_metal;

namespace {

// Where an element of the weights stands in the vector of what the caller gave.
class Given {
 public:
    Given(const Weights& weights, bool transposed, bool mirrored)
        : weights_(weights), transposed_(transposed), mirrored_(mirrored) {}

    // Of channels inside of a group.
    std::size_t at(std::uint32_t group, std::uint32_t in, std::uint32_t out, std::uint32_t y,
                   std::uint32_t x) const {
        const auto& [height, width] = weights_.kernel;
        const std::uint32_t ins = weights_.in / weights_.groups,
                            outs = weights_.out / weights_.groups;
        const std::size_t pair = transposed_ ? std::size_t{group * ins + in} * outs + out
                                             : std::size_t{group * outs + out} * ins + in;
        if (mirrored_) y = height - 1 - y, x = width - 1 - x;
        return (pair * height + y) * width + x;
    }

 private:
    const Weights& weights_;
    bool transposed_, mirrored_;
};

std::vector<float> matrix(const Weights& weights, const std::vector<float>& all,
                          const Given& given) {
    const auto& [height, width] = weights.kernel;
    const std::uint32_t ins = weights.in / weights.groups, outs = weights.out / weights.groups;
    std::vector<float> made(weights.shape().volume());
    for (std::uint32_t y = 0; y < height; y++)
        for (std::uint32_t x = 0; x < width; x++)
            for (std::uint32_t c = 0; c < weights.in; c++) {
                const std::uint32_t group = c / ins;
                const std::size_t place = std::size_t{y} * width + x;
                const std::size_t row = weights.each_alone() ? place : place * weights.in + c;
                float* const to = made.data() + row * weights.out + std::size_t{group} * outs;
                for (std::uint32_t o = 0; o < outs; o++)
                    to[o] = all[given.at(group, c % ins, o, y, x)];
            }
    return made;
}

Tensor on_device(const std::vector<float>& values, const tt::tt_metal::Shape& shape, DataType dtype,
                 MeshDevice* device) {
    return Tensor::from_vector(
        values, eltwise::spec_like(shape, dtype, Layout::TILE, DRAM_MEMORY_CONFIG), device);
}

bool is_ready(const Tensor& tensor, const tt::tt_metal::Shape& shape) {
    return tensor.storage_type() == StorageType::DEVICE && tensor.layout() == Layout::TILE &&
           tensor.logical_shape() == shape;
}

}  // namespace

tt::tt_metal::Shape Weights::shape() const {
    const std::uint32_t places = kernel[0] * kernel[1];
    return each_alone() ? tt::tt_metal::Shape({1, places, 1, out})
                        : tt::tt_metal::Shape({1, 1, places * in, out});
}

Tensor prepared(std::string_view op, const Tensor& tensor, const Weights& weights, bool transposed,
                bool mirrored, const std::optional<DataType>& dtype, MeshDevice* device) {
    TT_FATAL(
        weights.groups > 0 && weights.in % weights.groups == 0 && weights.out % weights.groups == 0,
        "{}: {} input and {} output channels are not divisible by {} groups", op, weights.in,
        weights.out, weights.groups);
    if (is_ready(tensor, weights.shape())) return tensor;
    const std::uint64_t volume =
        1ull * weights.in * weights.out / weights.groups * weights.kernel[0] * weights.kernel[1];
    TT_FATAL(tensor.logical_shape().rank() >= 3 && tensor.logical_volume() == volume,
             "{}: the weights have shape {}, {} channels to {} in {} groups with a kernel of {} x "
             "{} were said",
             op, tensor.logical_shape(), weights.in, weights.out, weights.groups, weights.kernel[0],
             weights.kernel[1]);
    const std::vector<float> all = tensor.to_vector<float>();
    return on_device(matrix(weights, all, Given(weights, transposed, mirrored)), weights.shape(),
                     dtype.value_or(tensor.dtype()), device);
}

Tensor prepared_bias(std::string_view op, const Tensor& bias, std::uint32_t channels,
                     const std::optional<DataType>& dtype, MeshDevice* device) {
    const tt::tt_metal::Shape shape({1, 1, 1, channels});
    if (is_ready(bias, shape)) return bias;
    TT_FATAL(bias.logical_volume() == channels, "{}: the bias has shape {}, {} channels come out",
             op, bias.logical_shape(), channels);
    return on_device(bias.to_vector<float>(), shape, dtype.value_or(bias.dtype()), device);
}

}  // namespace ttnn::convolution

namespace ttnn::operations::conv {

Tensor conv2d::prepare_conv_weights(
    const Tensor& weights, const MemoryConfig&, Layout, const std::string& format, std::uint32_t in,
    std::uint32_t out, std::uint32_t, std::uint32_t, std::uint32_t,
    std::array<std::uint32_t, 2> kernel, std::array<std::uint32_t, 2>,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>>,
    std::array<std::uint32_t, 2>, bool, std::uint32_t groups, MeshDevice* device, DataType,
    const std::optional<const DataType>&, const std::optional<const Conv2dConfig>& config,
    const std::optional<const DeviceComputeKernelConfig>&,
    const std::optional<const Conv2dSliceConfig>&) {
    TT_FATAL(format == "OIHW", "prepare_conv_weights: weights_format is {}, OIHW is allowed",
             format);
    return convolution::prepared("prepare_conv_weights", weights, {in, out, groups, kernel}, false,
                                 false, config ? config->weights_dtype : std::nullopt, device);
}

Tensor conv2d::prepare_conv_bias(
    const Tensor& bias, const MemoryConfig&, Layout, std::uint32_t, std::uint32_t out,
    std::uint32_t, std::uint32_t, std::uint32_t, std::array<std::uint32_t, 2>,
    std::array<std::uint32_t, 2>,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>>,
    std::array<std::uint32_t, 2>, std::uint32_t, MeshDevice* device, DataType,
    const std::optional<const DataType>&, const std::optional<const Conv2dConfig>& config,
    const std::optional<const DeviceComputeKernelConfig>&,
    const std::optional<const Conv2dSliceConfig>&) {
    return convolution::prepared_bias("prepare_conv_bias", bias, out,
                                      config ? config->weights_dtype : std::nullopt, device);
}

Tensor conv_transpose2d::prepare_conv_transpose2d_weights(
    // NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
    const Tensor& weights, MemoryConfig, Layout, const std::string& format, std::uint32_t in,
    std::uint32_t out, std::uint32_t, std::uint32_t, std::uint32_t,
    std::array<std::uint32_t, 2> kernel, std::array<std::uint32_t, 2>,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>>,
    std::array<std::uint32_t, 2>, std::array<std::uint32_t, 2>, bool, std::uint32_t groups,
    MeshDevice* device, DataType, const std::optional<const DataType>&,
    const std::optional<const Conv2dConfig>& config,
    const std::optional<const DeviceComputeKernelConfig>&,
    const std::optional<const Conv2dSliceConfig>&, bool mirror) {
    TT_FATAL(format == "IOHW",
             "prepare_conv_transpose2d_weights: weights_format is {}, IOHW is allowed", format);
    return convolution::prepared("prepare_conv_transpose2d_weights", weights,
                                 {in, out, groups, kernel}, true, mirror,
                                 config ? config->weights_dtype : std::nullopt, device);
}

}  // namespace ttnn::operations::conv
