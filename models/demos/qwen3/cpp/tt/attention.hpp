// Attention of a layer: heads are divided over the columns of the mesh, keys and values stay in
// paged caches of the chips.
#pragma once

#include "checkpoint.hpp"
#include "model.hpp"
#include "tt/chips.hpp"

namespace qwen3::device {

// Heads of a chip. Key heads are repeated where there are more columns.
struct Heads {
    std::int64_t queries, keys;  // of a chip
    std::int64_t repeats;        // of a key head

    // An error when heads cannot be divided.
    static Heads of(const Config& config, std::int64_t columns);
};

// What all layers share: rotations by position and where blocks of the cache are.
struct Positions {
    Tensor cosines, sines;  // (positions, head) in rows
    Tensor table;           // page table, (users, blocks)
    Tensor users;           // 0, 1, …: of batches that are prefilled

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
    // Projections are (out, in), as checkpoints have them.
    struct Weights {
        Values q, k, v, o, q_norm, k_norm;
    };
    AttentionBlock(const Chips& chips, const Config& config, const Limits& limits, DataType dtype,
                   const Weights& weights);

    // [users, 1, length, hidden] from position 0 on; lengths are whole tiles.
    Tensor prefill(const Tensor& x, const Turn& turn, const Positions& positions) const;
    // [1, 1, users, hidden]: one position of each user, 32 users at a time.
    Tensor decode(const Tensor& x, const Turn& turn, const Positions& positions) const;

 private:
    Tensor norm(const Tensor& heads, const Tensor& weight) const;
    Tensor decode_some(const Tensor& qkv, const Turn& turn, const Tensor& table) const;
    Tensor joined(const Tensor& heads) const;

    const Chips& chips_;
    Config config_;
    Heads heads_;
    Tensor qkv_, o_, q_norm_, k_norm_;
    mutable Tensor keys_, values_;
};

}  // namespace qwen3::device
