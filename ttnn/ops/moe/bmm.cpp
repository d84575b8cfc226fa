// moe_bmm: products of the rows that experts have with their matrices.
#include "ops/moe/bmm.hpp"

#include <tt-metalium/distributed.hpp>
#include <tt_stl/assert.hpp>

#include "ops/eltwise/eltwise.hpp"

namespace ttnn::operations::experimental::moe {

using namespace tt::tt_metal;

namespace {

constexpr std::uint8_t kRowsIn = 0, kColumnsIn = 1, kRowsStaging = 2, kPlanPages = 3;
constexpr std::uint8_t kZeroTile = 5, kCountScratch = 6, kGates = 7, kProducts = 16;
constexpr std::uint32_t kPlanEntry = 12;  // bytes, kernels/bmm.h

// What calls may choose.
struct BmmOptions {
    const std::optional<MemoryConfig>& memory_config;
    std::optional<DataType> dtype;
    std::optional<const DeviceComputeKernelConfig> compute_kernel_config;
    BmmVariant variant;
    bool zero_padding;
    Layout layout;
};

BmmExtents extents_of(const Tensor& input, const Tensor& weights) {
    const auto &a = input.padded_shape(), &b = weights.padded_shape();
    return {a[0], a[1] / 32, a[2] / 32, b[2] / 32};
}

// Inputs: rows, weights, counts, and weights of another product for which the first is the gate.
struct MoeBmmOp {
    static constexpr std::string_view name = "moe_bmm";
    struct Args {
        DataType dtype;
        Layout layout;
        MemoryConfig memory;
        DeviceComputeKernelConfig compute;
        BmmPlan plan;
        bool zero_padding;
    };

    static void validate(const Args&, Inputs) {}
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        const auto &a = in[0].logical_shape(), &b = in[1].logical_shape();
        return {eltwise::spec_like(tt::tt_metal::Shape({a[0], a[1], b[2]}), args.dtype, args.layout,
                                   args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);
};

class BmmProgram {
 public:
    BmmProgram(const MoeBmmOp::Args& args, Inputs in, const Tensor& out)
        : args_(args), in_(in), out_(out), plan_(args.plan), e_(extents_of(in[0], in[1])) {
        if (plan_.banks != 0) at_banks_ = cores_of_banks(*in[0].device(), plan_.cores_of_bank());
        std::vector<CoreRange> ranges;
        for (const CoreCoord& core : at_banks_) ranges.emplace_back(core, core);
        if (plan_.banks == 0)
            ranges.emplace_back(CoreCoord(0, 0), CoreCoord(plan_.groups_x * plan_.group_x - 1,
                                                           plan_.groups_y * plan_.group_y - 1));
        cores_ = CoreRangeSet(ranges);
    }

    ProgramDescriptor build() {
        ProgramDescriptor program;
        add_buffers(program);
        for (std::uint32_t id = 0; id < 3; id++)
            program.semaphores.push_back({.id = id, .core_ranges = cores_, .initial_value = 0});
        program.kernels = {rows(), columns(), math()};
        for (std::uint32_t i = 0; i < at_banks_.size(); i++) {
            program.kernels[0].emplace_runtime_args(at_banks_[i], {0u, i, 1u});
            program.kernels[1].emplace_runtime_args(at_banks_[i], {0u, i, 0u});
            program.kernels[2].emplace_runtime_args(at_banks_[i], {0u, i});
        }
        if (plan_.banks != 0) return program;
        for (std::uint32_t y = 0; y < plan_.groups_y * plan_.group_y; y++)
            for (std::uint32_t x = 0; x < plan_.groups_x * plan_.group_x; x++)
                add_core(program, x, y);
        return program;
    }

 private:
    std::uint32_t items() const { return divided(e_.experts * plan_.parts, plan_.takers()); }

    void add_core(ProgramDescriptor& program, std::uint32_t x, std::uint32_t y) const {
        const std::uint32_t group = y / plan_.group_y * plan_.groups_x + x / plan_.group_x;
        const std::uint32_t index = y % plan_.group_y * plan_.group_x + x % plan_.group_x;
        const std::uint32_t taker = plan_.even ? 0 : group, share = plan_.even ? group : 0;
        const CoreCoord core(x, y);
        program.kernels[0].emplace_runtime_args(core, sharing(x, y, taker, index));
        program.kernels[1].emplace_runtime_args(core, {taker, index, share});
        program.kernels[2].emplace_runtime_args(core, {taker, index});
    }

    // As kernels/mover.h wants it.
    KernelDescriptor::RTArgList sharing(std::uint32_t x, std::uint32_t y, std::uint32_t group,
                                        std::uint32_t index) const {
        KernelDescriptor::RTArgList words;
        words.append({group, index, plan_.group_size()});
        if (plan_.group_size() == 1) return words;
        const std::uint32_t x0 = x / plan_.group_x * plan_.group_x;
        const std::uint32_t y0 = y / plan_.group_y * plan_.group_y;
        const auto at = [&](std::uint32_t i) {
            return in_[0].device()->worker_core_from_logical_core(
                {x0 + i % plan_.group_x, y0 + i / plan_.group_x});
        };
        for (const std::uint32_t i : {0u, plan_.group_size() - 1})
            words.append(
                {static_cast<std::uint32_t>(at(i).x), static_cast<std::uint32_t>(at(i).y)});
        for (std::uint32_t i = 0; i < plan_.group_size(); i++)
            words.push_back(static_cast<std::uint32_t>(at(i).x << 16 | at(i).y));
        return words;
    }

    void add_buffers(ProgramDescriptor& program) const {
        using program::tile_buffer;
        const std::uint32_t held = plan_.resident ? e_.inner : plan_.steps;
        program.cbs = {tile_buffer(kRowsIn, in_[0].dtype(), cores_, 2 * held),
                       tile_buffer(kColumnsIn, in_[1].dtype(), cores_,
                                   plan_.strips * held * plan_.width * plan_.factors),
                       tile_buffer(kProducts, out_.dtype(), cores_, 2 * plan_.width),
                       scratch(kPlanPages, items() * kPlanEntry, cores_),
                       scratch(kPlanPages + 1, items() * kPlanEntry, cores_),
                       scratch(kZeroTile, program::tile_bytes(out_.dtype()), cores_),
                       scratch(kCountScratch, items() * kCountSlot, cores_)};
        if (plan_.factors > 1)
            program.cbs.push_back(tile_buffer(kGates, DataType::BFLOAT16, cores_, 2 * kDstTiles));
        if (plan_.group_size() > 1)
            program.cbs.push_back(tile_buffer(kRowsStaging, in_[0].dtype(), cores_, plan_.steps));
    }

    KernelDescriptor::RTArgList common() const {
        KernelDescriptor::RTArgList words;
        words.append({e_.experts, e_.inner, e_.columns, plan_.parts, plan_.part_columns,
                      plan_.core_columns, plan_.width, plan_.steps, plan_.takers(), plan_.factors,
                      plan_.even       ? 2u
                      : plan_.resident ? 1u
                                       : 0u,
                      args_.layout == Layout::ROW_MAJOR ? 1u : 0u, plan_.banks, plan_.unit,
                      plan_.run, plan_.share});
        return words;
    }

    // As kernels/bmm_products.h has them.
    KernelDescriptor rows() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/bmm_rows.cpp", false, cores_);
        for (const Tensor* tensor : {&in_[0], &out_}) program::append_sized(kernel, *tensor);
        KernelDescriptor::RTArgList words = common();
        words.append({e_.rows, in_[0].logical_shape()[1]});
        words.push_back(in_[0].buffer());
        words.push_back(out_.buffer());
        words.append({page_bytes(out_), args_.zero_padding ? 1u : 0u});
        append_order(words);
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    // Weights are most of what is read: they come by NoC 0, on which data of all banks has ways of
    // its own. On NoC 1 the banks of a column share one.
    KernelDescriptor columns() const {
        KernelDescriptor kernel =
            program::data_mover("ops/moe/kernels/bmm_columns.cpp", true, cores_);
        for (const Tensor* tensor : {&in_[1], &in_[2]}) program::append_sized(kernel, *tensor);
        KernelDescriptor::RTArgList words = common();
        words.append({e_.rows, in_[0].logical_shape()[1]});
        words.push_back(in_[1].buffer());
        words.push_back(in_[plan_.factors == 1 ? 1 : 3].buffer());
        words.append({plan_.strips, plan_.even ? plan_.groups() : 1u});
        append_counts(words, in_[2]);
        append_order(words);
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    // Two units in a word.
    void append_order(KernelDescriptor::RTArgList& words) const {
        const std::vector<std::uint32_t> order = column_order(in_[1], plan_);
        const std::uint32_t units = e_.columns / plan_.unit;
        words.append({units, static_cast<std::uint32_t>(order.size()) / units});
        for (std::size_t i = 0; i < order.size(); i += 2)
            words.push_back(order[i] | (i + 1 < order.size() ? order[i + 1] << 16 : 0u));
    }

    KernelDescriptor math() const {
        KernelDescriptor kernel =
            program::compute("ops/moe/kernels/bmm.cpp", cores_, {}, out_.dtype());
        std::get<ComputeConfigDescriptor>(kernel.config).math_fidelity =
            args_.compute.math_fidelity;
        kernel.emplace_common_runtime_args(common());
        return kernel;
    }

    const MoeBmmOp::Args& args_;
    Inputs in_;
    const Tensor& out_;
    const BmmPlan& plan_;
    BmmExtents e_;
    std::vector<CoreCoord> at_banks_;
    CoreRangeSet cores_;
};

ProgramDescriptor MoeBmmOp::program(const Args& args, Inputs in, Outputs out) {
    return BmmProgram(args, in, out[0]).build();
}

void need_tiles(std::string_view op, std::string_view name, const Tensor& tensor) {
    need(op, tensor,
         {.name = name,
          .dtypes = {DataType::BFLOAT16, DataType::BFLOAT8_B},
          .layout = Layout::TILE,
          .ranks = {3}});
    TT_FATAL(tensor.logical_shape()[2] % 32 == 0,
             "{}: dimension 2 of {} is {}, it must be a multiple of 32", op, name,
             tensor.logical_shape()[2]);
}

void need_factors(std::string_view op, std::string_view name, const Tensor& input,
                  const Tensor& weights) {
    need_tiles(op, "input", input);
    need_tiles(op, name, weights);
    need_extent(op, name, weights, 0, input.logical_shape()[0], "as that of the input");
    need_extent(op, name, weights, 1, input.logical_shape()[2], "dimension 2 of the input");
}

// The result of a call, whose type and layout are those that it has.
void need_result(std::string_view op, DataType dtype, Layout layout) {
    TT_FATAL(dtype == DataType::BFLOAT16 || dtype == DataType::BFLOAT8_B,
             "{}: dtype is {}, it must be BFLOAT16 or BFLOAT8_B", op, dtype);
    TT_FATAL(layout == Layout::TILE || (layout == Layout::ROW_MAJOR && dtype == DataType::BFLOAT16),
             "{}: layout is {} of {}, TILE is allowed, and ROW_MAJOR of BFLOAT16", op, layout,
             dtype);
}

// Of a core, for a tensor that is spread over all of them.
std::uint64_t l1_bytes(MeshDevice& device, const TensorSpec& spec) {
    if (spec.memory_config().buffer_type() != BufferType::L1) return 0;
    const std::uint32_t cores = device.allocator()->get_num_banks(BufferType::L1);
    const std::uint64_t page = spec.compute_page_size_bytes();
    const std::uint64_t pages = spec.compute_packed_buffer_size_bytes() / page;
    return (pages + cores - 1) / cores * rounded(static_cast<std::uint32_t>(page), 64);
}

std::uint64_t free_l1_bytes(MeshDevice& device) {
    const auto base = device.allocator()->get_base_allocator_addr(HalMemType::L1);
    const auto top = device.lowest_occupied_compute_l1_address();
    return (top ? *top : device.l1_size_per_core()) - base;
}

// A core of a Wormhole multiplies two rows of tiles about as fast as a bank gives columns for them.
// Rows that all cores read for themselves must not come from the memory that columns come from.
bool fits_banks(const Tensor& input, std::uint32_t rows, BmmVariant variant) {
    constexpr std::uint32_t kFewRows = 8;
    return variant == BmmVariant::grid && rows <= kFewRows &&
           input.memory_config().buffer_type() == BufferType::L1 &&
           input.device()->arch() == tt::ARCH::WORMHOLE_B0;
}

BmmPlan plan_of(const Tensor& input, const Tensor& weights, const BmmLimits& limits,
                BmmVariant variant, std::uint32_t factors) {
    // With many rows it is not weights that take the time but rows, which go to all cores of a
    // group: narrow groups have more columns to a core.
    const BmmExtents extents = extents_of(input, weights);
    const auto columns = extents.rows < kManyRows ? column_banks(weights) : std::nullopt;
    if (columns && fits_banks(input, extents.rows, variant)) {
        const auto banks = static_cast<std::uint32_t>(input.device()->num_dram_channels());
        const BmmPlan plan = plan_by_bank(extents, limits, factors, *columns, banks);
        constexpr std::uint32_t kMostRuns = 16;  // kernels/bmm_columns.cpp
        if (plan.resident && plan.width % plan.share == 0 &&
            plan.width / plan.share * factors <= kMostRuns)
            return plan;
    }
    return plan_bmm(extents, limits, variant, factors, columns);
}

MoeBmmOp::Args args_of(const Tensor& input, const Tensor& weights, std::uint32_t factors,
                       const BmmOptions& options) {
    const DataType made = options.dtype.value_or(input.dtype());
    MeshDevice& device = *input.device();
    const CoreCoord grid = device.compute_with_storage_grid_size();
    const MemoryConfig memory = options.memory_config.value_or(input.memory_config());
    const auto &a = input.logical_shape(), &b = weights.logical_shape();
    const std::uint64_t result = l1_bytes(
        device,
        eltwise::spec_like(tt::tt_metal::Shape({a[0], a[1], b[2]}), made, options.layout, memory));
    constexpr std::uint64_t kOther = 64 << 10;  // plans, counts, a tile of zeros
    const std::uint64_t free = free_l1_bytes(device), taken = kOther + result;
    const BmmLimits limits{.grid_x = static_cast<std::uint32_t>(grid.x),
                           .grid_y = static_cast<std::uint32_t>(grid.y),
                           .l1_bytes = free < taken ? 0 : free - taken,
                           .bytes_a = tile_size(input.dtype()),
                           .bytes_b = factors * tile_size(weights.dtype()),
                           .bytes_out = tile_size(made)};
    const auto fidelity =
        weights.dtype() == DataType::BFLOAT8_B ? MathFidelity::HiFi2 : MathFidelity::HiFi4;
    return {
        made,
        options.layout,
        memory,
        init_device_compute_kernel_config(device.arch(), options.compute_kernel_config, fidelity),
        plan_of(input, weights, limits, options.variant, factors),
        options.zero_padding};
}

}  // namespace

Tensor moe_bmm(const Tensor& input, const Tensor& weights, const Tensor& num_routed_tokens,
               const std::optional<MemoryConfig>& memory_config, std::optional<DataType> dtype,
               std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
               BmmVariant variant, bool zero_padding, Layout layout) {
    constexpr std::string_view op = MoeBmmOp::name;
    need_device(op,
                {{"input", input}, {"weights", weights}, {"num_routed_tokens", num_routed_tokens}});
    need_factors(op, "weights", input, weights);
    need_counts(op, num_routed_tokens, input.logical_shape()[0]);
    need_result(op, dtype.value_or(input.dtype()), layout);
    return run_one<MoeBmmOp>(
        args_of(input, weights, 1,
                {memory_config, dtype, compute_kernel_config, variant, zero_padding, layout}),
        {&input, &weights, &num_routed_tokens});
}

Tensor moe_gated_bmm(const Tensor& input, const Tensor& gate, const Tensor& up,
                     const Tensor& num_routed_tokens,
                     const std::optional<MemoryConfig>& memory_config,
                     std::optional<DataType> dtype,
                     std::optional<const DeviceComputeKernelConfig> compute_kernel_config,
                     BmmVariant variant, bool zero_padding) {
    constexpr std::string_view op = "moe_gated_bmm";
    need_device(
        op,
        {{"input", input}, {"gate", gate}, {"up", up}, {"num_routed_tokens", num_routed_tokens}});
    need_factors(op, "gate", input, gate);
    need_factors(op, "up", input, up);
    TT_FATAL(gate.tensor_spec() == up.tensor_spec(),
             "{}: up has shape {} of {}, it must be like gate, {} of {}", op, up.logical_shape(),
             up.dtype(), gate.logical_shape(), gate.dtype());
    need_counts(op, num_routed_tokens, input.logical_shape()[0]);
    need_result(op, dtype.value_or(input.dtype()), Layout::TILE);
    return run_one<MoeBmmOp>(
        args_of(input, gate, 2,
                {memory_config, dtype, compute_kernel_config, variant, zero_padding, Layout::TILE}),
        {&input, &gate, &num_routed_tokens, &up});
}

}  // namespace ttnn::operations::experimental::moe
