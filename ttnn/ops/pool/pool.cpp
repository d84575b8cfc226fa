// max_pool2d and avg_pool2d: windows gathered place by place, then reduced over the places.
#include <algorithm>
#include <limits>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/pool/window.hpp"
#include "ops/reduction/reduce.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/pool/generic/generic_pools.hpp"
#include "ttnn/operations/reduction/argmax/argmax.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace pooling {
namespace {

using window::Along;
using window::Image;
constexpr double kLowest = -std::numeric_limits<double>::infinity();

// The whole image is one window: a reduction over its pixels, which lie as they are.
bool is_whole(const Image& image) {
    const auto one = [](const Along& along) {
        return along.before == 0 && along.after == 0 && along.kernel == along.extent &&
               along.dilation == 1;
    };
    return one(image.height) && one(image.width);
}

// [1, 1, pixels, C] in TILE layout.
Tensor reduced(std::string_view op, reduction::Kind kind, const Tensor& pixels, const Image& image,
               float factor, DataType dtype) {
    const bool whole = is_whole(image);
    const std::uint32_t area = image.height.extent * image.width.extent;
    const double fill = kind == reduction::Kind::max ? kLowest : 0;
    const Tensor windows =
        whole ? ttnn::reshape(pixels, tt::tt_metal::Shape({image.batch, 1, area, image.channels}))
              : window::by_place(op, window::framed(op, pixels, image, fill), image);
    const reduction::Reduced over{false, !whole, whole, false};
    const Tensor result = reduction::reduce(op, kind, ttnn::to_layout(windows, Layout::TILE), over,
                                            {.factor = factor, .dtype = dtype});
    return ttnn::reshape(result, tt::tt_metal::Shape({1, 1, image.pixels(), image.channels}));
}

// How many elements of a window count: those inside of the image, or of its padding too.
std::uint32_t counted(const Along& along, std::uint32_t window, bool with_padding) {
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < along.kernel; i++) {
        const std::int64_t at =
            std::int64_t{window} * along.stride + std::int64_t{i} * along.dilation - along.before;
        const std::int64_t low = with_padding ? -along.before : 0;
        const std::int64_t high = along.extent + (with_padding ? along.after : 0);
        if (at >= low && at < high) count++;
    }
    return count;
}

std::vector<float> shares(const Image& image, bool with_padding) {
    std::vector<float> all;
    all.reserve(image.pixels());
    for (std::uint32_t n = 0; n < image.batch; n++)
        for (std::uint32_t y = 0; y < image.height.windows(); y++)
            for (std::uint32_t x = 0; x < image.width.windows(); x++)
                all.push_back(1.0f / static_cast<float>(counted(image.height, y, with_padding) *
                                                        counted(image.width, x, with_padding)));
    return all;
}

// Windows that do not count alike are scaled one by one.
Tensor averaged(const Tensor& pixels, const Image& image, bool with_padding, DataType dtype) {
    const std::vector<float> all = shares(image, with_padding);
    if (std::ranges::all_of(all, [&](float share) { return share == all[0]; }))
        return reduced("avg_pool2d", reduction::Kind::sum, pixels, image, all[0], dtype);
    const Tensor sums =
        reduced("avg_pool2d", reduction::Kind::sum, pixels, image, 1, DataType::FLOAT32);
    const Tensor scale =
        Tensor::from_vector(all,
                            eltwise::spec_like(tt::tt_metal::Shape({1, 1, image.pixels(), 1}),
                                               DataType::FLOAT32, Layout::TILE, DRAM_MEMORY_CONFIG),
                            sums.device());
    return multiply(sums, scale, dtype);
}

// The pixel that a window's first place is at, counted row by row; padding has numbers, too.
Tensor first_pixels(const Image& image, MeshDevice* device) {
    std::vector<std::int32_t> all;
    all.reserve(image.pixels());
    const auto width = static_cast<std::int32_t>(image.width.extent);
    const auto begin = [](const Along& along, std::uint32_t window) {
        return static_cast<std::int32_t>(window * along.stride) -
               static_cast<std::int32_t>(along.before);
    };
    for (std::uint32_t n = 0; n < image.batch; n++)
        for (std::uint32_t y = 0; y < image.height.windows(); y++)
            for (std::uint32_t x = 0; x < image.width.windows(); x++)
                all.push_back(begin(image.height, y) * width + begin(image.width, x));
    return Tensor::from_vector(
        all,
        eltwise::spec_like(tt::tt_metal::Shape({1, 1, image.pixels(), 1}), DataType::INT32,
                           Layout::TILE, DRAM_MEMORY_CONFIG),
        device);
}

// Which pixels of their images the greatest elements of windows are; of equal ones the first.
Tensor greatest_pixels(const Tensor& windows, const Image& image) {
    const auto width = static_cast<std::int32_t>(image.width.extent),
               kernel = static_cast<std::int32_t>(image.width.kernel),
               down = static_cast<std::int32_t>(image.height.dilation) * width,
               across = static_cast<std::int32_t>(image.width.dilation);
    const Tensor place =
        typecast(ttnn::to_layout(argmax(windows, 1, true), Layout::TILE), DataType::INT32);
    const Tensor row = floor_div(place, kernel);
    const Tensor in_window = add(multiply(place, across), multiply(row, down - kernel * across));
    return add(in_window, first_pixels(image, windows.device()));
}

void check_channels(std::string_view op, const Tensor& input, DataType dtype) {
    TT_FATAL(is_floating_point(input.dtype()),
             "{}: the input is {}, BFLOAT16, FLOAT32 and BFLOAT8_B are allowed", op, input.dtype());
    TT_FATAL(is_floating_point(dtype),
             "{}: the result cannot be {}, BFLOAT16, FLOAT32 and BFLOAT8_B are allowed", op, dtype);
}

}  // namespace
}  // namespace pooling

namespace operations::pool {

std::vector<Tensor> max_pool2d(const Tensor& input, std::uint32_t batch, std::uint32_t height,
                               std::uint32_t width, std::uint32_t channels,
                               std::array<std::uint32_t, 2> kernel,
                               std::array<std::uint32_t, 2> stride, Padding padding,
                               std::array<std::uint32_t, 2> dilation, bool ceil,
                               const std::optional<const MemoryConfig>& memory,
                               const std::optional<Op2DSliceConfig>&,
                               std::optional<const TensorMemoryLayout>, bool, bool,
                               bool return_indices, DataType dtype, Layout layout, bool) {
    pooling::check_channels("max_pool2d", input, dtype);
    const auto image = window::image_of("max_pool2d", batch, channels, {height, width}, kernel,
                                        stride, padding, dilation, ceil);
    const Tensor pixels = window::pixels("max_pool2d", input, image);
    const Tensor result =
        pooling::reduced("max_pool2d", reduction::Kind::max, pixels, image, 1, pixels.dtype());
    std::vector<Tensor> made{window::delivered(result, dtype, layout, memory)};
    if (!return_indices) return made;
    const Tensor frame = window::framed("max_pool2d", pixels, image, pooling::kLowest);
    const Tensor places =
        pooling::greatest_pixels(window::by_place("max_pool2d", frame, image), image);
    const bool small = std::uint64_t{height} * width < 65536;
    made.push_back(
        window::delivered(places, small ? DataType::UINT16 : DataType::UINT32, layout, memory));
    return made;
}

Tensor avg_pool2d(const Tensor& input, std::uint32_t batch, std::uint32_t height,
                  std::uint32_t width, std::uint32_t channels, std::array<std::uint32_t, 2> kernel,
                  std::array<std::uint32_t, 2> stride, Padding padding, bool ceil,
                  bool count_include_pad, std::optional<std::int32_t> divisor,
                  const std::optional<const MemoryConfig>& memory,
                  const std::optional<Op2DSliceConfig>&, std::optional<const TensorMemoryLayout>,
                  const std::optional<DeviceComputeKernelConfig>&, bool, bool, DataType dtype,
                  Layout layout, bool) {
    pooling::check_channels("avg_pool2d", input, dtype);
    TT_FATAL(!divisor || *divisor != 0, "avg_pool2d: divisor_override must not be 0");
    const auto image = window::image_of("avg_pool2d", batch, channels, {height, width}, kernel,
                                        stride, padding, {1, 1}, ceil);
    const Tensor pixels = window::pixels("avg_pool2d", input, image);
    const Tensor result = divisor
                              ? pooling::reduced("avg_pool2d", reduction::Kind::sum, pixels, image,
                                                 1.0f / static_cast<float>(*divisor), dtype)
                              : pooling::averaged(pixels, image, count_include_pad, dtype);
    return window::delivered(result, dtype, layout, memory);
}

Tensor global_avg_pool2d(const Tensor& input, const std::optional<MemoryConfig>& memory,
                         const std::optional<DataType>& dtype) {
    const auto& shape = input.logical_shape();
    TT_FATAL(shape.rank() >= 2 && shape.rank() <= 4,
             "global_avg_pool2d: the input has shape {}, [N, H, W, C], [H, W, C] or [H, W] is "
             "allowed",
             shape);
    const bool plain = shape.rank() == 2;
    const std::uint32_t batch = shape.rank() == 4 ? shape[0] : 1, channels = plain ? 1 : shape[-1];
    const std::uint32_t height = plain ? shape[0] : shape[-3], width = plain ? shape[1] : shape[-2];
    const Tensor images =
        ttnn::reshape(input, tt::tt_metal::Shape({batch, height, width, channels}));
    const Tensor result = avg_pool2d(images, batch, height, width, channels, {height, width},
                                     {1, 1}, std::array<std::uint32_t, 2>{0, 0}, false, true,
                                     std::nullopt, memory, std::nullopt, std::nullopt, std::nullopt,
                                     false, true, dtype.value_or(DataType::BFLOAT16), Layout::TILE);
    return ttnn::reshape(result, tt::tt_metal::Shape({batch, 1, 1, channels}));
}

}  // namespace operations::pool
}  // namespace ttnn
