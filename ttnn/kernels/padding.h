// What lies in tiles beyond the last column or row of a tensor, overwritten with one value.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

// Elements have one byte after the exponents of a block-float tile, or two or four.
template <typename T>
inline void fill_tile_part(uint32_t address, uint32_t rows, uint32_t columns, T value) {
    for (uint32_t r = 0; r < 32; ++r) {
        for (uint32_t c = r < rows ? columns : 0; c < 32; ++c) {
            const uint32_t face = r / 16 * 2 + c / 16;
            const uint32_t place = face * 256 + r % 16 * 16 + c % 16;
            reinterpret_cast<volatile tt_l1_ptr T*>(address)[place] = value;
        }
    }
}

// Five common arguments from `first` on: the tile rows and tile columns of a matrix, how many rows
// and columns are left in the last ones (32: nothing is to fill), and the value.
class Padding {
 public:
    Padding(uint32_t first, uint32_t tile_bytes)
        : tile_rows_(get_common_arg_val<uint32_t>(first)),
          tile_columns_(get_common_arg_val<uint32_t>(first + 1)),
          rows_(get_common_arg_val<uint32_t>(first + 2)),
          columns_(get_common_arg_val<uint32_t>(first + 3)),
          value_(get_common_arg_val<uint32_t>(first + 4)),
          tile_bytes_(tile_bytes) {}

    bool any() const { return rows_ < 32 || columns_ < 32; }

    void fill(uint32_t page, uint32_t address) const {
        const bool last_column = page % tile_columns_ == tile_columns_ - 1;
        const bool last_row = page / tile_columns_ % tile_rows_ == tile_rows_ - 1;
        const uint32_t rows = last_row ? rows_ : 32, columns = last_column ? columns_ : 32;
        if (rows == 32 && columns == 32) return;
        if (tile_bytes_ == 4096)
            fill_tile_part<uint32_t>(address, rows, columns, value_);
        else if (tile_bytes_ == 2048)
            fill_tile_part<uint16_t>(address, rows, columns, value_);
        else
            fill_tile_part<uint8_t>(address + 64, rows, columns, value_);
    }

 private:
    const uint32_t tile_rows_, tile_columns_, rows_, columns_, value_, tile_bytes_;
};
