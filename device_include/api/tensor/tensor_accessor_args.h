// Decodes the words that the host's TensorAccessorArgs appended to the kernel's arguments:
//   compile time: config, [page size], [rank], [banks], [tensor shape...], [shard shape...],
//                 [bank coordinates, two to a word...]
// with each bracketed part moved to the common runtime arguments when its config bit is set.
// Interleaved tensors have the first two words only.
#pragma once

#include <hostdevcommon/tensor_accessor/arg_config.hpp>
#include <tuple>
#include <utility>

#include "internal/tensor/const.h"
#include "ironbird/arguments.h"
#include "ironbird/compile_time.h"

template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET = tensor_accessor::UNKNOWN>
struct TensorAccessorArgs {
 private:
    using Config = tensor_accessor::ArgConfig;

    // Compile-time word `Index`, or 0 where the layout has none.
    template <bool Present, uint32_t Index>
    static constexpr uint32_t word() {
        if constexpr (Present) {
            return get_ct_arg<Index>();
        } else {
            return 0;
        }
    }

 public:
    static constexpr auto args_config = tensor_accessor::ArgsConfig(
        static_cast<tensor_accessor::ArgsConfig::Underlying>(get_ct_arg<CTA_OFFSET>()));

    static constexpr bool is_sharded = args_config.test(Config::Sharded);
    static constexpr bool is_dram = args_config.test(Config::IsDram);
    static constexpr bool rank_is_crta = args_config.test(Config::RuntimeRank);
    static constexpr bool num_banks_is_crta = args_config.test(Config::RuntimeNumBanks);
    static constexpr bool tensor_shape_is_crta = args_config.test(Config::RuntimeTensorShape);
    static constexpr bool shard_shape_is_crta = args_config.test(Config::RuntimeShardShape);
    static constexpr bool bank_coords_is_crta = args_config.test(Config::RuntimeBankCoords);
    static constexpr bool page_size_is_crta = args_config.test(Config::RuntimePageSize);

    static_assert(!is_sharded || !rank_is_crta || (tensor_shape_is_crta && shard_shape_is_crta),
                  "with a runtime rank, both shapes must be runtime arguments too");
    static_assert(
        !is_sharded || !num_banks_is_crta || bank_coords_is_crta,
        "with a runtime number of banks, their coordinates must be runtime arguments too");
    static_assert(!is_sharded || !page_size_is_crta,
                  "a runtime page size is for interleaved tensors only");

    static constexpr uint32_t AlignedPageSizeCTAOffset = CTA_OFFSET + 1;
    static constexpr uint32_t RankCTAOffset = AlignedPageSizeCTAOffset + !page_size_is_crta;
    static constexpr uint32_t NumBanksCTAOffset = RankCTAOffset + !rank_is_crta;
    static constexpr uint32_t TensorShapeCTAOffset = NumBanksCTAOffset + !num_banks_is_crta;

    static constexpr uint32_t AlignedPageSize =
        word<!page_size_is_crta, AlignedPageSizeCTAOffset>();
    static constexpr uint32_t RankCT = word<is_sharded && !rank_is_crta, RankCTAOffset>();
    static constexpr uint32_t NumBanksRawCT =
        word<is_sharded && !num_banks_is_crta, NumBanksCTAOffset>();
    static constexpr uint32_t NumBanksCT = tensor_accessor::unpack_num_banks(NumBanksRawCT);
    static constexpr bool is_shard_contiguous =
        tensor_accessor::unpack_is_shard_contiguous(NumBanksRawCT);
    static constexpr uint32_t PhysicalNumBanksCT = (NumBanksCT + 1) / 2;

    static constexpr uint32_t ShardShapeCTAOffset =
        TensorShapeCTAOffset + (tensor_shape_is_crta ? 0 : RankCT);
    static constexpr uint32_t BankCoordsCTAOffset =
        ShardShapeCTAOffset + (shard_shape_is_crta ? 0 : RankCT);
    static constexpr uint32_t NumArgsCT =
        is_sharded
            ? BankCoordsCTAOffset + (bank_coords_is_crta ? 0 : PhysicalNumBanksCT) - CTA_OFFSET
            : RankCTAOffset - CTA_OFFSET;

    static_assert(!is_sharded || rank_is_crta || RankCT > 0, "a sharded tensor has a rank");
    static_assert(!is_sharded || num_banks_is_crta || NumBanksCT > 0, "a sharded tensor has banks");

    constexpr TensorAccessorArgs() = default;
    constexpr explicit TensorAccessorArgs(uint32_t crta_offset) : crta_offset_(crta_offset) {
        static_assert(CRTA_OFFSET == tensor_accessor::UNKNOWN,
                      "the offset of the common arguments is given twice");
    }

    constexpr uint32_t crta_offset() const {
        return CRTA_OFFSET == tensor_accessor::UNKNOWN ? crta_offset_ : uint32_t(CRTA_OFFSET);
    }
    constexpr uint32_t rank_crta_offset() const { return crta_offset(); }
    constexpr uint32_t num_banks_crta_offset() const { return crta_offset() + rank_is_crta; }
    constexpr uint32_t tensor_shape_crta_offset() const {
        return num_banks_crta_offset() + num_banks_is_crta;
    }
    constexpr uint32_t shard_shape_crta_offset() const {
        return tensor_shape_crta_offset() + (tensor_shape_is_crta ? get_rank() : 0);
    }
    constexpr uint32_t bank_coords_crta_offset() const {
        return shard_shape_crta_offset() + (shard_shape_is_crta ? get_rank() : 0);
    }

    constexpr uint32_t get_aligned_page_size() const {
        return page_size_is_crta ? common(crta_offset()) : AlignedPageSize;
    }
    constexpr uint32_t get_rank() const {
        return rank_is_crta ? common(rank_crta_offset()) : RankCT;
    }
    constexpr uint32_t get_num_banks() const {
        return tensor_accessor::unpack_num_banks(num_banks_word());
    }
    constexpr bool resolve_shard_contiguous() const {
        return tensor_accessor::unpack_is_shard_contiguous(num_banks_word());
    }
    constexpr uint32_t get_physical_num_banks() const { return (get_num_banks() + 1) / 2; }

    static constexpr uint32_t num_compile_time_args() { return NumArgsCT; }
    static constexpr uint32_t next_compile_time_args_offset() { return CTA_OFFSET + NumArgsCT; }

    constexpr uint32_t num_common_runtime_args() const {
        if constexpr (!is_sharded) {
            return page_size_is_crta;
        } else {
            return bank_coords_crta_offset() +
                   (bank_coords_is_crta ? get_physical_num_banks() : 0) - crta_offset();
        }
    }
    constexpr uint32_t next_common_runtime_args_offset() const {
        return crta_offset() + num_common_runtime_args();
    }

 private:
    static uint32_t common(uint32_t index) { return get_common_arg_val<uint32_t>(index); }
    constexpr uint32_t num_banks_word() const {
        return num_banks_is_crta ? common(num_banks_crta_offset()) : NumBanksRawCT;
    }

    uint32_t crta_offset_ = 0;
};

namespace tensor_accessor::detail {

// Offset of the arguments of tensor number Index, when they follow one another from CTA_OFFSET.
template <uint32_t Index, uint32_t CTA_OFFSET>
constexpr uint32_t get_tensor_accessor_args_cta_offset() {
    if constexpr (Index == 0) {
        return CTA_OFFSET;
    } else {
        return TensorAccessorArgs<get_tensor_accessor_args_cta_offset<Index - 1, CTA_OFFSET>()>::
            next_compile_time_args_offset();
    }
}

}  // namespace tensor_accessor::detail

template <uint32_t NUM_TENSORS, uint32_t CTA_OFFSET>
constexpr auto make_tensor_accessor_args_tuple() {
    return []<uint32_t... I>(std::integer_sequence<uint32_t, I...>) {
        using namespace tensor_accessor::detail;
        return std::make_tuple(
            TensorAccessorArgs<get_tensor_accessor_args_cta_offset<I, CTA_OFFSET>()>()...);
    }(std::make_integer_sequence<uint32_t, NUM_TENSORS>());
}
