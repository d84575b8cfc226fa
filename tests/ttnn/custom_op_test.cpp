// Operations that users bring along: in the form of 2025, and as a struct for ttnn::run.
#include <tt-metalium/tensor_accessor_args.hpp>

#include "harness.hpp"
#include "ttnn/decorators.hpp"
#include "ttnn/operation.hpp"
#include "ttnn/operations/generic/generic_op.hpp"
#include "ttnn/run.hpp"

namespace ttnn::test {
namespace {

using namespace tt::tt_metal;

// Copies pages of 4 KiB from the first tensor to all outputs.
constexpr const char* kCopy = R"(
#include "api/dataflow/dataflow_api.h"
void kernel_main() {
    constexpr auto in_args = TensorAccessorArgs<0>();
    constexpr auto out_args = TensorAccessorArgs<in_args.next_compile_time_args_offset()>();
    const auto in = TensorAccessor(in_args, get_arg_val<uint32_t>(0));
    const uint32_t pages = get_arg_val<uint32_t>(1), outputs = get_arg_val<uint32_t>(2);
    for (uint32_t page = 0; page < pages; ++page) {
        cb_reserve_back(0, 1);
        noc_async_read_page(page, in, get_write_ptr(0));
        noc_async_read_barrier();
        for (uint32_t i = 0; i < outputs; ++i) {
            const auto out = TensorAccessor(out_args, get_arg_val<uint32_t>(3 + i));
            noc_async_write_page(page, out, get_write_ptr(0));
        }
        noc_async_write_barrier();
    }
}
)";

struct Counts {
    int validated = 0, specs = 0, programs = 0, overrides = 0;
};

// Hooks are const, and attributes are what programs are told apart by.
Counts& counts() {
    static Counts all;
    return all;
}

std::vector<std::uint32_t> copy_args(const std::vector<Tensor>& in,
                                     const std::vector<Tensor>& out) {
    std::vector<std::uint32_t> args{static_cast<std::uint32_t>(in[0].buffer()->address()),
                                    in[0].buffer()->num_pages(),
                                    static_cast<std::uint32_t>(out.size())};
    for (const Tensor& tensor : out)
        args.push_back(static_cast<std::uint32_t>(tensor.buffer()->address()));
    return args;
}

struct Spread {
    std::uint32_t copies;

    void validate(const std::vector<Tensor>&) const { counts().validated++; }
    std::vector<TensorSpec> compute_output_specs(const std::vector<Tensor>& inputs) const {
        counts().specs++;
        return std::vector<TensorSpec>(copies, inputs[0].tensor_spec());
    }
    operation::ProgramWithCallbacks create_program(const std::vector<Tensor>& inputs,
                                                   std::vector<Tensor>& outputs) const {
        counts().programs++;
        Program program = CreateProgram();
        const CoreCoord core(0, 0);
        CreateCircularBuffer(
            program, core,
            CircularBufferConfig(4096, {{0, tt::DataFormat::Float32}}).set_page_size(0, 4096));
        std::vector<std::uint32_t> words;
        TensorAccessorArgs(*inputs[0].buffer()).append_to(words);
        TensorAccessorArgs(*outputs[0].buffer()).append_to(words);
        const KernelHandle kernel =
            CreateKernelFromString(program, kCopy, core,
                                   DataMovementConfig{.processor = DataMovementProcessor::RISCV_0,
                                                      .noc = NOC::RISCV_0_default,
                                                      .compile_args = words});
        SetRuntimeArgs(program, kernel, core, copy_args(inputs, outputs));
        const auto override = [kernel, core](const void*, Program& cached,
                                             const std::vector<Tensor>& in,
                                             const std::vector<std::optional<const Tensor>>&,
                                             const std::vector<Tensor>& out) {
            counts().overrides++;
            SetRuntimeArgs(cached, kernel, core, copy_args(in, out));
        };
        return {std::move(program), override};
    }
};

struct SpreadOperation {
    static std::vector<Tensor> invoke(QueueId queue, const Tensor& input, std::uint32_t copies) {
        return operation::run(Spread{copies}, {input}, {}, {}, queue);
    }
};
constexpr auto spread = register_operation<"ttnn::spread", SpreadOperation>();

class CustomOp : public OnDevice {};

TEST_F(CustomOp, FormOf2025) {
    EXPECT_EQ(spread.base_name(), "spread");
    counts() = {};
    const std::size_t before = device().num_program_cache_entries();
    std::vector<Tensor> keep;
    for (int i = 0; i < 3; i++) {
        const Tensor in =
            tensor_of(Doubles(2048, i), spec_of(Shape({64, 32}), DataType::FLOAT32), &device());
        const std::vector<Tensor> out = i == 1 ? spread(QueueId(0), in, 4) : spread(in, 4);
        ASSERT_EQ(out.size(), 4u);
        for (const Tensor& one : out) EXPECT_EQ(values_of(one), Doubles(2048, i));
        keep.insert(keep.end(), out.begin(), out.end());
        keep.push_back(in);
    }
    EXPECT_EQ(counts().validated, 3);
    EXPECT_EQ(counts().specs, 3);
    EXPECT_EQ(counts().programs, 1);
    EXPECT_EQ(counts().overrides, 2);
    EXPECT_EQ(device().num_program_cache_entries(), before + 1);
}

// The same for ttnn::run: addresses are bound, nothing is overridden.
struct SpreadNow {
    static constexpr std::string_view name = "spread_now";
    struct Args {
        std::uint32_t copies;
        MemoryConfig memory;
    };
    static void validate(const Args& args, Inputs) {
        if (args.copies == 0) throw std::runtime_error("spread_now: nothing to do");
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return std::vector<TensorSpec>(args.copies, in[0].tensor_spec());
    }
    static ProgramDescriptor program(const Args&, Inputs in, Outputs out) {
        const CoreRangeSet core(CoreRange({0, 0}, {0, 0}));
        KernelDescriptor kernel;
        kernel.kernel_source = kCopy;
        kernel.source_type = KernelDescriptor::SourceType::SOURCE_CODE;
        kernel.core_ranges = core;
        kernel.config = ReaderConfigDescriptor{};
        TensorAccessorArgs(*in[0].buffer()).append_to(kernel.compile_time_args);
        TensorAccessorArgs(*out[0].buffer()).append_to(kernel.compile_time_args);
        KernelDescriptor::RTArgList args;
        args.push_back(in[0].buffer());
        args.push_back(in[0].buffer()->num_pages());
        args.push_back(static_cast<std::uint32_t>(out.size()));
        for (std::size_t i = 0; i < out.size(); i++) args.push_back(out[i].buffer());
        kernel.emplace_runtime_args(CoreCoord(0, 0), args);
        ProgramDescriptor program;
        program.kernels = {kernel};
        CBDescriptor cb;
        cb.total_size = 4096;
        cb.core_ranges = core;
        cb.format_descriptors.push_back(
            {0, tt::DataFormat::Float32, 4096, std::nullopt, std::nullopt});
        program.cbs = {cb};
        return program;
    }
};

TEST_F(CustomOp, SeveralOutputsGivenOrMade) {
    const TensorSpec spec = spec_of(Shape({64, 32}), DataType::FLOAT32);
    std::vector<Tensor> keep;
    for (int i = 0; i < 3; i++) {
        const Tensor in = tensor_of(Doubles(2048, i + 5), spec, &device());
        const Tensor given = tensor_of(Doubles(2048, 0), spec, &device());
        const std::optional<Tensor> outputs[] = {std::nullopt, given};
        const auto out = run<SpreadNow>({3, MemoryConfig{}}, {&in}, outputs);
        ASSERT_EQ(out.size(), 3u);
        EXPECT_EQ(out[1].buffer()->address(), given.buffer()->address());
        for (const Tensor& one : out) EXPECT_EQ(values_of(one), Doubles(2048, i + 5));
        keep.insert(keep.end(), {in, given, out[0]});
    }
    const Tensor in = tensor_of(Doubles(2048, 1), spec, &device());
    EXPECT_THAT(thrown([&] { (void)run<SpreadNow>({0, MemoryConfig{}}, {&in}); }),
                testing::HasSubstr("nothing to do"));
}

// A program for each range of devices; of a known one only arguments are written.
TEST_F(CustomOp, DescriptorsForRanges) {
    const TensorSpec spec = spec_of(Shape({64, 32}), DataType::FLOAT32);
    const std::size_t before = device().num_program_cache_entries();
    std::vector<Tensor> keep;
    for (int i = 0; i < 3; i++) {
        const Tensor in = tensor_of(Doubles(2048, i + 7), spec, &device());
        const Tensor out = tensor_of(Doubles(2048, 0), spec, &device());
        const std::vector<const Tensor*> inputs{&in}, outputs{&out};
        experimental::MeshProgramDescriptor descriptor;
        descriptor.mesh_programs.emplace_back(
            distributed::MeshCoordinateRange(device().shape()),
            SpreadNow::program({1, MemoryConfig{}}, Inputs(inputs), Outputs(outputs)));
        EXPECT_EQ(values_of(generic_op({in, out}, descriptor)), Doubles(2048, i + 7));
        keep.insert(keep.end(), {in, out});
    }
    EXPECT_EQ(device().num_program_cache_entries(), before + 1);
    EXPECT_THAT(thrown([&] { (void)generic_op({keep[0]}, ProgramDescriptor{}); }),
                testing::HasSubstr("1 tensors are given, at least 2 are needed"));
}

}  // namespace
}  // namespace ttnn::test
