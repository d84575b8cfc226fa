// argmax: rows of elements, compared by the data movers.
#include "ttnn/operations/reduction/argmax/argmax.hpp"

#include <numeric>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/reduction/reduce.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/run.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace reduction {
namespace {

std::uint64_t volume_between(const tt::tt_metal::Shape& shape, int first, int end) {
    std::uint64_t volume = 1;
    for (int d = first; d < end; d++) volume *= shape[d];
    return volume;
}

struct ArgMaxOp {
    static constexpr std::string_view name = "argmax";
    struct Args {
        std::optional<int> dim;  // from the front
        bool keepdim;
        std::optional<CoreRangeSet> cores;
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in) {
        const DataType dtype = in[0].dtype();
        TT_FATAL(dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32 ||
                     dtype == DataType::INT32 || dtype == DataType::UINT32 ||
                     dtype == DataType::UINT16,
                 "argmax: data type {} is not supported", dtype);
        TT_FATAL(
            in[0].layout() == Layout::ROW_MAJOR && !in[0].is_sharded() && !args.memory.is_sharded(),
            "argmax: only interleaved tensors are supported");
    }

    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const auto& shape = in[0].logical_shape();
        ttsl::SmallVector<std::uint32_t> dims;
        for (int d = 0; d < static_cast<int>(shape.rank()); d++) {
            const bool gone = !args.dim || *args.dim == d;
            if (!gone || args.keepdim) dims.push_back(gone ? 1 : shape[d]);
        }
        return {eltwise::spec_like(tt::tt_metal::Shape(dims), DataType::UINT32, Layout::ROW_MAJOR,
                                   args.memory)};
    }

    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

std::uint32_t slot(std::uint64_t bytes) {
    return static_cast<std::uint32_t>((bytes + 63) / 64 * 64);
}

// What makes keys, which are compared without a sign, of the bits of elements.
struct Flips {
    std::uint32_t negative, other;
};
Flips flips_of(DataType dtype) {
    constexpr std::uint32_t kSign = 0x80000000;
    if (is_floating_point(dtype)) return {~std::uint32_t{0}, kSign};
    return dtype == DataType::INT32 ? Flips{kSign, kSign} : Flips{0, 0};
}

ProgramDescriptor ArgMaxOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace program;
    const auto& shape = in[0].logical_shape();
    const int rank = static_cast<int>(shape.rank());
    const std::uint32_t width = rank == 0 ? 1 : shape[-1];
    const bool down = args.dim && *args.dim != rank - 1;
    const auto total = static_cast<std::uint32_t>(shape.volume() / width);
    const std::uint32_t rows = down ? shape[*args.dim] : args.dim ? 1 : total;
    const std::uint32_t stride =
        down ? static_cast<std::uint32_t>(volume_between(shape, *args.dim + 1, rank - 1)) : 1;
    const auto pages = static_cast<std::uint32_t>(out[0].buffer()->num_pages());
    const auto results = static_cast<std::uint32_t>(out[0].logical_volume() / pages);
    const DataType dtype = in[0].dtype();
    const std::uint32_t bytes = datum_size(datatype_to_dataformat_converter(dtype));
    const Split split = program::split(*in[0].device(), pages, args.cores);

    KernelDescriptor kernel = data_mover("kernels/argmax.cpp", true, split.cores);
    kernel.compile_time_args = {bytes, down};
    append_sized(kernel, in[0]);
    append_sized(kernel, out[0]);
    const Flips flips = flips_of(dtype);
    kernel.emplace_common_runtime_args({in[0].buffer(), out[0].buffer(), width, rows, stride,
                                        results, flips.negative, flips.other, page_bytes(in[0]),
                                        page_bytes(out[0])});
    for (const Share& share : split.shares)
        kernel.emplace_runtime_args(share.core, {share.first, share.count});
    ProgramDescriptor program;
    program.cbs = {
        circular_buffer(0, DataType::UINT32, slot(std::uint64_t{width} * bytes), 1, split.cores),
        circular_buffer(1, DataType::UINT32, slot(std::uint64_t{results} * 4), 1, split.cores),
        circular_buffer(2, DataType::UINT32, slot(std::uint64_t{width} * 4), 1, split.cores)};
    program.kernels = {std::move(kernel)};
    return program;
}

}  // namespace
}  // namespace reduction

Tensor argmax(const Tensor& input, std::optional<int> dim, bool keepdim,
              const std::optional<CoreRangeSet>& cores, const std::optional<MemoryConfig>& memory,
              std::optional<Tensor> output) {
    eltwise::need_device("argmax", input);
    const int rank = static_cast<int>(input.logical_shape().rank());
    TT_FATAL(!dim || (*dim >= -std::max(rank, 1) && *dim < std::max(rank, 1)),
             "argmax: Unsupported dim {} for tensor of rank {}", dim.value_or(0), rank);
    if (dim && *dim < 0) *dim += std::max(rank, 1);
    if (rank == 0) dim = std::nullopt;
    TT_FATAL(input.logical_volume() > 0, "argmax: the input has no elements");
    const Tensor rows = ttnn::to_layout(input, Layout::ROW_MAJOR);
    const MemoryConfig where = memory   ? *memory
                               : output ? output->memory_config()
                                        : rows.memory_config();
    return run_one<reduction::ArgMaxOp>({dim, keepdim, cores, where}, {&rows}, output);
}

}  // namespace ttnn
