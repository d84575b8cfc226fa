// Tensors and their pages as ends of NoC transfers.
#pragma once

#include "api/dataflow/noc.h"
#include "api/tensor/tensor_accessor.h"

#if !defined(COMPILE_FOR_TRISC)

namespace ironbird {

// Anything whose get_noc_addr takes a page id.
template <typename T>
using PageTraits =
    RemoteMemoryTraits<T, PageAndOffset, [](const T& from, const PageAndOffset& at, uint8_t noc) {
        return from.get_noc_addr(at.page_id, at.offset_bytes, noc);
    }>;

}  // namespace ironbird

template <typename DSpec>
struct noc_traits_t<TensorAccessor<DSpec>> : ironbird::PageTraits<TensorAccessor<DSpec>> {};

template <typename Accessor>
struct noc_traits_t<PageView<Accessor>> : ironbird::PageTraits<PageView<Accessor>> {};

template <>
struct noc_traits_t<AbstractTensorAccessorWrapper>
    : ironbird::PageTraits<AbstractTensorAccessorWrapper> {};

template <typename Accessor>
struct noc_traits_t<ShardView<Accessor>>
    : ironbird::RemoteMemoryTraits<ShardView<Accessor>, ironbird::ShardAndOffset,
                                   [](const ShardView<Accessor>& from,
                                      const ironbird::ShardAndOffset& at, uint8_t noc) {
                                       return from.get_noc_addr(at.shard_id, at.offset_bytes, noc);
                                   }> {};

template <>
struct noc_traits_t<tensor_accessor::Page>
    : ironbird::RemoteMemoryTraits<tensor_accessor::Page, ironbird::ByteOffset,
                                   [](const tensor_accessor::Page& from,
                                      const ironbird::ByteOffset& at,
                                      uint8_t) { return from.noc_addr() + at.offset_bytes; }> {};

#endif
