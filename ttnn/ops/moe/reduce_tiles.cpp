// local_reduce_moe_output into tiles: the rows of 32 tokens are a matrix, and their weights another
// one that it is multiplied by.
#include <algorithm>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/moe/reduce.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kTile = 32, kTileBytes = 2048;
constexpr std::uint32_t kFewTokens = 1024;          // less are summed sooner in rows
constexpr std::uint32_t kMostExperts = 32;          // blocks of rows that 32 tokens may have
constexpr std::uint32_t kMostTable = 256 << 10;     // bytes of a core
constexpr std::uint32_t kSlot = 16, kStaged = 256;  // bytes of an entry; entries on their way
constexpr std::uint32_t kMostCores = 160;           // kernels/token_rows.cpp

class TilesProgram {
 public:
    TilesProgram(const ReduceTilesOp::Args& args, Inputs in, const Tensor& out)
        : args_(args),
          in_(in),
          out_(out),
          experts_(in[0].logical_shape()[0]),
          columns_(out.logical_shape()[1] / kTile),
          width_(width_of(out)),
          split_(program::split(*out.device(), units(width_))) {}

    // Many tokens, where the table of a core is small enough and few enough experts are here.
    static bool fits(const Tensor& rows, std::uint32_t tokens) {
        const CoreCoord grid = rows.device()->compute_with_storage_grid_size();
        const auto cores = static_cast<std::uint32_t>(grid.x * grid.y);
        const std::uint32_t experts = rows.logical_shape()[0];
        const std::uint32_t blocks = divided(divided(tokens, kTile), cores) + 2;
        return tokens >= kFewTokens && experts <= kMostExperts && cores <= kMostCores &&
               blocks * kTile * experts * kSlot <= kMostTable;
    }

    ProgramDescriptor build() const {
        const CoreRangeSet& cores = split_.cores;
        ProgramDescriptor program;
        const std::uint32_t list_bytes = 4 * (2 + kTile * experts_);
        program.cbs = {
            program::tile_buffer(kRows, DataType::BFLOAT16, cores, 8 * width_),
            program::tile_buffer(kShares, DataType::BFLOAT16, cores, 2 * experts_),
            program::tile_buffer(kTiles, DataType::BFLOAT16, cores, experts_ * width_),
            program::circular_buffer(kInfo, DataType::UINT32, 64, 2, cores),
            program::circular_buffer(kList, DataType::UINT32, rounded(list_bytes, 64), 2, cores),
            scratch(kTable, blocks() * kTile * experts_ * kSlot, cores),
            scratch(kZeros, kTileBytes, cores),
            scratch(kCounts, experts_ * kCountSlot, cores),
            scratch(kEntries, kStaged * (4 + 2 + kSlot), cores),
            program::tile_buffer(kOut, DataType::BFLOAT16, cores, 8 * width_)};
        for (std::uint32_t id = 0; id < 2; id++)
            program.semaphores.push_back({.id = id, .core_ranges = cores, .initial_value = 0});
        program.kernels = {reader(), finder(), math()};
        for (std::uint32_t i = 0; i < split_.shares.size(); i++) {
            const program::Share& share = split_.shares[i];
            program.kernels[0].emplace_runtime_args(share.core, {share.first, share.count});
            program.kernels[1].emplace_runtime_args(share.core, {share.first, share.count, i});
            program.kernels[2].emplace_runtime_args(share.core, {share.count});
        }
        return program;
    }

 private:
    static constexpr std::uint8_t kRows = 0, kShares = 1, kTiles = 2, kInfo = 3, kList = 4;
    static constexpr std::uint8_t kTable = 5, kZeros = 6, kCounts = 7, kEntries = 8, kOut = 16;

    std::uint32_t token_blocks() const { return divided(out_.logical_shape()[0], kTile); }
    std::uint32_t units(std::uint32_t width) const { return token_blocks() * (columns_ / width); }
    // Wide units have long pieces of rows; narrow ones are shared more evenly. Two more for what a
    // unit costs of itself.
    std::uint32_t width_of(const Tensor& out) const {
        const CoreCoord grid = out.device()->compute_with_storage_grid_size();
        const auto cores = static_cast<std::uint32_t>(grid.x * grid.y);
        const auto time = [&](std::uint32_t width) {
            return divided(units(width), cores) * (width + 2);
        };
        std::uint32_t best = 1;
        for (const std::uint32_t width : {2u, 3u, 4u})
            if (columns_ % width == 0 && time(width) <= time(best)) best = width;
        return best;
    }
    // That a core has some units of, at most.
    std::uint32_t blocks() const {
        const std::uint32_t across = columns_ / width_;
        std::uint32_t most = 1;
        for (const program::Share& share : split_.shares)
            most =
                std::max(most, (share.first + share.count - 1) / across - share.first / across + 1);
        return most;
    }

    // As kernels/token_rows.h has them.
    KernelDescriptor::RTArgList common() const {
        KernelDescriptor::RTArgList words;
        words.append(
            {experts_, in_[0].logical_shape()[1], out_.logical_shape()[0], columns_, width_});
        return words;
    }

    KernelDescriptor reader() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/read_token_rows.cpp", true, split_.cores);
        program::append_sized(kernel, in_[0]);
        KernelDescriptor::RTArgList words = common();
        words.push_back(in_[0].buffer());
        words.push_back(page_bytes(in_[0]));
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    KernelDescriptor finder() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/token_rows.cpp", false, split_.cores);
        KernelDescriptor::RTArgList words = common();
        append_counts(words, in_[3]);
        for (const Tensor* tensor : {&in_[1], &in_[2]}) {
            words.push_back(tensor->buffer());
            words.push_back(page_bytes(*tensor));
        }
        words.push_back(out_.buffer());
        for (const Tensor* tensor : {&in_[3], &in_[1], &in_[2], &out_})
            program::append_sized(kernel, *tensor);
        words.append({static_cast<std::uint32_t>(split_.shares.size()), units(width_)});
        for (const program::Share& share : split_.shares) {
            const CoreCoord at = out_.device()->worker_core_from_logical_core(share.core);
            words.push_back(static_cast<std::uint32_t>(at.x << 16 | at.y));
        }
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    KernelDescriptor math() const {
        KernelDescriptor kernel = program::compute("ops/moe/kernels/sum_token_rows.cpp",
                                                   split_.cores, {}, DataType::BFLOAT16);
        std::get<ComputeConfigDescriptor>(kernel.config).math_fidelity = MathFidelity::HiFi4;
        kernel.emplace_common_runtime_args({experts_, width_});
        return kernel;
    }

    const ReduceTilesOp::Args& args_;
    Inputs in_;
    const Tensor& out_;
    std::uint32_t experts_, columns_, width_;
    program::Split split_;
};

}  // namespace

bool ReduceTilesOp::fits(const Tensor& rows, std::uint32_t tokens) {
    return TilesProgram::fits(rows, tokens);
}

void ReduceTilesOp::validate(const Args& args, Inputs in) {
    ReduceOp::validate({args.tokens, false, args.memory}, in);
    const std::uint32_t width = in[0].logical_shape()[2];
    TT_FATAL(width % kTile == 0,
             "{}: dimension 2 of input_hidden_state is {}, for tiles it must be a multiple of 32",
             name, width);
}

std::vector<TensorSpec> ReduceTilesOp::outputs(const Args& args, Inputs in) {
    return {eltwise::spec_like(tt::tt_metal::Shape({args.tokens, in[0].logical_shape()[2]}),
                               DataType::BFLOAT16, Layout::TILE, args.memory)};
}

ProgramDescriptor ReduceTilesOp::program(const Args& args, Inputs in, Outputs out) {
    return TilesProgram(args, in, out[0]).build();
}

}  // namespace ttnn::operations::experimental::moe
