// The frame of a compute kernel: one source, built for three processors.
#pragma once

#if !defined(COMPILE_FOR_TRISC)
#error "headers of api/compute are for compute kernels; this build is for a data-movement processor"
#else

#include "ckernel.h"
#include "hostdevcommon/kernel_structs.h"
#include "internal/risc_attribs.h"

#ifndef ALWI
#define ALWI inline __attribute__((always_inline))
#endif

#if COMPILE_FOR_TRISC == 0
#define UNPACK(...) __VA_ARGS__
#define MATH(...)
#define PACK(...)
#define MAIN unpack_main()
#define NAMESPACE chlkc_unpack
#elif COMPILE_FOR_TRISC == 1
#define UNPACK(...)
#define MATH(...) __VA_ARGS__
#define PACK(...)
#define MAIN math_main()
#define NAMESPACE chlkc_math
#else
#define UNPACK(...)
#define MATH(...)
#define PACK(...) __VA_ARGS__
#define MAIN pack_main()
#define NAMESPACE chlkc_pack
#endif

#endif
