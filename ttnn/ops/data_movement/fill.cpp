// Values in the padding of tiles, and tensors of one or two values.
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/data_movement/fill_pad/fill_pad.hpp"
#include "ttnn/operations/data_movement/fill_rm/fill_rm.hpp"
#include "ttnn/operations/data_movement/pad/pad.hpp"
#include "ttnn/operations/full/full.hpp"
#include "ttnn/operations/full_like/full_like.hpp"

namespace ttnn {

using namespace tt::tt_metal;

// Through rows, which have no padding, into tiles that have the value there.
Tensor fill_implicit_tile_padding(const Tensor& input, PadValue fill_value,
                                  const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device("fill_implicit_tile_padding", input);
    TT_FATAL(input.layout() == Layout::TILE,
             "fill_implicit_tile_padding: the input is in {} layout, it must be in TILE",
             input.layout());
    const double value = std::visit([](auto v) { return static_cast<double>(v); }, fill_value);
    const MemoryConfig memory = memory_config.value_or(input.memory_config());
    if (input.padded_shape() == input.logical_shape()) return to_memory_config(input, memory);
    return data_movement::from_rows(data_movement::to_rows(input), Layout::TILE, input.dtype(),
                                    memory, value);
}

Tensor fill_rm(std::uint32_t N, std::uint32_t C, std::uint32_t H, std::uint32_t W,
               std::uint32_t hFill, std::uint32_t wFill, const Tensor& any, float val_hi,
               float val_lo, const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device("fill_rm", any);
    TT_FATAL(hFill <= H && wFill <= W, "fill_rm: {}x{} does not fit into {}x{}", hFill, wFill, H,
             W);
    const Tensor part = full(tt::tt_metal::Shape({N, C, hFill, wFill}), val_hi, any.dtype(),
                             Layout::ROW_MAJOR, *any.device());
    const ttsl::SmallVector<operations::data_movement::PadSpecDim> behind{
        {0, 0}, {0, 0}, {0, H - hFill}, {0, W - wFill}};
    return ttnn::pad(part, behind, val_lo, true, memory_config.value_or(any.memory_config()));
}
Tensor fill_ones_rm(std::uint32_t N, std::uint32_t C, std::uint32_t H, std::uint32_t W,
                    std::uint32_t hFill, std::uint32_t wFill, const Tensor& any,
                    const std::optional<MemoryConfig>& memory_config) {
    return fill_rm(N, C, H, W, hFill, wFill, any, 1.0f, 0.0f, memory_config);
}

Tensor moreh_full(const ttsl::SmallVector<std::uint32_t>& shape,
                  std::variant<float, int> fill_value, MeshDevice* mesh_device,
                  const DataType& dtype, const Layout& layout, const MemoryConfig& memory_config) {
    return std::visit(
        [&](auto value) {
            return full(tt::tt_metal::Shape(shape), value, dtype, layout, *mesh_device,
                        memory_config);
        },
        fill_value);
}
Tensor moreh_full_like(const Tensor& input, std::variant<float, int> fill_value,
                       const std::optional<DataType>& dtype, const std::optional<Layout>& layout,
                       const std::optional<MemoryConfig>& memory_config) {
    return std::visit(
        [&](auto value) {
            return full_like(input, value, dtype, layout, std::nullopt, memory_config);
        },
        fill_value);
}

}  // namespace ttnn
