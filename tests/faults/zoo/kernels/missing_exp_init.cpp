// An exponential without the constants that its init loads.
#include "api/compute/eltwise_unary/eltwise_unary.h"
#include "api/compute/eltwise_unary/exp.h"
#include "one_tile.hpp"
#include "repaired.hpp"

void kernel_main() {
    init_sfpu(0, 16);
    if (repaired()) {
        exp_tile_init();
    }
    one_tile([] {
        copy_tile(0, 0, 0);
        exp_tile(0);
    });
}
