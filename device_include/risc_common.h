// What firmware headers offer to every kernel: coordinates, registers, the clock.
#pragma once

#include "core_config.h"
#include "dev_mem_map.h"
#include "ib_abi.h"
#include "internal/mod_div_lib.h"
#include "internal/risc_attribs.h"
#include "ironbird/maths.h"
#include "noc/noc_parameters.h"
#include "tensix.h"

// Set by the entry function, one copy per processor.
extern uint8_t my_x[NUM_NOCS], my_y[NUM_NOCS];
extern uint8_t my_logical_x_, my_logical_y_, my_relative_x_, my_relative_y_;

FORCE_INLINE void invalidate_l1_cache() {
    ib_spin_hint();
}

template <bool enable = true>
FORCE_INLINE void set_l1_data_cache() {
    // The model has no data cache: L1 is always coherent.
}

inline void WRITE_REG(uint32_t addr, uint32_t val) {
    *(volatile uint32_t*)(uintptr_t)addr = val;
}
inline uint32_t READ_REG(uint32_t addr) {
    return *(volatile uint32_t*)(uintptr_t)addr;
}
FORCE_INLINE uint32_t reg_read(uint32_t addr) {
    return READ_REG(addr);
}
FORCE_INLINE void reg_write(uint32_t addr, uint32_t val) {
    WRITE_REG(addr, val);
}

inline uint64_t get_timestamp() {
    return ib_clock();
}
inline uint32_t get_timestamp_32b() {
    return static_cast<uint32_t>(ib_clock());
}

inline void riscv_wait(uint32_t cycles) {
    for (const uint64_t end = ib_clock() + cycles; ib_clock() < end;) ib_spin_hint();
}

FORCE_INLINE uint32_t buf_ptr_inc_wrap(uint32_t ptr, uint32_t inc, uint32_t size) {
    const uint32_t next = ptr + inc;
    return next >= size ? next - size : next;
}

FORCE_INLINE uint32_t buf_ptr_dec_wrap(uint32_t ptr, uint32_t dec, uint32_t size) {
    return (dec > ptr ? ptr + size : ptr) - dec;
}

inline void zero_l1_buf(uint32_t* buf, uint32_t size_bytes) {
    for (uint32_t i = 0; i < size_bytes / sizeof(uint32_t); ++i) buf[i] = 0;
}
