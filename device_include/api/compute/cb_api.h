// Circular buffers of compute kernels: unpack consumes, pack produces.
#pragma once

#include "api/compute/common_globals.h"
#include "internal/circular_buffer_interface.h"
#include "ironbird/cb_sides.h"

#if defined(COMPILE_FOR_TRISC)
namespace ckernel {

ALWI void cb_reserve_back(uint32_t cbid, uint32_t ntiles) {
    ironbird::producer_side::reserve_back(cbid, ntiles);
}
ALWI void cb_push_back(uint32_t cbid, uint32_t ntiles) {
    ironbird::producer_side::push_back(cbid, ntiles);
}
ALWI void cb_wait_front(uint32_t cbid, uint32_t ntiles) {
    ironbird::consumer_side::wait_front(cbid, ntiles);
}
ALWI void cb_pop_front(uint32_t cbid, uint32_t ntiles) {
    ironbird::consumer_side::pop_front(cbid, ntiles);
}

ALWI uint32_t get_tile_address(uint32_t cb_id, uint32_t tile_index) {
    return ironbird::shared_tile_address(cb_id, tile_index);
}
ALWI uint32_t read_tile_value(uint32_t cb_id, uint32_t tile_index, uint32_t element_offset) {
    return ironbird::shared_tile_value<uint32_t>(cb_id, tile_index, element_offset);
}

// The forms of 2025: the address of a tile, held until it is given back. It lies 16 bytes before
// the tile, as unpackers count addresses: the first word of the tile is (*p_tile)[4].
template <class Pointer>
ALWI void cb_get_tile(uint32_t cb_id, uint32_t index, Pointer* p_tile) {
    *p_tile = (Pointer)(uintptr_t)(ironbird::shared_tile_address(cb_id, index) - 16);
}
ALWI void cb_release_tile(uint32_t cb_id) {}

}  // namespace ckernel
#endif
