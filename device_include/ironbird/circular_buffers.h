// Circular buffers of a data-movement processor.
#pragma once

#include "internal/circular_buffer_interface.h"
#include "tensix_types.h"

FORCE_INLINE void cb_reserve_back(int32_t operand, int32_t num_pages) {
    ib_cb_reserve_back(operand, num_pages);
}
FORCE_INLINE void cb_push_back(int32_t operand, int32_t num_pages) {
    ib_cb_push_back(operand, num_pages);
}
FORCE_INLINE void cb_wait_front(int32_t operand, int32_t num_pages) {
    ib_cb_wait_front(operand, num_pages);
}
FORCE_INLINE void cb_pop_front(int32_t operand, int32_t num_pages) {
    ib_cb_pop_front(operand, num_pages);
}
FORCE_INLINE bool cb_pages_reservable_at_back(int32_t operand, int32_t num_pages) {
    return num_pages <= int32_t(ib_cb_pages_free(operand));
}
FORCE_INLINE bool cb_pages_available_at_front(int32_t operand, int32_t num_pages) {
    return num_pages <= int32_t(ib_cb_pages_at_front(operand));
}

FORCE_INLINE uint32_t get_write_ptr(uint32_t operand) {
    return get_local_cb_interface(operand).fifo_wr_ptr;
}
FORCE_INLINE uint32_t get_read_ptr(uint32_t operand) {
    return get_local_cb_interface(operand).fifo_rd_ptr;
}
