// Host tensors from the elements of a program, and back.
#include <tt-metalium/experimental/tensor_apis_with_pad_values.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/host/convert.hpp"
#include "tensor/host/element_types.hpp"
#include "tensor/host/encode.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

// Everything but FP8 of other types than float, which has no direct way.
template <typename T>
HostBuffer stored(std::span<const T> logical, const TensorSpec& spec, T pad) {
    const DataType type = spec.data_type();
    if (is_block_float(type))
        return HostBuffer(
            pack_blocks(std::span<const T>(encode(logical, spec, pad)), type, spec.tile()));
    require(type != DataType::FP8_E4M3 || std::is_same_v<T, float>,
            "to_dtype: FP8_E4M3 cross-type conversion is only supported to/from FLOAT32");
    return with_element(type, [&]<typename To>(std::type_identity<To>) {
        if constexpr (std::is_same_v<To, T>)
            return HostBuffer(encode(logical, spec, pad));
        else
            return HostBuffer(
                encode(std::span<const To>(convert<To>(logical)), spec, element_cast<To>(pad)));
    });
}

template <typename T>
TensorSpec plain_spec(const Shape& shape) {
    return TensorSpec(shape,
                      TensorLayout(convert_to_data_type<T>(), Layout::ROW_MAJOR, MemoryConfig()));
}

}  // namespace

template <typename T>
HostTensor host_tensor_from_span_with_pad_value(std::span<const T> buffer, TensorSpec spec,
                                                T pad_value) {
    require(buffer.size() == spec.logical_shape().volume(),
            "Current buffer size is {} different from shape volume {}", buffer.size(),
            spec.logical_shape().volume());
    HostBuffer data = stored(buffer, spec, pad_value);
    return HostTensor::from_buffer(std::move(data), std::move(spec));
}

template <typename T>
HostTensor host_tensor_from_vector_with_pad_value(const std::vector<T>& buffer, TensorSpec spec,
                                                  T pad_value) {
    require(buffer.size() == spec.logical_shape().volume(),
            "Buffer size {} differs from shape volume {}", buffer.size(),
            spec.logical_shape().volume());
    return host_tensor_from_span_with_pad_value(std::span<const T>(buffer), std::move(spec),
                                                pad_value);
}

template <typename T>
HostTensor host_tensor_from_vector_with_pad_value(std::vector<T>&& buffer, TensorSpec spec,
                                                  T pad_value) {
    if (!is_plain(spec) || spec.data_type() != convert_to_data_type<T>())
        return host_tensor_from_vector_with_pad_value(std::as_const(buffer), std::move(spec),
                                                      pad_value);
    require(buffer.size() == spec.logical_shape().volume(),
            "Buffer size {} differs from shape volume {}", buffer.size(),
            spec.logical_shape().volume());
    return HostTensor::from_buffer(HostBuffer(std::move(buffer)), std::move(spec));
}

template <typename T>
HostTensor HostTensor::from_span(std::span<const T> buffer, TensorSpec spec) {
    return host_tensor_from_span_with_pad_value(buffer, std::move(spec), T{});
}

template <typename T>
HostTensor HostTensor::from_vector(const std::vector<T>& buffer, TensorSpec spec) {
    return host_tensor_from_vector_with_pad_value(buffer, std::move(spec), T{});
}

template <typename T>
HostTensor HostTensor::from_vector(std::vector<T>&& buffer, TensorSpec spec) {
    return host_tensor_from_vector_with_pad_value(std::move(buffer), std::move(spec), T{});
}

template <typename T>
HostTensor HostTensor::from_borrowed_data(std::span<T> buffer, const Shape& shape, MemoryPin pin) {
    require(buffer.size() == shape.volume(), "Buffer size {} differs from shape volume {}",
            buffer.size(), shape.volume());
    return from_buffer(HostBuffer(buffer, std::move(pin)), plain_spec<T>(shape));
}

template <typename T>
std::vector<T> HostTensor::to_vector() const {
    const TensorSpec& spec = tensor_spec();
    const HostBuffer buffer = host_buffer::get_host_buffer(*this);
    if (dtype() == convert_to_data_type<T>()) return decode(buffer.view_as<T>(), spec);
    if constexpr (std::is_same_v<T, float>) {
        if (dtype() == DataType::BFLOAT16)
            return decode(std::span<const float>(convert<float>(buffer.view_as<bfloat16>())), spec);
        if (is_block_float(dtype()))
            return decode(std::span<const float>(
                              unpack_blocks(buffer.view_as<std::uint32_t>(), dtype(), spec.tile())),
                          spec);
        refuse("Cannot convert HostTensor to vector<float> for data type: {}", dtype());
    } else {
        refuse("Unsupported data type for to_vector: got {}, expected: {}",
               convert_to_data_type<T>(), dtype());
    }
}

#define IB_INSTANTIATE(T)                                                                         \
    template HostTensor host_tensor_from_span_with_pad_value<T>(std::span<const T>, TensorSpec,   \
                                                                T);                               \
    template HostTensor host_tensor_from_vector_with_pad_value<T>(const std::vector<T>&,          \
                                                                  TensorSpec, T);                 \
    template HostTensor host_tensor_from_vector_with_pad_value<T>(std::vector<T>&&, TensorSpec,   \
                                                                  T);                             \
    template HostTensor HostTensor::from_span<T>(std::span<const T>, TensorSpec);                 \
    template HostTensor HostTensor::from_vector<T>(const std::vector<T>&, TensorSpec);            \
    template HostTensor HostTensor::from_vector<T>(std::vector<T>&&, TensorSpec);                 \
    template HostTensor HostTensor::from_borrowed_data<T>(std::span<T>, const Shape&, MemoryPin); \
    template std::vector<T> HostTensor::to_vector<T>() const;
IB_FOR_EACH_ELEMENT(IB_INSTANTIATE)
#undef IB_INSTANTIATE

}  // namespace tt::tt_metal
