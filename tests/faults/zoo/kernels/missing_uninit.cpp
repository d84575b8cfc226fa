// Sums of rows, and then a copy: the packer goes on clearing what is not a sum.
#include "api/compute/reduce.h"
#include "one_tile.hpp"
#include "repaired.hpp"

void kernel_main() {
    compute_kernel_hw_startup(0, 0, 16);
    reduce_init<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 0, 16);
    one_tile([] { reduce_tile<PoolType::SUM, ReduceDim::REDUCE_ROW>(0, 0, 0, 0, 0); });
    if (repaired()) {
        reduce_uninit();
    }
    copy_tile_init(0);
    one_tile([] { copy_tile(0, 0, 0); });
}
