// quantize, requantize, dequantize, in 32 bits.
#include "ttnn/operations/eltwise/quantization/quantization.hpp"

#include <tt_stl/assert.hpp>

#include "ops/data_movement/remap.hpp"
#include "ops/eltwise/backward.hpp"
#include "ops/eltwise/eltwise.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/eltwise/binary/binary_composite.hpp"
#include "ttnn/operations/eltwise/unary/unary_composite.hpp"

namespace ttnn {

using namespace tt::tt_metal;

namespace {

// A parameter as it is broadcast over the tensor, in 32 bits: a vector lies along the axis.
Tensor spread_parameter(std::string_view op, const Tensor& parameter, const Tensor& x,
                        std::optional<std::int32_t> axis) {
    const auto& shape = x.logical_shape();
    const auto count = static_cast<std::uint32_t>(parameter.logical_volume());
    ttsl::SmallVector<std::uint32_t> dims(std::max<std::size_t>(shape.rank(), 1), 1);
    if (axis) {
        const std::uint32_t at = data_movement::dim_index(op, *axis, shape.rank());
        TT_FATAL(parameter.logical_shape().rank() == 1 && count == shape[static_cast<int>(at)],
                 "{}: a parameter along axis {} of {} has shape {}, one number for each place is "
                 "needed",
                 op, *axis, shape, parameter.logical_shape());
        dims[at] = count;
    } else {
        TT_FATAL(count == 1, "{}: a parameter of shape {} needs an axis", op,
                 parameter.logical_shape());
    }
    const Tensor lying =
        ttnn::reshape(ttnn::to_layout(parameter, Layout::TILE), tt::tt_metal::Shape(dims));
    return typecast(lying, DataType::FLOAT32);
}

template <typename Number, typename Operation>
Tensor with_parameter(std::string_view op, const Tensor& x,
                      const std::variant<Tensor, Number>& parameter,
                      std::optional<std::int32_t> axis, Operation operation) {
    if (const auto* tensor = std::get_if<Tensor>(&parameter))
        return operation(x, spread_parameter(op, *tensor, x, axis));
    return operation(x, static_cast<float>(std::get<Number>(parameter)));
}

constexpr auto kTimes = [](const Tensor& x, const auto& y) { return multiply(x, y); };
constexpr auto kOver = [](const Tensor& x, const auto& y) { return divide(x, y); };
constexpr auto kPlus = [](const Tensor& x, const auto& y) { return add(x, y); };
constexpr auto kMinus = [](const Tensor& x, const auto& y) { return subtract(x, y); };

Tensor to_codes(std::string_view op, const Tensor& x, const QuantScale& scale,
                const QuantZero& zero, std::optional<std::int32_t> axis, DataType dtype,
                const std::optional<MemoryConfig>& memory, const std::optional<Tensor>& output) {
    TT_FATAL(dtype == DataType::INT32, "{}: the output is {}, INT32 is allowed", op, dtype);
    const Tensor scaled =
        with_parameter(op, with_parameter(op, x, scale, axis, kOver), zero, axis, kPlus);
    const Tensor codes = clamp(round(scaled), ClampLimit(-127.0f), ClampLimit(127.0f));
    return eltwise::placed(typecast(codes, dtype), memory, output);
}

Tensor from_codes(std::string_view op, const Tensor& codes, const QuantScale& scale,
                  const QuantZero& zero, std::optional<std::int32_t> axis) {
    TT_FATAL(codes.dtype() == DataType::INT32, "{}: the input is {}, INT32 is allowed", op,
             codes.dtype());
    const Tensor whole = typecast(codes, DataType::FLOAT32);
    return with_parameter(op, with_parameter(op, whole, zero, axis, kMinus), scale, axis, kTimes);
}

}  // namespace

Tensor quantize(const Tensor& input, const QuantScale& scale, const QuantZero& zero_point,
                std::optional<std::int32_t> axis, const std::optional<const DataType>& dtype,
                // NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
                const std::optional<MemoryConfig>& memory, std::optional<Tensor> output) {
    eltwise::need_device("quantize", input);
    TT_FATAL(is_floating_point(input.dtype()), "quantize: the input is {}, real numbers are needed",
             input.dtype());
    return to_codes("quantize", typecast(input, DataType::FLOAT32), scale, zero_point, axis,
                    dtype.value_or(DataType::INT32), memory, output);
}

Tensor requantize(const Tensor& input, const QuantScale& in_scale, const QuantZero& in_zero_point,
                  const QuantScale& out_scale, const QuantZero& out_zero_point,
                  std::optional<std::int32_t> axis, const std::optional<const DataType>& dtype,
                  // NOLINTNEXTLINE(performance-unnecessary-value-param): upstream's signature
                  const std::optional<MemoryConfig>& memory, std::optional<Tensor> output) {
    eltwise::need_device("requantize", input);
    return to_codes("requantize", from_codes("requantize", input, in_scale, in_zero_point, axis),
                    out_scale, out_zero_point, axis, dtype.value_or(DataType::INT32), memory,
                    output);
}

Tensor dequantize(const Tensor& input, const QuantScale& scale, const QuantZero& zero_point,
                  std::optional<std::int32_t> axis, const std::optional<const DataType>& dtype,
                  const std::optional<MemoryConfig>& memory, std::optional<Tensor> output) {
    eltwise::need_device("dequantize", input);
    const Tensor values = from_codes("dequantize", input, scale, zero_point, axis);
    const DataType type = output ? output->dtype() : dtype ? DataType(*dtype) : DataType::BFLOAT16;
    return eltwise::placed(typecast(values, type), memory, output);
}

}  // namespace ttnn
