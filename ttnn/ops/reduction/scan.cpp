// cumsum, cumprod, ema and prod: rows that the data movers go along.
#include <algorithm>
#include <bit>
#include <tt_stl/assert.hpp>
#include <utility>

#include "core/program.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/sort/rows.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/data_movement/reshape_view/reshape.hpp"
#include "ttnn/operations/reduction/accumulation/cumprod/cumprod.hpp"
#include "ttnn/operations/reduction/accumulation/cumsum/cumsum.hpp"
#include "ttnn/operations/reduction/accumulation/ema/ema.hpp"
#include "ttnn/operations/reduction/prod/prod.hpp"
#include "ttnn/run.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace scan {
namespace {

enum class Operation : std::uint32_t { sum, product, average };

struct ScanOp {
    static constexpr std::string_view name = "scan";
    struct Args {
        std::string_view op;
        Operation operation;
        bool reverse, last_only;
        std::uint32_t weight;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args& args, Inputs in) {
        const DataType dtype = in[0].dtype();
        TT_FATAL(dtype != DataType::UINT8 && !is_block_float(dtype),
                 "{}: data type {} is not supported", args.op, dtype);
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        tt::tt_metal::Shape shape = in[0].logical_shape();
        if (args.last_only && shape.rank() > 0) shape[-1] = 1;
        return {eltwise::spec_like(shape, in[0].dtype(), in[0].layout(), args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const auto& shape = in[0].logical_shape();
        const Split split = ttnn::program::split(*in[0].device(), rows::count(shape), args.cores);
        KernelDescriptor kernel = data_mover("kernels/scan_rows.cpp", true, split.cores);
        kernel.compile_time_args = {static_cast<std::uint32_t>(in[0].dtype()),
                                    in[0].layout() == Layout::TILE, args.last_only,
                                    static_cast<std::uint32_t>(args.operation)};
        KernelDescriptor::RTArgList words;
        rows::append(kernel, words, in[0]);
        rows::append(kernel, words, out[0]);
        words.append({rows::width(shape), args.reverse ? 1u : 0u, args.weight});
        kernel.emplace_common_runtime_args(words);
        for (const Share& share : split.shares)
            kernel.emplace_runtime_args(share.core, {share.first, share.count});
        constexpr std::uint32_t kBytes = 2 * 4096 + 64;  // scan_rows.cpp: two parts, alignment
        ProgramDescriptor program;
        program.cbs = {circular_buffer(0, DataType::UINT32, kBytes, 1, split.cores)};
        program.kernels = {std::move(kernel)};
        return program;
    }
};

struct Wish {
    std::string_view op;
    Operation operation;
    bool reverse = false, last_only = false;
    float weight = 0;
    std::optional<MemoryConfig> memory = std::nullopt;
    std::optional<Tensor> output = std::nullopt;
    std::optional<CoreRangeSet> cores = std::nullopt;
};

Tensor last(const Wish& wish, const Tensor& input, const MemoryConfig& memory,
            const std::optional<Tensor>& output) {
    return run_one<ScanOp>({wish.op, wish.operation, wish.reverse, wish.last_only,
                            std::bit_cast<std::uint32_t>(wish.weight), memory, wish.cores},
                           {&input}, output);
}

// Other dimensions by the last one, types that rows have not through one that they have.
Tensor along(const Wish& wish, const Tensor& given, std::int64_t dim) {
    const std::size_t rank = given.logical_shape().rank();
    const std::uint32_t d = data_movement::dim_index(wish.op, dim, std::max<std::size_t>(rank, 1));
    TT_FATAL(!wish.output || wish.output->logical_shape() == given.logical_shape(),
             "{}: the output tensor has shape {}, it must be that of the input, {}", wish.op,
             wish.output->logical_shape(), given.logical_shape());
    const Tensor input = rows::interleaved(given);
    const MemoryConfig memory = wish.memory   ? *wish.memory
                                : wish.output ? wish.output->memory_config()
                                              : input.memory_config();
    if (given.logical_volume() == 0) return to_memory_config(given, memory);
    const bool block = is_block_float(given.dtype());
    if (d + 1 >= rank && !memory.is_sharded() && !block)
        return last(wish, input, memory, wish.output);
    const Tensor plain = block ? typecast(input, DataType::BFLOAT16) : input;
    Tensor result =
        rows::turned(last(wish, rows::turned(plain, d), DRAM_MEMORY_CONFIG, std::nullopt), d);
    if (block) result = typecast(result, given.dtype());
    return to_memory_config(result, memory, std::nullopt, wish.output);
}

Tensor accumulated(const Wish& wish, const Tensor& input, std::int32_t dim,
                   const std::optional<DataType>& dtype) {
    eltwise::need_device(wish.op, input);
    const DataType type = dtype ? *dtype : wish.output ? wish.output->dtype() : input.dtype();
    TT_FATAL(!wish.output || wish.output->dtype() == type,
             "{}: the output tensor is {}, the data type asked for {}", wish.op,
             wish.output->dtype(), type);
    return along(wish, type == input.dtype() ? input : typecast(input, type), dim);
}

CoreRangeSet cores_of(const CoreGrid& grid) {
    return CoreRangeSet(CoreRange({0, 0}, {grid.x - 1, grid.y - 1}));
}

// The product along a dimension, which stays with an extent of 1.
Tensor product(const Tensor& input, std::int64_t dim, const std::optional<MemoryConfig>& memory) {
    return along(
        {.op = "prod", .operation = Operation::product, .last_only = true, .memory = memory}, input,
        dim);
}

Tensor product_of_all(const Tensor& input, const std::optional<MemoryConfig>& memory) {
    const bool real = is_floating_point(input.dtype());
    const Tensor wide = real ? typecast(input, DataType::FLOAT32) : input;
    const Tensor of_rows = product(wide, -1, DRAM_MEMORY_CONFIG);
    const auto count = static_cast<std::uint32_t>(of_rows.logical_volume());
    const Tensor one = product(ttnn::reshape(of_rows, tt::tt_metal::Shape({1, count})), -1, memory);
    return real ? typecast(one, input.dtype()) : one;
}

Tensor of_nothing(const Tensor& input, const tt::tt_metal::Shape& shape,
                  const std::optional<MemoryConfig>& memory) {
    return full(shape, 1.0f, input.dtype(), input.layout(), *input.device(),
                memory.value_or(DRAM_MEMORY_CONFIG));
}

tt::tt_metal::Shape without(const tt::tt_metal::Shape& shape, std::optional<std::uint32_t> gone,
                            bool keep) {
    ttsl::SmallVector<std::uint32_t> dims;
    for (std::uint32_t d = 0; d < shape.rank(); d++) {
        const bool kept = gone && d != *gone;
        if (kept || keep) dims.push_back(kept ? shape[static_cast<int>(d)] : 1);
    }
    return tt::tt_metal::Shape(dims);
}

}  // namespace
}  // namespace scan

Tensor cumsum(const Tensor& input, const std::int32_t& dim, std::optional<DataType> dtype,
              const bool& reverse, std::optional<Tensor> output,
              const std::optional<MemoryConfig>& memory) {
    return scan::accumulated({.op = "cumsum",
                              .operation = scan::Operation::sum,
                              .reverse = reverse,
                              .memory = memory,
                              .output = std::move(output)},
                             input, dim, dtype);
}
Tensor cumprod(const Tensor& input, const std::int32_t& dim, std::optional<DataType> dtype,
               const bool& reverse, std::optional<Tensor> output,
               const std::optional<MemoryConfig>& memory) {
    return scan::accumulated({.op = "cumprod",
                              .operation = scan::Operation::product,
                              .reverse = reverse,
                              .memory = memory,
                              .output = std::move(output)},
                             input, dim, dtype);
}

Tensor ema(const Tensor& input, const float& alpha, std::optional<Tensor> output,
           std::optional<CoreGrid> grid, const std::optional<MemoryConfig>& memory,
           std::optional<DeviceComputeKernelConfig>) {
    eltwise::need_device("ema", input);
    const auto& shape = input.logical_shape();
    TT_FATAL(input.dtype() == DataType::BFLOAT16 && input.layout() == Layout::TILE,
             "ema: the input is {} in {}, BFLOAT16 in TILE is allowed", input.dtype(),
             input.layout());
    TT_FATAL(shape.rank() == 4 && shape[0] == 1,
             "ema: the input has shape {}, it must be [1, B, C, T]", shape);
    return scan::along({.op = "ema",
                        .operation = scan::Operation::average,
                        .weight = alpha,
                        .memory = memory,
                        .output = std::move(output),
                        .cores = grid ? std::optional(scan::cores_of(*grid)) : std::nullopt},
                       input, -1);
}

Tensor prod(const Tensor& input, std::optional<std::int64_t> dim, bool keepdim,
            const std::optional<MemoryConfig>& memory) {
    eltwise::need_device("prod", input);
    const auto& shape = input.logical_shape();
    std::optional<std::uint32_t> d;
    if (dim && shape.rank() > 0) d = data_movement::dim_index("prod", *dim, shape.rank());
    const auto result = scan::without(shape, d, keepdim);
    if (input.logical_volume() == 0) return scan::of_nothing(input, result, memory);
    return ttnn::reshape(d ? scan::product(input, *d, memory) : scan::product_of_all(input, memory),
                         result);
}
Tensor prod(const Tensor& input, const Tensor& output, ttsl::SmallVector<std::int64_t>& dims,
            const std::optional<MemoryConfig>&) {
    eltwise::need_device("prod", input);
    Tensor result = input;
    for (const std::int64_t dim : dims) result = scan::product(result, dim, DRAM_MEMORY_CONFIG);
    TT_FATAL(result.logical_shape() == output.logical_shape() && result.dtype() == output.dtype(),
             "prod: the output tensor is {} {}, it must be {} {}", output.logical_shape(),
             output.dtype(), result.logical_shape(), result.dtype());
    return to_memory_config(result, output.memory_config(), std::nullopt, output);
}

}  // namespace ttnn
