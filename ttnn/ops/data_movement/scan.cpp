// nonzero and plus_one: kernels that look at every number.
#include <tt_stl/assert.hpp>

#include "ops/data_movement/chunks.hpp"
#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/data_movement/non_zero_indices/non_zero_indices.hpp"
#include "ttnn/operations/experimental/plusone/plusone.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kRowBytes = 8192;  // of a row that nonzero holds at a time
constexpr std::uint32_t kPlaces = 256;     // find_nonzero.cpp: kMostFound

// One core: where a place is written depends on all before it.
struct NonzeroOp {
    static constexpr std::string_view name = "nonzero";
    struct Args {
        MemoryConfig memory;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const auto all = static_cast<std::uint32_t>(in[0].logical_volume());
        const auto spec = [&](std::uint32_t width) {
            return eltwise::spec_like(tt::tt_metal::Shape({1, 1, 1, width}), DataType::UINT32,
                                      Layout::ROW_MAJOR, args.memory);
        };
        return {spec(8), spec(4 * all)};
    }
    static ProgramDescriptor program(const Args&, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const tt::tt_metal::Shape& shape = in[0].logical_shape();
        const data_movement::Pages pages = data_movement::pages_of(in[0]);
        const std::uint32_t bytes = pages.unit_bytes;
        const std::uint32_t mask = !is_floating_point(in[0].dtype()) ? ~0u
                                   : bytes == 2                      ? 0x7fffu
                                                                     : 0x7fffffffu;
        const CoreRangeSet core(CoreRange({0, 0}, {0, 0}));
        KernelDescriptor kernel = data_mover("kernels/find_nonzero.cpp", true, core);
        KernelDescriptor::RTArgList words, unused;
        words.push_back(in[0].buffer());
        words.push_back(pages.bytes);
        words.push_back(out[1].buffer());
        words.push_back(data_movement::pages_of(out[1]).bytes);
        words.push_back(out[0].buffer());
        words.append({shape[0] * shape[1] * shape[2], shape[3], shape[1], shape[2], bytes, mask,
                      kRowBytes / bytes});
        append_late(kernel, unused, in[0]);
        append_late(kernel, unused, out[1]);
        kernel.emplace_common_runtime_args(words);
        ProgramDescriptor program;
        program.cbs = {circular_buffer(0, DataType::UINT32, kRowBytes, 1, core),
                       circular_buffer(1, DataType::UINT32, 16 * kPlaces, 1, core)};
        program.kernels = {std::move(kernel)};
        return program;
    }
};

struct PlusOneOp {
    static constexpr std::string_view name = "plus_one";
    struct Args {
        bool skip_negative;
        std::optional<CoreRangeSet> cores;
    };

    static void validate(const Args&, Inputs in) {
        TT_FATAL(in[0].dtype() == DataType::INT32 || in[0].dtype() == DataType::UINT32,
                 "plus_one: the input is {}, INT32 and UINT32 are allowed", in[0].dtype());
        TT_FATAL(in[0].layout() == Layout::ROW_MAJOR,
                 "plus_one: the input is in {} layout, ROW_MAJOR is allowed", in[0].layout());
    }
    static std::vector<TensorSpec> outputs(const Args&, Inputs in) { return {in[0].tensor_spec()}; }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs) {
        using namespace ttnn::program;
        const data_movement::Pages pages = data_movement::pages_of(in[0]);
        const auto count = static_cast<std::uint32_t>(
            data_movement::matrix_shape(in[0].padded_shape()).volume() / pages.page);
        const Split split = ttnn::program::split(*in[0].device(), count, args.cores);
        KernelDescriptor kernel = data_mover("kernels/add_one.cpp", true, split.cores);
        KernelDescriptor::RTArgList words;
        words.push_back(in[0].buffer());
        words.append({pages.page, args.skip_negative ? 1u : 0u, pages.bytes});
        append_late(kernel, words, in[0]);
        kernel.emplace_common_runtime_args(words);
        data_movement::add_shares(kernel, split);
        ProgramDescriptor program;
        program.cbs = {
            circular_buffer(0, DataType::UINT32, (pages.page * 4 + 63) / 64 * 64, 1, split.cores)};
        program.kernels = {std::move(kernel)};
        return program;
    }
};

}  // namespace

std::vector<Tensor> nonzero(const Tensor& input, const std::optional<MemoryConfig>& memory_config) {
    eltwise::need_device("nonzero", input);
    TT_FATAL(input.logical_shape().rank() == 4,
             "non_zero_indices: input must be rank-4, got rank {}", input.logical_shape().rank());
    const MemoryConfig memory = memory_config.value_or(DRAM_MEMORY_CONFIG);
    TT_FATAL(!memory.is_sharded(),
             "non_zero_indices: output_memory_config must be INTERLEAVED, it is {}", memory);
    Tensor rows = data_movement::to_rows(input);
    if (rows.is_sharded()) rows = to_memory_config(rows, DRAM_MEMORY_CONFIG);
    return run<NonzeroOp>({memory}, {&rows});
}

Tensor operations::experimental::plus_one(const Tensor& input,
                                          const std::optional<CoreRangeSet>& sub_core_grids,
                                          bool skip_negative_entries) {
    return run_one<PlusOneOp>({skip_negative_entries, sub_core_grids}, {&input}, input);
}

}  // namespace ttnn
