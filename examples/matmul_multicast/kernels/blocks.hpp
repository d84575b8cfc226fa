// Moving blocks of tiles to a row or column of cores: one core reads, all get a copy.
#pragma once

#include "api/dataflow/dataflow_api.h"

// Runtime arguments of one mover, from `first` on.
struct Mover {
    uint32_t address;         // of the matrix
    uint32_t tile;            // first tile of the first block
    uint32_t receivers;       // 0 on cores that receive
    uint32_t x0, y0, x1, y1;  // senders: the receivers' rectangle; receivers: the sender in x0, y0

    explicit Mover(uint32_t first)
        : address(get_arg_val<uint32_t>(first)),
          tile(get_arg_val<uint32_t>(first + 1)),
          receivers(get_arg_val<uint32_t>(first + 2)),
          x0(get_arg_val<uint32_t>(first + 3)),
          y0(get_arg_val<uint32_t>(first + 4)),
          x1(get_arg_val<uint32_t>(first + 5)),
          y1(get_arg_val<uint32_t>(first + 6)) {}
};

// A block of rows x columns tiles in a matrix that is `pitch` tiles wide.
struct Block {
    uint32_t cb, rows, columns, pitch;
    uint32_t tiles() const { return rows * columns; }
};

using Word = volatile tt_l1_ptr uint32_t*;

template <typename Matrix>
void read_block(const Block& block, const Matrix& matrix, uint32_t tile) {
    const uint32_t bytes = get_tile_size(block.cb);
    uint32_t to = get_write_ptr(block.cb);
    for (uint32_t r = 0; r < block.rows; ++r)
        for (uint32_t c = 0; c < block.columns; ++c, to += bytes)
            noc_async_read_page(tile + r * block.pitch + c, matrix, to);
    noc_async_read_barrier();
}

// The sender waits until all are ready for the block; the flag follows the data on the same path,
// once the data has left: Wormhole sees to that itself.
template <typename Matrix>
void send_block(const Block& block, const Mover& m, const Matrix& matrix, uint32_t tile,
                uint32_t ready, uint32_t arrived) {
    read_block(block, matrix, tile);
    noc_semaphore_wait(reinterpret_cast<Word>(ready), m.receivers);
    noc_semaphore_set(reinterpret_cast<Word>(ready), 0);
    const uint32_t from = get_write_ptr(block.cb);
    noc_async_write_multicast(from, get_noc_multicast_addr(m.x0, m.y0, m.x1, m.y1, from),
                              block.tiles() * get_tile_size(block.cb), m.receivers);
#ifdef ARCH_BLACKHOLE
    noc_async_writes_flushed();
#endif
    noc_semaphore_set(reinterpret_cast<Word>(arrived), VALID);
    noc_semaphore_set_multicast(arrived, get_noc_multicast_addr(m.x0, m.y0, m.x1, m.y1, arrived),
                                m.receivers);
    noc_async_writes_flushed();
}

inline void receive_block(const Mover& m, uint32_t ready, uint32_t arrived) {
    noc_semaphore_set(reinterpret_cast<Word>(arrived), INVALID);
    noc_semaphore_inc(get_noc_addr(m.x0, m.y0, ready), 1);
    noc_semaphore_wait(reinterpret_cast<Word>(arrived), VALID);
}

// All blocks along the inner dimension; `step` tiles from one to the next.
template <typename Matrix>
void move_blocks(const Block& block, const Mover& m, const Matrix& matrix, uint32_t count,
                 uint32_t step, uint32_t ready, uint32_t arrived) {
    for (uint32_t b = 0; b < count; ++b) {
        cb_reserve_back(block.cb, block.tiles());
        if (m.receivers != 0)
            send_block(block, m, matrix, m.tile + b * step, ready, arrived);
        else
            receive_block(m, ready, arrived);
        cb_push_back(block.cb, block.tiles());
    }
}
