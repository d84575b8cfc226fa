// Unary operations: the table and the functions that come from it.
#include "ttnn/operations/eltwise/unary/unary.hpp"

#include <algorithm>
#include <cmath>
#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/core/to_layout/to_layout_op.hpp"
#include "ttnn/operations/eltwise/binary/binary.hpp"

namespace ttnn {

using namespace tt::tt_metal;
using operations::unary::UnaryOpType;

namespace table {
namespace {

// psi(x), from its recurrence and its series for large x.
double digamma(double x) {
    double sum = 0;
    for (; x < 12; x++) sum -= 1 / x;
    const double y = 1 / (x * x);
    return sum + std::log(x) - 0.5 / x -
           y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y / 240)));
}

double erfinv(double y) {
    double x = 0;
    for (int i = 0; i < 60; i++)
        x -= (std::erf(x) - y) / (2 / std::sqrt(std::acos(-1.0)) * std::exp(-x * x));
    return x;
}

// Its k-th derivative: sums of powers, the rest as an integral with corrections.
double polygamma(double x, double k) {
    double sum = 0;
    for (; x < 40; x++) sum += std::pow(x, -k - 1);
    sum += std::pow(x, -k) / k + std::pow(x, -k - 1) / 2 + (k + 1) * std::pow(x, -k - 2) / 12;
    return (static_cast<int>(k) % 2 != 0 ? 1 : -1) * std::tgamma(k + 1) * sum;
}
void polygamma_factor(double* p) {
    TT_FATAL(p[0] >= 1 && p[0] <= 11, "polygamma: k is {}, it must be from 1 to 11", p[0]);
    p[1] = (static_cast<int>(p[0]) % 2 != 0 ? 1 : -1) * std::tgamma(p[0] + 1);
}
void softcap_inverse(double* p) {
    TT_FATAL(p[0] != 0, "SOFTCAP requires a non-zero beta");
    p[1] = 1 / p[0];
}

#define TTNN_REF(...) \
    [](double x, [[maybe_unused]] const double* p) -> double { return __VA_ARGS__; }
#define TTNN_SHAPE_NONE .params = 0
#define TTNN_SHAPE_FAST .params = 0, .has_fast = true
#define TTNN_SHAPE_ONE .params = 1
#define TTNN_SHAPE_ONE_OR(...) .params = 1
#define TTNN_SHAPE_TWO .params = 2
#define TTNN_SHAPE_TWO_OR(...) .params = 2
#define TTNN_UNARY(op, args, op_type, ...) \
    UnaryRow{.name = #op, .type = UnaryOpType::op_type, TTNN_SHAPE_##args, __VA_ARGS__},
constexpr UnaryRow kUnary[] = {
#include "ttnn/operations/eltwise/unary/rows.inc"
};
#undef TTNN_UNARY

enum UnaryPlace : std::size_t {
#define TTNN_UNARY(op, ...) k_##op,
#include "ttnn/operations/eltwise/unary/rows.inc"
#undef TTNN_UNARY
};

}  // namespace

std::span<const UnaryRow> unary() {
    return kUnary;
}

Code UnaryRow::code(DataType dtype, bool fast) const {
    if (is_floating_point(dtype))
        return fast && !fast_tile.empty() ? Code{header, fast_init, fast_tile}
                                          : Code{header, init, tile, short_dst};
    return {header, init,
            dtype == DataType::INT32 || (bytes && dtype == DataType::UINT8) ? tile_int32
            : dtype == DataType::UINT32                                     ? tile_uint32
            : dtype == DataType::UINT16                                     ? tile_uint16
                                                                            : std::string_view()};
}

}  // namespace table

namespace eltwise {
namespace {

struct UnaryOp {
    static constexpr std::string_view name = "unary";
    struct Args {
        std::string_view op;
        table::Code code;
        DataType dtype;
        MemoryConfig memory;
        std::optional<CoreRangeSet> cores;
        Live<Params> params;
    };

    static void validate(const Args& args, Inputs in) {
        TT_FATAL(!args.code.tile.empty(), "{}: data type {} is not supported", args.op,
                 in[0].dtype());
        TT_FATAL(in[0].layout() == Layout::TILE, "{}: input must be in TILE layout, it is in {}",
                 args.op, in[0].layout());
    }
    static std::vector<TensorSpec> outputs(const Args& args, Inputs in) {
        return {spec_like(in[0].logical_shape(), args.dtype, Layout::TILE, args.memory)};
    }
    static ProgramDescriptor program(const Args& args, Inputs in, Outputs out) {
        return unary_program(args.code, in[0], out[0], args.params, args.cores);
    }
    static std::vector<DynamicRuntimeArg> live(const Args& args, Inputs, Outputs) {
        const Params& p = args.params;
        return {{kCompute, {}, 0, p[0], true}, {kCompute, {}, 1, p[1], true}};
    }
};

}  // namespace

Tensor unary(std::string_view name, const table::Code& code, const Tensor& input,
             std::array<double, 2> params, const std::optional<MemoryConfig>& memory,
             const std::optional<Tensor>& output, const std::optional<CoreRangeSet>& cores) {
    need_device(name, input);
    if (input.layout() == Layout::ROW_MAJOR) {
        TT_FATAL(!output, "{}: an output tensor is not supported for ROW_MAJOR input", name);
        // Shards of rows need not be whole tiles.
        const MemoryConfig& wanted = memory ? *memory : input.memory_config();
        const MemoryConfig plain(TensorMemoryLayout::INTERLEAVED, wanted.buffer_type());
        const Tensor rows = input.is_sharded() ? to_memory_config(input, plain) : input;
        const Tensor tiles = unary(name, code, ttnn::to_layout(rows, Layout::TILE), params, plain,
                                   std::nullopt, cores);
        const Tensor result = ttnn::to_layout(tiles, Layout::ROW_MAJOR);
        return wanted.is_sharded() ? to_memory_config(result, wanted) : result;
    }
    const DataType dtype = input.dtype();
    const MemoryConfig& where = output   ? output->memory_config()
                                : memory ? *memory
                                         : input.memory_config();
    const MemoryConfig stored = data_movement::result_memory(where, input, input.logical_shape());
    return run_one<UnaryOp>({name, code, dtype, stored, cores,
                             Params{bits_of(params[0], dtype), bits_of(params[1], dtype)}},
                            {&input}, output);
}

Tensor unary(const table::UnaryRow& row, const Tensor& input, std::array<double, 2> params,
             bool fast, const std::optional<MemoryConfig>& memory,
             const std::optional<Tensor>& output, const std::optional<CoreRangeSet>& cores) {
    if (row.encode != nullptr) row.encode(params.data());
    return unary(row.name, row.code(input.dtype(), fast), input, params, memory, output, cores);
}

}  // namespace eltwise

Tensor table::run(const UnaryRow& row, const Tensor& input, std::span<const double> params,
                  const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    std::array<double, 2> p{};
    std::ranges::copy(params.first(std::min<std::size_t>(params.size(), 2)), p.begin());
    return eltwise::unary(row, input, p, false, memory, output, std::nullopt);
}

#define TTNN_COMMON                                         \
    const std::optional<MemoryConfig>&memory_config,        \
        const std::optional<Tensor>&optional_output_tensor, \
        const std::optional<CoreRangeSet>&sub_core_grids
#define TTNN_PASS memory_config, optional_output_tensor, sub_core_grids
#define TTNN_ARGS_NONE
#define TTNN_ARGS_FAST bool fast_and_approximate_mode,
#define TTNN_ARGS_ONE float parameter,
#define TTNN_ARGS_ONE_OR(...) float parameter,
#define TTNN_ARGS_TWO float parameter_a, float parameter_b,
#define TTNN_ARGS_TWO_OR(...) float parameter_a, float parameter_b,
#define TTNN_GIVE_NONE {}, false
#define TTNN_GIVE_FAST {}, fast_and_approximate_mode
#define TTNN_GIVE_ONE {parameter, 0}, false
#define TTNN_GIVE_ONE_OR(...) {parameter, 0}, false
#define TTNN_GIVE_TWO {parameter_a, parameter_b}, false
#define TTNN_GIVE_TWO_OR(...) {parameter_a, parameter_b}, false
#define TTNN_UNARY(op, args, ...)                                                           \
    Tensor op(const Tensor& input_tensor, TTNN_ARGS_##args TTNN_COMMON) {                   \
        return eltwise::unary(table::kUnary[table::k_##op], input_tensor, TTNN_GIVE_##args, \
                              TTNN_PASS);                                                   \
    }
#include "ttnn/operations/eltwise/unary/rows.inc"
#undef TTNN_UNARY

namespace {

Tensor real(std::string_view name, const table::Code& code, const Tensor& input,
            std::array<double, 2> params, TTNN_COMMON) {
    TT_FATAL(is_floating_point(input.dtype()), "{}: data type {} is not supported", name,
             input.dtype());
    return eltwise::unary(name, code, input, params, TTNN_PASS);
}
Tensor real(std::string_view name, std::string_view form, const Tensor& input,
            std::array<double, 2> params, TTNN_COMMON) {
    TT_FATAL(is_floating_point(input.dtype()), "{}: data type {} is not supported", name,
             input.dtype());
    return eltwise::unary(name, eltwise::form(form, input.dtype()), input, params, TTNN_PASS);
}

}  // namespace

Tensor gelu(const Tensor& input_tensor, operations::unary::GeluVariant variant, TTNN_COMMON) {
    using enum operations::unary::GeluVariant;
    const std::string_view form = variant == TANH       ? "gelu by tanh"
                                  : variant == FAST_LUT ? "gelu by table"
                                                        : "gelu";
    return real("gelu", form, input_tensor, {}, TTNN_PASS);
}
Tensor gelu(const Tensor& input_tensor, bool fast_and_approximate_mode, TTNN_COMMON) {
    using enum operations::unary::GeluVariant;
    return gelu(input_tensor, fast_and_approximate_mode ? FAST_LUT : ACCURATE, TTNN_PASS);
}

Tensor sigmoid(const Tensor& input_tensor, int vector_mode, operations::unary::SigmoidMode mode,
               TTNN_COMMON) {
    const bool fast = mode == operations::unary::SigmoidMode::FAST_APPROXIMATE;
    if (vector_mode == 4)
        return real("sigmoid", fast ? "sigmoid fast" : "sigmoid", input_tensor, {}, TTNN_PASS);
    // Some of a tile's faces: the upper two, the left two. The others keep what they have.
    struct Mode {
        int number;
        std::string_view accurate, fast;
    };
    static constexpr Mode kModes[] = {
        {1, "sigmoid_tile<VectorMode::R, false>(dst)", "sigmoid_tile<VectorMode::R, true>(dst)"},
        {2, "sigmoid_tile<VectorMode::C, false>(dst)", "sigmoid_tile<VectorMode::C, true>(dst)"}};
    const auto* row = std::ranges::find(kModes, vector_mode, &Mode::number);
    TT_FATAL(row != std::end(kModes),
             "sigmoid: vector mode {} is not supported, 1 (R), 2 (C) and 4 (RC) are", vector_mode);
    const std::string_view header = "compute_kernel_api.h";
    const table::Code code = fast
                                 ? table::Code{header, "sigmoid_tile_init<true>()", row->fast}
                                 : table::Code{header, "sigmoid_tile_init<false>()", row->accurate};
    return real("sigmoid", code, input_tensor, {}, TTNN_PASS);
}
Tensor sigmoid_accurate(const Tensor& input_tensor, bool, TTNN_COMMON) {
    return sigmoid(input_tensor, 4, operations::unary::SigmoidMode::ACCURATE, TTNN_PASS);
}

Tensor tanh(const Tensor& input_tensor, const std::optional<MemoryConfig>& memory_config,
            const std::optional<Tensor>& optional_output_tensor, bool approx,
            const std::optional<CoreRangeSet>& sub_core_grids) {
    return real("tanh", approx ? "tanh fast" : "tanh", input_tensor, {}, TTNN_PASS);
}

Tensor swish(const Tensor& input_tensor, TTNN_COMMON) {
    return silu(input_tensor, TTNN_PASS);
}

Tensor softplus(const Tensor& input_tensor, float beta, float threshold, TTNN_COMMON) {
    TT_FATAL(beta != 0, "softplus: beta must not be 0");
    return real("softplus", "softplus", input_tensor, {beta, threshold}, TTNN_PASS);
}

Tensor round(const Tensor& input_tensor, std::optional<std::int32_t> decimals, TTNN_COMMON) {
    return real("round", "round", input_tensor, {static_cast<double>(decimals.value_or(0)), 0},
                TTNN_PASS);
}

// Pairs of neighbours are complex numbers, which are turned by 90 degrees.
Tensor alt_complex_rotate90(const Tensor& input_tensor, TTNN_COMMON) {
    const auto& shape = input_tensor.logical_shape();
    TT_FATAL(shape.rank() >= 1 && shape[-1] % 2 == 0,
             "alt_complex_rotate90: the last dimension of {} must be even", shape);
    return real("alt_complex_rotate90", "rotate90", input_tensor, {}, TTNN_PASS);
}

namespace {

// A number for a tensor of integers is one.
operations::unary::ScalarVariant number_for(const Tensor& tensor, double value) {
    if (is_floating_point(tensor.dtype())) return static_cast<float>(value);
    return static_cast<std::int32_t>(static_cast<std::int64_t>(value));
}

// A binary operation with a number that is a constant of the kernel.
Tensor with_number(std::string_view op, const Tensor& input, double value, TTNN_COMMON) {
    const auto row = std::ranges::find(table::binary(), op, &table::BinaryRow::name);
    return eltwise::binary(*row, input, number_for(input, value),
                           {.memory = memory_config,
                            .output = optional_output_tensor,
                            .cores = sub_core_grids,
                            .full_number = true});
}

}  // namespace

Tensor deg2rad(const Tensor& input_tensor, TTNN_COMMON) {
    return with_number("multiply", input_tensor, std::acos(-1.0) / 180, TTNN_PASS);
}
Tensor rad2deg(const Tensor& input_tensor, TTNN_COMMON) {
    return with_number("multiply", input_tensor, 180 / std::acos(-1.0), TTNN_PASS);
}
Tensor hardswish(const Tensor& input_tensor, TTNN_COMMON) {
    return multiply(input_tensor,
                    hardsigmoid(input_tensor, std::nullopt, std::nullopt, sub_core_grids),
                    std::nullopt, memory_config, optional_output_tensor, {}, {}, {}, std::nullopt,
                    sub_core_grids);
}
Tensor rdiv(const Tensor& input_tensor, float value, TTNN_COMMON) {
    return with_number("multiply",
                       reciprocal(input_tensor, std::nullopt, std::nullopt, sub_core_grids), value,
                       TTNN_PASS);
}

Tensor fill(const Tensor& input_tensor, operations::unary::ScalarVariant parameter, TTNN_COMMON) {
    return eltwise::unary("fill", eltwise::form("fill", input_tensor.dtype()), input_tensor,
                          {eltwise::number(parameter), 0}, TTNN_PASS);
}

#define TTNN_WITH_FLOAT(name, op)                                       \
    Tensor name(const Tensor& input_tensor, float param, TTNN_COMMON) { \
        return with_number(op, input_tensor, param, TTNN_PASS);         \
    }
TTNN_WITH_FLOAT(add_sfpu, "add")
TTNN_WITH_FLOAT(sub_sfpu, "subtract")
TTNN_WITH_FLOAT(mul_sfpu, "multiply")
TTNN_WITH_FLOAT(div_sfpu, "divide")
#define TTNN_WITH_NUMBER(name, op)                                                      \
    Tensor name(const Tensor& input_tensor, operations::unary::ScalarVariant parameter, \
                TTNN_COMMON) {                                                          \
        return with_number(op, input_tensor, eltwise::number(parameter), TTNN_PASS);    \
    }
TTNN_WITH_NUMBER(eq_unary, "eq")
TTNN_WITH_NUMBER(ne_unary, "ne")
TTNN_WITH_NUMBER(lt_unary, "lt")
TTNN_WITH_NUMBER(le_unary, "le")
TTNN_WITH_NUMBER(gt_unary, "gt")
TTNN_WITH_NUMBER(ge_unary, "ge")
template <typename T>
Tensor rsub_sfpu(const Tensor& input_tensor, T param, TTNN_COMMON) {
    return with_number("rsub", input_tensor, static_cast<double>(param), TTNN_PASS);
}
template Tensor rsub_sfpu<float>(const Tensor&, float, TTNN_COMMON);
template Tensor rsub_sfpu<std::int32_t>(const Tensor&, std::int32_t, TTNN_COMMON);

namespace {

// Operations that are no rows, by their type, with what upstream takes where a parameter is left
// out.
std::optional<Tensor> other_activation(UnaryOpType type, const std::vector<double>& params,
                                       const Tensor& input, TTNN_COMMON) {
    const auto param = [&](std::size_t i, double otherwise) {
        return static_cast<float>(i < params.size() ? params[i] : otherwise);
    };
    switch (type) {
        case UnaryOpType::GELU:
            return gelu(input, param(0, 0) != 0, TTNN_PASS);
        case UnaryOpType::GELU_TANH:
            return gelu(input, operations::unary::GeluVariant::TANH, TTNN_PASS);
        case UnaryOpType::SIGMOID: {
            using enum operations::unary::SigmoidMode;
            return sigmoid(input, static_cast<int>(param(0, 4)),
                           param(1, 0) != 0 ? FAST_APPROXIMATE : ACCURATE, TTNN_PASS);
        }
        case UnaryOpType::TANH:
            return tanh(input, memory_config, optional_output_tensor, param(0, 0) != 0,
                        sub_core_grids);
        case UnaryOpType::SOFTPLUS:
            return softplus(input, param(0, 1), param(1, 20), TTNN_PASS);
        case UnaryOpType::POWER:
            return with_number("pow", input, param(0, 1), TTNN_PASS);
        default:
            return std::nullopt;
    }
}

std::vector<double> params_of(const operations::unary::EltwiseUnaryWithParam& op) {
    return std::visit(
        [](const auto& one) { return std::vector<double>(one.params.begin(), one.params.end()); },
        op.base);
}

}  // namespace

Tensor unary_chain(const Tensor& input_tensor,
                   const std::vector<operations::unary::EltwiseUnaryWithParam>& ops_chain,
                   TTNN_COMMON) {
    TT_FATAL(!ops_chain.empty(), "unary_chain: Op chain cannot be empty");
    Tensor result = input_tensor;
    for (std::size_t i = 0; i < ops_chain.size(); i++) {
        const bool last = i + 1 == ops_chain.size();
        const auto type = ops_chain[i].type();
        const auto memory = last ? memory_config : std::nullopt;
        const auto output = last ? optional_output_tensor : std::nullopt;
        std::vector<double> params = params_of(ops_chain[i]);
        if (auto done = other_activation(type, params, result, memory, output, sub_core_grids)) {
            result = *done;
            continue;
        }
        const auto row = std::ranges::find(table::kUnary, type, &table::UnaryRow::type);
        TT_FATAL(row != std::end(table::kUnary), "unary_chain: operation {} is not supported",
                 static_cast<int>(type));
        params.resize(2);
        result = eltwise::unary(*row, result, {params[0], params[1]}, false, memory, output,
                                sub_core_grids);
    }
    return result;
}

}  // namespace ttnn

// Files are compiled together.
#undef TTNN_WITH_FLOAT
#undef TTNN_WITH_NUMBER
#undef TTNN_REF
#undef TTNN_SHAPE_NONE
#undef TTNN_SHAPE_FAST
#undef TTNN_SHAPE_ONE
#undef TTNN_SHAPE_ONE_OR
#undef TTNN_SHAPE_TWO
#undef TTNN_SHAPE_TWO_OR
#undef TTNN_COMMON
#undef TTNN_PASS
#undef TTNN_ARGS_NONE
#undef TTNN_ARGS_FAST
#undef TTNN_ARGS_ONE
#undef TTNN_ARGS_ONE_OR
#undef TTNN_ARGS_TWO
#undef TTNN_ARGS_TWO_OR
#undef TTNN_GIVE_NONE
#undef TTNN_GIVE_FAST
#undef TTNN_GIVE_ONE
#undef TTNN_GIVE_ONE_OR
#undef TTNN_GIVE_TWO
#undef TTNN_GIVE_TWO_OR
