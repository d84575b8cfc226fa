// Reductions of 2025 take their kind from the host's defines.
#include <ironbird/prelude.h>
#define REDUCE_OP PoolType::MAX
#define REDUCE_DIM ReduceDim::REDUCE_COL
#include <ironbird/kernel_begin.h>

#include "compute_kernel_api/reduce.h"

namespace NAMESPACE {

void MAIN {
    reduce_init(0, 1, 2);
    reduce_tile(0, 1, 0, 0, 0);
    reduce_tile_math(0, 2);
}

}  // namespace NAMESPACE
#include <ironbird/kernel_end.h>
