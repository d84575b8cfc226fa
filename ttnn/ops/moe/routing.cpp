// Which tokens the experts of this device get.
#include <algorithm>
#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"
#include "ops/moe/checks.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

constexpr std::uint32_t kBlockRows = 128;  // kernels/route.cpp
constexpr std::uint32_t kListPart = 1024;

// Selected experts and their weights, the inputs 0 and 1 of both operations.
void need_choices(std::string_view op, Inputs in, std::uint32_t experts) {
    const Layout layout = in[0].layout();
    need(
        op, in[0],
        {.name = "selected_experts", .dtypes = {DataType::UINT32}, .layout = layout, .ranks = {2}});
    if (layout == Layout::ROW_MAJOR)
        need(op, in[1],
             {.name = "routing_weights",
              .dtypes = {DataType::BFLOAT16},
              .layout = layout,
              .ranks = {2}});
    else
        need(op, in[1],
             {.name = "routing_weights",
              .dtypes = {DataType::BFLOAT16, DataType::FLOAT32},
              .layout = layout,
              .ranks = {2}});
    TT_FATAL(in[0].padded_shape() == in[1].padded_shape(),
             "{}: selected_experts has shape {} and routing_weights {}, they must be the same", op,
             in[0].padded_shape(), in[1].padded_shape());
    TT_FATAL(in[0].logical_shape()[1] <= experts,
             "{}: {} experts are selected for each token, num_experts is {}", op,
             in[0].logical_shape()[1], experts);
}

std::uint32_t slot_of(const Tensor& rows) {
    return rounded(rows.logical_shape()[1] * rows.element_size(), 64);
}
// Of a block of rows, or of the tiles that have it.
std::uint32_t block_bytes(const Tensor& choices) {
    return choices.layout() == Layout::TILE ? kBlockRows * 32 * choices.element_size()
                                            : kBlockRows * slot_of(choices);
}

// Tokens over all cores, in units of 16: kernels/route_shared.cpp.
class SharedSearch {
 public:
    SharedSearch(Inputs in, std::uint32_t num_experts)
        : in_(in),
          here_(in[2].logical_shape()[-1]),
          chosen_(in[0].logical_shape()[1]),
          num_experts_(num_experts),
          split_(program::split(*in[0].device(), divided(in[0].logical_shape()[0], kUnit))) {}

    // Whether L1 holds what a core needs; the rest is for a search by expert.
    bool fits() const {
        constexpr std::uint32_t kMostHere = 256, kMostBytes = 700 << 10;
        return in_[0].layout() == Layout::TILE && here_ <= kMostHere &&
               bytes_of(in_[0]) + bytes_of(in_[1]) + 14 * matches() <= kMostBytes;
    }

    ProgramDescriptor build(KernelDescriptor::RTArgList words, Outputs out) const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/route_shared.cpp", true, split_.cores);
        KernelDescriptor::RTArgList unused;
        for (const Tensor* tensor : {&in_[0], &in_[1], &out[0], &out[1], &out[2], &out[3], &in_[2]})
            program::append_late(kernel, unused, *tensor);
        words.append({num_experts_, static_cast<std::uint32_t>(split_.shares.size())});
        for (const program::Share& share : split_.shares) {
            const CoreCoord at = in_[0].device()->worker_core_from_logical_core(share.core);
            words.push_back(static_cast<std::uint32_t>(at.x << 16 | at.y));
        }
        kernel.emplace_common_runtime_args(words);
        for (std::uint32_t i = 0; i < split_.shares.size(); i++) {
            const program::Share& share = split_.shares[i];
            kernel.emplace_runtime_args(share.core, {share.first, share.count, i});
        }
        ProgramDescriptor program;
        const auto add = [&](std::uint8_t cb, std::uint32_t bytes) {
            program.cbs.push_back(scratch(cb, bytes, split_.cores));
        };
        const auto cores = static_cast<std::uint32_t>(split_.shares.size());
        add(0, bytes_of(in_[0]));
        add(1, bytes_of(in_[1]));
        add(2, here_ * 4);
        add(3, num_experts_ * 2);
        add(4, matches() * 8);
        add(5, cores * rounded(here_ * 4, 16));
        add(6, (matches() + 16 * here_) * 4);
        add(7, (matches() + 16 * here_) * 2);
        add(8, kPadding * 6);
        add(9, divided(here_, cores) * 16);
        program.semaphores.push_back({.id = 0, .core_ranges = split_.cores, .initial_value = 0});
        program.kernels = {std::move(kernel)};
        return program;
    }

 private:
    static constexpr std::uint32_t kUnit = 16, kPadding = 256;  // kernels/route_shared.cpp

    std::uint32_t units() const { return split_.shares.front().count; }  // the most that one has
    std::uint32_t bytes_of(const Tensor& choices) const {
        return units() * kUnit * (chosen_ > 16 ? 32 : 16) * choices.element_size();
    }
    std::uint32_t matches() const { return units() * kUnit * std::min(chosen_, here_); }

    Inputs in_;
    std::uint32_t here_, chosen_, num_experts_;
    program::Split split_;
};

struct RoutingOp {
    static constexpr std::string_view name = "prepare_moe_routing_tensors";
    struct Args {
        std::uint32_t experts;
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in) {
        need_choices(name, in, args.experts);
        need(name, in[2],
             {.name = "device_expert_mapping",
              .dtypes = {DataType::INT32},
              .layout = Layout::ROW_MAJOR,
              .ranks = {1, 2}});
        TT_FATAL(in[0].layout() == Layout::ROW_MAJOR ||
                     (in[0].logical_shape()[1] <= 32 && !in[0].is_sharded() && !in[1].is_sharded()),
                 "{}: {} experts are selected in tiles, 32 are allowed, interleaved", name,
                 in[0].logical_shape()[1]);
        const auto& mapping = in[2].logical_shape();
        TT_FATAL(mapping.rank() == 1 || mapping[0] == 1,
                 "{}: device_expert_mapping has shape {}, it must be (experts) or (1, experts)",
                 name, mapping);
        TT_FATAL(mapping[-1] <= args.experts,
                 "{}: device_expert_mapping names {} experts, num_experts is {}", name, mapping[-1],
                 args.experts);
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const std::uint32_t experts = in[2].logical_shape()[-1];
        const std::uint32_t width = rounded(in[0].logical_shape()[0], 32);
        const auto spec = [&](std::uint32_t columns, DataType dtype) {
            return eltwise::spec_like(tt::tt_metal::Shape({experts, columns}), dtype,
                                      Layout::ROW_MAJOR, args.memory);
        };
        return {spec(1, DataType::UINT32), spec(width, DataType::UINT32),
                spec(width, DataType::BFLOAT16), spec(width, DataType::UINT32)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const std::uint32_t experts = in[2].logical_shape()[-1];
        const SharedSearch shared(in, args.experts);
        if (shared.fits()) return shared.build(common(in, out), out);
        const Split split = ttnn::program::split(*in[0].device(), experts);
        KernelDescriptor kernel = data_mover("ops/moe/kernels/route.cpp", true, split.cores);
        KernelDescriptor::RTArgList unused;
        for (const Tensor* tensor : {&in[0], &in[1], &out[0], &out[1], &out[2], &out[3], &in[2]})
            append_late(kernel, unused, *tensor);
        KernelDescriptor::RTArgList words = common(in, out);
        words.push_back(in[0].layout() == Layout::TILE ? 1u : 0u);
        kernel.emplace_common_runtime_args(words);
        for (const Share& share : split.shares)
            kernel.emplace_runtime_args(share.core, {share.first, share.count});
        ProgramDescriptor program;
        program.cbs = {scratch(0, block_bytes(in[0]), split.cores),
                       scratch(1, block_bytes(in[1]), split.cores),
                       scratch(2, experts * 4, split.cores),
                       scratch(3, 64, split.cores),
                       scratch(4, kListPart * 4, split.cores),
                       scratch(5, kListPart * 2, split.cores)};
        program.kernels = {std::move(kernel)};
        return program;
    }

    static KernelDescriptor::RTArgList common(Inputs in, Outputs out) {
        KernelDescriptor::RTArgList words;
        for (const Tensor* tensor : {&in[0], &in[1], &out[0], &out[1], &out[2], &out[3]}) {
            words.push_back(tensor->buffer());
            words.push_back(page_bytes(*tensor));
        }
        words.push_back(in[2].buffer());
        words.append({in[0].logical_shape()[0], in[0].logical_shape()[1], out[1].logical_shape()[1],
                      in[2].logical_shape()[-1], static_cast<std::uint32_t>(in[1].element_size())});
        return words;
    }
};

struct MappingOp {
    static constexpr std::string_view name = "prepare_moe_mapping_tensor";
    struct Args {
        std::uint32_t experts;
        MemoryConfig memory;
    };

    static void validate(const Args& args, Inputs in) {
        TT_FATAL(in[0].layout() == Layout::ROW_MAJOR,
                 "{}: selected_experts is in {} layout, it must be in ROW_MAJOR", name,
                 in[0].layout());
        need_choices(name, in, args.experts);
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {eltwise::spec_like(tt::tt_metal::Shape({in[0].logical_shape()[0], args.experts}),
                                   DataType::BFLOAT16, Layout::ROW_MAJOR, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        using namespace ttnn::program;
        const Split split = ttnn::program::split(*in[0].device(), in[0].logical_shape()[0]);
        KernelDescriptor kernel =
            data_mover("ops/moe/kernels/spread_weights.cpp", true, split.cores);
        KernelDescriptor::RTArgList words, unused;
        for (const Tensor* tensor : {&in[0], &in[1], &out[0]}) {
            words.push_back(tensor->buffer());
            words.push_back(page_bytes(*tensor));
            append_late(kernel, unused, *tensor);
        }
        words.append({in[0].logical_shape()[1], args.experts});
        kernel.emplace_common_runtime_args(words);
        for (const Share& share : split.shares)
            kernel.emplace_runtime_args(share.core, {share.first, share.count});
        ProgramDescriptor program;
        program.cbs = {scratch(0, slot_of(in[0]), split.cores),
                       scratch(1, slot_of(in[1]), split.cores),
                       scratch(2, args.experts * 2, split.cores)};
        program.kernels = {std::move(kernel)};
        return program;
    }
};

}  // namespace

std::vector<Tensor> prepare_moe_routing_tensors(const Tensor& selected_experts,
                                                const Tensor& routing_weights,
                                                const Tensor& device_expert_mapping,
                                                std::uint32_t num_experts,
                                                const std::optional<MemoryConfig>& memory_config) {
    need_device(RoutingOp::name, {{"selected_experts", selected_experts},
                                  {"routing_weights", routing_weights},
                                  {"device_expert_mapping", device_expert_mapping}});
    return run<RoutingOp>({num_experts, memory_config.value_or(selected_experts.memory_config())},
                          {&selected_experts, &routing_weights, &device_expert_mapping});
}

Tensor prepare_moe_mapping_tensor(const Tensor& selected_experts, const Tensor& routing_weights,
                                  std::uint32_t num_experts,
                                  const std::optional<MemoryConfig>& memory_config) {
    need_device(MappingOp::name,
                {{"selected_experts", selected_experts}, {"routing_weights", routing_weights}});
    return run_one<MappingOp>(
        {num_experts, memory_config.value_or(selected_experts.memory_config())},
        {&selected_experts, &routing_weights});
}

}  // namespace ttnn::operations::experimental::moe
