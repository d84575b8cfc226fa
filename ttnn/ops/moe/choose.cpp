// Which experts a token gets, and with what weights: topk and softmax in one program.
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/moe/checks.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kMostChosen = 32;

struct ChooseOp {
    static constexpr std::string_view name = "moe_choose_experts";
    struct Args {
        std::uint32_t chosen;
        bool normalized;
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in) {
        need(name, in[0],
             {.name = "scores",
              .dtypes = {DataType::FLOAT32},
              .layout = Layout::TILE,
              .ranks = {2}});
        const std::uint32_t experts = in[0].logical_shape()[1];
        TT_FATAL(!in[0].is_sharded(), "{}: scores are sharded, they must be interleaved", name);
        TT_FATAL(experts % 32 == 0, "{}: dimension 1 of scores is {}, it must be a multiple of 32",
                 name, experts);
        TT_FATAL(args.chosen > 0 && args.chosen <= std::min(experts, kMostChosen),
                 "{}: {} of {} experts are chosen, 1 to {} are allowed", name, args.chosen, experts,
                 std::min(experts, kMostChosen));
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const tt::tt_metal::Shape shape({in[0].logical_shape()[0], args.chosen});
        const auto spec = [&](DataType dtype) {
            return eltwise::spec_like(shape, dtype, Layout::TILE, args.memory);
        };
        return {spec(DataType::UINT32), spec(DataType::FLOAT32)};
    }

    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const Tensor& scores = in[0];
        const std::uint32_t tiles = scores.logical_shape()[1] / 32;
        const Split rows = ttnn::program::split(*scores.device(), scores.padded_shape()[0] / 32);
        Split pages = rows;
        for (Share& share : pages.shares)
            share = {share.core, share.first * tiles, share.count * tiles};
        ProgramDescriptor program;
        const auto tile = [&](std::uint8_t cb, DataType dtype, std::uint32_t count) {
            program.cbs.push_back(tile_buffer(cb, dtype, rows.cores, count));
        };
        tile(0, DataType::FLOAT32, 2 * tiles);
        tile(1, DataType::UINT32, 1);
        tile(2, DataType::FLOAT32, 1);
        tile(3, DataType::FLOAT32, 1);
        tile(4, DataType::UINT32, 1);
        tile(16, DataType::FLOAT32, 2);
        tile(17, DataType::UINT32, 2);
        program.kernels = {
            page_reader(0, scores, static_cast<std::uint32_t>(scores.buffer()->page_size()), tiles,
                        pages),
            writer(out, rows), math(args, tiles, rows)};
        return program;
    }

    static KernelDescriptor writer(Outputs out, const program::Split& rows) {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/write_choices.cpp", false, rows.cores);
        KernelDescriptor::RTArgList words;
        for (const int i : {1, 0}) {
            program::append_sized(kernel, out[i]);
            words.push_back(out[i].buffer());
            words.push_back(program::page_bytes(out[i]));
        }
        kernel.emplace_common_runtime_args(words);
        for (const program::Share& share : rows.shares)
            kernel.emplace_runtime_args(share.core, {share.first, share.count});
        return kernel;
    }

    static KernelDescriptor math(const Args& args, std::uint32_t tiles,
                                 const program::Split& rows) {
        KernelDescriptor kernel = program::compute("ops/moe/kernels/choose.cpp", rows.cores,
                                                   {{0, DataType::FLOAT32},
                                                    {1, DataType::UINT32},
                                                    {2, DataType::FLOAT32},
                                                    {3, DataType::FLOAT32},
                                                    {4, DataType::UINT32}},
                                                   DataType::FLOAT32);
        kernel.emplace_common_runtime_args({tiles, args.chosen, args.normalized ? 1u : 0u});
        for (const program::Share& share : rows.shares)
            kernel.emplace_runtime_args(share.core, {share.count});
        return kernel;
    }
};

}  // namespace

std::vector<Tensor> moe_choose_experts(const Tensor& scores, std::uint32_t chosen, bool normalized,
                                       const std::optional<MemoryConfig>& memory_config) {
    need_device(ChooseOp::name, {{"scores", scores}});
    return run<ChooseOp>({chosen, normalized, memory_config.value_or(scores.memory_config())},
                         {&scores});
}

}  // namespace ttnn::operations::experimental::moe
