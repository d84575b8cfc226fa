// The end of what kernels for all products with the same DRAM include: they differ in their Tensix
// cores, over which pages in L1 are dealt out. As in any_chip.h.
#pragma once

#pragma GCC poison NUM_L1_BANKS LOG_BASE_2_OF_NUM_L1_BANKS IS_NOT_POW2_NUM_L1_BANKS IB_L1_BANK_XY
#pragma GCC poison l1_bank_to_noc_xy bank_to_l1_offset get_l1_noc_addr
