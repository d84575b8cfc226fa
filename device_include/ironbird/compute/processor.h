// Which of the three compute processors this build is for, and what their init calls leave behind.
#pragma once

#include "ib_abi.h"
#include "ib_compute.h"
#include "internal/risc_attribs.h"

namespace ironbird::compute {

inline constexpr bool kUnpacks = COMPILE_FOR_TRISC == 0;
inline constexpr bool kCalculates = COMPILE_FOR_TRISC == 1;
inline constexpr bool kPacks = COMPILE_FOR_TRISC == 2;

// On the chip an init call programs a unit's registers and the operation runs with them; what of
// that an operation's own arguments do not say is remembered here, one copy per processor.
struct Remembered {
    uint32_t transpose = 0;       // unpack: IB_UNPACK_TRANSPOSE_… of the last init
    uint32_t reuse = 0;           // math: IB_MATH_… flags of the last binary init
    uint32_t pack_rows = 0;       // pack: rows that pack_rows writes
    uint32_t pack_width = 1;      // pack: tiles of one pack call
    uint32_t block = 1;           // unpack and math: tiles of a block reduction
    bool pack_waited = false;     // pack: holds Dst by a wait at the level of semaphores
    bool transposed_in1 = false;  // math: of the last matmul init
};
inline constinit Remembered remembered{};

inline constexpr uint32_t kTransposeWhole = IB_UNPACK_TRANSPOSE_FACES | IB_UNPACK_TRANSPOSE_WITHIN;

}  // namespace ironbird::compute
