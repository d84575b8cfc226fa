// Writes this core's copy of the block to its place in the target.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

inline constexpr uint32_t kBlockCb = tt::CBIndex::c_0;
inline constexpr uint32_t kPages = get_compile_time_arg_val(0);
inline constexpr uint32_t kPageBytes = get_compile_time_arg_val(1);
inline constexpr uint32_t kReady = get_compile_time_arg_val(2);
inline constexpr uint32_t kArrived = get_compile_time_arg_val(3);
inline constexpr auto kTargetArgs = TensorAccessorArgs<4>();

inline void copy_out(uint32_t target_address, uint32_t slot) {
    const auto target = TensorAccessor(kTargetArgs, target_address, kPageBytes);
    const uint32_t block = get_write_ptr(kBlockCb);
    for (uint32_t page = 0; page < kPages; ++page)
        noc_async_write_page(slot * kPages + page, target, block + page * kPageBytes);
    noc_async_write_barrier();
}
