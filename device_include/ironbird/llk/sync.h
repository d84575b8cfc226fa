// Order between and inside the compute processors, as code below the API asks for it: semaphores of
// the sync unit, stalls, the counters of Dst. A processor's operations are done in order here, so
// that a stall on one's own units is nothing.
#pragma once

#include "ironbird/compute/pack.h"
#include "sfpi.h"

namespace ckernel {

struct semaphore {
    enum : uint32_t {
        FPU_SFPU,
        MATH_PACK,
        UNPACK_TO_DEST,
        UNPACK_OPERAND_SYNC,
        PACK_DONE,
        UNPACK_SYNC,
        UNPACK_MATH_DONE,
        MATH_DONE,
        NUM_SEMAPHORES
    };
    static constexpr uint16_t t6_sem(uint8_t sem_index) { return uint16_t(1 << sem_index); }
};

struct p_stall {
    enum : uint32_t {
        NONE = 0,
        NOTHING = 0,
        THCON = 1,
        UNPACK0 = 2,
        UNPACK1 = 4,
        UNPACK = 6,
        PACK0 = 8,
        PACK = 0x78,
        MATH = 0x80,
        SRCA_CLR = 0x100,
        SRCB_CLR = 0x200,
        SRCA_VLD = 0x400,
        SRCB_VLD = 0x800,
        TRISC_CFG = 0x2000,
        WAIT_SFPU = 0x4000,
        STALL_TDMA = 1,
        STALL_SYNC = 2,
        STALL_PACK = 4,
        STALL_UNPACK = 8,
        STALL_THCON = 0x20,
        STALL_MATH = 0x40,
        STALL_CFG = 0x80,
        STALL_SFPU = 0x100,
        STALL_ON_ZERO = 1,
        STALL_ON_MAX = 2
    };
};

struct p_setrwc {
    enum : uint32_t { CLR_NONE = 0, CLR_A = 1, CLR_B = 2, CLR_AB = 3 };
    enum : uint32_t { CR_A = 1, CR_B = 2, CR_AB = 3, CR_D = 4, CR_ABD = 7 };
    enum : uint32_t { SET_A = 1, SET_B = 2, SET_AB = 3, SET_D = 4, SET_ABD = 7, SET_ABD_F = 15 };
};

template <uint32_t WaitRes = p_stall::NONE>
FORCE_INLINE void t6_semaphore_post(uint8_t index) {
    ib_tensix_sem_post(index);
}
template <uint32_t WaitRes = p_stall::NONE>
FORCE_INLINE void t6_semaphore_get(uint8_t index) {
    ib_tensix_sem_get(index);
}
template <uint32_t WaitRes = p_stall::NONE>
FORCE_INLINE void t6_semaphore_wait_on_zero(uint8_t index) {
    ib_tensix_sem_wait(index, 1);
}
template <uint32_t WaitRes = p_stall::NONE>
FORCE_INLINE void t6_semaphore_wait_on_max(uint8_t index) {
    ib_tensix_sem_wait(index, 0);
}
FORCE_INLINE void t6_semaphore_init(uint8_t index, uint8_t min_value, uint8_t max_value) {
    ib_tensix_sem_init(index, max_value, min_value);
}
FORCE_INLINE void semaphore_post(uint8_t index) {
    ib_tensix_sem_post(index);
}
FORCE_INLINE void semaphore_get(uint8_t index) {
    ib_tensix_sem_get(index);
}
FORCE_INLINE uint8_t semaphore_read(uint8_t index) {
    return uint8_t(ib_tensix_sem_read(index));
}

FORCE_INLINE void tensix_sync() {}

// All of the section that math holds.
FORCE_INLINE void zeroacc() {
    const uint32_t all = ironbird::compute::dst_is_wide() ? 8 : 16;
    if constexpr (ironbird::compute::kCalculates)
        ib_math_clear_dst(0, ib_tables.settings.full_sync ? all : all / 2);
}

namespace math {
FORCE_INLINE void set_addr_mod_base() {}
FORCE_INLINE void clear_addr_mod_base() {}
}  // namespace math

// The vector unit finds the section of Dst that its processor holds by itself.
namespace packer {
FORCE_INLINE uint32_t get_packer_dest_offset() {
    return 0;
}
}  // namespace packer

}  // namespace ckernel

inline constexpr uint32_t DEST_TARGET_REG_CFG_MATH_Offset_ADDR32 = 1;

namespace ironbird::compute {

// Of several semaphores at once the first; math's own with pack is Dst's hand-over.
FORCE_INLINE void semaphore_stall(uint32_t mask, uint32_t condition) {
    const uint32_t index = __builtin_ctz(mask);
    if (kPacks && index == ckernel::semaphore::MATH_PACK)
        pack_wait_early();
    else
        ib_tensix_sem_wait(index, condition & ckernel::p_stall::STALL_ON_ZERO);
}

FORCE_INLINE void set_counters(uint32_t from_base, uint32_t rows, uint32_t which) {
    using ckernel::p_setrwc;
    if ((from_base & p_setrwc::CR_D) == 0 || (which & p_setrwc::SET_D) == 0)
        ib_not_modelled("TTI_SETRWC other than stepping Dst's rows");
    sfpi::next_face(rows, 1);
}

FORCE_INLINE void set_config(uint32_t reg) {
    if (reg != DEST_TARGET_REG_CFG_MATH_Offset_ADDR32)
        ib_not_modelled("TT_SETC16 other than of math's offset in Dst");
}

}  // namespace ironbird::compute

#define TTI_STALLWAIT(stall_res, wait_res) ((void)0)
#define TTI_NOP ((void)0)
#define TTI_SFPNOP ((void)0)
#define TTI_SEMWAIT(stall_res, sem_sel, wait_sem_cond) \
    ironbird::compute::semaphore_stall(sem_sel, wait_sem_cond)
#define TTI_SETRWC(clear_ab, rwc_cr, rwc_d, rwc_b, rwc_a, bit_mask) \
    ironbird::compute::set_counters(rwc_cr, rwc_d, bit_mask)
#define TT_SETC16(reg, value) (ironbird::compute::set_config(reg), (void)(value))
#define TTI_SETC16(reg, value) TT_SETC16(reg, value)
