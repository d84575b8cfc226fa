// Registers that count free slots: a write adds to the count.
#pragma once

#include "api/dataflow/dataflow_api.h"

inline constexpr uint32_t NOC_OVERLAY_START_ADDR = 0xFFB40000;
inline constexpr uint32_t NOC_STREAM_REG_SPACE_SIZE = 0x1000;
#if defined(ARCH_BLACKHOLE)
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_UPDATE_REG_INDEX = 270;
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SIZE_REG_INDEX = 10;
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_REG_INDEX = 297;
#else
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_UPDATE_REG_INDEX = 34;
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SIZE_REG_INDEX = 4;
inline constexpr uint32_t STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_REG_INDEX = 64;
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

#define NOC_STREAM_WRITE_REG(stream_id, reg_id, val) \
    WRITE_REG(STREAM_REG_ADDR(stream_id, reg_id), uint32_t(val))
#define NOC_STREAM_READ_REG(stream_id, reg_id) READ_REG(STREAM_REG_ADDR(stream_id, reg_id))

struct StreamId {
    explicit constexpr StreamId(uint32_t id) : id(id) {}
    constexpr uint32_t get() const { return id; }

 private:
    uint32_t id;
};

FORCE_INLINE uint32_t get_stream_reg_read_addr(uint8_t stream_id) {
    return STREAM_REG_ADDR(stream_id, STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_REG_INDEX);
}

// A worker's counts are words of its L1 here (src/fabric/layout.hpp), which is what the registers
// above lead to: read as a word, a kernel can sleep until it changes.
FORCE_INLINE volatile tt_l1_ptr uint32_t* stream_count_word(uint32_t stream_id) {
    return reinterpret_cast<volatile tt_l1_ptr uint32_t*>(uintptr_t{0x1000} + 4 * stream_id);
}

FORCE_INLINE int32_t get_ptr_val(uint8_t stream_id) {
    return int32_t(*stream_count_word(stream_id));
}
template <uint32_t stream_id>
FORCE_INLINE int32_t get_ptr_val() {
    return get_ptr_val(stream_id);
}

FORCE_INLINE void init_ptr_val(StreamId stream_id, int32_t val) {
    NOC_STREAM_WRITE_REG(stream_id.get(), STREAM_REMOTE_DEST_BUF_SIZE_REG_INDEX, val);
}
template <uint32_t stream_id>
FORCE_INLINE void init_ptr_val(int32_t val) {
    init_ptr_val(StreamId{stream_id}, val);
}

FORCE_INLINE void increment_local_update_ptr_val(uint8_t stream_id, int32_t val) {
    NOC_STREAM_WRITE_REG(stream_id, STREAM_REMOTE_DEST_BUF_SPACE_AVAILABLE_UPDATE_REG_INDEX,
                         pack_value_for_inc_on_write_stream_reg_write(val));
}
template <uint32_t stream_id>
FORCE_INLINE void increment_local_update_ptr_val(int32_t val) {
    increment_local_update_ptr_val(stream_id, val);
}
