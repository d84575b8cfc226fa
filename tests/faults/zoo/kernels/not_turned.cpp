// A transposition, with the unpacker set up for copies.
#include "api/compute/transpose.h"
#include "one_tile.hpp"

void kernel_main() {
    compute_kernel_hw_startup(0, 16);
#if REPAIRED
    transpose_init(0);
#else
    copy_tile_init(0);
#endif
    one_tile([] { transpose_tile(0, 0, 0); });
}
