// Attributes that kernels put on pointers and functions; L1 pointers need no mark here, because the
// compiler pass translates every address.
#pragma once

#include <stdint.h>
#include <sys/types.h>  // uint, which kernels use freely

#define tt_l1_ptr
#define tt_reg_ptr

#ifndef FORCE_INLINE
#define FORCE_INLINE inline __attribute__((always_inline))
#endif

// Where an inline write lands; the NoC model treats L1 and registers by address, so the kind is a
// hint only.
enum class InlineWriteDst : uint8_t { DEFAULT = 0, L1 = 1, REG = 2 };

union tt_uint64_t {
    uint64_t v;
    struct {
        uint32_t hi, lo;
    };
};

FORCE_INLINE uint64_t tt_l1_load(const volatile tt_uint64_t* from) {
    tt_uint64_t word;
    word.hi = from->hi, word.lo = from->lo;
    return word.v;
}
