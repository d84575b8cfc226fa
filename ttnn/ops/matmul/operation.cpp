// The program of a product: two movers, which also share blocks between cores, and the compute
// kernel, for every plan the same.
#include "ops/matmul/operation.hpp"

#include <algorithm>
#include <bit>
#include <ranges>
#include <tt-metalium/distributed.hpp>
#include <tt-metalium/tile.hpp>
#include <tt_stl/assert.hpp>

#include "core/flags.hpp"
#include "ops/eltwise/eltwise.hpp"

namespace ttnn::operations::matmul {

using namespace tt::tt_metal;
using unary::UnaryOpType;

namespace {

enum Buffers : std::uint8_t { kIn0 = 0, kIn1 = 1, kStaging0 = 2, kStaging1 = 3, kBias = 4 };
constexpr std::uint8_t kTurned0 = 5, kFlags0 = 6, kFlags1 = 7, kOut = 16, kSums = 24;

std::uint32_t element_bytes(DataType dtype) {
    return is_block_float(dtype) ? 1 : datum_size(datatype_to_dataformat_converter(dtype));
}

// Operations of the vector unit that are no rows of the table.
constexpr std::pair<UnaryOpType, table::Code> kCodes[] = {
    {UnaryOpType::GELU,
     {"eltwise_unary/gelu.h", "gelu_tile_init<false>()", "gelu_tile<false>(dst)"}},
    {UnaryOpType::GELU_TANH,
     {"eltwise_unary/gelu.h", "gelu_tanh_tile_init()", "gelu_tanh_tile(dst)"}},
    {UnaryOpType::SIGMOID,
     {"compute_kernel_api.h", "sigmoid_tile_init<false>()",
      "sigmoid_tile<VectorMode::RC, false>(dst)"}},
    {UnaryOpType::TANH,
     {"compute_kernel_api.h", "tanh_tile_init<false>()", "tanh_tile<false>(dst)"}}};

const table::UnaryRow* row_of(UnaryOpType type) {
    const auto row = std::ranges::find(table::unary(), type, &table::UnaryRow::type);
    return row == table::unary().end() ? nullptr : &*row;
}

table::Code code_of(UnaryOpType type) {
    for (const auto& [other, code] : kCodes)
        if (other == type) return code;
    const table::UnaryRow* row = row_of(type);
    TT_FATAL(row != nullptr && row->takes(DataType::BFLOAT16),
             "matmul: activation {} is not supported", static_cast<int>(type));
    return row->code(DataType::BFLOAT16, false);
}

// A core and what it has of the product.
struct Place {
    CoreCoord core;
    std::uint32_t row = 0, column = 0, first = 0, units = 0;
    std::uint32_t index_a = 0, index_b = 0;  // in the groups
    bool idle = false;
};

class Builder {
 public:
    Builder(const MatmulOp::Args& args, Inputs in, Outputs out)
        : args_(args), in_(in), out_(out[0]), e_(args.extents), plan_(args.plan) {
        place();
    }

    ProgramDescriptor build() {
        ProgramDescriptor program;
        add_buffers(program);
        for (std::uint32_t id = 0; id < 2; id++)
            program.semaphores.push_back({.id = id, .core_ranges = cores_, .initial_value = 0});
        program.kernels = {left(), right(), math()};
        for (const Place& place : places_) {
            program.kernels[0].emplace_runtime_args(place.core, mover_args(place, true));
            program.kernels[1].emplace_runtime_args(place.core, mover_args(place, false));
            const std::uint32_t drains =
                place.idle ? (plan_.shares_a() ? 1u : 0) + (plan_.shares_b() ? 2u : 0) : 0;
            program.kernels[2].emplace_runtime_args(place.core, {place.units, drains});
        }
        return program;
    }

 private:
    bool has_bias() const { return in_.size() > 2; }
    std::uint32_t blocks() const { return e_.inner / plan_.steps; }

    void place() {
        if (plan_.sharing == Sharing::none) {
            const std::uint32_t units = e_.matrices * plan_.units_down() * plan_.units_across();
            const auto split = program::split(*in_[0].device(), units, plan_.cores);
            cores_ = split.cores;
            for (const program::Share& share : split.shares)
                places_.push_back({.core = share.core, .first = share.first, .units = share.count});
            return;
        }
        const CoreCoord o = plan_.origin;
        cores_ = CoreRangeSet(CoreRange(o, {o.x + plan_.grid.x - 1, o.y + plan_.grid.y - 1}));
        for (std::uint32_t y = 0; y < plan_.grid.y; y++)
            for (std::uint32_t x = 0; x < plan_.grid.x; x++) places_.push_back(in_group(x, y));
    }

    Place in_group(std::uint32_t x, std::uint32_t y) const {
        std::uint32_t down = plan_.turned ? x : y, across = plan_.turned ? y : x;
        const auto number = y * static_cast<std::uint32_t>(plan_.grid.x) + x;
        if (plan_.sharing == Sharing::in0) down = 0, across = number;
        if (plan_.sharing == Sharing::in1) down = number, across = 0;
        // Beyond the product, but in the rows or columns of the blocks that it helps to send.
        const bool idle = down >= plan_.down || across >= plan_.across;
        return {.core = {plan_.origin.x + x, plan_.origin.y + y},
                .row = down * plan_.core_rows,
                .column = across * plan_.core_columns,
                .units = e_.matrices * plan_.units_down() * plan_.units_across(),
                .index_a = across,
                .index_b = down,
                .idle = idle};
    }

    // The cores that share blocks with this one, as a rectangle.
    CoreRange group(const Place& place, bool a) const {
        const CoreRange all = cores_.bounding_box();
        if (plan_.sharing != Sharing::both) return all;
        const bool along_x = a != plan_.turned;
        return along_x
                   ? CoreRange({all.start_coord.x, place.core.y}, {all.end_coord.x, place.core.y})
                   : CoreRange({place.core.x, all.start_coord.y}, {place.core.x, all.end_coord.y});
    }

    // Groups take their turns beginning at different members: those that read at a time then are in
    // different rows and columns, and do not have all that memory sends on the same links.
    KernelDescriptor::RTArgList mover_args(const Place& place, bool a) const {
        const std::uint32_t size = a ? plan_.group_a() : plan_.group_b();
        const std::uint32_t index = a ? place.index_a : place.index_b;
        const std::uint32_t first = (a ? place.index_b : place.index_a) % size;
        KernelDescriptor::RTArgList words;
        words.append({place.row, place.column, place.first, place.units,
                      (index + size - first) % size, size});
        if (!(a ? plan_.shares_a() : plan_.shares_b())) return words;
        const auto& device = *in_[0].device();
        const CoreRange range = group(place, a);
        for (const CoreCoord corner : {range.start_coord, range.end_coord}) {
            const CoreCoord at = device.worker_core_from_logical_core(corner);
            words.append({static_cast<std::uint32_t>(at.x), static_cast<std::uint32_t>(at.y)});
        }
        std::vector<std::uint32_t> members;
        for (std::size_t y = range.start_coord.y; y <= range.end_coord.y; y++)
            for (std::size_t x = range.start_coord.x; x <= range.end_coord.x; x++) {
                const CoreCoord at = device.worker_core_from_logical_core({x, y});
                members.push_back(static_cast<std::uint32_t>(at.x << 16 | at.y));
            }
        for (std::uint32_t i = 0; i < size; i++) words.push_back(members[(first + i) % size]);
        return words;
    }

    void add_buffers(ProgramDescriptor& program) const {
        const auto add = [&](std::uint8_t cb, DataType dtype, std::uint32_t tiles) {
            program.cbs.push_back(program::tile_buffer(cb, dtype, cores_, tiles));
        };
        const std::uint32_t block_a = plan_.height * plan_.steps;
        const std::uint32_t block_b = plan_.width * plan_.steps;
        add(kIn0, in_[0].dtype(), plan_.depth * block_a);
        add(kIn1, in_[1].dtype(), plan_.depth * block_b);
        if (plan_.shares_a()) add(kStaging0, in_[0].dtype(), block_a);
        if (plan_.shares_b()) add(kStaging1, in_[1].dtype(), block_b);
        if (plan_.shares_a()) add(kFlags0, DataType::FLOAT32, 1);
        if (plan_.shares_b()) add(kFlags1, DataType::FLOAT32, 1);
        if (has_bias()) add(kBias, in_[2].dtype(), 2 * plan_.width);
        if (args_.transpose_a) add(kTurned0, in_[0].dtype(), block_a);
        add_results(program);
    }

    // The result takes the place of its sums where a core has one unit and both are of a format.
    void add_results(ProgramDescriptor& program) const {
        const DataType type = sum_type(args_.compute, out_.dtype());
        const std::uint32_t tiles = plan_.height * plan_.width;
        const bool one = std::ranges::all_of(places_, [](const Place& p) { return p.units <= 1; });
        CBDescriptor out = program::tile_buffer(kOut, out_.dtype(), cores_, tiles);
        const bool held = plan_.holds_sums() && !args_.transpose_a;
        const bool needed = has_bias() || (blocks() > plan_.joined && !held);
        CBDescriptor sums = program::tile_buffer(kSums, type, cores_, needed ? tiles : 1);
        if (one && type == out_.dtype()) {
            out.format_descriptors.push_back(sums.format_descriptors.front());
        } else {
            program.cbs.push_back(std::move(sums));
        }
        program.cbs.push_back(std::move(out));
    }

    KernelDescriptor::RTArgList common(const Tensor& matrix, bool many) const {
        KernelDescriptor::RTArgList words;
        const std::uint32_t inner_elements =
            in_[0].logical_shape()[args_.transpose_a ? -2 : -1] % 32;
        words.append({e_.rows, e_.columns, e_.inner, plan_.height, plan_.width, plan_.steps,
                      plan_.units_down(), plan_.units_across(), plan_.sub_height, plan_.sub_width,
                      inner_elements, plan_.depth, plan_.depth - plan_.joined});
        words.push_back(matrix.buffer());
        const bool left = &matrix == &in_[0];
        words.push_back(many ? e_.inner * (left ? e_.rows : e_.columns) : 0);
        return words;
    }

    // NoC 0 goes along rows first: what memory sends to all rows of cores meets there least, so
    // the right factor, which is there as a rule, comes over it. NoC 1 goes along columns first, as
    // is best on the way back.
    KernelDescriptor left() const {
        KernelDescriptor kernel = program::data_mover("ops/matmul/kernels/in0.cpp", false, cores_);
        kernel.compile_time_args = {args_.transpose_a, element_bytes(in_[0].dtype())};
        for (const Tensor* tensor : {&in_[0], &out_}) program::append_sized(kernel, *tensor);
        KernelDescriptor::RTArgList words = common(in_[0], e_.many_a);
        words.push_back(out_.buffer());
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    KernelDescriptor right() const {
        KernelDescriptor kernel = program::data_mover("ops/matmul/kernels/in1.cpp", true, cores_);
        kernel.compile_time_args = {args_.transpose_b, element_bytes(in_[1].dtype()), has_bias()};
        const Tensor& bias = has_bias() ? in_[2] : in_[1];  // not read if there is none
        for (const Tensor* tensor : {&in_[1], &bias}) program::append_sized(kernel, *tensor);
        KernelDescriptor::RTArgList words = common(in_[1], e_.many_b);
        words.push_back(bias.buffer());
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    KernelDescriptor math() const {
        KernelDescriptor kernel =
            program::compute("ops/matmul/kernels/multiply.cpp", cores_, {}, out_.dtype());
        auto& config = std::get<ComputeConfigDescriptor>(kernel.config);
        config.math_fidelity = args_.compute.math_fidelity;
        config.math_approx_mode = args_.compute.math_approx_mode;
        config.fp32_dest_acc_en = args_.compute.fp32_dest_acc_en;
        config.dst_full_sync_en = args_.compute.dst_full_sync_en;
        // Sums that are only taken back need not pass the source registers, which would cut them.
        if (sum_type(args_.compute, out_.dtype()) == DataType::FLOAT32 && !has_bias())
            config.unpack_to_dest_mode[kSums] = UnpackToDestMode::UnpackToDestFp32;
        KernelDescriptor::RTArgList words;
        words.append({plan_.height, plan_.width, plan_.steps, blocks() / plan_.joined,
                      plan_.sub_height, plan_.sub_width, plan_.joined,
                      program::flags({args_.transpose_a, args_.transpose_b, has_bias(),
                                      args_.compute.packer_l1_acc})});
        if (args_.activation.on) {
            eltwise::tell(kernel, code_of(args_.activation.type), DataType::BFLOAT16);
            for (const float p : args_.activation.params)
                words.push_back(std::bit_cast<std::uint32_t>(p));
        }
        kernel.emplace_common_runtime_args(words);
        return kernel;
    }

    const MatmulOp::Args& args_;
    Inputs in_;
    const Tensor& out_;
    const Extents& e_;
    const Plan& plan_;
    CoreRangeSet cores_;
    std::vector<Place> places_;
};

}  // namespace

FusedActivation fused(const unary::UnaryWithParam& activation) {
    (void)code_of(activation.type());
    std::array<double, 2> params{};
    std::ranges::copy(activation.params | std::views::take(2), params.begin());
    if (const table::UnaryRow* row = row_of(activation.type()); row && row->encode)
        row->encode(params.data());
    return {.on = true,
            .type = activation.type(),
            .params = {static_cast<float>(params[0]), static_cast<float>(params[1])}};
}

DataType sum_type(const DeviceComputeKernelConfig& compute, DataType output) {
    if (compute.fp32_dest_acc_en) return DataType::FLOAT32;
    return compute.packer_l1_acc ? DataType::BFLOAT16 : output;
}

void MatmulOp::validate(const Args&, Inputs in) {
    for (std::size_t i = 0; i < in.size(); i++) {
        const Tensor& t = in[i];
        TT_FATAL(t.layout() == Layout::TILE,
                 "matmul: Inputs to matmul must be tilized, input {} is in {}", i, t.layout());
        TT_FATAL(is_floating_point(t.dtype()),
                 "matmul: Unsupported data format: input {} is of type {}", i, t.dtype());
        TT_FATAL(t.tensor_spec().tile() == Tile(),
                 "matmul: input {} has tiles of {}x{}, 32x32 is supported", i,
                 t.tensor_spec().tile().get_height(), t.tensor_spec().tile().get_width());
    }
}

std::vector<TensorSpec> MatmulOp::outputs(const Args& args, Inputs) {
    return {eltwise::spec_like(args.shape, args.dtype, Layout::TILE, args.memory)};
}

std::string MatmulOp::attributes(const Args& args) {
    const Plan& p = args.plan;
    return fmt::format(
        "'program_config': 'Plan(in0_block_w={}; out_subblock_h={}; out_subblock_w={}; "
        "out_block_h={}; out_block_w={}; per_core_M={}; per_core_N={})'",
        p.steps, p.sub_height, p.sub_width, p.height, p.width, p.core_rows, p.core_columns);
}

ProgramDescriptor MatmulOp::program(const Args& args, Inputs in, Outputs out) {
    return Builder(args, in, out).build();
}

}  // namespace ttnn::operations::matmul
