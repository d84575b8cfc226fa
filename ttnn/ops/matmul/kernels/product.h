// How a product is cut: output blocks ("units") of height x width tiles, each summed over blocks of
// the inner dimension. The first common arguments of both movers.
#pragma once

#include "api/dataflow/dataflow_api.h"

struct Product {
    const uint32_t rows = get_common_arg_val<uint32_t>(0);  // of a matrix, in tiles like all here
    const uint32_t columns = get_common_arg_val<uint32_t>(1);
    const uint32_t inner = get_common_arg_val<uint32_t>(2);
    const uint32_t height = get_common_arg_val<uint32_t>(3);  // of a unit
    const uint32_t width = get_common_arg_val<uint32_t>(4);
    const uint32_t steps = get_common_arg_val<uint32_t>(5);  // tiles of the inner dimension a block
    const uint32_t down = get_common_arg_val<uint32_t>(6);   // units of a matrix on one core
    const uint32_t across = get_common_arg_val<uint32_t>(7);
    const uint32_t sub_height = get_common_arg_val<uint32_t>(8);
    const uint32_t sub_width = get_common_arg_val<uint32_t>(9);
    const uint32_t tail = get_common_arg_val<uint32_t>(10);   // elements of the last tile, 0: all
    const uint32_t depth = get_common_arg_val<uint32_t>(11);  // blocks that CBs hold
    const uint32_t lead = get_common_arg_val<uint32_t>(12);   // how far ahead one may be sent
    // This core's part.
    const uint32_t row0 = get_arg_val<uint32_t>(0), column0 = get_arg_val<uint32_t>(1);
    const uint32_t first = get_arg_val<uint32_t>(2), units = get_arg_val<uint32_t>(3);

    const uint32_t blocks = inner / steps;

    // A core that only helps to move what the others need.
    bool idle() const { return row0 >= rows || column0 >= columns; }
    uint32_t row(uint32_t unit) const { return row0 + (first + unit) / across % down * height; }
    uint32_t column(uint32_t unit) const { return column0 + (first + unit) % across * width; }
    uint32_t matrix(uint32_t unit) const { return (first + unit) / across / down; }
};

// Units at the edge repeat their last row and column, which nobody writes.
inline uint32_t at_most(uint32_t index, uint32_t last) {
    return index < last ? index : last;
}
