// The end of what kernels for all chips include: no name whose value is another on another chip may
// come after it. That holds for tests by #ifdef and for defaults by #ifndef, too.
#pragma once

#pragma GCC poison ARCH_GRAYSKULL ARCH_WORMHOLE ARCH_BLACKHOLE
#pragma GCC poison NOC_PAYLOAD_WIDTH NOC_WORD_BYTES NOC_MAX_BURST_SIZE
#pragma GCC poison NOC_DRAM_READ_ALIGNMENT_BYTES NOC_PCIE_READ_ALIGNMENT_BYTES
#pragma GCC poison DRAM_ALIGNMENT PCIE_ALIGNMENT LOG_BASE_2_OF_DRAM_ALIGNMENT
#pragma GCC poison VIRTUAL_TENSIX_START_X VIRTUAL_TENSIX_START_Y NUM_TENSIXES NUM_CIRCULAR_BUFFERS
#pragma GCC poison noc_size_x noc_size_y tensix_harvest_axis
#pragma GCC poison NOC_COORD_REG_OFFSET NOC_ADDR_COORD_SHIFT NOC_XY_ENCODING NOC_MULTICAST_ENCODING
#pragma GCC poison NOC_XY_PCIE_ENCODING PCIE_NOC_X PCIE_NOC_Y get_system_memory_noc_addr
#pragma GCC poison NUM_DRAM_BANKS LOG_BASE_2_OF_NUM_DRAM_BANKS IS_NOT_POW2_NUM_DRAM_BANKS
#pragma GCC poison NUM_L1_BANKS LOG_BASE_2_OF_NUM_L1_BANKS IS_NOT_POW2_NUM_L1_BANKS
#pragma GCC poison IB_DRAM_BANK_XY IB_L1_BANK_XY IB_DRAM_BANK_OFFSET
#pragma GCC poison dram_bank_to_noc_xy l1_bank_to_noc_xy bank_to_dram_offset bank_to_l1_offset
#pragma GCC poison get_dram_noc_addr get_l1_noc_addr noc_async_read_tile_dram_sharded_set_state
#pragma GCC poison IB_L1_SIZE IB_MEM_ZEROS_BASE MEM_L1_SIZE MEM_ZEROS_BASE
#pragma GCC poison MEM_BRISC_LOCAL_SIZE MEM_NCRISC_LOCAL_SIZE MEM_TRISC_LOCAL_SIZE
#pragma GCC poison MEM_MAILBOX_BASE MEM_MAILBOX_SIZE MEM_MAILBOX_END MEM_MAP_END
#pragma GCC poison IB_EXACT
