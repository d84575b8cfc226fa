// Blocks of tiles that hold rows of tokens, of all experts behind each other: a core takes every
// nth of them. Common arguments: experts, tokens that each has room for, tiles in a row and in a
// block. Arguments of a core: its first block, and how far it is to its next.
#pragma once

#include "../../../kernels/local_copy.h"
#include "api/dataflow/dataflow_api.h"

class LiveTiles {
 public:
    // A page of the number of blocks here and the counts of all experts.
    explicit LiveTiles(uint32_t plan) : plan_(plan) {}

    uint32_t count(uint32_t expert) const { return at<uint32_t>(plan_ + 4 * (1 + expert)); }
    uint32_t rows(uint32_t expert) const { return (count(expert) + 31) / 32; }
    uint32_t blocks() const { return at<uint32_t>(plan_); }
    // Of this core, when all counts are known.
    uint32_t own_blocks() const {
        uint32_t all = 0;
        for (uint32_t e = 0; e < experts; ++e) all += rows(e) * across;
        return all <= first ? 0 : (all - first + step - 1) / step;
    }

    // Blocks are asked for in ascending order.
    void seek(uint32_t block) {
        const uint32_t unit = first + block * step;
        while (unit - begin_ >= rows(expert) * across) begin_ += rows(expert++) * across;
        row = (unit - begin_) / across;
        column = (unit - begin_) % across * width;
    }
    uint32_t page() const { return (expert * room + row) * columns + column; }

    const uint32_t experts = word(0), tokens = word(1), columns = word(2), width = word(3);
    const uint32_t across = columns / width, room = (tokens + 31) / 32;
    const uint32_t first = get_arg_val<uint32_t>(0), step = get_arg_val<uint32_t>(1);
    uint32_t expert = 0, row = 0, column = 0;

 private:
    static uint32_t word(uint32_t i) { return get_common_arg_val<uint32_t>(i); }

    const uint32_t plan_;
    uint32_t begin_ = 0;
};
