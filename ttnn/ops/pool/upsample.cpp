// upsample: pixels repeated, taken by a list, or mixed from four.
#include "ttnn/operations/pool/upsample/upsample.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/embedding/embedding.hpp"
#include "ttnn/tensor/tensor_ops.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace scaling {
namespace {

using Factors = std::array<float, 2>;
using Scale = std::variant<int, std::array<int, 2>, float, std::array<float, 2>>;

Factors factors_of(const Scale& scale) {
    if (const auto* one = std::get_if<int>(&scale))
        return {static_cast<float>(*one), static_cast<float>(*one)};
    if (const auto* one = std::get_if<float>(&scale)) return {*one, *one};
    if (const auto* two = std::get_if<std::array<int, 2>>(&scale))
        return {static_cast<float>((*two)[0]), static_cast<float>((*two)[1])};
    return std::get<Factors>(scale);
}

bool is_whole(float factor) {
    return factor == std::floor(factor);
}

// Images with their size and that of the result.
struct Job {
    std::uint32_t batch, height, width, channels, out_height, out_width;
    Factors factors;

    std::uint32_t pixels() const { return batch * out_height * out_width; }
    tt::tt_metal::Shape shape() const {
        return tt::tt_metal::Shape({batch, out_height, out_width, channels});
    }
};

Tensor repeated(const Tensor& rows, const Job& job) {
    using data_movement::Axis;
    const auto h = static_cast<std::uint32_t>(job.factors[0]),
               w = static_cast<std::uint32_t>(job.factors[1]);
    data_movement::Map map{
        tt::tt_metal::Shape({job.batch, job.height, h, job.width, w, job.channels}), {{}}};
    map.parts[0].axes = {{0, job.batch, 0, 1, 0},   {0, job.height, 0, 1, 1},
                         {0, h, 0, 1, Axis::kNone}, {0, job.width, 0, 1, 2},
                         {0, w, 0, 1, Axis::kNone}, {0, job.channels, 0, 1, 3}};
    return data_movement::remap("upsample", {&rows, 1}, map, job.shape(), DRAM_MEMORY_CONFIG);
}

// For every pixel of the result the pixel that it is taken from.
using Chooser = std::function<std::uint32_t(std::uint32_t y, std::uint32_t x)>;
Tensor taken(const Tensor& rows, const Job& job, const Chooser& chooser, Layout layout) {
    std::vector<std::uint32_t> list;
    list.reserve(job.pixels());
    for (std::uint32_t n = 0; n < job.batch; n++)
        for (std::uint32_t y = 0; y < job.out_height; y++)
            for (std::uint32_t x = 0; x < job.out_width; x++)
                list.push_back(n * job.height * job.width + chooser(y, x));
    const Tensor indices = Tensor::from_vector(
        list,
        eltwise::spec_like(tt::tt_metal::Shape({1, job.pixels()}), DataType::UINT32,
                           Layout::ROW_MAJOR, DRAM_MEMORY_CONFIG),
        rows.device());
    const Tensor table = ttnn::reshape(
        rows, tt::tt_metal::Shape({job.batch * job.height * job.width, job.channels}));
    return embedding(indices, table, std::nullopt, layout);
}

Tensor nearest(const Tensor& rows, const Job& job) {
    const auto from = [](std::uint32_t at, float factor, std::uint32_t extent) {
        const auto place = static_cast<std::uint32_t>(static_cast<float>(at) / factor);
        return std::min(place, extent - 1);
    };
    return taken(
        rows, job,
        [&](std::uint32_t y, std::uint32_t x) {
            return from(y, job.factors[0], job.height) * job.width +
                   from(x, job.factors[1], job.width);
        },
        Layout::ROW_MAJOR);
}

// The two elements that one lies between, and how far from the first.
struct Between {
    std::uint32_t first, second;
    float share;
};
Between between(std::uint32_t at, float factor, std::uint32_t extent) {
    const float place = std::max((static_cast<float>(at) + 0.5f) / factor - 0.5f, 0.0f);
    const auto first = std::min(static_cast<std::uint32_t>(place), extent - 1);
    return {first, std::min(first + 1, extent - 1), place - static_cast<float>(first)};
}

// How much of each pixel one of the four corners has a part in.
Tensor parts(const Job& job, MeshDevice* device, bool low, bool right) {
    std::vector<float> all;
    all.reserve(job.pixels());
    for (std::uint32_t n = 0; n < job.batch; n++)
        for (std::uint32_t y = 0; y < job.out_height; y++)
            for (std::uint32_t x = 0; x < job.out_width; x++) {
                const float dy = between(y, job.factors[0], job.height).share;
                const float dx = between(x, job.factors[1], job.width).share;
                all.push_back((low ? dy : 1 - dy) * (right ? dx : 1 - dx));
            }
    return Tensor::from_vector(
        all,
        eltwise::spec_like(tt::tt_metal::Shape({1, job.pixels(), 1}), DataType::FLOAT32,
                           Layout::TILE, DRAM_MEMORY_CONFIG),
        device);
}

Tensor bilinear(const Tensor& rows, const Job& job) {
    std::optional<Tensor> sum;
    for (const bool low : {false, true})
        for (const bool right : {false, true}) {
            const Tensor corner = taken(
                rows, job,
                [&](std::uint32_t y, std::uint32_t x) {
                    const Between v = between(y, job.factors[0], job.height);
                    const Between h = between(x, job.factors[1], job.width);
                    return (low ? v.second : v.first) * job.width + (right ? h.second : h.first);
                },
                Layout::TILE);
            const Tensor part =
                multiply(corner, parts(job, rows.device(), low, right), DataType::FLOAT32);
            sum = sum ? add(*sum, part) : part;
        }
    return *sum;
}

}  // namespace
}  // namespace scaling

Tensor operations::upsample::upsample(const Tensor& input, scaling::Scale scale,
                                      const std::string& mode,
                                      const std::optional<MemoryConfig>& memory,
                                      const std::optional<DeviceComputeKernelConfig>&) {
    eltwise::need_device("upsample", input);
    const auto& shape = input.logical_shape();
    const scaling::Factors factors = scaling::factors_of(scale);
    TT_FATAL(shape.rank() == 4, "upsample: the input has shape {}, [N, H, W, C] is allowed", shape);
    TT_FATAL(factors[0] > 0 && factors[1] > 0, "upsample: factors {} and {} must be positive",
             factors[0], factors[1]);
    const bool smooth = mode == "bilinear";
    const bool whole = scaling::is_whole(factors[0]) && scaling::is_whole(factors[1]);
    TT_FATAL(smooth || mode == "nearest", "upsample: mode is {}, nearest and bilinear are allowed",
             mode);
    TT_FATAL(!smooth || whole, "upsample: bilinear needs whole factors, they are {} and {}",
             factors[0], factors[1]);
    const auto sized = [](std::uint32_t extent, float factor) {
        return static_cast<std::uint32_t>(std::floor(static_cast<float>(extent) * factor));
    };
    const scaling::Job job{shape[0],
                           shape[1],
                           shape[2],
                           shape[3],
                           sized(shape[1], factors[0]),
                           sized(shape[2], factors[1]),
                           factors};
    Tensor rows = data_movement::to_rows(input);
    if (rows.is_sharded()) rows = to_memory_config(rows, DRAM_MEMORY_CONFIG);
    const Tensor result = smooth  ? scaling::bilinear(rows, job)
                          : whole ? scaling::repeated(rows, job)
                                  : scaling::nearest(rows, job);
    const auto where = data_movement::result_memory(memory, input, job.shape());
    const Tensor flat = ttnn::to_layout(result, Layout::ROW_MAJOR);
    return data_movement::from_rows(
        ttnn::reshape(flat.dtype() == rows.dtype() ? flat : typecast(flat, rows.dtype()),
                      job.shape()),
        input.layout(), input.dtype(), where);
}

}  // namespace ttnn
