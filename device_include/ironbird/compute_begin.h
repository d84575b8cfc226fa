// The settings of a compute kernel, as constants that kernels name, and the calls that every one
// of them has.
#pragma once

#ifndef IB_FP32_DEST_ACC
#define IB_FP32_DEST_ACC 0
#endif
#ifndef IB_DST_FULL_SYNC
#define IB_DST_FULL_SYNC 0
#endif
#ifndef IB_MATH_FIDELITY
#define IB_MATH_FIDELITY 4
#endif
#ifndef IB_MATH_APPROX
#define IB_MATH_APPROX 0
#endif

inline constexpr bool DST_ACCUM_MODE = IB_FP32_DEST_ACC;
inline constexpr auto MATH_FIDELITY = static_cast<ckernel::MathFidelity>(IB_MATH_FIDELITY);
inline constexpr bool APPROX = IB_MATH_APPROX;

// Kernels also test this one with #ifdef.
#if IB_DST_FULL_SYNC
#define DST_SYNC_MODE ckernel::DstSync::SyncFull
#else
#define DST_SYNC_MODE ckernel::DstSync::SyncHalf
#endif

#include "api/compute/common.h"
