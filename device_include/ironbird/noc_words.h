// Single words over the NoC: inline writes, semaphores here and elsewhere.
#pragma once

#include "internal/dataflow/dataflow_api_addrgen.h"

namespace ironbird {

FORCE_INLINE uint32_t address_of(const volatile void* word) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(word));
}

}  // namespace ironbird

// ---- inline writes ----

template <InlineWriteDst dst_type = InlineWriteDst::DEFAULT, bool posted = false, bool flush = true>
FORCE_INLINE void noc_inline_dw_write(uint64_t addr, uint32_t val, uint8_t be = 0xF,
                                      uint8_t noc = noc_index, uint8_t vc = NOC_UNICAST_WRITE_VC,
                                      uint32_t customized_src_addr = 0) {
    ib_noc_inline_write(addr, val, be,
                        ironbird::how(noc, vc, ironbird::flag_if(posted, IB_NOC_POSTED)));
}

template <InlineWriteDst dst_type = InlineWriteDst::DEFAULT, bool posted = false, bool flush = true>
FORCE_INLINE void noc_inline_mcast_dw_write(uint64_t addr, uint32_t val, uint8_t be = 0xF,
                                            uint8_t noc = noc_index,
                                            uint8_t vc = NOC_MULTICAST_WRITE_VC,
                                            uint32_t customized_src_addr = 0,
                                            uint32_t num_dest = 1) {
    const uint32_t flags = IB_NOC_MULTICAST | ironbird::flag_if(posted, IB_NOC_POSTED);
    ib_noc_inline_write(addr, val, be, ironbird::how(noc, vc, flags, num_dest));
}

template <bool posted = false, bool set_val = false>
FORCE_INLINE void noc_inline_dw_write_set_state(uint64_t addr, uint32_t val = 0, uint8_t be = 0xF,
                                                uint8_t cmd_buf = write_at_cmd_buf,
                                                uint8_t noc = noc_index,
                                                uint8_t vc = NOC_UNICAST_WRITE_VC) {
    auto& state = ironbird::command_buffer(noc, cmd_buf);
    state.target = addr;
    if (set_val) state.word = val;
    state.byte_enable = be;
    state.vc = vc;
    state.flags = uint8_t(IB_NOC_STATEFUL | ironbird::flag_if(posted, IB_NOC_POSTED));
    ib_noc_set_state();
}

// `addr` replaces the low or the high half of the remembered address, as the template says.
template <bool update_addr_lo = false, bool update_counter = true, bool posted = false,
          bool update_addr_hi = false, bool update_val = false,
          InlineWriteDst dst_type = InlineWriteDst::DEFAULT>
FORCE_INLINE void noc_inline_dw_write_with_state(uint32_t val, uint32_t addr = 0,
                                                 uint8_t cmd_buf = write_at_cmd_buf,
                                                 uint8_t noc = noc_index) {
    static_assert(update_counter, "writes that are counted by hand are not modelled");
    static_assert(!(update_addr_lo && update_addr_hi), "one address cannot be both halves");
    auto& state = ironbird::command_buffer(noc, cmd_buf);
    if (update_addr_lo) state.target = state.at(addr);
    if (update_addr_hi) state.target = uint64_t{addr} << 32 | uint32_t(state.target);
    if (update_val) state.word = val;
    ib_noc_inline_write(state.target, state.word, state.byte_enable,
                        ironbird::how(noc, state.vc, state.flags));
}

// ---- semaphores of this core ----

template <ProgrammableCoreType type = ProgrammableCoreType::TENSIX>
FORCE_INLINE uintptr_t get_semaphore(uint32_t semaphore_id) {
    static_assert(type == ProgrammableCoreType::TENSIX, "only Tensix cores are modelled");
    return ib_self()->sem_base + semaphore_id * L1_ALIGNMENT;
}

FORCE_INLINE void noc_semaphore_wait(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
    ib_sem_wait(ironbird::address_of(sem_addr), val);
}

FORCE_INLINE void noc_semaphore_wait_min(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
    ib_sem_wait_min(ironbird::address_of(sem_addr), val);
}

FORCE_INLINE void noc_semaphore_set(volatile tt_l1_ptr uint32_t* sem_addr, uint32_t val) {
    ib_sem_set(ironbird::address_of(sem_addr), val);
}

// ---- semaphores of other cores ----

template <bool posted = false>
FORCE_INLINE void noc_semaphore_inc(uint64_t addr, uint32_t incr, uint8_t noc_id = noc_index,
                                    uint8_t vc = NOC_UNICAST_WRITE_VC) {
    ib_noc_atomic(addr, IB_ATOMIC_INC, incr, 31,
                  ironbird::how(noc_id, vc, ironbird::flag_if(posted, IB_NOC_POSTED)));
}

template <bool posted = false>
FORCE_INLINE void noc_semaphore_inc_multicast(uint64_t addr, uint32_t incr, uint32_t num_dests,
                                              uint8_t noc_id = noc_index,
                                              uint8_t vc = NOC_MULTICAST_WRITE_VC) {
    const uint32_t flags = IB_NOC_MULTICAST | ironbird::flag_if(posted, IB_NOC_POSTED);
    ib_noc_atomic(addr, IB_ATOMIC_INC, incr, 31, ironbird::how(noc_id, vc, flags, num_dests));
}

inline void noc_semaphore_set_remote(uint32_t src_local_l1_addr, uint64_t dst_noc_addr,
                                     uint8_t noc = noc_index) {
    ib_noc_write(src_local_l1_addr, dst_noc_addr, 4, ironbird::how(noc, NOC_UNICAST_WRITE_VC));
}

inline void noc_semaphore_set_multicast(uint32_t src_local_l1_addr, uint64_t dst_noc_addr_multicast,
                                        uint32_t num_dests, bool linked = false,
                                        uint8_t noc = noc_index,
                                        uint8_t vc = NOC_MULTICAST_WRITE_VC) {
    const uint32_t flags = IB_NOC_MULTICAST | ironbird::flag_if(linked, IB_NOC_LINKED);
    ib_noc_write(src_local_l1_addr, dst_noc_addr_multicast, 4,
                 ironbird::how(noc, vc, flags, num_dests));
}

inline void noc_semaphore_set_multicast_loopback_src(uint32_t src_local_l1_addr,
                                                     uint64_t dst_noc_addr_multicast,
                                                     uint32_t num_dests, bool linked = false,
                                                     uint8_t noc = noc_index) {
    const uint32_t flags =
        IB_NOC_MULTICAST | IB_NOC_INCLUDE_SELF | ironbird::flag_if(linked, IB_NOC_LINKED);
    ib_noc_write(src_local_l1_addr, dst_noc_addr_multicast, 4,
                 ironbird::how(noc, NOC_MULTICAST_WRITE_VC, flags, num_dests));
}
