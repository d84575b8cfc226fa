// Where a test's kernel leaves its words.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "api/dataflow/dataflow_api.h"

// Writes up to 16 words, staged at the start of CB 0, into this core's slot of the result.
inline void leave(std::initializer_list<uint32_t> words) {
    constexpr uint32_t page_bytes = 64;
    const uint32_t l1 = get_write_ptr(tt::CBIndex::c_0);
    auto* out = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(l1);
    uint32_t at = 0;
    for (const uint32_t word : words) out[at++] = word;
    constexpr auto args = TensorAccessorArgs<0>();
    const auto result = TensorAccessor(args, get_arg_val<uint32_t>(0), page_bytes);
    noc_async_write_page(get_arg_val<uint32_t>(1), result, l1);
    noc_async_write_barrier();
}
