// Tensor specs: what goes together, and what follows from it.
#include <tt-metalium/tensor/spec/tensor_spec.hpp>

#include "tensor/require.hpp"
#include "tensor/spec/shard_forms.hpp"
#include "tensor/spec/tensor_layout_impl.hpp"

namespace tt::tt_metal {

namespace ib = ironbird::tensor;

namespace {

void check_type(DataType type, Layout layout) {
    ib::require(type < DataType::INVALID,
                "Only UINT32, INT32, FLOAT32, UINT16, UINT8, INT8, BFLOAT16, BFLOAT8_B, BFLOAT4_B, "
                "or FP8_E4M3 dtypes are supported on device!");
    ib::require(!is_block_float(type) || layout == Layout::TILE,
                "Only TILE layout is supported for {} dtype!",
                type == DataType::BFLOAT8_B ? "BFLOAT8_B" : "BFLOAT4_B");
    ib::require(type != DataType::FP8_E4M3 || layout == Layout::ROW_MAJOR,
                "Only ROW_MAJOR layout is supported for FP8_E4M3 dtype!");
}

}  // namespace

TensorSpec::TensorSpec(Shape logical_shape, TensorLayout tensor_layout)
    : logical_shape_(std::move(logical_shape)),
      tensor_layout_(std::move(tensor_layout)),
      cached_padded_shape_(ib::padded_shape(tensor_layout_, logical_shape_)),
      cached_logical_2d_shape_(ib::logical_2d_shape(logical_shape_)),
      cached_physical_shape_(ib::physical_shape(tensor_layout_, logical_shape_)) {
    if (const auto misfit = ib::grid_misfit(memory_config(), cached_physical_shape_))
        ib::refuse("{}", *misfit);
    check_type(data_type(), layout());
    fill_in_other_shard_spec();
}

void TensorSpec::fill_in_other_shard_spec() {
    if (auto both = ib::with_both_shard_specs(memory_config(), cached_padded_shape_,
                                              cached_physical_shape_))
        tensor_layout_ = tensor_layout_.with_memory_config(std::move(*both));
}

Strides TensorSpec::compute_strides() const {
    return ib::strides(tensor_layout_, logical_shape_);
}
BufferShardingArgs TensorSpec::compute_buffer_sharding_args() const {
    return ib::sharding_args(tensor_layout_, logical_shape_);
}
std::size_t TensorSpec::compute_packed_buffer_size_bytes() const {
    return ib::packed_bytes(tensor_layout_, logical_shape_);
}
std::size_t TensorSpec::compute_page_size_bytes() const {
    return ib::page_bytes(tensor_layout_, logical_shape_);
}
std::size_t TensorSpec::compute_consumed_memory_bytes_per_bank(std::size_t page_alignment,
                                                               std::size_t num_banks) const {
    return ib::bytes_per_bank(tensor_layout_, logical_shape_, page_alignment, num_banks);
}

bool can_shape_fits_shard_grid(const TensorLayout& tensor_layout, const Shape& logical_shape) {
    return !ib::grid_misfit(tensor_layout.get_memory_config(),
                            ib::physical_shape(tensor_layout, logical_shape));
}

}  // namespace tt::tt_metal
