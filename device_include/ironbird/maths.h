// The library mathematics that kernels call and the host's compiler has instructions for.
#pragma once

#include "internal/risc_attribs.h"

extern "C" FORCE_INLINE float sqrtf(float x) noexcept { return __builtin_elementwise_sqrt(x); }
extern "C" FORCE_INLINE float fabsf(float x) noexcept { return __builtin_elementwise_abs(x); }
