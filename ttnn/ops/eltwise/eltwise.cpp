// Programs that apply an operation of the vector unit to every tile.
#include "ops/eltwise/eltwise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tt-metalium/bfloat16.hpp>
#include <tt_stl/assert.hpp>

namespace ttnn::eltwise {

using namespace tt::tt_metal;

namespace {

std::string_view format_name(DataType dtype) {
    return dtype == DataType::UINT32   ? "DataFormat::UInt32"
           : dtype == DataType::UINT16 ? "DataFormat::UInt16"
           : is_floating_point(dtype)  ? "DataFormat::Float32"
                                       : "DataFormat::Int32";
}

std::string with_format(std::string_view text, DataType dtype) {
    constexpr std::string_view kFormat = "FORMAT";
    std::string out(text);
    for (auto at = out.find(kFormat); at != std::string::npos; at = out.find(kFormat, at + 1))
        out.replace(at, kFormat.size(), format_name(dtype));
    return out;
}

// Kernel headers of ours stand beside the kernels.
bool is_ours(std::string_view header) {
    return header.ends_with("_operations.h");
}
std::string include_name(std::string_view header) {
    return is_ours(header) ? '"' + std::string(header) + '"'
                           : "<api/compute/" + std::string(header) + ">";
}
// With those of which other headers its operations are compiled.
std::string_view family_of(std::string_view header) {
    return is_ours(header) ? header : "vector_unit.h";
}

struct Form {
    std::string_view name;
    bool real, whole;  // of which numbers
    table::Code code;
};
constexpr Form kForms[] = {
    {"gelu",
     true,
     false,
     {"eltwise_unary/gelu.h", "gelu_tile_init<false>()", "gelu_tile<false>(dst)"}},
    {"gelu by table",
     true,
     false,
     {"eltwise_unary/gelu.h", "gelu_tile_init<true>()", "gelu_tile<true>(dst)"}},
    {"gelu by tanh",
     true,
     false,
     {"eltwise_unary/gelu.h", "gelu_tanh_tile_init()", "gelu_tanh_tile(dst)"}},
    {"sigmoid",
     true,
     false,
     {"compute_kernel_api.h", "sigmoid_tile_init<false>()",
      "sigmoid_tile<VectorMode::RC, false>(dst)"}},
    {"sigmoid fast",
     true,
     false,
     {"compute_kernel_api.h", "sigmoid_tile_init<true>()",
      "sigmoid_tile<VectorMode::RC, true>(dst)"}},
    {"tanh",
     true,
     false,
     {"compute_kernel_api.h", "tanh_tile_init<false>()", "tanh_tile<false>(dst)"}},
    {"tanh fast",
     true,
     false,
     {"compute_kernel_api.h", "tanh_tile_init<true>()", "tanh_tile<true>(dst)"}},
    // The kernel takes beta, its inverse and the threshold; two of them fit the parameters.
    {"softplus",
     true,
     false,
     {"eltwise_unary/softplus.h", "softplus_tile_init()",
      "softplus_tile(dst, p[0], __builtin_bit_cast(uint32_t, 1.0f / __builtin_bit_cast(float, "
      "p[0])), p[1])"}},
    {"round",
     true,
     false,
     {"eltwise_unary/rounding.h", "rounding_op_tile_init()",
      "round_tile(dst, int32_t(__builtin_bit_cast(float, p[0])))"}},
    {"rotate90",
     true,
     false,
     {"compute_kernel_api.h", "alt_complex_rotate90_tile_init()",
      "alt_complex_rotate90_tile(dst)"}},
    {"fill",
     true,
     false,
     {"eltwise_unary/fill.h", "fill_tile_init()", "fill_tile_bitcast(dst, p[0])"}},
    {"fill",
     false,
     true,
     {"eltwise_unary/fill.h", "fill_tile_init()", "fill_tile_int<FORMAT>(dst, p[0])"}},
    {"clamp",
     true,
     false,
     {"eltwise_unary/clamp.h", "clamp_tile_init()", "clamp_tile(dst, p[0], p[1])"}},
    {"clamp",
     false,
     true,
     {"eltwise_unary/clamp.h", "clamp_tile_init()", "clamp_tile_int32(dst, p[0], p[1])"}}};

bool is_of(const Form& form, DataType dtype) {
    return is_floating_point(dtype) ? form.real : form.whole;
}

// Of all rows and forms that take this type.
std::vector<table::Code> codes_for(DataType dtype) {
    std::vector<table::Code> codes;
    for (const table::UnaryRow& row : table::unary())
        for (const bool fast : {false, true})
            if (row.takes(dtype)) codes.push_back(row.code(dtype, fast));
    for (const Form& form : kForms)
        if (is_of(form, dtype)) codes.push_back(form.code);
    return codes;
}

}  // namespace

table::Code form(std::string_view name, DataType dtype) {
    const auto* found = std::ranges::find_if(
        kForms, [&](const Form& one) { return one.name == name && is_of(one, dtype); });
    TT_FATAL(found != std::end(kForms), "{}: data type {} is not supported", name, dtype);
    return found->code;
}

void tell(KernelDescriptor& kernel, const table::Code& code, DataType dtype) {
    kernel.defines = {{"TTNN_HEADER", include_name(code.header)},
                      {"TTNN_INIT", with_format(code.init, dtype)},
                      {"TTNN_TILE", with_format(code.tile, dtype)},
                      {"TTNN_FORMAT", std::string(format_name(dtype))}};
}

std::uint32_t tell(KernelDescriptor& kernel, const table::Code& code,
                   std::span<const table::Code> table, DataType dtype) {
    const auto call_of = [&](const table::Code& one) {
        return fmt::format("each_tile([&] {{ {}; }}, [&] {{ {}; }})", with_format(one.init, dtype),
                           with_format(one.tile, dtype));
    };
    const std::string_view family = family_of(code.header);
    std::string header = '"' + std::string(family) + '"';
    std::vector<std::string> calls;
    for (const table::Code& one : table)
        if (family_of(one.header) == family &&
            std::ranges::find(calls, call_of(one)) == calls.end())
            calls.push_back(call_of(one));
    auto own = std::ranges::find(calls, call_of(code));
    if (own == calls.end()) {  // in no table: a kernel of its own
        header = include_name(code.header);
        calls = {call_of(code)};
        own = calls.begin();
    }
    std::string cases;
    for (std::size_t i = 0; i < calls.size(); i++)
        cases += fmt::format("case {}: return {}; ", i, calls[i]);
    kernel.defines = {{"TTNN_HEADER", std::move(header)},
                      {"TTNN_CASES", std::move(cases)},
                      {"TTNN_FORMAT", std::string(format_name(dtype))}};
    return static_cast<std::uint32_t>(own - calls.begin());
}

void shorten_dst(KernelDescriptor& kernel, const table::Code& code,
                 std::initializer_list<DataType> types) {
    const auto is_short = [](DataType type) { return type == DataType::BFLOAT16; };
    if (!code.short_dst || !std::ranges::all_of(types, is_short)) return;
    std::get<ComputeConfigDescriptor>(kernel.config).fp32_dest_acc_en = false;
}

ProgramDescriptor unary_program(const table::Code& code, const Tensor& input, const Tensor& output,
                                Params params, const std::optional<CoreRangeSet>& cores,
                                std::span<const table::Code> table) {
    using namespace program;
    const Split split = program::split(*input.device(), tiles_of(output), cores);
    const DataType in = input.dtype(), out = output.dtype();
    KernelDescriptor math = compute("kernels/unary.cpp", split.cores, {{0, in}}, out);
    const std::uint32_t which =
        table.empty() ? tell(math, code, codes_for(in), in) : tell(math, code, table, in);
    shorten_dst(math, code, {in, out});
    math.emplace_common_runtime_args({params[0], params[1], which});
    for (const Share& share : split.shares) math.emplace_runtime_args(share.core, {share.count});
    ProgramDescriptor program;
    program.cbs = {tile_buffer(0, in, split.cores), tile_buffer(16, out, split.cores)};
    program.kernels = {page_reader(0, input, tile_bytes(in), kBatch, split),
                       page_writer(16, output, tile_bytes(out), kBatch, split), std::move(math)};
    return program;
}

TensorSpec spec_like(const tt::tt_metal::Shape& shape, DataType dtype, Layout layout,
                     const MemoryConfig& memory) {
    return {shape, TensorLayout(dtype, PageConfig(layout), memory)};
}

std::uint32_t bits_of(double value, DataType dtype) {
    if (is_floating_point(dtype)) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
}

double rounded(double value, DataType dtype) {
    if (!is_floating_point(dtype) || dtype == DataType::FLOAT32) return value;
    return static_cast<double>(static_cast<float>(bfloat16(static_cast<float>(value))));
}

double number(operations::unary::ScalarVariant scalar) {
    return std::visit([](auto value) { return static_cast<double>(value); }, scalar);
}

void need_device(std::string_view op, const Tensor& tensor) {
    TT_FATAL(tensor.storage_type() == StorageType::DEVICE,
             "{}: Operands to {} need to be on device! This tensor is on the host", op, op);
    TT_FATAL(tensor.is_allocated(),
             "{}: Operands to {} need to be allocated in buffers on device! Tensor is not "
             "allocated: it was deallocated",
             op, op);
}

}  // namespace ttnn::eltwise
