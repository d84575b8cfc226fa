// Random numbers on the device.
#include <atomic>
#include <bit>
#include <cmath>
#include <tt_stl/assert.hpp>

#include "core/program.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/bernoulli/bernoulli.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"
#include "ttnn/operations/experimental/dropout/dropout.hpp"
#include "ttnn/operations/rand/rand.hpp"
#include "ttnn/operations/randn/randn.hpp"
#include "ttnn/operations/uniform/uniform.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

// kernels/random.cpp.
enum class Draw : std::uint32_t { uniform, normal, bernoulli, dropout };

// The last of its inputs is read by bernoulli and dropout; others have one to know the device by.
struct RandomOp {
    static constexpr std::string_view name = "random";
    struct Args {
        Draw draw;
        TensorSpec output;
        Live<std::uint32_t> seed, a, b;
    };
    static constexpr std::uint32_t kMath = 0;

    static void validate(const Args& args, Inputs in) {
        TT_FATAL(is_floating_point(args.output.data_type()),
                 "random numbers of type {} are not supported", args.output.data_type());
        TT_FATAL(args.output.layout() == Layout::TILE && in[0].layout() == Layout::TILE,
                 "random numbers are drawn in TILE layout, the tensor is in {}", in[0].layout());
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs) { return {args.output}; }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const bool reads = args.draw == Draw::bernoulli || args.draw == Draw::dropout;
        const Split split = ttnn::program::split(*in[0].device(), tiles_of(out[0]));
        const DataType from = in[0].dtype(), to = out[0].dtype();
        KernelDescriptor math =
            compute("kernels/random.cpp", split.cores, {{reads ? 0 : 16, reads ? from : to}}, to);
        math.compile_time_args = {static_cast<std::uint32_t>(args.draw)};
        math.emplace_common_runtime_args({args.seed.value, args.a.value, args.b.value});
        for (const Share& share : split.shares)
            math.emplace_runtime_args(share.core, {share.first, share.count});
        ProgramDescriptor program;
        program.cbs = {tile_buffer(16, to, split.cores)};
        program.kernels = {std::move(math), page_writer(16, out[0], tile_bytes(to), kBatch, split)};
        if (!reads) return program;
        program.cbs.push_back(tile_buffer(0, from, split.cores));
        program.kernels.push_back(page_reader(0, in[0], tile_bytes(from), kBatch, split));
        return program;
    }
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        return {{kMath, {}, 0, args.seed, true},
                {kMath, {}, 1, args.a, true},
                {kMath, {}, 2, args.b, true}};
    }
};

std::uint32_t bits(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

// A call without a seed gets the next one: programs repeat their numbers from run to run.
std::uint32_t seed_or_next(std::uint32_t seed) {
    static std::atomic<std::uint32_t> calls{0};
    return seed != 0 ? seed : 0x51ed270bu * ++calls;
}

// Numbers drawn into a new tensor.
Tensor drawn(Draw draw, const tt::tt_metal::Shape& shape, MeshDevice& device, DataType dtype,
             const MemoryConfig& memory, std::uint32_t seed, float from, float scale) {
    const TensorSpec spec = eltwise::spec_like(shape, dtype, Layout::TILE, memory);
    Tensor made = create_device_tensor(spec, &device);
    if (shape.volume() == 0) return made;
    return run_one<RandomOp>({draw, spec, seed_or_next(seed), bits(from), bits(scale)}, {&made},
                             made);
}

void check_range(std::string_view op, float from, float to) {
    TT_FATAL(from < to, "{}: 'low' is {} and 'high' is {}, the first must be less than the second",
             op, from, to);
}

}  // namespace

Tensor rand(const tt::tt_metal::Shape& shape, MeshDevice& device, DataType dtype, Layout layout,
            const MemoryConfig& memory, float from, float to, std::uint32_t seed) {
    check_range("rand", from, to);
    const bool real = is_floating_point(dtype);
    Tensor made = drawn(Draw::uniform, shape, device, real ? dtype : DataType::FLOAT32, memory,
                        seed, from, to - from);
    if (!real) made = typecast(floor(made), dtype);
    return layout == Layout::TILE ? made : ttnn::to_layout(made, layout);
}

Tensor randn(const tt::tt_metal::Shape& shape, MeshDevice& device, DataType dtype, Layout layout,
             const MemoryConfig& memory, const std::optional<DeviceComputeKernelConfig>&,
             std::optional<std::uint32_t> seed) {
    TT_FATAL(dtype == DataType::FLOAT32 || dtype == DataType::BFLOAT16,
             "randn: Output tensor must be Float32 or Bfloat16, it is {}", dtype);
    const Tensor made = drawn(Draw::normal, shape, device, dtype, memory, seed.value_or(0), 0, 1);
    return layout == Layout::TILE ? made : ttnn::to_layout(made, layout);
}

Tensor uniform(const Tensor& input, float from, float to, std::uint32_t seed,
               const std::optional<MemoryConfig>&,
               const std::optional<DeviceComputeKernelConfig>&) {
    eltwise::need_device("uniform", input);
    check_range("uniform", from, to);
    return run_one<RandomOp>(
        {Draw::uniform, input.tensor_spec(), seed_or_next(seed), bits(from), bits(to - from)},
        {&input}, input);
}

Tensor bernoulli(const Tensor& input, std::uint32_t seed, const std::optional<Tensor>& output,
                 const std::optional<DataType>& dtype,
                 const std::optional<MemoryConfig>& memory_config,
                 const std::optional<DeviceComputeKernelConfig>&) {
    eltwise::need_device("bernoulli", input);
    const DataType type = output ? output->dtype() : dtype.value_or(DataType::FLOAT32);
    const TensorSpec spec = output
                                ? output->tensor_spec()
                                : eltwise::spec_like(input.logical_shape(), type, Layout::TILE,
                                                     memory_config.value_or(input.memory_config()));
    return run_one<RandomOp>({Draw::bernoulli, spec, seed_or_next(seed), 0u, 0u}, {&input}, output);
}

Tensor experimental::dropout(const Tensor& input, float prob, float scale, std::uint32_t seed, bool,
                             const std::optional<MemoryConfig>& memory_config,
                             const std::optional<Tensor>& output) {
    eltwise::need_device("dropout", input);
    TT_FATAL(prob >= 0 && prob <= 1, "dropout: the probability is {}, it must be from 0 to 1",
             prob);
    const TensorSpec spec =
        output ? output->tensor_spec()
               : eltwise::spec_like(input.logical_shape(), input.dtype(), Layout::TILE,
                                    memory_config.value_or(input.memory_config()));
    const auto below = static_cast<std::uint32_t>(std::int64_t(prob * 2147483647.0));
    return run_one<RandomOp>({Draw::dropout, spec, seed, below, bits(scale)}, {&input}, output);
}

}  // namespace ttnn
