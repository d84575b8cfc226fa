// to_layout: rows into tiles and back, on the device and on the host.
#include <algorithm>
#include <bit>
#include <tt-logger/tt-logger.hpp>
#include <tt-metalium/bfloat16.hpp>
#include <tt-metalium/experimental/tensor_apis_with_pad_values.hpp>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kWidest = 16;  // tiles of a block

struct Geometry {
    std::uint32_t height, row_bytes, tile_rows, tile_columns, matrices, width, width_bytes;

    std::uint32_t blocks() const {
        return matrices * tile_rows * ((tile_columns + width - 1) / width);
    }
    // The common arguments of the kernels that move tiles, and of those that move rows.
    std::vector<std::uint32_t> tile_words() const { return {tile_columns, width}; }
    std::vector<std::uint32_t> row_words() const {
        return {tile_columns, width, height, row_bytes, tile_rows, width_bytes};
    }
};

std::uint32_t element_bytes(DataType row_major) {
    return datum_size(datatype_to_dataformat_converter(row_major));
}

// Widths are powers of two, so that few kernels serve all shapes.
Geometry geometry(const tt::tt_metal::Shape& shape, DataType row_major) {
    const std::uint32_t width = shape.rank() >= 1 ? shape[-1] : 1;
    const std::uint32_t height = shape.rank() >= 2 ? shape[-2] : 1;
    const std::uint32_t element = element_bytes(row_major);
    Geometry g{};
    g.height = height;
    g.row_bytes = width * element;
    g.tile_rows = (height + 31) / 32;
    g.tile_columns = (width + 31) / 32;
    g.matrices = static_cast<std::uint32_t>(shape.volume() / (std::uint64_t{width} * height));
    // Rows of a block begin where the NoC can read to: they have 64 bytes or more.
    g.width = std::min(kWidest, std::bit_ceil(std::max(g.tile_columns, 2 / element)));
    g.width_bytes = g.width * 32 * element;
    return g;
}

// Blocks of four tiles and more, so that small tensors have work for more cores.
Geometry narrower(Geometry g, const MeshDevice& device) {
    const CoreCoord grid = device.compute_with_storage_grid_size();
    for (; g.width > 4 && g.blocks() < grid.x * grid.y; g.width /= 2) g.width_bytes /= 2;
    return g;
}

KernelDescriptor block_mover(std::string_view path, bool reads, const Tensor& tensor,
                             const Geometry& g, const program::Split& split, std::uint32_t pad) {
    KernelDescriptor kernel = program::data_mover(path, reads, split.cores);
    KernelDescriptor::RTArgList args;
    args.push_back(tensor.buffer());
    args.append(tensor.layout() == Layout::TILE ? g.tile_words() : g.row_words());
    if (tensor.layout() == Layout::ROW_MAJOR && reads) args.push_back(pad);
    args.push_back(static_cast<std::uint32_t>(tensor.buffer()->aligned_page_size()));
    program::append_late(kernel, args, tensor);
    kernel.emplace_common_runtime_args(args);
    for (const program::Share& share : split.shares)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    return kernel;
}

// Both directions: the tensors' own kernels, and a compute kernel between them.
ProgramDescriptor conversion(const Tensor& input, const Tensor& output, std::uint32_t pad,
                             const std::optional<CoreRangeSet>& cores) {
    using namespace program;
    const bool to_tiles = output.layout() == Layout::TILE;
    const Geometry g =
        narrower(geometry(input.logical_shape(), to_tiles ? input.dtype() : output.dtype()),
                 *input.device());
    const Split split = program::split(*input.device(), g.blocks(), cores);
    const DataType in = input.dtype(), out = output.dtype();
    KernelDescriptor math = compute(to_tiles ? "kernels/tilize.cpp" : "kernels/untilize.cpp",
                                    split.cores, {{0, in}}, out);
    math.emplace_common_runtime_args({g.width});
    if (!to_tiles)
        math.defines = {{"TTNN_PART", std::to_string(std::min(g.width, 4U))},
                        {"TTNN_WIDTH", std::to_string(g.width)}};
    for (const Share& share : split.shares) math.emplace_runtime_args(share.core, {share.count});
    ProgramDescriptor program;
    program.cbs = {tile_buffer(0, in, split.cores, 2 * g.width),
                   tile_buffer(16, out, split.cores, 2 * g.width)};
    program.kernels = {to_tiles
                           ? block_mover("kernels/read_rows.cpp", true, input, g, split, pad)
                           : block_mover("kernels/read_blocks.cpp", true, input, g, split, pad),
                       block_mover(to_tiles ? "kernels/write_blocks.cpp" : "kernels/write_rows.cpp",
                                   false, output, g, split, pad),
                       std::move(math)};
    return program;
}

struct ToLayoutOp {
    static constexpr std::string_view name = "to_layout";
    struct Args {
        Layout layout;
        DataType dtype;
        MemoryConfig memory;
        float pad_value;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args& args, Inputs in) {
        const DataType rows = args.layout == Layout::TILE ? in[0].dtype() : args.dtype;
        TT_FATAL(!is_block_float(rows) && rows != DataType::INT8 && rows != DataType::FP8_E4M3,
                 "to_layout: data type {} is not supported on the device", rows);
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {eltwise::spec_like(in[0].logical_shape(), args.dtype, args.layout, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        return conversion(in[0], out[0], data_movement::fill_word(args.pad_value, in[0].dtype()),
                          args.cores);
    }
};

// Whether pages of rows are shorter than the rows.
bool narrow_pages(const MemoryConfig& memory) {
    return memory.is_sharded() && memory.memory_layout() != TensorMemoryLayout::HEIGHT_SHARDED;
}

template <typename T>
HostTensor host_layout_as(const HostTensor& tensor, Layout layout, float pad_value) {
    const TensorSpec spec(tensor.logical_shape(),
                          TensorLayout(tensor.dtype(), PageConfig(layout), tensor.memory_config()));
    return host_tensor_to_tensor_spec_with_pad_value<T>(tensor, spec, static_cast<T>(pad_value));
}

HostTensor host_layout(const HostTensor& tensor, Layout layout, float pad_value) {
    switch (tensor.dtype()) {
        case DataType::BFLOAT16:
            return host_layout_as<bfloat16>(tensor, layout, pad_value);
        case DataType::FLOAT32:
            return host_layout_as<float>(tensor, layout, pad_value);
        case DataType::INT32:
            return host_layout_as<std::int32_t>(tensor, layout, pad_value);
        case DataType::UINT32:
            return host_layout_as<std::uint32_t>(tensor, layout, pad_value);
        case DataType::UINT16:
            return host_layout_as<std::uint16_t>(tensor, layout, pad_value);
        case DataType::UINT8:
            return host_layout_as<std::uint8_t>(tensor, layout, pad_value);
        case DataType::INT8:
            return host_layout_as<std::int8_t>(tensor, layout, pad_value);
        default:
            TT_THROW("to_layout: a host tensor of type {} has no {} layout", tensor.dtype(),
                     layout);
    }
}

}  // namespace

Tensor to_layout(const Tensor& tensor, Layout layout, const std::optional<DataType>& dtype,
                 const std::optional<MemoryConfig>& memory_config,
                 const std::optional<CoreRangeSet>& sub_core_grids, float pad_value) {
    TT_FATAL(layout != Layout::INVALID, "to_layout: INVALID is no layout");
    if (tensor.layout() == layout) {
        if (dtype && *dtype != tensor.dtype())
            log_warning(tt::LogOp,
                        "to_layout: the tensor is in this layout already and keeps its "
                        "data type {}",
                        tensor.dtype());
        return tensor;
    }
    if (tensor.storage_type() == StorageType::HOST) {
        TT_FATAL(!dtype || *dtype == tensor.dtype(),
                 "to_layout: a data type is not supported for host tensors, use to_dtype");
        return Tensor(host_layout(tensor.host_tensor(), layout, pad_value));
    }
    eltwise::need_device("to_layout", tensor);
    const DataType rows_of =
        tensor.dtype() == DataType::BFLOAT8_B || tensor.dtype() == DataType::BFLOAT4_B
            ? DataType::BFLOAT16
            : tensor.dtype();
    const bool to_tiles = layout == Layout::TILE;
    TT_FATAL(to_tiles || !dtype || *dtype == rows_of,
             "to_layout: dtype cannot be different from tensor dtype when converting to ROW_MAJOR: "
             "{}, not {}",
             rows_of, dtype.value_or(rows_of));
    const MemoryConfig memory =
        data_movement::result_memory(memory_config, tensor, tensor.logical_shape());
    // Rows that are cut into shards are put together first, or cut last.
    if (to_tiles && narrow_pages(tensor.memory_config())) {
        const Tensor whole = to_memory_config(tensor, DRAM_MEMORY_CONFIG);
        return ttnn::to_layout(whole, layout, dtype, memory, sub_core_grids, pad_value);
    }
    if (!to_tiles && narrow_pages(memory)) {
        const Tensor whole =
            ttnn::to_layout(tensor, layout, dtype, DRAM_MEMORY_CONFIG, sub_core_grids, pad_value);
        return to_memory_config(whole, memory);
    }
    const bool wants_cast = to_tiles && dtype && *dtype != tensor.dtype();
    const bool packs = wants_cast && is_floating_point(*dtype) && is_floating_point(tensor.dtype());
    const DataType made = to_tiles ? (packs ? *dtype : tensor.dtype()) : rows_of;
    const Tensor result =
        run_one<ToLayoutOp>({layout, made, memory, pad_value, sub_core_grids}, {&tensor});
    return wants_cast && !packs ? typecast(result, *dtype) : result;
}

}  // namespace ttnn
