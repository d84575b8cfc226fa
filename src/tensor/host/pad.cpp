// Padding of row-major host tensors.
#include <tt-metalium/experimental/tensor_host_pad_apis.hpp>

#include "tensor/host/convert.hpp"
#include "tensor/host/element_types.hpp"
#include "tensor/host/encode.hpp"
#include "tensor/host/host_tensor_impl.hpp"
#include "tensor/spec/page_rules.hpp"
#include "tensor/spec/tensor_layout_impl.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

constexpr std::uint32_t kTile = 32;

void need_rows(const HostTensor& tensor, const char* what, const char* doing) {
    require(tensor.dtype() != DataType::FP8_E4M3, "{}: FP8_E4M3 is not supported", what);
    require(tensor.layout() == Layout::ROW_MAJOR, "Tensor layout must be ROW_MAJOR for {}", doing);
}

// A new buffer full of `fill` for each shard, with a box of the old one in it.
HostTensor moved_box(const HostTensor& tensor, TensorSpec spec, const BoxPlace& source,
                     const BoxPlace& target, const Shape& box, float fill) {
    return with_data(tensor, std::move(spec), [&](const HostBuffer& shard) {
        return with_element(tensor.dtype(), [&]<typename T>(std::type_identity<T>) {
            std::vector<T> made(target.shape.volume(), element_cast<T>(fill));
            copy_box(shard.view_bytes().data(), source,
                     std::as_writable_bytes(std::span(made)).data(), target, box, sizeof(T));
            return HostBuffer(std::move(made));
        });
    });
}

bool in_last_tile(std::uint32_t size, std::uint32_t padded) {
    return size <= padded && size + kTile > padded;
}

}  // namespace

HostTensor pad(const HostTensor& tensor, const Shape& output_padded_shape,
               const Shape& input_tensor_start, float pad_value) {
    need_rows(tensor, "pad", "padding");
    TensorSpec spec(tensor.logical_shape(),
                    layout_from_padding(tensor.dtype(), Layout::ROW_MAJOR, MemoryConfig(),
                                        tensor.logical_shape(), output_padded_shape));
    return moved_box(tensor, std::move(spec), at_start(tensor.padded_shape()),
                     {output_padded_shape, input_tensor_start}, tensor.padded_shape(), pad_value);
}

HostTensor unpad(const HostTensor& tensor, const Shape& output_tensor_start,
                 const Shape& output_tensor_end) {
    need_rows(tensor, "unpad", "unpadding");
    require(output_tensor_start.rank() == output_tensor_end.rank(),
            "Start {} and end {} must have the same rank", output_tensor_start, output_tensor_end);
    Shape box = output_tensor_end;
    for (std::int32_t i = 0; i < static_cast<std::int32_t>(box.rank()); i++) {
        require(output_tensor_start[i] <= box[i], "Start {} must not be behind end {}",
                output_tensor_start, output_tensor_end);
        box[i] -= output_tensor_start[i];
    }
    TensorSpec spec(box, TensorLayout(tensor.dtype(), Layout::ROW_MAJOR, MemoryConfig()));
    return moved_box(tensor, std::move(spec), {tensor.padded_shape(), output_tensor_start},
                     at_start(box), box, 0.0f);
}

HostTensor pad_to_tile(const HostTensor& input_tensor, float pad_value) {
    Shape padded = input_tensor.padded_shape();
    for (std::int32_t i = 1; i <= std::min(2, static_cast<std::int32_t>(padded.rank())); i++)
        padded[-i] = static_cast<std::uint32_t>(up_to(padded[-i], kTile));
    return pad(input_tensor, padded, at_start(padded).start, pad_value);
}

HostTensor unpad_from_tile(const HostTensor& input_tensor, const Shape& output_tensor_shape) {
    const Shape& padded = input_tensor.padded_shape();
    const auto rank = static_cast<std::int32_t>(padded.rank());
    require(output_tensor_shape.rank() == padded.rank(),
            "Input shape must match output shape apart from last 2 dims: {} and {}", padded,
            output_tensor_shape);
    for (std::int32_t i = 3; i <= rank; i++)
        require(padded[-i] == output_tensor_shape[-i],
                "Input shape must match output shape apart from last 2 dims: {} and {}", padded,
                output_tensor_shape);
    for (std::int32_t i = 1; i <= std::min(2, rank); i++) {
        require(padded[-i] % kTile == 0, "Last 2 dims of input shape must be multiples of 32: {}",
                padded);
        require(in_last_tile(output_tensor_shape[-i], padded[-i]),
                "Last 2 dims of output must be within range to have been padded to input: {} and "
                "{}",
                output_tensor_shape, padded);
    }
    return unpad(input_tensor, at_start(padded).start, output_tensor_shape);
}

}  // namespace tt::tt_metal
