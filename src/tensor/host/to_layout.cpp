// Host tensors between rows and tiles.
#include <tt-metalium/tensor/tensor_apis.hpp>

#include "tensor/host/element_types.hpp"
#include "tensor/host/encode.hpp"
#include "tensor/host/host_tensor_impl.hpp"
#include "tensor/host/shard_size.hpp"
#include "tensor/spec/tensor_layout_impl.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

template <typename Convert>
HostTensor with_layout(const HostTensor& tensor, const TensorSpec& spec, Convert convert) {
    return with_data(tensor, spec, [&](const HostBuffer& shard) {
        return with_element(tensor.dtype(), [&]<typename T>(std::type_identity<T>) {
            HostBuffer made(convert(shard.view_as<T>()));
            need_packed_size(made, spec, "to_layout", "after");
            return made;
        });
    });
}

}  // namespace

HostTensor to_tile_layout(const HostTensor& tensor, const Tile& tile) {
    const TensorSpec& from = tensor.tensor_spec();
    if (tensor.layout() == Layout::TILE) {
        require(from.tile() == tile,
                "to_layout: a tensor in tiles of {} is wanted in tiles of {}. Retile is not "
                "supported.",
                from.tile().get_tile_shape(), tile.get_tile_shape());
        return tensor;
    }
    const TensorLayout& old = from.tensor_layout();
    const TensorSpec to(from.logical_shape(),
                        TensorLayout(old.get_data_type(), PageConfig(Layout::TILE, tile),
                                     old.get_memory_config(), old.get_alignment()));
    need_same_physical(from, to, "to_layout", Layout::TILE);
    return with_layout(tensor, to,
                       [&]<typename T>(std::span<const T> rows) { return to_tiles(rows, to); });
}

HostTensor to_row_major_layout(const HostTensor& tensor) {
    if (tensor.layout() == Layout::ROW_MAJOR || is_block_float(tensor.dtype())) return tensor;
    const TensorSpec& from = tensor.tensor_spec();
    const TensorSpec to(from.logical_shape(),
                        layout_from_padding(from.data_type(), Layout::ROW_MAJOR, MemoryConfig(),
                                            from.logical_shape(), from.padded_shape()));
    return with_layout(tensor, to,
                       [&]<typename T>(std::span<const T> tiles) { return to_rows(tiles, from); });
}

HostTensor to_layout(const HostTensor& tensor, Layout target_layout) {
    require(target_layout == Layout::TILE || target_layout == Layout::ROW_MAJOR,
            "Target layout {} is not supported", target_layout);
    if (tensor.layout() == target_layout) return tensor;
    return target_layout == Layout::TILE ? to_tile_layout(tensor, tensor.tensor_spec().tile())
                                         : to_row_major_layout(tensor);
}

}  // namespace tt::tt_metal
