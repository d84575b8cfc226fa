// The vector unit's operations by name: kernels pass the number, the device finds the row of that
// name. One line per operation, sorted; the row itself is in src/tile.
#pragma once

#define IB_SFPU_OPS(X) \
    X(abs)             \
    X(exp)

enum ib_sfpu_op {
#define IB_SFPU_OP(name) IB_SFPU_##name,
    IB_SFPU_OPS(IB_SFPU_OP)
#undef IB_SFPU_OP
        IB_SFPU_COUNT
};
