// A sum, with the matrix unit set up for products.
#include "api/compute/eltwise_binary.h"
#include "one_tile.hpp"

void kernel_main() {
    compute_kernel_hw_startup(0, 0, 16);
#if REPAIRED
    add_init(0, 0);
#else
    mul_init(0, 0);
#endif
    one_tile([] { add_tiles(0, 0, 0, 0, 0); });
}
