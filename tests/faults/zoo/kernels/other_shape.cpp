// Tiles of 16 rows, after a start-up with the buffer whose tiles have 32.
#include "api/compute/tile_move_copy.h"
#include "one_tile.hpp"

void kernel_main() {
#if REPAIRED
    compute_kernel_hw_startup(0, 16);
#else
    compute_kernel_hw_startup(1, 16);
#endif
    copy_tile_init(0);
    one_tile([] { copy_tile(0, 0, 0); });
}
