// scatter_moe_input into tiles: those that hold tokens alone are put together.
#include "ops/eltwise/eltwise.hpp"
#include "ops/moe/rows.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

class ScatterProgram {
 public:
    ScatterProgram(const ScatterTilesOp::Args& args, Inputs in, const Tensor& out)
        : args_(args),
          in_(in),
          out_(out),
          experts_(out.logical_shape()[0]),
          columns_(out.logical_shape()[2] / 32),
          width_(largest_divisor(columns_, kWidest)),
          split_(program::split(
              *out.device(), experts_ * divided(out.logical_shape()[1], 32) * columns_ / width_)) {}

    ProgramDescriptor build() const {
        const CoreRangeSet& cores = split_.cores;
        const std::uint32_t plan_bytes = 4 * (1 + experts_);
        ProgramDescriptor program;
        program.cbs = {program::tile_buffer(kRows, DataType::BFLOAT16, cores, 2 * width_),
                       program::tile_buffer(kTiles, DataType::BFLOAT16, cores, 2 * width_),
                       scratch(kPlan, plan_bytes, cores),
                       scratch(kPlan + 1, plan_bytes, cores),
                       scratch(kList, 2 * 32 * 4, cores),
                       scratch(kCounts, experts_ * kCountSlot, cores),
                       scratch(kZeroRow, width_ * 64, cores),
                       scratch(kZeroTile, program::tile_bytes(DataType::BFLOAT16), cores)};
        program.kernels = {reader(), writer(), math()};
        const auto step = static_cast<std::uint32_t>(split_.shares.size());
        for (std::uint32_t i = 0; i < step; i++)
            for (const std::size_t kernel : {0u, 1u})
                program.kernels[kernel].emplace_runtime_args(split_.shares[i].core, {i, step});
        return program;
    }

 private:
    // As kernels/live_tiles.h has them.
    KernelDescriptor::RTArgList common() const {
        KernelDescriptor::RTArgList words;
        words.append({experts_, out_.logical_shape()[1], columns_, width_});
        return words;
    }

    KernelDescriptor reader() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/read_scattered.cpp", true, split_.cores);
        KernelDescriptor::RTArgList words = common();
        for (const int i : {0, 2}) {
            words.push_back(in_[i].buffer());
            words.push_back(page_bytes(in_[i]));
        }
        append_counts(words, in_[1]);
        for (const int i : {1, 0, 2}) program::append_sized(kernel, in_[i]);
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    KernelDescriptor writer() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/write_scattered.cpp", false, split_.cores);
        KernelDescriptor::RTArgList words = common();
        words.push_back(out_.buffer());
        words.append({page_bytes(out_), args_.zero_padding ? 1u : 0u});
        program::append_sized(kernel, out_);
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    KernelDescriptor math() const {
        KernelDescriptor kernel =
            program::compute("ops/moe/kernels/tilize_scattered.cpp", split_.cores,
                             {{kRows, DataType::BFLOAT16}}, DataType::BFLOAT16);
        kernel.emplace_common_runtime_args({width_});
        return kernel;
    }

    static constexpr std::uint32_t kWidest = 8;  // tiles of a block
    static constexpr std::uint8_t kRows = 0, kPlan = 3, kList = 5, kCounts = 6, kZeroRow = 7;
    static constexpr std::uint8_t kZeroTile = 8, kTiles = 16;

    const ScatterTilesOp::Args& args_;
    Inputs in_;
    const Tensor& out_;
    std::uint32_t experts_, columns_, width_;
    program::Split split_;
};

}  // namespace

std::vector<TensorSpec> ScatterTilesOp::outputs(const Args& args, Inputs in) {
    return {eltwise::spec_like(args.shape, in[0].dtype(), Layout::TILE, args.memory)};
}

ProgramDescriptor ScatterTilesOp::program(const Args& args, Inputs in, Outputs out) {
    return ScatterProgram(args, in, out[0]).build();
}

}  // namespace ttnn::operations::experimental::moe
