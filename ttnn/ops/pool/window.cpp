// Windows of images: see the header.
#include "ops/pool/window.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"

namespace ttnn::window {

using namespace tt::tt_metal;
using data_movement::Axis;

namespace {

// Height and width are dimensions 1 and 2 of pixels.
constexpr std::int32_t kHeight = 1, kWidth = 2;

std::array<std::uint32_t, 4> sides(const Padding& padding) {
    if (const auto* four = std::get_if<std::array<std::uint32_t, 4>>(&padding)) return *four;
    const auto& [h, w] = std::get<Pair>(padding);
    return {h, h, w, w};
}

// The places of a dimension of the frame that the image is at: the first of them, how many, and
// what element comes first.
struct Overlap {
    std::uint32_t begin, count, start;
};
Overlap overlap(const Along& along) {
    const std::int64_t spread = along.spread;
    const std::int64_t skipped = along.before < 0 ? (-along.before + spread - 1) / spread : 0;
    const std::int64_t begin = along.before + skipped * spread;
    const std::int64_t room = (std::int64_t{along.seen()} - begin + spread - 1) / spread;
    const std::int64_t count = std::min(std::int64_t{along.extent} - skipped, room);
    return {static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(std::max<std::int64_t>(count, 0)),
            static_cast<std::uint32_t>(skipped)};
}

bool fits(const Along& along) {
    return along.before == 0 && along.spread == 1 && along.seen() <= along.extent;
}

Axis whole(std::uint32_t extent, std::int32_t of) {
    return {0, extent, 0, 1, of};
}
Axis steps(std::uint32_t extent, std::uint32_t step, std::int32_t of) {
    return {0, extent, 0, step, of};
}

// Elements apart, with the fill between and around them: one more place for each in front of that.
Tensor spread_out(std::string_view op, const Tensor& pixels, Image& image) {
    Along &h = image.height, &w = image.width;
    const tt::tt_metal::Shape shape(
        {image.batch, h.extent, h.spread, w.extent, w.spread, image.channels});
    data_movement::Map map{shape, {{}}};
    map.parts[0].axes = {whole(image.batch, 0),     whole(h.extent, kHeight),
                         {0, 1, 0, 1, Axis::kNone}, whole(w.extent, kWidth),
                         {0, 1, 0, 1, Axis::kNone}, whole(image.channels, 3)};
    const tt::tt_metal::Shape result(
        {image.batch, h.extent * h.spread, w.extent * w.spread, image.channels});
    for (Along* along : {&h, &w}) {
        along->after -= along->spread - 1;
        along->extent *= along->spread;
        along->spread = 1;
    }
    return data_movement::remap(op, {&pixels, 1}, map, result, DRAM_MEMORY_CONFIG);
}

// The parts of a dimension: in front of the image, the image, behind it.
std::vector<Axis> edges(const Along& along, std::int32_t of) {
    const Overlap at = overlap(along);
    std::vector<Axis> axes{{at.begin, at.begin + at.count, at.start, 1, of}};
    if (at.begin > 0) axes.push_back({0, at.begin, 0, 0, of});
    if (at.begin + at.count < along.seen())
        axes.push_back({at.begin + at.count, along.seen(), along.extent - 1, 0, of});
    return axes;
}

}  // namespace

std::uint32_t Along::windows() const {
    const std::int64_t free = padded() - reach();
    std::int64_t count = free / stride + 1;
    // A further window that the image does not fill, unless it begins behind all that there is.
    if (ceil && free % stride != 0 && count * stride < extent + before) count++;
    return static_cast<std::uint32_t>(count);
}

Image image_of(std::string_view op, std::uint32_t batch, std::uint32_t channels, const Pair& size,
               const Pair& kernel, const Pair& stride, const Padding& padding, const Pair& dilation,
               bool ceil) {
    const auto side = sides(padding);
    const auto along = [&](std::size_t i) {
        TT_FATAL(kernel[i] > 0 && stride[i] > 0 && dilation[i] > 0,
                 "{}: kernel, stride and dilation must be positive, they are {}, {} and {}", op,
                 kernel[i], stride[i], dilation[i]);
        const Along made{.extent = size[i],
                         .kernel = kernel[i],
                         .stride = stride[i],
                         .dilation = dilation[i],
                         .before = side[2 * i],
                         .after = side[2 * i + 1],
                         .ceil = ceil};
        TT_FATAL(made.padded() >= made.reach(),
                 "{}: a window of {} elements is larger than the padded image, which has {}", op,
                 made.reach(), made.padded());
        return made;
    };
    return {batch, channels, along(0), along(1)};
}

Tensor pixels(std::string_view op, const Tensor& input, const Image& image) {
    eltwise::need_device(op, input);
    const auto& shape = input.logical_shape();
    const std::uint64_t count = 1ull * image.batch * image.height.extent * image.width.extent;
    TT_FATAL(shape.rank() >= 1 && shape[-1] == image.channels &&
                 shape.volume() == count * image.channels,
             "{}: the input has shape {}, {} images of {} x {} pixels with {} channels were said",
             op, shape, image.batch, image.height.extent, image.width.extent, image.channels);
    Tensor rows = data_movement::to_rows(input);
    if (rows.is_sharded()) rows = to_memory_config(rows, DRAM_MEMORY_CONFIG);
    return ttnn::reshape(rows, tt::tt_metal::Shape({image.batch, image.height.extent,
                                                    image.width.extent, image.channels}));
}

Tensor framed(std::string_view op, const Tensor& given, const Image& asked, double fill,
              bool replicate) {
    Image image = asked;
    if (fits(image.height) && fits(image.width)) return given;
    const bool apart = image.height.spread != 1 || image.width.spread != 1;
    const Tensor pixels = apart ? spread_out(op, given, image) : given;
    const tt::tt_metal::Shape shape(
        {image.batch, image.height.seen(), image.width.seen(), image.channels});
    data_movement::Map map{shape, {}};
    for (const Axis& h : edges(image.height, kHeight))
        for (const Axis& w : edges(image.width, kWidth))
            if (replicate || map.parts.empty())
                map.parts.push_back({0, {whole(image.batch, 0), h, w, whole(image.channels, 3)}});
    return data_movement::remap(op, {&pixels, 1}, map, shape, DRAM_MEMORY_CONFIG, fill);
}

Tensor by_pixel(std::string_view op, const Tensor& framed, const Image& image) {
    const Along &h = image.height, &w = image.width;
    const tt::tt_metal::Shape loops(
        {image.batch, h.windows(), w.windows(), h.kernel, w.kernel, image.channels});
    data_movement::Map map{loops, {{}}};
    map.parts[0].axes = {whole(image.batch, 0),
                         steps(h.windows(), h.stride, kHeight),
                         steps(w.windows(), w.stride, kWidth),
                         steps(h.kernel, h.dilation, kHeight),
                         steps(w.kernel, w.dilation, kWidth),
                         whole(image.channels, 3)};
    const tt::tt_metal::Shape shape({1, 1, image.pixels(), h.kernel * w.kernel * image.channels});
    return data_movement::remap(op, {&framed, 1}, map, shape, DRAM_MEMORY_CONFIG);
}

Tensor by_place(std::string_view op, const Tensor& framed, const Image& image) {
    const Along &h = image.height, &w = image.width;
    const tt::tt_metal::Shape loops(
        {h.kernel, w.kernel, image.batch, h.windows(), w.windows(), image.channels});
    data_movement::Map map{loops, {{}}};
    map.parts[0].axes = {steps(h.kernel, h.dilation, kHeight),
                         steps(w.kernel, w.dilation, kWidth),
                         whole(image.batch, 0),
                         steps(h.windows(), h.stride, kHeight),
                         steps(w.windows(), w.stride, kWidth),
                         whole(image.channels, 3)};
    const tt::tt_metal::Shape shape({1, h.kernel * w.kernel, image.pixels(), image.channels});
    return data_movement::remap(op, {&framed, 1}, map, shape, DRAM_MEMORY_CONFIG);
}

Tensor delivered(const Tensor& result, DataType dtype, Layout layout,
                 const std::optional<const MemoryConfig>& memory) {
    const Tensor typed = result.dtype() == dtype ? result : typecast(result, dtype);
    Tensor laid = is_block_float(dtype) ? typed : ttnn::to_layout(typed, layout);
    if (!memory) return laid;
    return to_memory_config(laid,
                            data_movement::result_memory(*memory, laid, laid.logical_shape()));
}

}  // namespace ttnn::window
