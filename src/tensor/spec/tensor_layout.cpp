// Tensor layouts.
#include <tt-metalium/experimental/tensor_serialization_support.hpp>

#include "tensor/require.hpp"
#include "tensor/spec/page_rules.hpp"
#include "tensor/spec/tensor_layout_impl.hpp"

namespace tt::tt_metal {

using namespace ironbird::tensor;

namespace {

// As given, with at least the pages' rank and in whole pages.
Alignment settle(const Alignment& given, const Alignment& pages) {
    if (given.empty()) return pages;
    const std::size_t rank = std::max(given.size(), pages.size());
    ttsl::SmallVector<std::uint32_t> dims(rank, 1u);
    for (std::size_t i = 1; i <= rank; i++) {
        std::uint32_t& dim = dims[rank - i];
        if (i <= given.size()) dim = given.view()[given.size() - i];
        if (i <= pages.size())
            dim = static_cast<std::uint32_t>(up_to(dim, pages.view()[pages.size() - i]));
    }
    return Alignment(std::move(dims));
}

template <typename Pointer>
auto& layout_of(const Pointer& impl) {
    return held(impl, "TensorLayout");
}

}  // namespace

TensorLayout::TensorLayout(DataType dtype, const PageConfig& page_config,
                           const MemoryConfig& memory_config, const Alignment& alignment)
    : impl_(std::make_unique<TensorLayoutImpl>(
          TensorLayoutImpl{dtype, page_config, memory_config,
                           settle(alignment, default_alignment(page_config, memory_config))})) {
    check_alignment(page_config, memory_config, impl_->alignment);
}

TensorLayout::~TensorLayout() = default;
TensorLayout::TensorLayout(TensorLayout&& other) noexcept = default;
TensorLayout& TensorLayout::operator=(TensorLayout&& other) noexcept = default;

TensorLayout::TensorLayout(const TensorLayout& other)
    : impl_(std::make_unique<TensorLayoutImpl>(other.impl())) {}

TensorLayout& TensorLayout::operator=(const TensorLayout& other) {
    if (this != &other) *this = TensorLayout(other);
    return *this;
}

TensorLayoutImpl& TensorLayout::impl() {
    return layout_of(impl_);
}
const TensorLayoutImpl& TensorLayout::impl() const {
    return layout_of(impl_);
}

TensorLayout TensorLayout::fromPaddedShape(DataType dtype, const PageConfig& page_config,
                                           const MemoryConfig& memory_config,
                                           const Shape& logical_shape, const Shape& padded_shape) {
    return layout_from_padding(dtype, page_config, memory_config, logical_shape, padded_shape);
}

Layout TensorLayout::get_layout() const {
    return impl().page_config.get_layout();
}
Tile TensorLayout::get_tile() const {
    return impl().page_config.get_tile();
}
PageConfig TensorLayout::get_page_config() const {
    return impl().page_config;
}
DataType TensorLayout::get_data_type() const {
    return impl().dtype;
}
const MemoryConfig& TensorLayout::get_memory_config() const {
    return impl().memory_config;
}
const Alignment& TensorLayout::get_alignment() const {
    return impl().alignment;
}

Shape TensorLayout::compute_padded_shape(const Shape& shape) const {
    return padded_shape(*this, shape);
}

TensorLayout TensorLayout::with_memory_config(MemoryConfig memory_config) const {
    TensorLayout other = *this;
    other.impl_->memory_config = std::move(memory_config);
    return other;
}

bool TensorLayout::operator==(const TensorLayout& other) const {
    const TensorLayoutImpl &a = impl(), &b = other.impl();
    return a.dtype == b.dtype && a.page_config == b.page_config &&
           a.memory_config == b.memory_config && a.alignment == b.alignment;
}
bool TensorLayout::operator!=(const TensorLayout& other) const {
    return !(*this == other);
}

std::tuple<const DataType&, const PageConfig&, const MemoryConfig&, const Alignment&>
TensorLayout::attribute_values() const {
    const TensorLayoutImpl& l = impl();
    return std::tie(l.dtype, l.page_config, l.memory_config, l.alignment);
}

TensorLayout restore_tensor_layout_from_serialized(DataType dtype, const PageConfig& page_config,
                                                   const MemoryConfig& memory_config,
                                                   const Alignment& alignment) {
    return TensorLayout(dtype, page_config, memory_config, alignment);
}

}  // namespace tt::tt_metal
