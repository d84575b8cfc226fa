// The settings of a compute kernel, as constants that kernels name, and the calls that every one
// of them has.
#pragma once

#if defined(IB_NO_WIDTH)
extern const bool DST_ACCUM_MODE;  // never defined, and so below
#pragma GCC poison IB_FP32_DEST_ACC
#else
#ifndef IB_FP32_DEST_ACC
#define IB_FP32_DEST_ACC 0
#endif
inline constexpr bool DST_ACCUM_MODE = IB_FP32_DEST_ACC;
#endif

#if defined(IB_NO_FIDELITY)
extern const ckernel::MathFidelity MATH_FIDELITY;
#pragma GCC poison IB_MATH_FIDELITY
#else
#ifndef IB_MATH_FIDELITY
#define IB_MATH_FIDELITY 4
#endif
inline constexpr auto MATH_FIDELITY = static_cast<ckernel::MathFidelity>(IB_MATH_FIDELITY);
#endif

#if defined(IB_NO_APPROXIMATION)
extern const bool APPROX;
#pragma GCC poison IB_MATH_APPROX
#else
#ifndef IB_MATH_APPROX
#define IB_MATH_APPROX 0
#endif
inline constexpr bool APPROX = IB_MATH_APPROX;
#endif

// Kernels also test this one with #ifdef.
#if defined(IB_NO_SYNC)
#pragma GCC poison DST_SYNC_MODE IB_DST_FULL_SYNC
#else
#if IB_DST_FULL_SYNC
#define DST_SYNC_MODE ckernel::DstSync::SyncFull
#else
#define DST_SYNC_MODE ckernel::DstSync::SyncHalf
#endif
#endif

#include "api/compute/common.h"
