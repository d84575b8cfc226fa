// extract_attention_input: tiles from a place that the device itself knows.
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/moe/checks.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

struct AttentionInputOp {
    static constexpr std::string_view name = "extract_attention_input";
    struct Args {
        std::uint32_t rows;
        DataType dtype;
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in) {
        need(name, in[0],
             {.name = "hidden_state",
              .dtypes = {DataType::BFLOAT16},
              .layout = Layout::TILE,
              .ranks = {3, 4}});
        need(name, in[1],
             {.name = "dp_degree",
              .dtypes = {DataType::INT32, DataType::UINT32},
              .layout = Layout::ROW_MAJOR,
              .ranks = {1}});
        need_extent(name, "dp_degree", in[1], 0, 1, "the number of the device's row");
        check_users(args, in[0].logical_shape());
        TT_FATAL(args.dtype == DataType::BFLOAT16 || args.dtype == DataType::BFLOAT8_B,
                 "{}: output_dtype is {}, it must be BFLOAT16 or BFLOAT8_B", name, args.dtype);
    }
    static void check_users(const Args& args, const tt::tt_metal::Shape& shape) {
        const bool decode = shape.rank() == 4;
        TT_FATAL(!decode || (shape[0] == 1 && shape[1] == 1),
                 "{}: hidden_state has shape {}, of rank 4 it must be [1, 1, users, width]", name,
                 shape);
        const std::uint32_t users = decode ? shape[2] : shape[0];
        TT_FATAL(args.rows > 0 && users % args.rows == 0,
                 "{}: {} users cannot be divided by {} rows of the mesh", name, users, args.rows);
        TT_FATAL(!decode || users / args.rows % 32 == 0,
                 "{}: a row of the mesh has {} users, they must be a multiple of 32", name,
                 users / args.rows);
        TT_FATAL(decode || users * shape[1] % 32 == 0,
                 "{}: {} users of {} tokens must be a multiple of 32 in all", name, users,
                 shape[1]);
        TT_FATAL(shape[-1] % 32 == 0, "{}: the width is {}, it must be a multiple of 32", name,
                 shape[-1]);
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const auto& shape = in[0].logical_shape();
        const tt::tt_metal::Shape made =
            shape.rank() == 4 ? tt::tt_metal::Shape({1, 1, shape[2] / args.rows, shape[3]})
                              : tt::tt_metal::Shape({shape[0] / args.rows, 1, shape[1], shape[2]});
        return {eltwise::spec_like(made, args.dtype, Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args&, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const Split split = ttnn::program::split(*in[0].device(), tiles_of(out[0]));
        KernelDescriptor reader =
            data_mover("ops/moe/kernels/read_own_tiles.cpp", true, split.cores);
        append(reader, in[0]);
        append(reader, in[1]);
        KernelDescriptor::RTArgList words;
        words.push_back(in[0].buffer());
        words.push_back(in[1].buffer());
        words.push_back(tiles_of(out[0]));
        reader.emplace_common_runtime_args(words);
        KernelDescriptor math =
            compute("kernels/unary.cpp", split.cores, {{0, in[0].dtype()}}, out[0].dtype());
        const std::uint32_t which =
            eltwise::tell(math, {"eltwise_unary/typecast.h", ";", ";"}, {}, in[0].dtype());
        math.emplace_common_runtime_args({0u, 0u, which});
        for (const Share& share : split.shares) {
            reader.emplace_runtime_args(share.core, {share.first, share.count});
            math.emplace_runtime_args(share.core, {share.count});
        }
        ProgramDescriptor program;
        program.cbs = {tile_buffer(0, in[0].dtype(), split.cores),
                       tile_buffer(16, out[0].dtype(), split.cores), scratch(1, 64, split.cores)};
        program.kernels = {std::move(reader),
                           page_writer(16, out[0], tile_bytes(out[0].dtype()), kBatch, split),
                           std::move(math)};
        return program;
    }
};

}  // namespace

Tensor extract_attention_input(const Tensor& hidden_state, const Tensor& dp_degree,
                               std::optional<std::uint32_t> rows,
                               std::optional<DataType> output_dtype,
                               const std::optional<MemoryConfig>& memory_config) {
    need_device(AttentionInputOp::name, {{"hidden_state", hidden_state}, {"dp_degree", dp_degree}});
    const std::uint32_t parts =
        rows.value_or(static_cast<std::uint32_t>(hidden_state.device()->shape()[0]));
    return run_one<AttentionInputOp>({parts, output_dtype.value_or(hidden_state.dtype()),
                                      memory_config.value_or(hidden_state.memory_config())},
                                     {&hidden_state, &dp_degree});
}

}  // namespace ttnn::operations::experimental::moe
