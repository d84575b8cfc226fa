// How the pages of a tensor are cut into shards and the shards given to banks.
#pragma once

#include "internal/tensor/array_wrapper.h"
#include "internal/tensor/const.h"
#include "ironbird/arguments.h"

namespace tensor_accessor {

// Everything that follows from the two shapes (in pages), worked out once.
template <uint32_t Capacity>
struct ShardGrid {
    using Shape = std::array<uint32_t, Capacity>;
    uint32_t rank = 0;
    Shape tensor_shape{}, tensor_strides{};
    Shape shard_shape{}, shard_strides{};
    Shape grid{}, grid_strides{};
    uint32_t tensor_volume = 1, shard_volume = 1, shards = 1;

    constexpr void finish() {
        for (uint32_t i = rank; i-- > 0;) {
            grid[i] = (tensor_shape[i] + shard_shape[i] - 1) / shard_shape[i];
            tensor_strides[i] = tensor_volume, tensor_volume *= tensor_shape[i];
            shard_strides[i] = shard_volume, shard_volume *= shard_shape[i];
            grid_strides[i] = shards, shards *= grid[i];
        }
    }
};

template <uint32_t RankCT = 0, uint32_t NumBanksCT = 0,
          typename TensorShapeWrapper = ArrayDynamicWrapper,
          typename ShardShapeWrapper = ArrayDynamicWrapper,
          typename BankCoordsWrapper = ArrayDynamicWrapper, bool IsInterleaved = false,
          bool IsDram = false, bool IsShardContiguous = false>
struct DistributionSpec {
    static constexpr bool has_static_rank = RankCT != 0;
    static constexpr bool has_static_num_banks = NumBanksCT != 0;
    static constexpr bool tensor_shape_static = has_static_rank && TensorShapeWrapper::is_static;
    static constexpr bool shard_shape_static = has_static_rank && ShardShapeWrapper::is_static;
    static constexpr bool bank_coords_static = has_static_num_banks && BankCoordsWrapper::is_static;
    static constexpr bool shapes_static = tensor_shape_static && shard_shape_static;
    static constexpr bool is_static = shapes_static && bank_coords_static;
    static constexpr bool is_interleaved = IsInterleaved;
    static constexpr bool is_dram = IsDram;
    static constexpr bool is_shard_contiguous = IsShardContiguous;
    static constexpr uint32_t rank_ct = RankCT;
    static constexpr uint32_t num_banks_ct = NumBanksCT;

    using Grid = ShardGrid<has_static_rank ? RankCT : uint32_t(MAX_RANK)>;
    using Shape = typename Grid::Shape;

    constexpr DistributionSpec()
        requires is_static
    = default;

    // From arrays or spans: what is static in the type is taken from there.
    template <typename TensorShape, typename ShardShape, typename BankCoords>
    constexpr DistributionSpec(const TensorShape& tensor, const ShardShape& shard,
                               const BankCoords& banks, bool shard_contiguous = IsShardContiguous)
        : DistributionSpec(uint32_t(tensor.size()), uint32_t(banks.size()), tensor.begin(),
                           shard.begin(), banks.begin(), shard_contiguous) {}

    constexpr DistributionSpec(uint32_t rank, uint32_t num_banks, const uint32_t* tensor_shape,
                               const uint32_t* shard_shape, const uint16_t* bank_coords,
                               bool shard_contiguous = IsShardContiguous)
        : num_banks_(num_banks), shard_contiguous_(shard_contiguous), bank_coords_(bank_coords) {
        if constexpr (!shapes_static) {
            grid_.rank = has_static_rank ? RankCT : rank;
            for (uint32_t i = 0; i < grid_.rank; ++i) {
                grid_.tensor_shape[i] =
                    pick<tensor_shape_static, TensorShapeWrapper>(tensor_shape, i);
                grid_.shard_shape[i] = pick<shard_shape_static, ShardShapeWrapper>(shard_shape, i);
            }
            grid_.finish();
        }
    }

    // From decoded arguments; arrays among the common runtime arguments are read where they lie.
    template <typename Args>
        requires requires(const Args& args) { args.bank_coords_crta_offset(); }
    constexpr DistributionSpec(const Args& args)
        : DistributionSpec(
              args.get_rank(), args.get_num_banks(),
              common<uint32_t>(Args::tensor_shape_is_crta, args.tensor_shape_crta_offset()),
              common<uint32_t>(Args::shard_shape_is_crta, args.shard_shape_crta_offset()),
              common<uint16_t>(Args::bank_coords_is_crta, args.bank_coords_crta_offset()),
              args.resolve_shard_contiguous()) {}

    constexpr uint32_t rank() const { return grid().rank; }
    constexpr uint32_t num_banks() const { return has_static_num_banks ? NumBanksCT : num_banks_; }
    constexpr bool resolve_shard_contiguous() const {
        return has_static_num_banks ? IsShardContiguous : shard_contiguous_;
    }
    constexpr const Shape& tensor_shape() const { return grid().tensor_shape; }
    constexpr const Shape& shard_shape() const { return grid().shard_shape; }
    constexpr const Shape& tensor_strides() const { return grid().tensor_strides; }
    constexpr const Shape& shard_strides() const { return grid().shard_strides; }
    constexpr const Shape& shard_grid() const { return grid().grid; }
    constexpr const Shape& shard_grid_strides() const { return grid().grid_strides; }
    constexpr std::size_t tensor_volume() const { return grid().tensor_volume; }
    constexpr std::size_t shard_volume() const { return grid().shard_volume; }
    constexpr std::size_t num_shards() const { return grid().shards; }

    // x in the upper byte, y in the lower; for DRAM x is the bank number.
    constexpr const uint16_t* packed_xy_coords() const {
        if constexpr (bank_coords_static) {
            return BankCoordsWrapper::elements.data();
        } else {
            return bank_coords_;
        }
    }

 private:
    template <bool Static, class Wrapper>
    static constexpr uint32_t pick(const uint32_t* values, uint32_t i) {
        if constexpr (Static) {
            return Wrapper::elements[i];
        } else {
            return values[i];
        }
    }

    template <class T>
    static constexpr const T* common(bool present, uint32_t index) {
        return present ? reinterpret_cast<const T*>(uintptr_t(get_common_arg_addr(index)))
                       : nullptr;
    }

    static constexpr Grid static_grid() {
        Grid grid;
        if constexpr (shapes_static) {
            grid.rank = RankCT;
            grid.tensor_shape = TensorShapeWrapper::elements;
            grid.shard_shape = ShardShapeWrapper::elements;
            grid.finish();
        }
        return grid;
    }

    static constexpr Grid kGrid = static_grid();

    constexpr const Grid& grid() const {
        if constexpr (shapes_static) {
            return kGrid;
        } else {
            return grid_;
        }
    }

    struct Nothing {};
    [[no_unique_address]] std::conditional_t<shapes_static, Nothing, Grid> grid_{};
    uint32_t num_banks_ = 0;
    bool shard_contiguous_ = false;
    const uint16_t* bank_coords_ = nullptr;
};

template <bool IsDram>
using InterleavedSpec =
    DistributionSpec<0, 0, ArrayStaticWrapper<uint32_t>, ArrayStaticWrapper<uint32_t>,
                     ArrayStaticWrapper<uint16_t>, true, IsDram>;

template <bool IsDram>
auto make_interleaved_dspec() {
    return InterleavedSpec<IsDram>(0, 0, nullptr, nullptr, nullptr);
}

// The spec that decoded arguments describe.
template <typename Args>
using SpecOf = DistributionSpec<
    Args::RankCT, Args::NumBanksCT,
    typename ArrayWrapperTypeSelectorU32<!Args::tensor_shape_is_crta, Args::TensorShapeCTAOffset,
                                         Args::RankCT>::type,
    typename ArrayWrapperTypeSelectorU32<!Args::shard_shape_is_crta, Args::ShardShapeCTAOffset,
                                         Args::RankCT>::type,
    typename ArrayWrapperTypeSelectorPackedU16<!Args::bank_coords_is_crta,
                                               Args::BankCoordsCTAOffset, Args::NumBanksCT>::type,
    !Args::is_sharded, Args::is_dram, Args::is_shard_contiguous>;

}  // namespace tensor_accessor
