// The logical content of a host tensor in another spec.
#include <cmath>
#include <limits>
#include <tt-metalium/experimental/tensor_apis_with_pad_values.hpp>
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/host/convert.hpp"
#include "tensor/host/element_types.hpp"
#include "tensor/host/encode.hpp"
#include "tensor/host/host_tensor_impl.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

template <typename T>
void check(const TensorSpec& from, const TensorSpec& to) {
    const auto fp8 = [](const TensorSpec& s) { return s.data_type() == DataType::FP8_E4M3; };
    const bool block = is_block_float(from.data_type()) || is_block_float(to.data_type());
    require(from.logical_shape().rank() > 0, "to_tensor_spec: tensors of rank 0 are not supported");
    require(from.logical_shape() == to.logical_shape(),
            "to_tensor_spec: logical shapes must match, not {} and {}", from.logical_shape(),
            to.logical_shape());
    require(!fp8(from) && !fp8(to), "to_tensor_spec: FP8_E4M3 is not supported");
    if (block)
        require(std::is_same_v<T, float>,
                "to_tensor_spec: block formats are converted as float, not as {}",
                convert_to_data_type<T>());
    else
        require(from.data_type() == convert_to_data_type<T>(),
                "to_tensor_spec: a tensor of {} is not converted as {}", from.data_type(),
                convert_to_data_type<T>());
}

// A pad value of a floating type must be a value of an integer destination.
template <typename To, typename T>
void check_pad(T pad, const TensorSpec& to) {
    if constexpr (std::is_integral_v<To> && !std::is_integral_v<T>) {
        const double value = static_cast<float>(pad);
        require(to.logical_2d_shape() == to.physical_shape() ||
                    (std::isfinite(value) && value >= double{std::numeric_limits<To>::lowest()} &&
                     value <= double{std::numeric_limits<To>::max()}),
                "to_tensor_spec: {} cannot pad a tensor of {}", value, to.data_type());
    }
}

template <typename T>
std::vector<T> logical(const HostBuffer& shard, const TensorSpec& spec) {
    if constexpr (std::is_same_v<T, float>)
        if (is_block_float(spec.data_type()))
            return decode(std::span<const float>(unpack_blocks(shard.view_as<std::uint32_t>(),
                                                               spec.data_type(), spec.tile())),
                          spec);
    return with_element(spec.data_type(), [&]<typename From>(std::type_identity<From>) {
        if constexpr (std::is_same_v<From, T>)
            return decode(shard.view_as<T>(), spec);
        else
            return convert<T>(std::span<const From>(decode(shard.view_as<From>(), spec)));
    });
}

template <typename T>
HostBuffer stored_as(std::span<const T> elements, const TensorSpec& spec, T pad) {
    if (is_block_float(spec.data_type()))
        return HostBuffer(pack_blocks(std::span<const T>(encode(elements, spec, pad)),
                                      spec.data_type(), spec.tile()));
    return with_element(spec.data_type(), [&]<typename To>(std::type_identity<To>) {
        check_pad<To>(pad, spec);
        return HostBuffer(
            encode(std::span<const To>(convert<To>(elements)), spec, element_cast<To>(pad)));
    });
}

}  // namespace

template <typename T>
HostTensor host_tensor_to_tensor_spec_with_pad_value(const HostTensor& tensor,
                                                     const TensorSpec& dest_spec, T pad_value) {
    const TensorSpec& from = tensor.tensor_spec();
    check<T>(from, dest_spec);
    if (from == dest_spec) return tensor;
    return with_data(tensor, dest_spec, [&](const HostBuffer& shard) {
        return stored_as(std::span<const T>(logical<T>(shard, from)), dest_spec, pad_value);
    });
}

template <typename T>
HostTensor to_tensor_spec(const HostTensor& tensor, const TensorSpec& dest_spec) {
    return host_tensor_to_tensor_spec_with_pad_value(tensor, dest_spec, T{});
}

#define IB_INSTANTIATE(T)                                                                   \
    template HostTensor host_tensor_to_tensor_spec_with_pad_value<T>(const HostTensor&,     \
                                                                     const TensorSpec&, T); \
    template HostTensor to_tensor_spec<T>(const HostTensor&, const TensorSpec&);
IB_FOR_EACH_ELEMENT(IB_INSTANTIATE)
#undef IB_INSTANTIATE

}  // namespace tt::tt_metal
