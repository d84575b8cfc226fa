// Attention of a layer: heads are divided over the columns of the mesh and, where each row gets
// whole units of 32, users over its rows. Keys and values stay in paged caches of the chips.
#pragma once

#include "checkpoint.hpp"
#include "model.hpp"
#include "tt/uploads.hpp"

namespace qwen3::device {

// Heads of a chip. Key heads are repeated where there are more columns.
struct Heads {
    std::int64_t queries, keys;  // of a chip
    std::int64_t repeats;        // of a key head

    // An error when heads cannot be divided.
    static Heads of(const Config& config, std::int64_t columns);
};

// Sizes for one row of the mesh: its users in place of all.
Limits limits_of_row(const Chips& chips, Limits limits);

// What all layers share: rotations by position, where blocks of the cache are, and which row of the
// mesh a chip is in.
struct Positions {
    Tensor cosines, sines;  // (positions, head) in rows
    Tensor table;           // page table, (users of the row, blocks)
    Tensor row;             // (1)

    // `limits` are those of a row.
    Positions(const Chips& chips, const Config& config, const Limits& limits);
};

// Cosines and sines of a call, for prefill [1, 1, length, head], for decode [1, users, 1, head];
// and for decode the position of each user.
struct Turn {
    Tensor cosines, sines;
    Tensor positions;
};
Turn turn_for_prefill(const Positions& positions, std::uint32_t length);
// `numbers` (users, 1) and `positions` (users): the same.
Turn turn_for_decode(const Positions& positions, const Tensor& numbers, const Tensor& places);

class AttentionBlock {
 public:
    // q_proj, k_proj, v_proj and o_proj, (out, in) as checkpoints have them, q_norm and k_norm.
    using Weights = std::function<Values(const std::string& name)>;
    // `limits` are those of a row of the mesh; `name` is what the names of its weights begin with.
    AttentionBlock(const Uploads& uploads, const std::string& name, const Config& config,
                   const Limits& limits, DataType dtype, const Weights& weights);

    // [users, 1, length, hidden] from position 0 on; lengths are whole tiles. More users than a row
    // has are divided over the rows, and all of them come back.
    Tensor prefill(const Tensor& x, const Turn& turn, const Positions& positions) const;
    // [1, 1, users, hidden]: one position of each user, 32 users at a time.
    Tensor decode(const Tensor& x, const Turn& turn, const Positions& positions) const;

 private:
    OfChip qkv_columns(const Weights& weights) const;
    OfChip output_rows(const Weights& weights) const;
    Tensor norm(const Tensor& heads, const Tensor& weight) const;
    Tensor prefill_row(const Tensor& x, const Turn& turn, const Positions& positions) const;
    Tensor decode_row(const Tensor& x, const Turn& turn, const Positions& positions) const;
    Tensor decode_some(const Tensor& qkv, const Turn& turn, const Tensor& table) const;
    Tensor joined(const Tensor& heads) const;

    const Chips& chips_;
    Config config_;
    Heads heads_;
    std::int64_t users_;  // of a row
    Tensor qkv_, o_, q_norm_, k_norm_;
    mutable Tensor keys_, values_;
};

}  // namespace qwen3::device
