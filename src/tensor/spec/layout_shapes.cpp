// From the shape of a tensor to the matrix that is stored, and between padding and alignment.
#include <algorithm>

#include "tensor/require.hpp"
#include "tensor/spec/page_rules.hpp"
#include "tensor/spec/tensor_layout_impl.hpp"

namespace ironbird::tensor {

using namespace tt::tt_metal;

namespace {

using Dims = ttsl::SmallVector<std::uint32_t>;

// Dimensions are counted from the end: 1 is the last. Those that are missing count as 1.
std::uint32_t from_end(ttsl::Span<const std::uint32_t> dims, std::size_t i) {
    return i <= dims.size() ? dims[dims.size() - i] : 1;
}

// The dimension that makes the product with `inner` a multiple of the alignment.
std::optional<std::uint32_t> outer_dim(std::uint32_t dim, std::size_t inner, std::size_t align) {
    if (align != 0 && inner % align == 0) return dim;
    if (inner == 0 || align % inner != 0) return std::nullopt;
    return static_cast<std::uint32_t>(up_to(dim, align / inner));
}

}  // namespace

Shape2D logical_2d_shape(const Shape& shape) {
    if (shape.rank() == 0) return {1, 1};
    std::size_t height = 1;
    for (std::size_t i = 2; i <= shape.rank(); i++) height *= from_end(shape.view(), i);
    return {height, from_end(shape.view(), 1)};
}

Shape2D physical_shape(const TensorLayout& layout, const Shape& shape) {
    const auto align = layout.get_alignment().view();
    const std::size_t width = up_to(from_end(shape.view(), 1), from_end(align, 1));
    std::size_t height = 1;
    for (std::size_t i = 2; i <= std::max(shape.rank(), align.size()); i++)
        height = up_to(height * from_end(shape.view(), i), from_end(align, i));
    return {height, width};
}

Shape padded_shape(const TensorLayout& layout, const Shape& shape) {
    const auto align = layout.get_alignment().view();
    const std::size_t rank = std::max(shape.rank(), align.size());
    Dims dims(rank, 1u);
    std::size_t inner = 1;  // rows below the current dimension
    for (std::size_t i = 1; i <= rank; i++) {
        const std::uint32_t dim = from_end(shape.view(), i);
        std::uint32_t& padded = dims[rank - i];
        if (i > align.size()) {
            padded = dim;
        } else if (i <= 2) {
            padded = static_cast<std::uint32_t>(up_to(dim, from_end(align, i)));
        } else {
            const auto found = outer_dim(dim, inner, from_end(align, i));
            require(found.has_value(),
                    "Padded shape can't be deducted from TensorLayout parameters {} and Shape {}",
                    layout, shape);
            padded = *found;
        }
        if (i > 1) inner *= padded;
    }
    return Shape(std::move(dims));
}

Strides strides(const TensorLayout& layout, const Shape& shape) {
    const auto align = layout.get_alignment().view();
    Strides result(shape.rank(), 1);
    for (std::size_t i = 2; i <= shape.rank(); i++) {
        std::size_t& stride = result[shape.rank() - i];
        stride = result[shape.rank() - i + 1] * from_end(shape.view(), i - 1);
        if (i - 1 <= align.size()) stride = up_to(stride, from_end(align, i - 1));
    }
    return result;
}

Alignment alignment_from_padding(const PageConfig& pages, const MemoryConfig& memory,
                                 const Shape& logical, const Shape& padded) {
    if (logical == padded) return {};
    const std::size_t rank = padded.rank();
    bool outer = false;
    for (std::size_t i = 3; i <= rank; i++)
        outer = outer || from_end(padded.view(), i) != from_end(logical.view(), i);
    if (const auto& spec = memory.shard_spec()) {
        require(!outer,
                "Tensor with shape {} ({}) cannot be sharded because alignment will have rank "
                "greater than 2!",
                logical, padded);
        return is_tiled(pages) ? Alignment() : Alignment({spec->shape[1]});
    }
    const Alignment tile = is_tiled(pages) ? required_shard_alignment(pages) : Alignment({1, 1});
    Dims dims(outer ? rank : std::min<std::size_t>(rank, 2), 1u);
    std::size_t inner = 1;
    for (std::size_t i = 1; i <= dims.size(); i++) {
        const std::uint32_t size = from_end(padded.view(), i);
        if (i > 1) inner *= size;
        std::uint32_t& dim = dims[dims.size() - i];
        if (i > 2) {
            dim = static_cast<std::uint32_t>(inner);
        } else {
            const std::uint32_t page = from_end(tile.view(), i);
            const bool more = size > up_to(from_end(logical.view(), i), page);
            dim = more || !is_tiled(pages) ? size : page;
        }
        dim = std::max(dim, 1u);
    }
    return Alignment(std::move(dims));
}

TensorLayout layout_from_padding(DataType dtype, const PageConfig& pages,
                                 const MemoryConfig& memory, const Shape& logical,
                                 const Shape& padded) {
    return TensorLayout(dtype, pages, memory,
                        alignment_from_padding(pages, memory, logical, padded));
}

}  // namespace ironbird::tensor
