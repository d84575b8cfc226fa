// scatter: elements put where an index says, along the last dimension; others are brought there.
#include "ttnn/operations/data_movement/scatter/scatter.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/chunks.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/data_movement/expand/expand.hpp"
#include "ttnn/operations/data_movement/gather/gather.hpp"
#include "ttnn/operations/data_movement/gather/tosa/gather_tosa.hpp"
#include "ttnn/operations/data_movement/pad/pad.hpp"
#include "ttnn/operations/data_movement/scatter/tosa_scatter.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/data_movement/transpose/transpose.hpp"
#include "ttnn/operations/embedding_backward/embedding_backward.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kHeldBytes = 65536;  // of a row
constexpr std::uint32_t kEntries = 4096;     // of the index, and of the source beside it

enum class How : std::uint32_t { replace, add, multiply };

// scatter_rows.cpp: kKind.
std::uint32_t kind_of(DataType dtype, How how) {
    const std::uint32_t bytes = datum_size(datatype_to_dataformat_converter(dtype));
    if (how != How::replace && is_floating_point(dtype)) return bytes == 2 ? 3 : 4;
    return bytes == 4 ? 2 : bytes - 1;
}

// Input, index and source in rows, interleaved in DRAM, with as many rows each.
struct ScatterOp {
    static constexpr std::string_view name = "scatter";
    struct Args {
        How how;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args&, Inputs in) { return {in[0].tensor_spec()}; }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const std::uint32_t width = in[0].logical_shape()[-1], entries = in[1].logical_shape()[-1];
        const auto rows = static_cast<std::uint32_t>(in[0].logical_volume() / width);
        const std::uint32_t bytes = data_movement::pages_of(in[0]).unit_bytes;
        const Split split = ttnn::program::split(*in[0].device(), rows, args.cores);
        KernelDescriptor kernel = data_mover("kernels/scatter_rows.cpp", true, split.cores);
        kernel.compile_time_args = {kind_of(in[0].dtype(), args.how),
                                    static_cast<std::uint32_t>(args.how)};
        KernelDescriptor::RTArgList words, unused;
        for (const Tensor* tensor : {&in[0], &in[1], &in[2], &out[0]}) {
            words.push_back(tensor->buffer());
            words.push_back(data_movement::pages_of(*tensor).bytes);
            append_late(kernel, unused, *tensor);
        }
        words.append({width, entries, kHeldBytes / bytes, kEntries});
        kernel.emplace_common_runtime_args(words);
        data_movement::add_shares(kernel, split);
        const auto held = [](std::uint32_t size) { return (size + 63) / 64 * 64; };
        ProgramDescriptor program;
        program.cbs = {circular_buffer(0, DataType::UINT32,
                                       held(std::min(width * bytes, kHeldBytes)), 1, split.cores),
                       circular_buffer(1, DataType::UINT32, held(std::min(entries, kEntries) * 4),
                                       1, split.cores),
                       circular_buffer(2, DataType::UINT32,
                                       held(std::min(entries, kEntries) * bytes), 1, split.cores)};
        program.kernels = {std::move(kernel)};
        return program;
    }
};

How how_of(const std::optional<std::string>& reduction) {
    TT_FATAL(!reduction || *reduction == "add" || *reduction == "multiply",
             "scatter: reduce must be either 'add' or 'multiply' (case-sensitive), got {}",
             reduction.value_or(""));
    return !reduction ? How::replace : *reduction == "add" ? How::add : How::multiply;
}

std::int32_t check_scatter(const Tensor& input, std::int32_t dim, const Tensor& index,
                           const Tensor& source) {
    for (const Tensor* tensor : {&input, &index, &source}) eltwise::need_device("scatter", *tensor);
    const auto &a = input.logical_shape(), &b = index.logical_shape(), &c = source.logical_shape();
    TT_FATAL(a.rank() == b.rank(),
             "scatter: input_rank must be equal to index_rank (input_rank == {}, index_rank == {})",
             a.rank(), b.rank());
    TT_FATAL(a.rank() == c.rank(),
             "scatter: input_rank must be equal to source_rank (input_rank == {}, source_rank == "
             "{})",
             a.rank(), c.rank());
    const auto rank = static_cast<std::int32_t>(a.rank());
    TT_FATAL(dim < rank && -rank <= dim,
             "scatter: dim must follow the condition -input_rank <= dim < input_rank (dim: {}, "
             "rank: {}).",
             dim, rank);
    const std::int32_t along = dim < 0 ? dim + rank : dim;
    for (std::int32_t d = 0; d < rank; d++) {
        TT_FATAL(b[d] <= c[d],
                 "scatter: index_shape[{}] <= source_shape[{}] == false (index_shape: {}, "
                 "source_shape: {})",
                 d, d, b, c);
        TT_FATAL(d == along || b[d] <= a[d],
                 "scatter: index_shape[{}] <= input_shape[{}] == false (index_shape: {}, "
                 "input_shape: {})",
                 d, d, b, a);
    }
    TT_FATAL(input.dtype() == source.dtype(),
             "scatter: input_dtype differs from source_dtype (input_dtype == {}, source_dtype == "
             "{})",
             input.dtype(), source.dtype());
    TT_FATAL(!is_floating_point(index.dtype()),
             "scatter: index_dtype is not integer, it is {}, UINT32, INT32, UINT16 and UINT8 are "
             "allowed",
             index.dtype());
    return along;
}

// In rows, with the dimension as the last one.
Tensor lying(const Tensor& tensor, std::int32_t dim) {
    Tensor rows = ttnn::to_layout(tensor, Layout::ROW_MAJOR);
    if (dim + 1 < static_cast<std::int32_t>(tensor.logical_shape().rank()))
        rows = transpose(rows, dim, -1, DRAM_MEMORY_CONFIG);
    return to_memory_config(rows, DRAM_MEMORY_CONFIG);
}

// As many rows as the input has: what is missing goes nowhere.
Tensor with_rows(const Tensor& tensor, const tt::tt_metal::Shape& shape, std::uint32_t width) {
    ttsl::SmallVector<operations::data_movement::PadSpecDim> behind;
    ttsl::SmallVector<std::uint32_t> begins(shape.rank(), 0), ends, steps(shape.rank(), 1);
    const tt::tt_metal::Shape& own = tensor.logical_shape();
    for (int d = 0; d < static_cast<int>(shape.rank()); d++) {
        const bool last = d + 1 == static_cast<int>(shape.rank());
        const std::uint32_t extent = last ? width : shape[d];
        ends.push_back(std::min(own[d], extent));
        behind.push_back({0, last || own[d] >= extent ? 0 : extent - own[d]});
    }
    const tt::tt_metal::Shape kept(ends);
    const Tensor part =
        kept == own ? tensor : ttnn::slice<std::uint32_t>(tensor, begins, ends, steps);
    return ttnn::pad(part, behind, -1.0f);
}

Tensor words_of(const Tensor& index) {
    const bool words = index.dtype() == DataType::UINT32 || index.dtype() == DataType::INT32;
    return words ? index : typecast(index, DataType::UINT32);
}

// The index of whole rows, once for each of their elements.
Tensor spread_index(std::string_view op, const Tensor& index, std::uint32_t width) {
    const auto& shape = index.logical_shape();
    TT_FATAL(shape.rank() == 2, "{}: the index has shape {}, it must have two dimensions", op,
             shape);
    const Tensor column = ttnn::reshape(ttnn::to_layout(index, Layout::ROW_MAJOR),
                                        tt::tt_metal::Shape({shape[0], shape[1], 1}));
    const std::int32_t dims[] = {-1, -1, static_cast<std::int32_t>(width)};
    return expand(column, dims);
}

void check_tosa(std::string_view op, const Tensor& input, const Tensor& index) {
    eltwise::need_device(op, input);
    eltwise::need_device(op, index);
    TT_FATAL(input.logical_shape().rank() == 3,
             "{}: the input has shape {}, it must have three dimensions", op,
             input.logical_shape());
}

}  // namespace

Tensor scatter(const Tensor& input, const std::int32_t& dim, const Tensor& index,
               const Tensor& source, const std::optional<MemoryConfig>& memory_config,
               const std::optional<std::string>& reduction,
               const std::optional<CoreRangeSet>& cores) {
    const How how = how_of(reduction);
    const std::int32_t along = check_scatter(input, dim, index, source);
    const MemoryConfig memory = memory_config.value_or(input.memory_config());
    if (index.logical_volume() == 0) return to_memory_config(input, memory);
    const Tensor rows = lying(input, along);
    const tt::tt_metal::Shape& shape = rows.logical_shape();
    const Tensor places = lying(words_of(index), along);
    const std::uint32_t entries = places.logical_shape()[-1];
    const Tensor listed = with_rows(places, shape, entries);
    const Tensor values = with_rows(lying(source, along), shape, entries);
    Tensor result = run_one<ScatterOp>({how, cores}, {&rows, &listed, &values});
    if (along + 1 < static_cast<std::int32_t>(shape.rank()))
        result = transpose(result, along, -1, DRAM_MEMORY_CONFIG);
    return data_movement::from_rows(result, input.layout(), input.dtype(), memory);
}

Tensor scatter_add(const Tensor& input, const std::int32_t& dim, const Tensor& index,
                   const Tensor& source, const std::optional<MemoryConfig>& memory_config,
                   const std::optional<CoreRangeSet>& cores) {
    return scatter(input, dim, index, source, memory_config, "add", cores);
}

Tensor tosa_scatter(const Tensor& input, const Tensor& index, const Tensor& source,
                    const std::optional<MemoryConfig>& memory) {
    check_tosa("tosa_scatter", input, index);
    const std::uint32_t width = input.logical_shape()[-1];
    return scatter(input, 1, spread_index("tosa_scatter", index, width), source, memory);
}

Tensor tosa::gather(const Tensor& input, const Tensor& index,
                    const std::optional<MemoryConfig>& memory) {
    check_tosa("tosa_gather", input, index);
    Tensor places = spread_index("tosa_gather", index, input.logical_shape()[-1]);
    if (places.dtype() == DataType::INT32) places = typecast(places, DataType::UINT32);
    return ttnn::gather(input, 1, ttnn::to_layout(places, input.layout()), false, memory);
}

// Sums in 32 bits, whatever the gradient has.
Tensor embedding_bw(const Tensor& indices, const Tensor& weights, const Tensor& gradient,
                    std::optional<const DataType> dtype,
                    const std::optional<MemoryConfig>& memory_config,
                    const std::optional<Tensor>& output) {
    for (const Tensor* tensor : {&indices, &weights, &gradient})
        eltwise::need_device("embedding_bw", *tensor);
    const std::uint32_t rows = weights.logical_shape()[-2], width = gradient.logical_shape()[-1];
    const auto count = static_cast<std::uint32_t>(indices.logical_volume());
    TT_FATAL(gradient.logical_volume() == std::uint64_t{count} * width,
             "embedding_bw: the gradient has shape {}, the indices {}", gradient.logical_shape(),
             indices.logical_shape());
    const Tensor list = typecast(ttnn::to_layout(indices, Layout::ROW_MAJOR), DataType::UINT32);
    const Tensor lookups = ttnn::reshape(list, tt::tt_metal::Shape({1, count}));
    const Tensor each =
        ttnn::reshape(typecast(gradient, DataType::FLOAT32), tt::tt_metal::Shape({count, width}));
    const Tensor none = zeros(tt::tt_metal::Shape({width, rows}), DataType::FLOAT32,
                              Layout::ROW_MAJOR, *gradient.device());
    const std::int32_t dims[] = {static_cast<std::int32_t>(width), -1};
    const Tensor sums = scatter_add(none, -1, expand(lookups, dims),
                                    transpose(ttnn::to_layout(each, Layout::ROW_MAJOR), 0, 1));
    const DataType type = output ? output->dtype() : dtype ? DataType(*dtype) : gradient.dtype();
    const MemoryConfig memory = memory_config ? *memory_config : gradient.memory_config();
    const Tensor tiles = ttnn::to_layout(transpose(sums, 0, 1), Layout::TILE);
    const Tensor made =
        ttnn::reshape(typecast(tiles, type, memory), tt::tt_metal::Shape({1, 1, rows, width}));
    return output ? to_memory_config(made, output->memory_config(), std::nullopt, output) : made;
}

}  // namespace ttnn
