// Codes that test kernels of the fabric leave for the host.
#pragma once

#include <stdint.h>

inline constexpr uint32_t TT_FABRIC_STATUS_MASK = 0xabc00000;
inline constexpr uint32_t TT_FABRIC_STATUS_STARTED = TT_FABRIC_STATUS_MASK | 0x0;
inline constexpr uint32_t TT_FABRIC_STATUS_PASS = TT_FABRIC_STATUS_MASK | 0x1;
inline constexpr uint32_t TT_FABRIC_STATUS_DATA_MISMATCH = TT_FABRIC_STATUS_MASK | 0x3;
inline constexpr uint32_t TT_FABRIC_STATUS_TIMEOUT = TT_FABRIC_STATUS_MASK | 0xdead0;
inline constexpr uint32_t TT_FABRIC_STATUS_BAD_HEADER = TT_FABRIC_STATUS_MASK | 0xdead1;

// Words of the result buffer.
inline constexpr uint32_t TT_FABRIC_STATUS_INDEX = 0;
inline constexpr uint32_t TT_FABRIC_WORD_CNT_INDEX = 2;
inline constexpr uint32_t TT_FABRIC_CYCLES_INDEX = 4;
inline constexpr uint32_t TT_FABRIC_ITER_INDEX = 6;
inline constexpr uint32_t TT_FABRIC_MISC_INDEX = 16;
inline constexpr uint32_t TX_TEST_IDX_TOT_DATA_WORDS = TT_FABRIC_MISC_INDEX + 1;
inline constexpr uint32_t TX_TEST_IDX_NPKT = TT_FABRIC_MISC_INDEX + 3;
inline constexpr uint32_t TX_TEST_IDX_WORDS_FLUSHED = TT_FABRIC_MISC_INDEX + 5;
inline constexpr uint32_t TX_TEST_IDX_FEW_DATA_WORDS_SENT_ITER = TT_FABRIC_MISC_INDEX + 7;
inline constexpr uint32_t TX_TEST_IDX_MANY_DATA_WORDS_SENT_ITER = TT_FABRIC_MISC_INDEX + 9;
inline constexpr uint32_t TX_TEST_IDX_ZERO_DATA_WORDS_SENT_ITER = TT_FABRIC_MISC_INDEX + 11;
