// Row-major tensors and tiles in blocks: a block is one row of tiles, cut to so many columns.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

// In tiles: common arguments 1 and 2.
struct TileBlocks {
    const uint32_t tile_columns = get_common_arg_val<uint32_t>(1);
    const uint32_t width = get_common_arg_val<uint32_t>(2);  // of a block
    const uint32_t across = (tile_columns + width - 1) / width;

    uint32_t column(uint32_t block) const { return block % across; }
    uint32_t tile_row(uint32_t block) const { return block / across; }  // over all matrices
    uint32_t first_tile(uint32_t block) const {
        return tile_row(block) * tile_columns + column(block) * width;
    }
    uint32_t tiles(uint32_t block) const {
        const uint32_t left = tile_columns - column(block) * width;
        return left < width ? left : width;
    }
};

// In rows of elements: common arguments 3 to 6 beside those.
struct RowBlocks : TileBlocks {
    const uint32_t height = get_common_arg_val<uint32_t>(3);     // rows of one matrix
    const uint32_t row_bytes = get_common_arg_val<uint32_t>(4);  // of one row of it
    const uint32_t tile_rows = get_common_arg_val<uint32_t>(5);
    const uint32_t width_bytes = get_common_arg_val<uint32_t>(6);  // of a row of a block

    uint32_t first_row(uint32_t block) const {
        const uint32_t matrix = tile_row(block) / tile_rows;
        return matrix * height + tile_row(block) % tile_rows * 32;
    }
    uint32_t rows(uint32_t block) const {
        const uint32_t left = height - tile_row(block) % tile_rows * 32;
        return left < 32 ? left : 32;
    }
    uint32_t offset(uint32_t block) const { return column(block) * width_bytes; }
    uint32_t bytes(uint32_t block) const {
        const uint32_t left = row_bytes - offset(block);
        return left < width_bytes ? left : width_bytes;
    }
};
