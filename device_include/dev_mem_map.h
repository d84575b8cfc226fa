// The map of a Tensix core's L1 as far as kernels name it: what lies below the kernel-config area.
#pragma once

#include "ironbird/chip.h"

#define MEM_L1_BASE 0x0
#define MEM_LOCAL_BASE 0xFFB00000

#define MEM_BOOT_CODE_BASE 0
#define MEM_NOC_ATOMIC_RET_VAL_ADDR 4
#define MEM_L1_BARRIER 12
#define MEM_ZEROS_SIZE 512

#if !defined(IB_ANY_CHIP)
#define MEM_L1_SIZE IB_L1_SIZE
#define MEM_ZEROS_BASE IB_MEM_ZEROS_BASE
#if defined(ARCH_BLACKHOLE)
#define MEM_BRISC_LOCAL_SIZE (8 * 1024)
#define MEM_NCRISC_LOCAL_SIZE (8 * 1024)
#define MEM_TRISC_LOCAL_SIZE (4 * 1024)
#define MEM_MAILBOX_BASE 96
#define MEM_MAILBOX_SIZE 13424
#define MEM_MAP_END 40960
#else
#define MEM_BRISC_LOCAL_SIZE (4 * 1024)
#define MEM_NCRISC_LOCAL_SIZE (4 * 1024)
#define MEM_TRISC_LOCAL_SIZE (2 * 1024)
#define MEM_MAILBOX_BASE 16
#define MEM_MAILBOX_SIZE 13296
#define MEM_MAP_END 35008
#endif
#define MEM_MAILBOX_END (MEM_MAILBOX_BASE + MEM_MAILBOX_SIZE)
#endif
