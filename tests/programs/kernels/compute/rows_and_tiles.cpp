// Rows to tiles in CB 24, and from there to rows again; with TILES_OUT the tiles are the result,
// with IN_UNPACK the unpacker makes the rows instead of the packer.
#include <cstdint>

#include "api/compute/compute_kernel_hw_startup.h"
#include "api/compute/pack_untilize.h"
#include "api/compute/tilize.h"
#include "api/compute/untilize.h"

void kernel_main() {
    constexpr uint32_t rows = get_compile_time_arg_val(0), columns = get_compile_time_arg_val(1);
#ifdef TILES_OUT
    constexpr uint32_t between = 16;
#else
    constexpr uint32_t between = 24;
#endif
    compute_kernel_hw_startup(0, between);
    for (uint32_t r = 0; r < rows; ++r) {
        tilize_init(0, columns, between);
        cb_wait_front(0, columns);
        cb_reserve_back(between, columns);
        tilize_block(0, columns, between);
        cb_push_back(between, columns);
        cb_pop_front(0, columns);
        tilize_uninit(0, between);
#ifndef TILES_OUT
        cb_wait_front(between, columns);
        cb_reserve_back(16, columns);
#ifdef IN_UNPACK
        untilize_init(between);
        untilize_block(between, columns, 16);
        untilize_uninit(between);
#else
        pack_untilize_init<columns>(between, 16);
        pack_untilize_block<columns>(between, 1, 16);
        pack_untilize_uninit(16);
#endif
        cb_push_back(16, columns);
        cb_pop_front(between, columns);
#endif
    }
}
