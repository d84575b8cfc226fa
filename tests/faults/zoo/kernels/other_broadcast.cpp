// A single number added to a tile, with the units set up to add a row.
#include "api/compute/bcast.h"
#include "one_tile.hpp"

void kernel_main() {
    compute_kernel_hw_startup(0, 0, 16);
#if REPAIRED
    add_bcast_scalar_init(0, 0);
#else
    add_bcast_rows_init(0, 0);
#endif
    one_tile([] { add_tiles_bcast_scalar(0, 0, 0, 0, 0); });
}
