// How the elements of a tensor lie in memory: type, pages, memory and alignment, without a shape.
#pragma once

#include <cstddef>
#include <memory>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/shape2d.hpp>
#include <tt-metalium/tensor/spec/layout/alignment.hpp>
#include <tt-metalium/tensor/spec/layout/page_config.hpp>
#include <tt-metalium/tensor/spec/memory_config/memory_config.hpp>
#include <tt-metalium/tensor/tensor_types.hpp>
#include <tuple>
#include <vector>

namespace tt::tt_metal {

class TensorLayoutImpl;

// Whether shards consist of whole tiles; true for whatever is not both sharded and tiled.
bool can_shard_align(const MemoryConfig& memory_config, const Layout& layout,
                     const Tile& tile = Tile{});

using Strides = std::vector<std::size_t>;

class TensorLayout {
 public:
    // An empty alignment means that of the pages.
    TensorLayout(DataType dtype, const PageConfig& page_config, const MemoryConfig& memory_config,
                 const Alignment& alignment = {});
    ~TensorLayout();
    TensorLayout(const TensorLayout& other);
    TensorLayout& operator=(const TensorLayout& other);
    TensorLayout(TensorLayout&& other) noexcept;
    TensorLayout& operator=(TensorLayout&& other) noexcept;

    // With the alignment that pads the logical shape to the padded one.
    [[deprecated("give an alignment instead")]] static TensorLayout fromPaddedShape(
        DataType dtype, const PageConfig& page_config, const MemoryConfig& memory_config,
        const Shape& logical_shape, const Shape& padded_shape);

    Layout get_layout() const;
    Tile get_tile() const;
    PageConfig get_page_config() const;
    DataType get_data_type() const;
    const MemoryConfig& get_memory_config() const;
    const Alignment& get_alignment() const;

    [[deprecated("ask the TensorSpec")]] Shape compute_padded_shape(const Shape& shape) const;

    // Alignment stays as it is and nothing is checked.
    TensorLayout with_memory_config(MemoryConfig memory_config) const;

    bool operator==(const TensorLayout& other) const;
    bool operator!=(const TensorLayout& other) const;

    static constexpr auto attribute_names =
        std::forward_as_tuple("dtype", "page_config", "memory_config", "alignment");
    std::tuple<const DataType&, const PageConfig&, const MemoryConfig&, const Alignment&>
    attribute_values() const;

    TensorLayoutImpl& impl();
    const TensorLayoutImpl& impl() const;

 private:
    std::unique_ptr<TensorLayoutImpl> impl_;  // null after a move
};

}  // namespace tt::tt_metal
