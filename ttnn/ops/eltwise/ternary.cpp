// Ternary operations: the table, and the functions with their forms.
#include "ttnn/operations/eltwise/ternary/ternary.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/broadcast.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ops/reduction/lines.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"
#include "ttnn/operations/eltwise/unary/unary.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using operations::ternary::TensorScalarVariant;

namespace table {
namespace {

// Operands in tiles 0 to 2 of Dst, result in 0; `value` is the number that comes beside them.
constexpr TernaryRow kTernary[] = {
    {.name = "addcdiv",
     .header = "eltwise_unary/addcdiv.h",
     .init = "addcdiv_tile_init()",
     .tile = "addcdiv_tile<FORMAT>(0, 1, 2, 0, value)",
     .reference = [](double a, double b, double c, double v) { return a + v * b / c; },
     .low_c = 1,
     .relative = 1e-3,
     .absolute = 1e-2},
    {.name = "addcmul",
     .header = "eltwise_unary/addcmul.h",
     .init = "addcmul_tile_init()",
     .tile = "addcmul_tile<FORMAT>(0, 1, 2, 0, value)",
     .reference = [](double a, double b, double c, double v) { return a + v * b * c; },
     .relative = 1e-5,
     .absolute = 1e-4},
    {.name = "lerp",
     .header = "eltwise_unary/lerp.h",
     .init = "lerp_tile_init()",
     .tile = "lerp_tile<FORMAT>(0, 1, 2, 0)",
     .reference = [](double a, double b, double c, double) { return a + c * (b - a); },
     .relative = 1e-5,
     .absolute = 1e-4},
    {.name = "mac",
     .header = "eltwise_unary/mac.h",
     .init = "mac_tile_init<FORMAT>()",
     .tile = "mac_tile<FORMAT>(0, 1, 2, 0)",
     .reference = [](double a, double b, double c, double) { return a * b + c; },
     .relative = 1e-5,
     .absolute = 1e-4},
    {.name = "snake_beta",
     .header = "eltwise_unary/snake_beta.h",
     .init = "snake_beta_tile_init()",
     .tile = "snake_beta_tile<FORMAT>(0, 1, 2, 0)",
     .reference = [](double a, double b, double c,
                     double) { return a + std::sin(a * b) * std::sin(a * b) / c; },
     .low_b = -0.5,
     .high_b = 0.5,
     .low_c = 1,
     .relative = 1e-2,
     .absolute = 1e-2},
    {.name = "where",
     .header = "eltwise_unary/where.h",
     .init = "where_tile_init()",
     .tile = "where_tile<FORMAT>(0, 1, 2, 0)",
     .integers = true,
     .reference = [](double a, double b, double c, double) { return a != 0 ? b : c; }},
};

}  // namespace

std::span<const TernaryRow> ternary() {
    return kTernary;
}

}  // namespace table

namespace eltwise {
namespace {

// Kinds beyond those of Broadcast.
constexpr std::uint32_t kNumberKind = 4;

struct TernaryOp {
    static constexpr std::string_view name = "ternary";
    struct Args {
        std::string_view op;
        std::string_view header, init, tile;
        std::array<bool, 3> is_number;
        DataType dtype;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
        Live<std::array<std::uint32_t, 4>> numbers;

        table::Code code() const { return {header, init, tile}; }
    };

    static void validate(const Args& args, Inputs in) {
        for (std::size_t i = 0; i < in.size(); i++) {
            TT_FATAL(in[i].layout() == Layout::TILE,
                     "{}: input tensor {} must be in TILE layout, it is in {}", args.op, i,
                     in[i].layout());
            TT_FATAL(is_floating_point(in[i].dtype()) == is_floating_point(in[0].dtype()) &&
                         (is_floating_point(in[0].dtype()) || in[i].dtype() == in[0].dtype()),
                     "{}: Mixed dtype is not supported: {} and {}", args.op, in[0].dtype(),
                     in[i].dtype());
        }
    }
    static tt::tt_metal::Shape shape(const Args& args, Inputs in) {
        auto shape = in[0].logical_shape();
        for (std::size_t i = 1; i < in.size(); i++)
            shape = broadcast_shape(args.op, shape, in[i].logical_shape());
        return shape;
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {spec_like(shape(args, in), args.dtype, Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out);

    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        std::vector<DynamicRuntimeArg> values;
        for (std::uint32_t i = 0; i < 4; i++)
            values.push_back({kCompute, {}, i, args.numbers.value[i], true});
        return values;
    }
};

KernelDescriptor ternary_kernel(const TernaryOp::Args& args, Inputs in, const Tensor& out,
                                const program::Split& split) {
    std::vector<std::pair<std::uint8_t, DataType>> formats;
    std::uint32_t how = 0, shift = 0;  // how the kernel takes its operands
    bool mixed = false;
    for (const bool number : args.is_number) {
        std::uint32_t kind = kNumberKind;
        if (!number) {
            const Tensor& tensor = in[formats.size()];
            mixed = mixed || tensor.dtype() != in[0].dtype();
            formats.emplace_back(formats.size(), tensor.dtype());
            kind = static_cast<std::uint32_t>(
                broadcast_of(tensor.logical_shape(), out.logical_shape()));
        }
        how |= kind << shift;
        shift += 3;
    }
    how |= (mixed ? 1U : 0U) << shift;
    KernelDescriptor math =
        program::compute("kernels/ternary.cpp", split.cores, formats, out.dtype());
    tell(math, args.code(), in[0].dtype());
    const auto& numbers = args.numbers.value;
    math.emplace_common_runtime_args({numbers[0], numbers[1], numbers[2], numbers[3], how});
    for (const program::Share& share : split.shares)
        math.emplace_runtime_args(share.core, {share.count});
    return math;
}

ProgramDescriptor TernaryOp::program(const Args& args, Inputs in, Outputs out) {
    using namespace program;
    const Split split = program::split(*in[0].device(), tiles_of(out[0]), args.cores);
    std::vector<reduction::LineTensor> from;
    std::vector<tt::tt_metal::Shape> shapes;
    ProgramDescriptor program;
    for (std::size_t i = 0; i < in.size(); i++) {
        from.push_back({&in[i], 0});
        shapes.push_back(in[i].logical_shape());
        program.cbs.push_back(
            tile_buffer(static_cast<std::uint8_t>(i), in[i].dtype(), split.cores));
    }
    program.cbs.push_back(tile_buffer(16, out[0].dtype(), split.cores));
    const std::size_t rank = std::max<std::size_t>(out[0].logical_shape().rank(), 2);
    const auto lines = reduction::lines_of(shapes, reduction::Reduced(rank, false));
    program.kernels = {reduction::line_reader(from, lines, split.shares, split.cores),
                       page_writer(16, out[0], tile_bytes(out[0].dtype()), kBatch, split),
                       ternary_kernel(args, in, out[0], split)};
    return program;
}

const table::TernaryRow& row_named(std::string_view name) {
    return *std::ranges::find(table::ternary(), name, &table::TernaryRow::name);
}

struct TernaryWish {
    std::optional<MemoryConfig> memory = std::nullopt;
    std::optional<Tensor> output = std::nullopt;
    std::optional<CoreRangeSet> cores = std::nullopt;
    double value = 1;
};

using Operand = std::variant<Tensor, double>;

// The result has the data type and memory of the first of the tensors that decide about it.
Tensor ternary(std::string_view op, const std::array<Operand, 3>& operands, DataType dtype,
               const TernaryWish& wish) {
    const table::TernaryRow& row = row_named(op);
    std::vector<Tensor> tensors;
    bool all_rows = true;
    TernaryOp::Args args{op, row.header, row.init, row.tile, {}, dtype, {}, wish.cores, {}};
    for (std::size_t i = 0; i < 3; i++) {
        args.is_number[i] = std::holds_alternative<double>(operands[i]);
        if (args.is_number[i]) continue;
        const auto& tensor = std::get<Tensor>(operands[i]);
        need_device(op, tensor);
        all_rows = all_rows && tensor.layout() == Layout::ROW_MAJOR;
        tensors.push_back(ttnn::to_layout(tensor, Layout::TILE));
    }
    const DataType work = tensors.front().dtype();
    TT_FATAL(is_floating_point(work) ||
                 (row.integers && (work == DataType::INT32 || work == DataType::UINT32)),
             "{}: data type {} is not supported", op, work);
    for (std::size_t i = 0; i < 3; i++)
        if (args.is_number[i]) args.numbers.value[i] = bits_of(std::get<double>(operands[i]), work);
    args.numbers.value[3] = bits_of(wish.value, work);
    std::vector<const Tensor*> inputs;
    for (const Tensor& tensor : tensors) inputs.push_back(&tensor);
    const tt::tt_metal::Shape shape = TernaryOp::shape(args, Inputs(inputs));
    const bool same = shape == tensors.front().logical_shape();
    const MemoryConfig& first = tensors.front().memory_config();
    args.memory = wish.output   ? wish.output->memory_config()
                  : wish.memory ? *wish.memory
                  : same        ? first
                         : MemoryConfig(TensorMemoryLayout::INTERLEAVED, first.buffer_type());
    args.memory = data_movement::result_memory(args.memory, tensors.front(), shape);
    const Tensor result = run<TernaryOp>(args, inputs, {&wish.output, 1}).front();
    return all_rows ? ttnn::to_layout(result, Layout::ROW_MAJOR) : result;
}

Operand operand_of(const TensorScalarVariant& value) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) return *tensor;
    if (const auto* whole = std::get_if<int>(&value)) return static_cast<double>(*whole);
    return static_cast<double>(std::get<float>(value));
}

// The predicate in the type of the values, not zero where it was not.
Tensor predicate_as(const Tensor& predicate, DataType dtype) {
    if (predicate.dtype() == dtype) return predicate;
    if (is_floating_point(predicate.dtype()) && is_floating_point(dtype)) return predicate;
    return typecast(nez(predicate), dtype);
}

void check_equal_types(std::string_view op, const Tensor& a, const Tensor& b, const Tensor& c) {
    TT_FATAL(a.dtype() == b.dtype() && a.dtype() == c.dtype(),
             "{}: all inputs must have the same dtype, they have {}, {} and {}", op, a.dtype(),
             b.dtype(), c.dtype());
}

}  // namespace
}  // namespace eltwise

Tensor table::run(const TernaryRow& row, const Tensor& a, const Tensor& b, const Tensor& c,
                  double value) {
    return eltwise::ternary(row.name, {a, b, c}, b.dtype(), {.value = value});
}

#define TTNN_COMMON const std::optional<MemoryConfig>&memory, const std::optional<Tensor>&output

Tensor where(const Tensor& predicate, const TensorScalarVariant& value_true,
             const TensorScalarVariant& value_false, TTNN_COMMON,
             const std::optional<CoreRangeSet>& cores) {
    const auto* yes = std::get_if<Tensor>(&value_true);
    const auto* no = std::get_if<Tensor>(&value_false);
    const bool real =
        std::holds_alternative<float>(value_true) || std::holds_alternative<float>(value_false);
    eltwise::need_device("where", predicate);
    DataType dtype = yes != nullptr  ? yes->dtype()
                     : no != nullptr ? no->dtype()
                                     : predicate.dtype();
    // Integers cannot hold the numbers to choose from.
    if (yes == nullptr && no == nullptr && real && !is_floating_point(dtype))
        dtype = DataType::FLOAT32;
    return eltwise::ternary("where",
                            {eltwise::predicate_as(predicate, dtype),
                             eltwise::operand_of(value_true), eltwise::operand_of(value_false)},
                            dtype, {memory, output, cores});
}

Tensor addcmul(const Tensor& a, const Tensor& b, const Tensor& c,
               operations::ternary::ScalarVariant value, TTNN_COMMON) {
    eltwise::check_equal_types("addcmul", a, b, c);
    const double number = std::visit([](auto v) { return static_cast<double>(v); }, value);
    if (is_floating_point(a.dtype()))
        return eltwise::ternary("addcmul", {a, b, c}, a.dtype(),
                                {.memory = memory, .output = output, .value = number});
    Tensor product = multiply(b, c);
    if (number != 1) product = multiply(product, static_cast<std::int32_t>(number));
    return add(a, product, std::nullopt, memory, output);
}
Tensor addcdiv(const Tensor& a, const Tensor& b, const Tensor& c, float value, TTNN_COMMON) {
    eltwise::check_equal_types("addcdiv", a, b, c);
    return eltwise::ternary("addcdiv", {a, b, c}, a.dtype(),
                            {.memory = memory, .output = output, .value = value});
}
Tensor lerp(const Tensor& input, const Tensor& end, float weight, TTNN_COMMON) {
    eltwise::check_equal_types("lerp", input, end, end);
    return eltwise::ternary("lerp", {input, end, static_cast<double>(weight)}, input.dtype(),
                            {.memory = memory, .output = output});
}
Tensor lerp(const Tensor& input, const Tensor& end, const Tensor& weight, TTNN_COMMON) {
    eltwise::check_equal_types("lerp", input, end, weight);
    return eltwise::ternary("lerp", {input, end, weight}, input.dtype(),
                            {.memory = memory, .output = output});
}

Tensor mac(const Tensor& a, const Tensor& b, const Tensor& c, TTNN_COMMON,
           const std::optional<CoreRangeSet>& cores) {
    if (is_floating_point(a.dtype()))
        return eltwise::ternary("mac", {a, b, c}, a.dtype(), {memory, output, cores});
    TT_FATAL(!output && !cores, "mac: an output tensor and sub_core_grids are not supported for {}",
             a.dtype());
    return add(multiply(a, b), c, std::nullopt, memory);
}
Tensor mac(const Tensor& a, const Tensor& b, float value,
           const std::optional<MemoryConfig>& memory) {
    return eltwise::ternary("mac", {a, b, static_cast<double>(value)}, a.dtype(), {memory});
}
Tensor mac(const Tensor& a, float value, const Tensor& c,
           const std::optional<MemoryConfig>& memory) {
    return eltwise::ternary("mac", {a, static_cast<double>(value), c}, a.dtype(), {memory});
}
Tensor mac(const Tensor& a, float value1, float value2, const std::optional<MemoryConfig>& memory) {
    return eltwise::ternary("mac", {a, static_cast<double>(value1), static_cast<double>(value2)},
                            a.dtype(), {memory});
}

Tensor snake_beta(const Tensor& input, const Tensor& alpha, const Tensor& beta,
                  const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    const std::string_view op = "snake_beta";
    const DataType dtype = input.dtype();
    TT_FATAL(dtype == DataType::BFLOAT16 || dtype == DataType::FLOAT32,
             "{}: the input must be BFLOAT16 or FLOAT32, it is {}", op, dtype);
    for (const Tensor* one : {&input, &alpha, &beta})
        TT_FATAL(one->layout() == Layout::TILE, "{}: inputs must be in tile layout", op);
    TT_FATAL(alpha.dtype() == dtype && beta.dtype() == dtype,
             "{}: alpha and beta must have the input's dtype {}", op, dtype);
    const auto &shape = input.logical_shape(), &other = alpha.logical_shape();
    TT_FATAL(shape.rank() >= 2, "{}: input rank >= 2 is required, it is {}", op, shape.rank());
    TT_FATAL(other == beta.logical_shape(), "{}: alpha.shape == beta.shape is required", op);
    TT_FATAL(other.rank() >= 1 && other[-1] == shape[-1], "{}: input.W == alpha.W is required", op);
    TT_FATAL(other.volume() == other[-1],
             "{}: alpha and beta may have a non-1 size only on the last dim", op);
    return eltwise::ternary(op, {input, alpha, beta}, dtype, {.memory = memory, .output = output});
}

}  // namespace ttnn

// Files are compiled together.
#undef TTNN_COMMON
