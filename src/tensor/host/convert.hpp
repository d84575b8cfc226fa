// Elements of one type as elements of another, in the order in which they are stored.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tt-metalium/tensor/spec/tensor_spec.hpp>
#include <vector>

namespace ironbird::tensor {

template <typename To, typename From>
To element_cast(From value) {
    constexpr bool by_float = std::is_class_v<To> || std::is_class_v<From>;
    if constexpr (by_float && !std::is_same_v<To, From>)
        return static_cast<To>(static_cast<float>(value));
    else
        return static_cast<To>(value);
}

template <typename To, typename From>
std::vector<To> convert(std::span<const From> from) {
    std::vector<To> to(from.size());
    const From* in = from.data();
    To* out = to.data();
    for (std::size_t i = 0; i < from.size(); i++) out[i] = element_cast<To>(in[i]);
    return to;
}

// Tiles of a block format from stored tiles of T, and back to floats.
template <typename T>
std::vector<std::uint32_t> pack_blocks(std::span<const T> tiles, tt::tt_metal::DataType type,
                                       const tt::tt_metal::Tile& tile);
std::vector<float> unpack_blocks(std::span<const std::uint32_t> words, tt::tt_metal::DataType type,
                                 const tt::tt_metal::Tile& tile);

}  // namespace ironbird::tensor
