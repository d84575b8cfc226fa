// Prints of whole pages and of a CB's state.
#pragma once

#include "ironbird/print.h"

inline void print_cb_details(uint32_t cb_id) {
    const LocalCBInterface& cb = get_local_cb_interface(cb_id);
    DPRINT(
        "cb_id {}: {{ size: {}, limit: {}, page_size: {}, num_pages: {}, rd_ptr: {}, "
        "wr_ptr: {}, wr_tile_ptr: {} }}\n",
        cb_id, cb.fifo_size, cb.fifo_limit, cb.fifo_page_size, cb.fifo_num_pages, cb.fifo_rd_ptr,
        cb.fifo_wr_ptr, cb.fifo_wr_tile_ptr);
}

namespace ironbird::print {

// One line per page; `show` prints one element.
template <typename T, typename Show>
void pages(uint32_t l1_addr, uint32_t per_page, uint32_t count, uint32_t start, Show show) {
    const volatile T* at =
        reinterpret_cast<const volatile T*>(uintptr_t(l1_addr)) + start * per_page;
    for (uint32_t page = start; page < start + count; ++page) {
        DPRINT("{}: ", page);
        for (uint32_t i = 0; i < per_page; ++i) show(*at++);
        DPRINT("\n");
    }
}

inline void tile_rows(uint32_t cb, uint32_t tile, bool untilize, uint32_t r0, uint32_t r1,
                      uint32_t c0, uint32_t c1) {
    for (uint32_t row = r0; row < r1; ++row) {
        const SliceRange range{uint8_t(row), uint8_t(row + 1), 1, uint8_t(c0), uint8_t(c1), 1};
#if defined(COMPILE_FOR_TRISC)
        DPRINT("{}: {}\n", row, TileSlice<>(cb, tile, range, true, untilize));
#else
        DPRINT("{}: {}\n", row,
               TileSlice<>(cb, tile, range, TSLICE_INPUT_CB, TSLICE_RD_PTR, true, untilize));
#endif
    }
}

}  // namespace ironbird::print

#if !defined(COMPILE_FOR_TRISC)
namespace tt::data_movement::common {

inline void print_bf16_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages,
                             uint32_t start = 0) {
    ironbird::print::pages<uint16_t>(l1_addr, elts_per_page, npages, start,
                                     [](uint16_t v) { DPRINT("{} ", bf16_t(v)); });
}
inline void print_f32_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages,
                            uint32_t start = 0) {
    ironbird::print::pages<float>(l1_addr, elts_per_page, npages, start,
                                  [](float v) { DPRINT("{} ", v); });
}
inline void print_u8_pages(uint32_t l1_addr, uint32_t bytes_per_page, uint32_t npages,
                           uint32_t start = 0) {
    ironbird::print::pages<uint8_t>(l1_addr, bytes_per_page, npages, start,
                                    [](uint8_t v) { DPRINT("0x{:02X} ", v); });
}
inline void print_u16_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages,
                            uint32_t start = 0) {
    ironbird::print::pages<uint16_t>(l1_addr, elts_per_page, npages, start,
                                     [](uint16_t v) { DPRINT("{} ", v); });
}
inline void print_u32_pages(uint32_t l1_addr, uint32_t elts_per_page, uint32_t npages,
                            uint32_t start = 0) {
    ironbird::print::pages<uint32_t>(l1_addr, elts_per_page, npages, start,
                                     [](uint32_t v) { DPRINT("{} ", v); });
}

}  // namespace tt::data_movement::common
#else
namespace tt::compute::common {

inline void print_tile_rows(uint32_t cb_idx, uint32_t tile_idx, bool untilize = false,
                            uint16_t start_row = 0, uint16_t end_row = 32, uint8_t start_col = 0,
                            uint8_t end_col = 32) {
    DPRINT("cb_idx: {} tile_idx: {}\n======\n", cb_idx, tile_idx);
    ironbird::print::tile_rows(cb_idx, tile_idx, untilize, start_row, end_row, start_col, end_col);
    DPRINT("++++++\n");
}

inline void print_full_tile(uint32_t cb_id, uint32_t tile_id = 0, bool untilize = false) {
    DPRINT("======\n");
    ironbird::print::tile_rows(cb_id, tile_id, untilize, 0, 32, 0, 32);
    DPRINT("++++++\n");
}

}  // namespace tt::compute::common
#endif
