// Convolutions: windows as rows of a matrix, times the weights.
#include <tt_stl/assert.hpp>

#include "ops/conv/weights.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/pool/window.hpp"
#include "ops/reduction/reduce.hpp"
#include "ttnn/operations/conv/conv1d/conv1d.hpp"
#include "ttnn/operations/conv/conv2d/conv2d.hpp"
#include "ttnn/operations/conv/conv_transpose2d/conv_transpose2d.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/matmul/matmul.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace convolution {
namespace {

using window::Along;
using window::Image;

struct Call {
    std::string_view op;
    Image image;
    Tensor weights;
    std::optional<Tensor> bias;
    Conv2dConfig config;
    DataType dtype;
    std::optional<const DeviceComputeKernelConfig> compute;
    std::optional<const MemoryConfig> memory;
};

bool is_point(const Along& along) {
    return along.kernel == 1 && along.stride == 1 && along.spread == 1 && along.before == 0 &&
           along.after == 0;
}

// Windows of one pixel are the image as it is.
Tensor matrix_of(const Call& call, const Tensor& input) {
    const Image& image = call.image;
    if (is_point(image.height) && is_point(image.width)) {
        const Tensor flat =
            ttnn::reshape(input, tt::tt_metal::Shape({1, 1, image.pixels(), image.channels}));
        const Tensor whole = flat.is_sharded() ? to_memory_config(flat, DRAM_MEMORY_CONFIG) : flat;
        return ttnn::to_layout(whole, Layout::TILE);
    }
    const bool replicate =
        call.config.padding_mode == operations::sliding_window::PaddingMode::Replicate;
    const Tensor pixels = window::pixels(call.op, input, image);
    const Tensor frame = window::framed(call.op, pixels, image, 0, replicate);
    return ttnn::to_layout(window::by_pixel(call.op, frame, image), Layout::TILE);
}

// Product of matrices.
Tensor mixed(const Call& call, const Tensor& input) {
    std::optional<const Activation> activation;
    if (call.config.activation) activation.emplace(*call.config.activation);
    return linear(matrix_of(call, input), call.weights, call.bias, false, false, std::nullopt,
                  call.dtype, std::nullopt, activation, call.compute);
}

// Every channel with a kernel of its own: place by place in the window.
Tensor alone(const Call& call, const Tensor& input) {
    const Image& image = call.image;
    const bool replicate =
        call.config.padding_mode == operations::sliding_window::PaddingMode::Replicate;
    const Tensor pixels = window::pixels(call.op, input, image);
    const Tensor frame = window::framed(call.op, pixels, image, 0, replicate);
    const Tensor places = ttnn::to_layout(window::by_place(call.op, frame, image), Layout::TILE);
    const Tensor products = multiply(places, call.weights, DataType::FLOAT32);
    Tensor result = reduction::reduce(call.op, reduction::Kind::sum, products,
                                      {false, true, false, false}, {.dtype = DataType::FLOAT32});
    if (call.bias) result = add(result, *call.bias, DataType::FLOAT32);
    return call.config.activation ? unary_chain(result, {*call.config.activation}) : result;
}

Tensor run(const Call& call, const Tensor& input, bool each_alone) {
    TT_FATAL(is_floating_point(input.dtype()),
             "{}: the input is {}, BFLOAT16, FLOAT32 and BFLOAT8_B are allowed", call.op,
             input.dtype());
    const Tensor result = each_alone ? alone(call, input) : mixed(call, input);
    return window::delivered(result, call.dtype, call.config.output_layout, call.memory);
}

Tensor on_device(const Tensor& input, MeshDevice* device) {
    return input.storage_type() == StorageType::DEVICE ? input : to_device(input, device);
}

struct Made {
    Tensor result, weights;
    std::optional<Tensor> bias;
    std::uint32_t height, width;
};

template <typename Result, typename Size>
Result answer(const Made& made, const Size& size, bool with_size, bool with_weights) {
    const std::tuple<Tensor, std::optional<Tensor>> weights{made.weights, made.bias};
    if (with_size && with_weights) return std::tuple(made.result, size, weights);
    if (with_size) return std::tuple(made.result, size);
    if (with_weights) return std::tuple(made.result, weights);
    return made.result;
}

// What all three have in common.
struct Common {
    std::string_view op;
    const Tensor &input, &weights;
    MeshDevice* device;
    Weights geometry;
    Image image;
    const std::optional<const Tensor>& bias;
    const std::optional<const DataType>& dtype;
    const std::optional<const Conv2dConfig>& config;
    const std::optional<const DeviceComputeKernelConfig>& compute;
    const std::optional<const MemoryConfig>& memory;
    bool transposed = false, mirrored = false;
};

Made convolve(const Common& common) {
    const Conv2dConfig config = common.config.value_or(Conv2dConfig{});
    const Tensor input = on_device(common.input, common.device);
    Made made{.result = input,
              .weights = prepared(common.op, common.weights, common.geometry, common.transposed,
                                  common.mirrored, config.weights_dtype, common.device),
              .bias = std::nullopt,
              .height = common.image.height.windows(),
              .width = common.image.width.windows()};
    if (common.bias)
        made.bias = prepared_bias(common.op, *common.bias, common.geometry.out,
                                  config.weights_dtype, common.device);
    const DataType dtype = common.dtype ? *common.dtype : input.dtype();
    made.result = run({common.op, common.image, made.weights, made.bias, config, dtype,
                       common.compute, common.memory},
                      input, common.geometry.each_alone());
    return made;
}

// As windows of a transposed convolution see the image: elements a stride apart, padding as far as
// kernels reach, less what is to be left out.
Along reversed(const Along& along, std::uint32_t more) {
    const std::int64_t reach = along.reach() - 1;
    return {.extent = along.extent,
            .kernel = along.kernel,
            .stride = 1,
            .dilation = along.dilation,
            .before = reach - along.before,
            .after = reach - along.after + more,
            .spread = along.stride};
}

}  // namespace
}  // namespace convolution

Conv2dResultWithOptions conv2d(
    const Tensor& input, const Tensor& weights, MeshDevice* device, std::uint32_t in,
    std::uint32_t out, std::uint32_t batch, std::uint32_t height, std::uint32_t width,
    std::array<std::uint32_t, 2> kernel, std::array<std::uint32_t, 2> stride,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>> padding,
    std::array<std::uint32_t, 2> dilation, std::uint32_t groups,
    const std::optional<const DataType>& dtype, const std::optional<const Tensor>& bias,
    const std::optional<const Conv2dConfig>& config,
    const std::optional<const DeviceComputeKernelConfig>& compute,
    const std::optional<const MemoryConfig>& memory, const std::optional<const Conv2dSliceConfig>&,
    bool return_size, bool return_weights) {
    const auto image =
        window::image_of("conv2d", batch, in, {height, width}, kernel, stride, padding, dilation);
    const auto made = convolution::convolve({"conv2d",
                                             input,
                                             weights,
                                             device,
                                             {in, out, std::max(groups, 1u), kernel},
                                             image,
                                             bias,
                                             dtype,
                                             config,
                                             compute,
                                             memory});
    return convolution::answer<Conv2dResultWithOptions>(made, std::tuple(made.height, made.width),
                                                        return_size, return_weights);
}

Conv1dResult conv1d(
    const Tensor& input, const Tensor& weights, MeshDevice* device, std::uint32_t in,
    std::uint32_t out, std::uint32_t batch, std::uint32_t length, std::uint32_t kernel,
    std::uint32_t stride, std::variant<std::array<std::uint32_t, 2>, std::uint32_t> padding,
    std::uint32_t dilation, std::uint32_t groups, const std::optional<const DataType>& dtype,
    const std::optional<const Tensor>& bias, const std::optional<const Conv1dConfig>& config,
    const std::optional<const DeviceComputeKernelConfig>& compute,
    const std::optional<const MemoryConfig>& memory, const std::optional<const Conv1dSliceConfig>&,
    bool return_size, bool return_weights) {
    const auto* both = std::get_if<std::uint32_t>(&padding);
    const std::array<std::uint32_t, 2> ends =
        both != nullptr ? std::array{*both, *both} : std::get<0>(padding);
    const auto image =
        window::image_of("conv1d", batch, in, {length, 1}, {kernel, 1}, {stride, 1},
                         std::array<std::uint32_t, 4>{ends[0], ends[1], 0, 0}, {dilation, 1});
    const auto made = convolution::convolve({"conv1d",
                                             input,
                                             weights,
                                             device,
                                             {in, out, groups, {kernel, 1}},
                                             image,
                                             bias,
                                             dtype,
                                             config,
                                             compute,
                                             memory});
    return convolution::answer<Conv1dResult>(made, made.height, return_size, return_weights);
}

ConvTranspose2dResultWithOptions conv_transpose2d(
    const Tensor& input, const Tensor& weights, MeshDevice* device, std::uint32_t in,
    std::uint32_t out, std::uint32_t batch, std::uint32_t height, std::uint32_t width,
    std::array<std::uint32_t, 2> kernel, std::array<std::uint32_t, 2> stride,
    std::variant<std::array<std::uint32_t, 2>, std::array<std::uint32_t, 4>> padding,
    std::array<std::uint32_t, 2> output_padding, std::array<std::uint32_t, 2> dilation,
    std::uint32_t groups, const std::optional<const DataType>& dtype,
    const std::optional<const Tensor>& bias, const std::optional<const Conv2dConfig>& config,
    const std::optional<const DeviceComputeKernelConfig>& compute,
    const std::optional<const MemoryConfig>& memory, const std::optional<const Conv2dSliceConfig>&,
    bool mirror_kernel, bool return_size, bool return_weights) {
    // The sizes are those of the convolution that this one is the transposed of, which never is.
    auto image = window::image_of("conv_transpose2d", batch, in, {height, width}, {1, 1}, stride,
                                  padding, dilation);
    for (const auto i : {0, 1}) {
        window::Along& along = i == 0 ? image.height : image.width;
        along.kernel = kernel[static_cast<std::size_t>(i)];
        along = convolution::reversed(along, output_padding[static_cast<std::size_t>(i)]);
        TT_FATAL(along.padded() >= along.reach(),
                 "conv_transpose2d: nothing is left of {} elements", along.extent);
    }
    const auto made = convolution::convolve({"conv_transpose2d",
                                             input,
                                             weights,
                                             device,
                                             {in, out, groups, kernel},
                                             image,
                                             bias,
                                             dtype,
                                             config,
                                             compute,
                                             memory,
                                             true,
                                             mirror_kernel});
    return convolution::answer<ConvTranspose2dResultWithOptions>(
        made, std::tuple(made.height, made.width), return_size, return_weights);
}

}  // namespace ttnn
