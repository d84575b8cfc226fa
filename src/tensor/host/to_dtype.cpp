// Host tensors of another data type.
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/host/convert.hpp"
#include "tensor/host/element_types.hpp"
#include "tensor/host/encode.hpp"
#include "tensor/host/host_tensor_impl.hpp"
#include "tensor/host/shard_size.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

TensorSpec with_type(const TensorSpec& from, DataType type) {
    const TensorLayout& old = from.tensor_layout();
    const PageConfig pages =
        is_block_float(type) ? PageConfig(Layout::TILE, from.tile()) : from.page_config();
    TensorSpec to(from.logical_shape(),
                  TensorLayout(type, pages, old.get_memory_config(), old.get_alignment()));
    need_same_physical(from, to, "to_dtype", to.layout());
    return to;
}

// Elements of T, in the order of the old spec, as a buffer of the new one.
template <typename T>
HostBuffer converted(std::span<const T> elements, const TensorSpec& from, const TensorSpec& to) {
    const DataType type = to.data_type();
    if constexpr (!std::is_same_v<T, float8_e4m3>) {
        if (is_block_float(type)) {
            std::vector<T> tiles;
            if (from.layout() == Layout::ROW_MAJOR) elements = tiles = to_tiles(elements, to);
            return HostBuffer(pack_blocks(elements, type, to.tile()));
        }
    }
    return with_element(type, [&]<typename To>(std::type_identity<To>) -> HostBuffer {
        constexpr bool fp8 = std::is_same_v<T, float8_e4m3> != std::is_same_v<To, float8_e4m3>;
        if constexpr (fp8 && !std::is_same_v<T, float> && !std::is_same_v<To, float>)
            refuse("to_dtype: FP8_E4M3 cross-type conversion is only supported to/from FLOAT32");
        else
            return HostBuffer(convert<To>(elements));
    });
}

HostBuffer converted(const HostBuffer& shard, const TensorSpec& from, const TensorSpec& to) {
    if (is_block_float(from.data_type()))
        return converted(std::span<const float>(unpack_blocks(shard.view_as<std::uint32_t>(),
                                                              from.data_type(), from.tile())),
                         from, to);
    return with_element(from.data_type(), [&]<typename T>(std::type_identity<T>) {
        return converted(shard.view_as<T>(), from, to);
    });
}

}  // namespace

HostTensor to_dtype(const HostTensor& input_tensor, DataType dtype) {
    const TensorSpec& from = input_tensor.tensor_spec();
    if (from.data_type() == dtype) return input_tensor;
    const auto fp8 = [](DataType t) { return t == DataType::FP8_E4M3; };
    require(!(fp8(dtype) || fp8(from.data_type())) || dtype == DataType::FLOAT32 ||
                from.data_type() == DataType::FLOAT32,
            "to_dtype: FP8_E4M3 cross-type conversion is only supported to/from FLOAT32");
    const TensorSpec to = with_type(from, dtype);
    return with_data(input_tensor, to, [&](const HostBuffer& shard) {
        need_packed_size(shard, from, "to_dtype input", "before");
        HostBuffer made = converted(shard, from, to);
        need_packed_size(made, to, "to_dtype", "after");
        return made;
    });
}

}  // namespace tt::tt_metal
