// Where the pages of a tensor lie: interleaved over all banks or cut into shards.
#pragma once

#include <cstring>  // kernels that include only this use memcpy
#include <type_traits>

#include "api/kernel_thread_globals.h"
#include "api/tensor/pages_address_iterator.h"
#include "api/tensor/shard_pages_address_iterator.h"
#include "api/tensor/tensor_accessor_args.h"
#include "api/tensor/tensor_binding_token.h"
#include "internal/dataflow/dataflow_api_addrgen.h"
#include "internal/tensor/dspec.h"

namespace tensor_accessor::detail {

template <typename T>
concept Coordinates = requires(const T& coordinate, std::size_t i) { coordinate[i]; };

}  // namespace tensor_accessor::detail

// A sharded tensor; interleaved ones are the specialisation below.
template <typename DSpecT>
struct TensorAccessor {
    using DSpec = DSpecT;
    static constexpr bool is_dram = DSpec::is_dram;

    struct PageMapping {
        std::size_t bank_id;
        std::size_t bank_page_offset;
    };
    struct BankShard {
        std::size_t bank_id;
        std::size_t shard_in_bank;
    };

    template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
    constexpr TensorAccessor(
        const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>& args, std::size_t base,
        uint32_t page_size = TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>::AlignedPageSize)
        : dspec_(args), base_(base), page_size(page_size) {}

    template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
    constexpr TensorAccessor(
        tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET> token)
        : TensorAccessor(typename decltype(token)::full_args_t{}, token.address()) {}

    constexpr explicit TensorAccessor(const DSpec& dspec, std::size_t base, uint32_t page_size = 0)
        : dspec_(dspec), base_(base), page_size(page_size) {}

    constexpr TensorAccessor(std::size_t base = 0, uint32_t page_size = 0)
        requires DSpec::is_static
        : base_(base), page_size(page_size) {}

    constexpr const DSpec& dspec() const { return dspec_; }
    constexpr uint32_t get_aligned_page_size() const { return page_size; }
    constexpr uint32_t get_bank_base_address() const { return base_; }

    constexpr uint64_t get_noc_addr(uint32_t page_id, uint32_t offset = 0,
                                    uint8_t noc = noc_index) const {
        return address(get_bank_and_offset(page_id), offset, noc);
    }

    template <tensor_accessor::detail::Coordinates Coordinate>
    constexpr uint64_t get_noc_addr(const Coordinate& page_coord, uint32_t offset = 0,
                                    uint8_t noc = noc_index) const {
        return address(get_bank_and_offset(page_coord), offset, noc);
    }

    constexpr uint64_t get_shard_noc_addr(uint32_t shard_id, uint32_t offset = 0,
                                          uint8_t noc = noc_index) const {
        return address(mapping(shard_id, 0), offset, noc);
    }

    template <tensor_accessor::detail::Coordinates Coordinate>
    constexpr uint64_t get_shard_noc_addr(const Coordinate& shard_coord, uint32_t offset = 0,
                                          uint8_t noc = noc_index) const {
        uint32_t shard_id = 0;
        for (uint32_t i = 0; i < dspec_.rank(); ++i) {
            shard_id += shard_coord[i] * dspec_.shard_grid_strides()[i];
        }
        return get_shard_noc_addr(shard_id, offset, noc);
    }

    constexpr PageMapping get_bank_and_offset(uint32_t page_id) const {
        typename DSpec::Shape coordinate{};
        for (uint32_t i = 0; i < dspec_.rank(); ++i) {
            coordinate[i] = page_id / dspec_.tensor_strides()[i] % dspec_.tensor_shape()[i];
        }
        return get_bank_and_offset(coordinate);
    }

    template <tensor_accessor::detail::Coordinates Coordinate>
    constexpr PageMapping get_bank_and_offset(const Coordinate& page_coord) const {
        std::size_t shard = 0, page_in_shard = 0;
        for (uint32_t i = 0; i < dspec_.rank(); ++i) {
            shard += page_coord[i] / dspec_.shard_shape()[i] * dspec_.shard_grid_strides()[i];
            page_in_shard += page_coord[i] % dspec_.shard_shape()[i] * dspec_.shard_strides()[i];
        }
        return mapping(shard, page_in_shard);
    }

    constexpr BankShard shard_to_bank(std::size_t shard_id) const {
        const std::size_t banks = dspec_.num_banks();
        if (!dspec_.resolve_shard_contiguous()) return {shard_id % banks, shard_id / banks};
        const std::size_t run = dspec_.num_shards() / banks;
        return {shard_id / run, shard_id % run};
    }

    bool is_local_bank(uint32_t virtual_x, uint32_t virtual_y, uint8_t noc = noc_index) const {
        return virtual_x == my_x[noc] && virtual_y == my_y[noc];
    }
    bool is_local_addr(uint64_t noc_addr, uint8_t noc = noc_index) const {
        return is_local_bank(NOC_UNICAST_ADDR_X(noc_addr), NOC_UNICAST_ADDR_Y(noc_addr), noc);
    }
    bool is_local_page(uint32_t page_id, uint8_t noc = noc_index) const {
        return is_local(get_bank_and_offset(page_id).bank_id, noc);
    }
    bool is_local_shard(uint32_t shard_id, uint8_t noc = noc_index) const {
        return is_local(shard_to_bank(shard_id).bank_id, noc);
    }

    // Ranges; an end of 0 means all.
    auto pages(uint32_t start_page_id = 0, uint32_t end_page_id = 0,
               uint8_t noc = noc_index) const {
        const uint32_t end = end_page_id != 0 ? end_page_id : uint32_t(dspec_.tensor_volume());
        return tensor_accessor::Pages<TensorAccessor>(*this, start_page_id, end, 1, noc);
    }
    auto strided_pages(uint8_t noc = noc_index) const {
        return tensor_accessor::Pages<TensorAccessor>(
            *this, get_my_thread_id(), dspec_.tensor_volume(), get_num_threads(), noc);
    }
    auto shard_pages(uint32_t shard_id, uint32_t start_page_offset = 0,
                     uint32_t end_page_offset = 0, uint8_t noc = noc_index) const {
        const uint32_t end =
            end_page_offset != 0 ? end_page_offset : uint32_t(dspec_.shard_volume());
        return tensor_accessor::ShardPages<TensorAccessor>(*this, shard_id, start_page_offset, end,
                                                           noc);
    }
    auto strided_shard_pages(uint8_t noc = noc_index) const {
        return tensor_accessor::StridedShardPages<TensorAccessor>(
            *this, get_my_thread_id(), dspec_.num_shards(), get_num_threads(), noc);
    }

 private:
    constexpr PageMapping mapping(std::size_t shard_id, std::size_t page_in_shard) const {
        const BankShard shard = shard_to_bank(shard_id);
        return {shard.bank_id, shard.shard_in_bank * dspec_.shard_volume() + page_in_shard};
    }

    constexpr uint32_t bank_x(std::size_t bank) const {
        return dspec_.packed_xy_coords()[bank] >> 8;
    }
    constexpr uint32_t bank_y(std::size_t bank) const {
        return dspec_.packed_xy_coords()[bank] & 0xFF;
    }
    bool is_local(std::size_t bank, uint8_t noc) const {
        return is_local_bank(bank_x(bank), bank_y(bank), noc);
    }

    constexpr uint64_t address(PageMapping page, uint32_t offset, uint8_t noc) const {
        const uint32_t local = base_ + page.bank_page_offset * page_size + offset;
        if constexpr (is_dram)
            return get_noc_addr_from_bank_id<true>(bank_x(page.bank_id), local, noc);
        return ::get_noc_addr(bank_x(page.bank_id), bank_y(page.bank_id), local, noc);
    }

    DSpec dspec_;
    uint32_t base_ = 0;

 public:
    const uint32_t page_size = 0;  // as 2025 kernels ask for it
};

template <uint32_t Rank, uint32_t NumBanks, typename TensorShape, typename ShardShape,
          typename BankCoords, bool IsDram, bool IsShardContiguous>
struct TensorAccessor<tensor_accessor::DistributionSpec<
    Rank, NumBanks, TensorShape, ShardShape, BankCoords, true, IsDram, IsShardContiguous>>
    : InterleavedAddrGen<IsDram> {
    using DSpec = tensor_accessor::DistributionSpec<Rank, NumBanks, TensorShape, ShardShape,
                                                    BankCoords, true, IsDram, IsShardContiguous>;

    template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
    constexpr TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>& args, uint32_t base)
        : TensorAccessor(args, base, args.get_aligned_page_size()) {}

    template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
    constexpr TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, uint32_t base,
                             uint32_t page_size)
        : InterleavedAddrGen<IsDram>{base, page_size} {}

    template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
    constexpr TensorAccessor(
        tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET> token)
        : TensorAccessor(typename decltype(token)::full_args_t{}, token.address()) {}

    constexpr explicit TensorAccessor(const DSpec&, std::size_t base, uint32_t page_size = 0)
        : InterleavedAddrGen<IsDram>{uint32_t(base), page_size} {}

    // As given: a caller's page size is not rounded up here, only the stride in the bank is.
    uint32_t get_aligned_page_size() const { return this->page_size; }
    constexpr uint32_t get_bank_base_address() const { return this->bank_base_address; }

    auto pages(uint32_t start_page_id, uint32_t end_page_id, uint8_t noc = noc_index) const {
        return tensor_accessor::Pages<TensorAccessor>(*this, start_page_id, end_page_id, 1, noc);
    }
    auto strided_pages(uint32_t total_pages, uint8_t noc = noc_index) const {
        return tensor_accessor::Pages<TensorAccessor>(*this, get_my_thread_id(), total_pages,
                                                      get_num_threads(), noc);
    }
};

template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, std::size_t)
    -> TensorAccessor<tensor_accessor::SpecOf<TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>>>;

template <std::size_t CTA_OFFSET, std::size_t CRTA_OFFSET>
TensorAccessor(const TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>&, std::size_t, uint32_t)
    -> TensorAccessor<tensor_accessor::SpecOf<TensorAccessorArgs<CTA_OFFSET, CRTA_OFFSET>>>;

template <uint32_t CTA_OFFSET, uint32_t ADDR_CRTA_OFFSET>
TensorAccessor(tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET>)
    -> TensorAccessor<tensor_accessor::SpecOf<
        typename tensor_accessor::TensorBindingToken<CTA_OFFSET, ADDR_CRTA_OFFSET>::full_args_t>>;

template <typename DSpec>
    requires requires { DSpec::is_interleaved; }
TensorAccessor(const DSpec&, std::size_t, uint32_t) -> TensorAccessor<DSpec>;

#include "ironbird/tensor_views.h"
