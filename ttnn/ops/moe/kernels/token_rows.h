// Rows of tokens, 32 tokens at a time. Units are some columns of 32 tokens, those of a block of
// tokens behind each other. Common arguments: experts, rows that each has room for, tokens, tiles
// in a row and in a unit. Arguments of a core: its first unit, and how many.
#pragma once

#include "api/dataflow/dataflow_api.h"

struct TokenWork {
    const uint32_t experts = get_common_arg_val<uint32_t>(0);
    const uint32_t rows = get_common_arg_val<uint32_t>(1);
    const uint32_t tokens = get_common_arg_val<uint32_t>(2);
    const uint32_t columns = get_common_arg_val<uint32_t>(3);
    const uint32_t width = get_common_arg_val<uint32_t>(4);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);

    const uint32_t across = columns / width;  // units of a block
    const uint32_t first_block = first / across, end_block = (first + count - 1) / across + 1;

    // Of a block those units that this core has.
    uint32_t begin(uint32_t block) const {
        return block == first_block ? first - block * across : 0;
    }
    uint32_t end(uint32_t block) const {
        return block + 1 == end_block ? first + count - block * across : across;
    }
};

// Matrices that so many rows make; without any there is one of zeros.
constexpr uint32_t matrices(uint32_t rows) {
    return rows == 0 ? 1 : (rows + 31) / 32;
}
