// Block formats by way of the packers of the number formats.
#include "tensor/host/convert.hpp"

#include <tt-metalium/bfloat4.hpp>
#include <tt-metalium/bfloat8.hpp>

#include "tensor/host/element_types.hpp"

namespace ironbird::tensor {

using tt::tt_metal::DataType;
using tt::tt_metal::Tile;

template <typename T>
std::vector<std::uint32_t> pack_blocks(std::span<const T> tiles, DataType type, const Tile& tile) {
    return type == DataType::BFLOAT8_B ? pack_as_bfp8_tiles(tiles, false, false, tile)
                                       : pack_as_bfp4_tiles(tiles, false, false, tile);
}

std::vector<float> unpack_blocks(std::span<const std::uint32_t> words, DataType type,
                                 const Tile& tile) {
    return type == DataType::BFLOAT8_B
               ? unpack_bfp8_tiles_into_float_vec(words, false, false, tile)
               : unpack_bfp4_tiles_into_float_vec(words, false, false, tile);
}

#define IB_INSTANTIATE(T)                                                                       \
    template std::vector<std::uint32_t> pack_blocks<T>(std::span<const T> tiles, DataType type, \
                                                       const Tile& tile);
IB_FOR_EACH_ELEMENT(IB_INSTANTIATE)
#undef IB_INSTANTIATE

}  // namespace ironbird::tensor
