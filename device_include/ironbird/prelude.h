// The part of the kernel API that does not depend on a kernel's arguments: precompiled once per
// chip and processor.
#pragma once

#include "ib_abi.h"

#if !defined(KERNEL_BUILD)
#error "these headers are for kernels, which the build compiles with KERNEL_BUILD"
#endif

#include "api/dataflow/dataflow_api.h"
#include "api/debug/dprint.h"
#include "risc_common.h"
#include "tools/profiler/kernel_profiler.hpp"

#if defined(COMPILE_FOR_TRISC)
#include "api/compute/cb_api.h"
#include "api/compute/common_globals.h"
#include "ib_compute.h"
#include "ironbird/arguments.h"
#include "sfpi.h"
#else
#include "api/core_local_mem.h"
#include "api/dataflow/circular_buffer.h"
#include "api/dataflow/dataflow_buffer.h"
#include "api/dataflow/endpoints.h"
#include "api/dataflow/noc.h"
#include "api/dataflow/noc_semaphore.h"
#include "api/tensor/noc_traits.h"
#endif

#if defined(COMPILE_FOR_ERISC) || defined(COMPILE_FOR_IDLE_ERISC)
#include "internal/ethernet/dataflow_api.h"
#endif

#if defined(IB_ANY_CHIP)
#include "ironbird/any_chip.h"
#elif defined(IB_ANY_L1_BANKS)
#include "ironbird/any_l1_banks.h"
#endif
