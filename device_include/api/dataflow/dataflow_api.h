// The data-movement API in free functions: arguments, circular buffers, NoC, semaphores.
#pragma once

#include <stdint.h>

#include "api/compile_time_args.h"
#include "hostdevcommon/common_values.hpp"
#include "hostdevcommon/kernel_structs.h"
#include "ironbird/arguments.h"
#include "ironbird/cb_formats.h"
#include "risc_common.h"

#if !defined(COMPILE_FOR_TRISC)
#include "api/debug/assert.h"
#include "api/debug/waypoint.h"
#include "api/tensor/tensor_accessor.h"
#include "ironbird/circular_buffers.h"
#include "ironbird/noc_reads.h"
#include "ironbird/noc_waits.h"
#include "ironbird/noc_words.h"
#include "ironbird/noc_writes.h"
#include "tools/profiler/kernel_profiler.hpp"

inline bool is_l1_address(uint64_t addr) {
    return uint32_t(addr) < NOC_REG_SPACE_START_ADDR;
}

// Polls a register of this core; the pass parks the loop.
inline void wait_for_sync_register_value(uintptr_t addr, int32_t val) {
    while (*reinterpret_cast<volatile int32_t*>(addr) != val) {
    }
}

template <typename DSpec>
FORCE_INLINE void noc_async_read_shard(uint32_t shard_id, const TensorAccessor<DSpec>& s,
                                       uint32_t dst_local_l1_addr, uint8_t noc = noc_index) {
    noc_async_read(s.get_shard_noc_addr(shard_id, 0, noc), dst_local_l1_addr,
                   s.get_aligned_page_size() * s.dspec().shard_volume(), noc);
}

template <typename DSpec, bool posted = false>
FORCE_INLINE void noc_async_write_shard(uint32_t shard_id, const TensorAccessor<DSpec>& s,
                                        uint32_t src_local_l1_addr, uint8_t noc = noc_index) {
    noc_async_write<ironbird::chip::kAnySize, true, posted>(
        src_local_l1_addr, s.get_shard_noc_addr(shard_id, 0, noc),
        s.get_aligned_page_size() * s.dspec().shard_volume(), noc);
}
#endif
