// Registers that count free slots: a write adds to the count.
#pragma once

#include "api/dataflow/dataflow_api.h"

inline constexpr uint32_t NOC_OVERLAY_START_ADDR = 0xFFB40000;
inline constexpr uint32_t NOC_STREAM_REG_SPACE_SIZE = 0x1000;
#if defined(ARCH_BLACKHOLE)
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_UPDATE_REG_INDEX = 270;
#else
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_UPDATE_REG_INDEX = 34;
#endif
inline constexpr uint32_t REMOTE_DEST_BUF_WORDS_FREE_INC = 6;
#define STREAM_REG_ADDR(stream_id, reg_id)                                      \
    (NOC_OVERLAY_START_ADDR + uint32_t(stream_id) * NOC_STREAM_REG_SPACE_SIZE + \
     (uint32_t(reg_id) << 2))

FORCE_INLINE uint32_t get_stream_reg_write_addr(uint8_t stream_id) {
    return STREAM_REG_ADDR(stream_id, STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_UPDATE_REG_INDEX);
}

FORCE_INLINE int32_t pack_value_for_inc_on_write_stream_reg_write(int32_t val) {
    return int32_t(uint32_t(val) << REMOTE_DEST_BUF_WORDS_FREE_INC);
}
