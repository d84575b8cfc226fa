// Shapes of tensors.
#include <fmt/ranges.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <tt-metalium/shape.hpp>
#include <tt-metalium/shape2d.hpp>

#include "base/require.hpp"

namespace tt::tt_metal {

using ironbird::Fault;
using ironbird::require;

void ShapeBase::init() {
    constexpr std::size_t kLeast = 4;
    original_size_ = value_.size();
    if (original_size_ < kLeast) value_.insert(value_.begin(), kLeast - original_size_, 1u);
}

std::size_t ShapeBase::position(std::int32_t index) const {
    const auto rank = static_cast<std::int32_t>(original_size_);
    const auto stored = static_cast<std::int32_t>(value_.size());
    require(-stored <= index && index < rank, Fault::host_argument,
            "index {} of a shape is not in [{}, {})", index, -stored, rank);
    return static_cast<std::size_t>(index < 0 ? stored + index : stored - rank + index);
}

std::uint64_t Shape::volume() const {
    return std::accumulate(cbegin(), cend(), std::uint64_t{1}, std::multiplies<std::uint64_t>());
}

std::uint32_t Shape::get_normalized_index(std::int64_t index) const {
    const auto n = static_cast<std::int64_t>(rank());
    require(-n <= index && index < n, Fault::host_argument, "index {} does not exist in {}", index,
            *this);
    return static_cast<std::uint32_t>(index < 0 ? index + n : index);
}

std::array<std::uint32_t, 4> Shape::to_array_4D() const {
    require(rank() == 4, Fault::host_argument, "{} has not 4 dimensions", *this);
    return {value_[0], value_[1], value_[2], value_[3]};
}

Shape Shape::to_rank(std::size_t new_rank) const {
    Container dims(new_rank, 1u);
    for (std::size_t i = 0; i < rank(); i++) {
        const std::uint32_t dim = view()[rank() - 1 - i];
        if (i < new_rank)
            dims[new_rank - 1 - i] = dim;
        else
            require(dim == 1, Fault::host_argument, "{} cannot be a shape of rank {}", *this,
                    new_rank);
    }
    return Shape(std::move(dims));
}

std::ostream& operator<<(std::ostream& os, const Shape& shape) {
    return os << ttsl::fmt_detail::to_string(shape);
}

// Row-major; all zero if the tensor has no elements.
ttsl::SmallVector<std::size_t> compute_strides(const Shape& shape) {
    ttsl::SmallVector<std::size_t> strides(shape.rank(), std::size_t{0});
    if (shape.volume() == 0) return strides;
    std::size_t stride = 1;
    for (std::size_t i = shape.rank(); i-- > 0;) {
        strides[i] = stride;
        stride *= shape.view()[i];
    }
    return strides;
}

std::size_t compute_flat_indices(ttsl::Span<const std::uint32_t> indices,
                                 ttsl::Span<const std::size_t> strides) {
    return std::inner_product(indices.begin(), indices.end(), strides.begin(), std::size_t{0});
}

std::ostream& operator<<(std::ostream& os, const Shape2D& shape) {
    return os << ttsl::fmt_detail::to_string(shape);
}

}  // namespace tt::tt_metal

std::string ttsl::fmt_detail::to_string(const tt::tt_metal::Shape& shape) {
    return fmt::format("Shape([{}])", fmt::join(shape.view(), ", "));
}

std::string ttsl::fmt_detail::to_string(const tt::tt_metal::Shape2D& shape) {
    return fmt::format("({}, {})", shape.height(), shape.width());
}

nlohmann::json ttsl::json::to_json_t<tt::tt_metal::Shape>::operator()(
    const tt::tt_metal::Shape& shape) const {
    return std::vector<std::uint32_t>(shape.begin(), shape.end());
}

tt::tt_metal::Shape ttsl::json::from_json_t<tt::tt_metal::Shape>::operator()(
    const nlohmann::json& json) const {
    const auto dims = json.get<std::vector<std::uint32_t>>();
    return tt::tt_metal::Shape(ttsl::Span<const std::uint32_t>(dims));
}
