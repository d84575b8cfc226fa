// The scalar part of fused operators: PIPER_FILL goes into empty fields, PIPER_STAGE changes `x`,
// PIPER_TABLES is what it looks up.
#pragma once

#include "lanes.h"
#include "pages.h"

constexpr uint32_t kFlagBytes = kPageWords / 8;

#ifdef PIPER_TABLES
PIPER_TABLES
#endif

// `flags` has a bit for each word, set where the field was empty.
inline void run_stage([[maybe_unused]] Words words, [[maybe_unused]] Words flags) {
#ifdef PIPER_FILL
    for (uint32_t i = 0; i < kPageWords / 32; ++i)
        for (uint32_t bits = flags[i]; bits != 0; bits &= bits - 1)
            words[32 * i + static_cast<uint32_t>(__builtin_ctz(bits))] = PIPER_FILL;
#endif
#ifdef PIPER_STAGE
    for (uint32_t i = 0; i < kPageWords; ++i) {
        uint32_t x = words[i];
#ifdef PIPER_FLAGS
        const bool missing = (flags[i / 32] >> (i % 32) & 1) != 0;
#endif
        PIPER_STAGE;
        words[i] = x;
    }
#endif
}
