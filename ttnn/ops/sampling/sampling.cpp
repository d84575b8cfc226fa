// sampling: a core for each user.
#include "ttnn/operations/reduction/sampling/sampling.hpp"

#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/sampling/seeds.hpp"
#include "ops/sort/rows.hpp"
#include "ttnn/run.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace sampling_op {
namespace {

bool whole(const Tensor& tensor) {
    return tensor.dtype() == DataType::UINT32 || tensor.dtype() == DataType::INT32;
}

// Inputs: values, indices, k, p, temp.
struct SamplingOp {
    static constexpr std::string_view name = "sampling";
    struct Args {
        Live<Seeds> seeds;
        DataType dtype;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args&, Inputs in) {
        const auto& shape = in[0].logical_shape();
        TT_FATAL(shape.rank() == 4 && shape[0] == 1 && shape[1] == 1 && shape[2] <= 32,
                 "sampling: values must have shape [1, 1, users, W] with at most 32 users, got {}",
                 shape);
        TT_FATAL(in[0].dtype() == DataType::BFLOAT16 && in[0].layout() == Layout::TILE,
                 "sampling: values are {} in {}, BFLOAT16 in TILE is allowed", in[0].dtype(),
                 in[0].layout());
        TT_FATAL(whole(in[1]) && whole(in[2]),
                 "sampling: indices are {} and k {}, UINT32 and INT32 are allowed", in[1].dtype(),
                 in[2].dtype());
        TT_FATAL(in[3].dtype() == DataType::BFLOAT16 && in[4].dtype() == DataType::BFLOAT16,
                 "sampling: p is {} and temp {}, BFLOAT16 is allowed", in[3].dtype(),
                 in[4].dtype());
        TT_FATAL(in[1].logical_shape() == shape,
                 "sampling: indices have shape {}, values {}: they must be equal",
                 in[1].logical_shape(), shape);
        for (std::size_t i = 1; i < in.size(); i++) {
            TT_FATAL(in[i].layout() == Layout::ROW_MAJOR && !in[i].is_sharded(),
                     "sampling: indices, k, p and temp must be interleaved and ROW_MAJOR");
            TT_FATAL(i == 1 || in[i].logical_volume() >= shape[2],
                     "sampling: k, p and temp must have an element for each of {} users, got {}",
                     shape[2], in[i].logical_shape());
        }
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const std::uint32_t users = in[0].logical_shape()[2];
        return {eltwise::spec_like(tt::tt_metal::Shape({1, 1, 1, users}), args.dtype,
                                   Layout::ROW_MAJOR, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const auto& shape = in[0].logical_shape();
        const Split split = ttnn::program::split(*in[0].device(), shape[2], args.cores);
        KernelDescriptor kernel = data_mover("kernels/sample.cpp", true, split.cores);
        KernelDescriptor::RTArgList words;
        for (std::size_t i = 0; i < in.size(); i++) rows::append(kernel, words, in[i]);
        rows::append(kernel, words, out[0]);
        words.append({shape[3]});
        for (const std::uint32_t seed : args.seeds.value) words.append({seed});
        kernel.emplace_common_runtime_args(words);
        for (const Share& share : split.shares)
            kernel.emplace_runtime_args(share.core, {share.first, share.count});
        ProgramDescriptor program;
        program.cbs = {circular_buffer(0, DataType::UINT32, 4096 + 64, 1, split.cores)};
        program.kernels = {std::move(kernel)};
        return program;
    }
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        std::vector<DynamicRuntimeArg> changed;
        for (std::uint32_t user = 0; user < kUsers; user++)
            changed.push_back({0, {}, 31 + user, args.seeds.value[user], true});
        return changed;
    }
};

}  // namespace
}  // namespace sampling_op

Tensor sampling(const Tensor& values, const Tensor& indices, const Tensor& k, const Tensor& p,
                const Tensor& temp, const std::optional<std::uint32_t>& seed,
                const std::optional<CoreRangeSet>& cores, const std::optional<Tensor>& output) {
    for (const Tensor* tensor : {&values, &indices, &k, &p, &temp})
        eltwise::need_device("sampling", *tensor);
    sampling_op::Seeds seeds{};
    if (seed.value_or(0) == 0)
        seeds = sampling_op::next_seeds(*values.device());
    else
        seeds.fill(*seed);
    return run_one<sampling_op::SamplingOp>(
        {seeds, output ? output->dtype() : DataType::UINT32,
         output ? output->memory_config() : DRAM_MEMORY_CONFIG, cores},
        {&values, &indices, &k, &p, &temp}, output);
}

}  // namespace ttnn
