// Every core of the grid takes part; units are dealt out as evenly as it goes.
#include "chip/programs.hpp"

#include <tt-metalium/circular_buffer_constants.h>

#include <filesystem>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/tensor_accessor_args.hpp>
#include <ttnn/run.hpp>

namespace piper::chip {

using namespace tt::tt_metal;
using ttnn::Inputs;
using ttnn::Outputs;

namespace {

constexpr std::uint32_t kPageBytes = 4 * kPageWords;
constexpr std::uint32_t kDepth = 8;  // pages between the processors of a core

// Beside the program after an installation, in the source tree before one.
std::string kernel_path(const std::string& name) {
    static const std::filesystem::path root = [] {
        const auto program = std::filesystem::read_symlink("/proc/self/exe");
        const auto installed = program.parent_path().parent_path() / "share/ironbird/piper/kernels";
        return std::filesystem::is_directory(installed) ? installed
                                                        : std::filesystem::path(PIPER_KERNEL_DIR);
    }();
    return root / name;
}

std::vector<CoreCoord> cores_of(const Tensor& tensor) {
    const CoreCoord grid = tensor.device()->compute_with_storage_grid_size();
    std::vector<CoreCoord> cores;
    for (std::size_t y = 0; y < grid.y; ++y)
        for (std::size_t x = 0; x < grid.x; ++x) cores.emplace_back(x, y);
    return cores;
}

CoreRangeSet ranges_of(const std::vector<CoreCoord>& cores) {
    return CoreRangeSet(CoreRange(cores.front(), cores.back()));
}

struct Share {
    std::uint32_t first, count;
};
Share share_of(std::uint64_t units, std::uint64_t which, std::uint64_t of) {
    const std::uint64_t first = units * which / of;
    return {static_cast<std::uint32_t>(first),
            static_cast<std::uint32_t>(units * (which + 1) / of - first)};
}

CBDescriptor buffer(std::uint8_t index, std::uint32_t page, std::uint32_t pages,
                    tt::DataFormat format, const CoreRangeSet& cores) {
    CBDescriptor cb;
    cb.total_size = page * pages;
    cb.core_ranges = cores;
    cb.format_descriptors.push_back({index, format, page, std::nullopt, std::nullopt});
    return cb;
}

// All tensors are interleaved over DRAM, so that kernels depend on no shape.
KernelDescriptor mover(const std::string& name, const Defines& defines, std::uint32_t memory,
                       bool reads, const CoreRangeSet& cores) {
    KernelDescriptor kernel;
    kernel.kernel_source = kernel_path(name);
    kernel.core_ranges = cores;
    kernel.defines = defines;
    kernel.compile_time_args = {memory};
    TensorAccessorArgs::create_dram_interleaved().append_to(kernel.compile_time_args);
    if (reads)
        kernel.config = ReaderConfigDescriptor{};
    else
        kernel.config = WriterConfigDescriptor{};
    return kernel;
}

KernelDescriptor::RTArgList addresses(Inputs inputs, Outputs outputs) {
    KernelDescriptor::RTArgList list;
    for (std::size_t i = 0; i < inputs.size(); ++i) list.push_back(inputs[i].buffer());
    for (std::size_t i = 0; i < outputs.size(); ++i) list.push_back(outputs[i].buffer());
    return list;
}

struct MoversOperation {
    static constexpr std::string_view name = "piper_movers";
    using Args = Movers;

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs) {
        std::vector<TensorSpec> specs;
        for (const Extent& e : args.results) specs.push_back(pages_spec(e.pages, e.words));
        return specs;
    }
    static ProgramDescriptor program(const Args& args, Inputs inputs, Outputs outputs) {
        const auto cores = cores_of(inputs[0]);
        const CoreRangeSet ranges = ranges_of(cores);
        ProgramDescriptor program;
        const std::uint32_t bytes = (args.memory_bytes + 127) / 64 * 64;  // and room to align
        for (const std::uint32_t processor : {0u, 1u}) {
            program.cbs.push_back(buffer(static_cast<std::uint8_t>(processor), bytes, 1,
                                         tt::DataFormat::UInt32, ranges));
            KernelDescriptor kernel =
                mover(args.kernel, args.defines, processor, processor == 0, ranges);
            auto common = addresses(inputs, outputs);
            common.append(args.words);
            kernel.emplace_common_runtime_args(common);
            for (std::size_t c = 0; c < cores.size(); ++c) {
                const Share share =
                    share_of(args.units, processor * cores.size() + c, 2 * cores.size());
                kernel.emplace_runtime_args(cores[c], {share.first, share.count});
            }
            program.kernels.push_back(std::move(kernel));
        }
        return program;
    }
};

struct VectorsOperation {
    static constexpr std::string_view name = "piper_vectors";
    using Args = Vectors;

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args&, Inputs inputs) {
        return {inputs[0].tensor_spec()};
    }

    static KernelDescriptor math(const Args& args, const CoreRangeSet& ranges) {
        KernelDescriptor kernel;
        kernel.kernel_source = kernel_path("vector_lanes.cpp");
        kernel.core_ranges = ranges;
        kernel.defines = args.tile;
        ComputeConfigDescriptor config;
        config.fp32_dest_acc_en = args.wide_dst;
        config.unpack_to_dest_mode.assign(NUM_CIRCULAR_BUFFERS, UnpackToDestMode::Default);
        // Past the source registers, which would cut words to 19 bits.
        if (args.wide_dst) config.unpack_to_dest_mode[0] = UnpackToDestMode::UnpackToDestFp32;
        kernel.config = config;
        return kernel;
    }

    static ProgramDescriptor program(const Args& args, Inputs inputs, Outputs outputs) {
        const auto cores = cores_of(inputs[0]);
        const CoreRangeSet ranges = ranges_of(cores);
        constexpr std::uint8_t in = 0, memory = 1, out = 16;
        ProgramDescriptor program;
        program.cbs = {buffer(in, kPageBytes, kDepth, tt::DataFormat(args.in), ranges),
                       buffer(out, kPageBytes, kDepth, tt::DataFormat(args.out), ranges),
                       buffer(memory, 1024, 1, tt::DataFormat::UInt32, ranges)};
        program.kernels = {mover("read_lanes.cpp", args.before, memory, true, ranges),
                           mover("write_lanes.cpp", args.after, memory, false, ranges),
                           math(args, ranges)};
        KernelDescriptor::RTArgList from, to;
        for (std::size_t i = 0; i < inputs.size(); ++i) from.push_back(inputs[i].buffer());
        to.push_back(outputs[0].buffer());
        program.kernels[0].emplace_common_runtime_args(from);
        program.kernels[1].emplace_common_runtime_args(to);
        const std::uint32_t pages = inputs[0].buffer()->num_pages();
        for (std::size_t c = 0; c < cores.size(); ++c) {
            const Share share = share_of(pages, c, cores.size());
            program.kernels[0].emplace_runtime_args(cores[c], {share.first, share.count});
            program.kernels[1].emplace_runtime_args(cores[c], {share.first, share.count});
            program.kernels[2].emplace_runtime_args(cores[c], {share.count});
        }
        return program;
    }
};

}  // namespace

std::vector<Tensor> run(const Movers& movers, const std::vector<const Tensor*>& inputs) {
    return ttnn::run<MoversOperation>(movers, inputs);
}

Tensor run(const Vectors& vectors, const std::vector<const Tensor*>& inputs) {
    return ttnn::run<VectorsOperation>(vectors, inputs).front();
}

}  // namespace piper::chip
