// Elements beyond the end of the inner dimension are padding, which may hold anything: they become
// zeros.
#pragma once

#include "api/dataflow/dataflow_api.h"

// Elements of a tile start behind the exponents that a block format has before them.
template <uint32_t Bytes>
constexpr uint32_t kStart = Bytes == 1 ? 64 : 0;

template <uint32_t Bytes>
void clear(uint32_t tile, uint32_t row, uint32_t column) {
    const uint32_t face = (row / 16 * 2 + column / 16) * 256;
    const uint32_t at = tile + kStart<Bytes> + (face + row % 16 * 16 + column % 16) * Bytes;
    if constexpr (Bytes == 4)
        *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(at) = 0;
    else if constexpr (Bytes == 2)
        *reinterpret_cast<volatile tt_l1_ptr uint16_t*>(at) = 0;
    else
        *reinterpret_cast<volatile tt_l1_ptr uint8_t*>(at) = 0;
}

// Columns or rows of a tile from `first` on.
template <uint32_t Bytes>
void clear_from(uint32_t tile, uint32_t first, bool columns) {
    for (uint32_t i = 0; i < 32; ++i)
        for (uint32_t j = first; j < 32; ++j)
            columns ? clear<Bytes>(tile, i, j) : clear<Bytes>(tile, j, i);
}
