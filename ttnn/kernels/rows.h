// Rows of an interleaved tensor in either layout, read and written in parts.
#pragma once

#include <cstdint>

#include "api/dataflow/dataflow_api.h"

// An element of one, two or four bytes.
template <uint32_t bytes>
inline uint32_t load(uint32_t address) {
    if constexpr (bytes == 1) return *reinterpret_cast<volatile tt_l1_ptr uint8_t*>(address);
    if constexpr (bytes == 2) return *reinterpret_cast<volatile tt_l1_ptr uint16_t*>(address);
    return *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address);
}
template <uint32_t bytes>
inline void store(uint32_t address, uint32_t value) {
    if constexpr (bytes == 1)
        *reinterpret_cast<volatile tt_l1_ptr uint8_t*>(address) = value;
    else if constexpr (bytes == 2)
        *reinterpret_cast<volatile tt_l1_ptr uint16_t*>(address) = value;
    else
        *reinterpret_cast<volatile tt_l1_ptr uint32_t*>(address) = value;
}

// Five common arguments from `first` on: address and bytes of a page, rows of a matrix, and of
// tiles: rows and columns of a matrix. Accessors depend on the kind of memory alone.
template <typename Args, uint32_t bytes, bool tiled>
class Rows {
    static constexpr uint32_t kFace = 16;  // elements of a row that lie together in a tile
    static constexpr uint32_t kBlock =
        64;  // what reads are aligned to: rows of a face that are read

 public:
    // Parts begin at multiples of this many elements.
    static constexpr uint32_t kAligned = 32;

    explicit Rows(uint32_t first)
        : pages_(Args(), word(first), word(first + 1)),
          height_(word(first + 2)),
          tile_rows_(word(first + 3)),
          tile_columns_(word(first + 4)) {}

    static constexpr uint32_t scratch(uint32_t count) {
        return tiled ? (count + kFace - 1) / kFace * kBlock : (count * bytes + 63) / 64 * 64;
    }

    void seek(uint32_t row) {
        page_ = row;
        if constexpr (!tiled) return;
        const uint32_t matrix = row / height_, r = row - matrix * height_;
        page_ = (matrix * tile_rows_ + r / 32) * tile_columns_;
        offset_ = (r % 32 / kFace * 2 * kFace + r % kFace) * kFace * bytes;
    }

    // Into a place of scratch(count) bytes; a barrier has to follow.
    void read(uint32_t begin, uint32_t count, uint32_t to) {
        if constexpr (!tiled)
            return noc_async_read(pages_.get_noc_addr(page_, begin * bytes), to, count * bytes);
        for (uint32_t i = begin; i < begin + count; i += kFace, to += kBlock)
            noc_async_read(pages_.get_noc_addr(page_ + i / 32, part(i) & ~(kBlock - 1)), to,
                           kBlock);
    }
    // Where element i of what was read lies.
    uint32_t at(uint32_t held, uint32_t i) const {
        if constexpr (!tiled) return held + i * bytes;
        return held + i / kFace * kBlock + offset_ % kBlock + i % kFace * bytes;
    }

    // From elements that lie behind each other. The last one is loaded back, so that all stores of
    // this processor are there before the NoC takes them.
    void write(uint32_t begin, uint32_t count, uint32_t from) {
        (void)load<bytes>(from + (count - 1) * bytes);
        if constexpr (!tiled)
            return noc_async_write(from, pages_.get_noc_addr(page_, begin * bytes), count * bytes);
        for (uint32_t i = begin, left = count; left > 0; i += kFace, from += kFace * bytes) {
            const uint32_t now = left < kFace ? left : kFace;
            noc_async_write(from, pages_.get_noc_addr(page_ + i / 32, part(i)), now * bytes);
            left -= now;
        }
    }

 private:
    static uint32_t word(uint32_t i) { return get_common_arg_val<uint32_t>(i); }
    uint32_t part(uint32_t i) const { return offset_ + i % 32 / kFace * kFace * kFace * bytes; }

    const TensorAccessor<tensor_accessor::SpecOf<Args>> pages_;
    const uint32_t height_, tile_rows_, tile_columns_;
    uint32_t page_ = 0, offset_ = 0;
};
