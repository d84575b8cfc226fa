// What pages ask of a tensor's layout: alignment, the shape of a page, its bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <tt-metalium/shape2d.hpp>
#include <tt-metalium/tensor/spec/layout/page_config.hpp>
#include <tt-metalium/tensor/spec/layout/tensor_layout.hpp>
#include <tt-metalium/tensor/spec/memory_config/memory_config.hpp>

namespace ironbird::tensor {

using tt::tt_metal::Alignment;
using tt::tt_metal::DataType;
using tt::tt_metal::MemoryConfig;
using tt::tt_metal::PageConfig;
using tt::tt_metal::Shape2D;

bool is_tiled(const PageConfig& pages);

// v rounded up to a multiple of `multiple`; 0 asks for nothing.
constexpr std::size_t up_to(std::size_t v, std::size_t multiple) {
    return multiple == 0 ? v : (v + multiple - 1) / multiple * multiple;
}
constexpr std::size_t how_many(std::size_t v, std::size_t each) {
    return each == 0 ? 0 : (v + each - 1) / each;
}

Alignment default_alignment(const PageConfig& pages, const MemoryConfig& memory);
// What the dimensions of a shard must be multiples of.
Alignment required_shard_alignment(const PageConfig& pages);

// Throws if the alignment, which is the default or was given, does not suit pages and shards.
void check_alignment(const PageConfig& pages, const MemoryConfig& memory,
                     const Alignment& alignment);

// Height and width of a shard, if there are shards.
std::optional<Shape2D> shard_of(const MemoryConfig& memory);

Shape2D page_shape(const PageConfig& pages, DataType type, const MemoryConfig& memory,
                   const Shape2D& physical);
std::size_t page_bytes(const PageConfig& pages, DataType type, const Shape2D& page);

}  // namespace ironbird::tensor
