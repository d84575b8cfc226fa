// local_reduce_moe_output: tokens over all cores, each with a table of its tokens' rows.
#include "ops/moe/reduce.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

// kernels/reduce_rows.cpp has the first three: of lists eight parts of 1024.
constexpr std::uint32_t kPieceRing = 32, kPieceBytes = 2048, kSearched = 8 * 1024;
constexpr std::uint32_t kTableBytes = 128 << 10;

class ReduceProgram {
 public:
    ReduceProgram(const ReduceOp::Args& args, Inputs in, const Tensor& out)
        : args_(args),
          in_(in),
          out_(out),
          experts_(in[0].logical_shape()[0]),
          split_(program::split(*out.device(), args.tokens * (args.apart ? experts_ : 1))),
          group_(std::clamp(kTableBytes / (4 * (experts_ + 1)), 1u, most())) {}

    ProgramDescriptor build() const {
        const CoreRangeSet& cores = split_.cores;
        ProgramDescriptor program;
        program.cbs = {
            program::circular_buffer(0, DataType::BFLOAT16, kPieceBytes, kPieceRing, cores),
            scratch(1, group_ * 4 * (experts_ + 1), cores),
            scratch(2, group_ * 4 * experts_, cores),
            scratch(3, experts_ * kCountSlot, cores),
            scratch(4, kSearched * 4, cores),
            scratch(5, kSearched * 2, cores),
            program::circular_buffer(16, DataType::BFLOAT16, kPieceBytes, 8, cores)};
        program.kernels = {reader(), writer(), math()};
        return program;
    }

 private:
    std::uint32_t row_bytes() const { return out_.logical_shape()[-1] * 2; }
    std::uint32_t most() const {
        std::uint32_t most = 1;
        for (const program::Share& share : split_.shares) most = std::max(most, share.count);
        return most;
    }
    void add_shares(KernelDescriptor& kernel) const {
        for (const program::Share& share : split_.shares)
            kernel.emplace_runtime_args(share.core, {share.first, share.count});
    }

    KernelDescriptor reader() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/reduce_rows.cpp", true, split_.cores);
        KernelDescriptor::RTArgList words, unused;
        append_counts(words, in_[3]);
        for (int i = 0; i < 3; i++) {
            words.push_back(in_[i].buffer());
            words.push_back(page_bytes(in_[i]));
        }
        words.append({experts_, in_[0].logical_shape()[1], row_bytes(), args_.apart ? 1u : 0u,
                      args_.tokens, group_});
        for (const Tensor* tensor : {&in_[3], &in_[0], &in_[1], &in_[2]})
            program::append_late(kernel, unused, *tensor);
        kernel.emplace_common_runtime_args(words);
        add_shares(kernel);
        return kernel;
    }

    KernelDescriptor writer() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/write_pieces.cpp", false, split_.cores);
        KernelDescriptor::RTArgList words, unused;
        words.push_back(out_.buffer());
        words.append({page_bytes(out_), row_bytes()});
        program::append_late(kernel, unused, out_);
        kernel.emplace_common_runtime_args(words);
        add_shares(kernel);
        return kernel;
    }

    KernelDescriptor math() const {
        KernelDescriptor kernel = program::compute("ops/moe/kernels/reduce_sum.cpp", split_.cores,
                                                   {{0, DataType::BFLOAT16}}, DataType::BFLOAT16);
        kernel.emplace_common_runtime_args({divided(row_bytes(), kPieceBytes), group_, experts_});
        for (const program::Share& share : split_.shares)
            kernel.emplace_runtime_args(share.core, {share.count});
        return kernel;
    }

    const ReduceOp::Args& args_;
    Inputs in_;
    const Tensor& out_;
    std::uint32_t experts_;
    program::Split split_;
    std::uint32_t group_;
};

}  // namespace

void ReduceOp::validate(const Args& args, Inputs in) {
    need(name, in[0],
         {.name = "input_hidden_state",
          .dtypes = {DataType::BFLOAT16},
          .layout = Layout::ROW_MAJOR,
          .ranks = {3}});
    need(name, in[1],
         {.name = "token_idx_map",
          .dtypes = {DataType::UINT32},
          .layout = Layout::ROW_MAJOR,
          .ranks = {2}});
    need(name, in[2],
         {.name = "routed_token_weights",
          .dtypes = {DataType::BFLOAT16},
          .layout = Layout::ROW_MAJOR,
          .ranks = {2}});
    const std::uint32_t experts = in[0].logical_shape()[0], rows = in[0].logical_shape()[1];
    need_counts(name, in[3], experts);
    need_extent(name, "token_idx_map", in[1], 0, experts, "the number of experts");
    const std::uint32_t width = in[1].logical_shape()[1];
    TT_FATAL(width == rows || width == rounded(rows, 32),
             "{}: dimension 1 of token_idx_map is {}, it must be {} as that of "
             "input_hidden_state, or rounded up to 32",
             name, width, rows);
    TT_FATAL(in[2].logical_shape() == in[1].logical_shape(),
             "{}: routed_token_weights has shape {}, it must be {} like token_idx_map", name,
             in[2].logical_shape(), in[1].logical_shape());
    TT_FATAL(args.tokens > 0, "{}: num_tokens is 0, it must be positive", name);
}

std::vector<TensorSpec> ReduceOp::outputs(const Args& args, Inputs in) {
    const auto& rows = in[0].logical_shape();
    const tt::tt_metal::Shape shape = args.apart
                                          ? tt::tt_metal::Shape({rows[0], args.tokens, rows[2]})
                                          : tt::tt_metal::Shape({args.tokens, rows[2]});
    return {eltwise::spec_like(shape, DataType::BFLOAT16, Layout::ROW_MAJOR, args.memory)};
}

ProgramDescriptor ReduceOp::program(const Args& args, Inputs in, Outputs out) {
    return ReduceProgram(args, in, out[0]).build();
}

Tensor local_reduce_moe_output(const Tensor& input_hidden_state, const Tensor& token_idx_map,
                               const Tensor& routed_token_weights, const Tensor& num_routed_tokens,
                               std::optional<std::uint32_t> num_tokens,
                               const std::optional<MemoryConfig>& memory_config, Layout layout) {
    constexpr std::string_view op = ReduceOp::name;
    need_device(op, {{"input_hidden_state", input_hidden_state},
                     {"token_idx_map", token_idx_map},
                     {"routed_token_weights", routed_token_weights},
                     {"num_routed_tokens", num_routed_tokens}});
    const auto& shape = input_hidden_state.logical_shape();
    const std::uint32_t tokens = num_tokens.value_or(shape.rank() == 3 ? shape[1] : 1);
    const MemoryConfig memory = memory_config.value_or(input_hidden_state.memory_config());
    const std::initializer_list<const Tensor*> inputs = {&input_hidden_state, &token_idx_map,
                                                         &routed_token_weights, &num_routed_tokens};
    if (layout == Layout::ROW_MAJOR) return run_one<ReduceOp>({tokens, false, memory}, inputs);
    TT_FATAL(layout == Layout::TILE, "{}: layout is {}, it must be ROW_MAJOR or TILE", op, layout);
    if (ReduceTilesOp::fits(input_hidden_state, tokens))
        return run_one<ReduceTilesOp>({tokens, memory}, inputs);
    const Tensor rows =
        run_one<ReduceOp>({tokens, false, input_hidden_state.memory_config()}, inputs);
    return ttnn::to_layout(rows, Layout::TILE, std::nullopt, memory);
}

}  // namespace ttnn::operations::experimental::moe
