// Rows of tokens, moved by both data-movement processors of all cores.
#include "ops/moe/rows.hpp"

#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kBatchRows = 16;  // kernels/move_rows.cpp
constexpr std::uint32_t kHeldBytes = 65536;

// What both processors of a core are told: sizes, and which batches are theirs.
class RowMoves {
 public:
    RowMoves(const MoveRowsOp::Args& args, Inputs in, const Tensor& out)
        : args_(args),
          in_(in),
          out_(out),
          experts_(in[1].logical_shape()[0]),
          split_(program::split(*out.device(), divided(batches(), 2))) {}

    ProgramDescriptor build() const {
        ProgramDescriptor program;
        for (std::uint8_t processor = 0; processor < 2; processor++) {
            program.kernels.push_back(kernel(processor));
            const std::uint8_t first = 4 * processor;
            program.cbs.push_back(scratch(first, held() * slot(), split_.cores));
            program.cbs.push_back(scratch(first + 1, slot(), split_.cores));
            program.cbs.push_back(scratch(first + 2, experts_ * kCountSlot, split_.cores));
            program.cbs.push_back(scratch(first + 3, kBatchRows * 4, split_.cores));
        }
        return program;
    }

 private:
    std::uint32_t row_bytes() const { return out_.logical_shape()[-1] * out_.element_size(); }
    std::uint32_t slot() const { return rounded(row_bytes(), 64); }
    std::uint32_t held() const { return std::clamp(kHeldBytes / slot(), 1u, kBatchRows); }
    // Rows of the result stand in lists: one of each expert, or one of all.
    bool by_expert() const { return args_.order != RowOrder::pack; }
    std::uint32_t lists() const { return by_expert() ? experts_ : 1; }
    std::uint32_t list_rows() const { return out_.logical_shape()[-2]; }
    std::uint32_t batches() const { return lists() * divided(list_rows(), kBatchRows); }

    KernelDescriptor kernel(std::uint8_t processor) const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/move_rows.cpp", processor == 0, split_.cores);
        kernel.compile_time_args = {static_cast<std::uint32_t>(args_.order), 4u * processor};
        const Tensor& lists = args_.order == RowOrder::scatter ? in_[2] : in_[1];
        KernelDescriptor::RTArgList words, unused;
        append_counts(words, in_[1]);
        for (const Tensor* tensor : {&in_[0], &out_, &lists}) {
            words.push_back(tensor->buffer());
            words.push_back(page_bytes(*tensor));
        }
        const std::uint32_t expert_rows =
            args_.order == RowOrder::pack ? in_[0].logical_shape()[1] : list_rows();
        words.append({experts_, expert_rows, list_rows(), row_bytes(), batches(), held(),
                      args_.zero_padding ? 1u : 0u});
        for (const Tensor* tensor : {&in_[1], &in_[0], &out_, &lists})
            program::append_late(kernel, unused, *tensor);
        kernel.emplace_common_runtime_args(words);
        const auto step = static_cast<std::uint32_t>(2 * split_.shares.size());
        std::uint32_t first = processor;
        for (const program::Share& share : split_.shares) {
            kernel.emplace_runtime_args(share.core, {first, step});
            first += 2;
        }
        return kernel;
    }

    const MoveRowsOp::Args& args_;
    Inputs in_;
    const Tensor& out_;
    std::uint32_t experts_;
    program::Split split_;
};

}  // namespace

std::vector<TensorSpec> MoveRowsOp::outputs(const Args& args, Inputs in) {
    return {eltwise::spec_like(args.shape, in[0].dtype(), Layout::ROW_MAJOR, args.memory)};
}

ProgramDescriptor MoveRowsOp::program(const Args& args, Inputs in, Outputs out) {
    return RowMoves(args, in, out[0]).build();
}

void need_tokens(std::string_view op, const Tensor& hidden, const Tensor& counts,
                 const Tensor& routed) {
    need(op, hidden,
         {.name = "input_hidden_state",
          .dtypes = {DataType::BFLOAT16},
          .layout = Layout::ROW_MAJOR,
          .ranks = {2}});
    need(op, routed,
         {.name = "routed_tokens",
          .dtypes = {DataType::UINT32},
          .layout = Layout::ROW_MAJOR,
          .ranks = {2}});
    need_counts(op, counts, routed.logical_shape()[0]);
    need_extent(op, "routed_tokens", routed, 1, rounded(hidden.logical_shape()[0], 32),
                "the number of tokens rounded up to 32");
}

Tensor scatter_moe_input(const Tensor& input_hidden_state, const Tensor& num_routed_tokens,
                         const Tensor& routed_tokens,
                         const std::optional<MemoryConfig>& memory_config, bool zero_padding,
                         Layout layout) {
    constexpr std::string_view op = MoveRowsOp::name;
    need_device(op, {{"input_hidden_state", input_hidden_state},
                     {"num_routed_tokens", num_routed_tokens},
                     {"routed_tokens", routed_tokens}});
    need_tokens(op, input_hidden_state, num_routed_tokens, routed_tokens);
    const auto& hidden = input_hidden_state.logical_shape();
    const tt::tt_metal::Shape shape({routed_tokens.logical_shape()[0], hidden[0], hidden[1]});
    const MemoryConfig memory = memory_config.value_or(input_hidden_state.memory_config());
    const auto inputs = {&input_hidden_state, &num_routed_tokens, &routed_tokens};
    if (layout == Layout::ROW_MAJOR)
        return run_one<MoveRowsOp>({RowOrder::scatter, shape, zero_padding, memory}, inputs);
    TT_FATAL(layout == Layout::TILE, "{}: layout is {}, it must be ROW_MAJOR or TILE", op, layout);
    TT_FATAL(hidden[1] % 32 == 0,
             "{}: dimension 1 of input_hidden_state is {}, for tiles it must be a multiple of 32",
             op, hidden[1]);
    return run_one<ScatterTilesOp>({shape, zero_padding, memory}, inputs);
}

}  // namespace ttnn::operations::experimental::moe
