// Keys and values of earlier positions, in blocks that a page table finds.
#pragma once

#include <span>
#include <vector>

#include "config.hpp"
#include "model.hpp"

namespace qwen3 {

// Which block of the cache is which of a user's, (users, blocks): a permutation by `seed`, nothing
// may depend on it.
std::vector<std::int32_t> block_order(const Limits& limits, std::uint64_t seed = 42);

class KvCache {
 public:
    KvCache(const Config& config, const Limits& limits, std::uint64_t seed = 42);

    // (kv heads, head_dim) of one position.
    void store(std::int64_t layer, std::int64_t user, std::int64_t position,
               std::span<const float> key, std::span<const float> value);
    std::span<const float> key(std::int64_t layer, std::int64_t user, std::int64_t position,
                               std::int64_t head) const;
    std::span<const float> value(std::int64_t layer, std::int64_t user, std::int64_t position,
                                 std::int64_t head) const;
    std::span<const std::int32_t> page_table() const { return page_table_; }  // (users, blocks)

 private:
    std::size_t at(std::int64_t user, std::int64_t position, std::int64_t head) const;

    std::int64_t heads_, width_, block_size_, blocks_per_user_;
    std::vector<std::int32_t> page_table_;
    // By layer: (blocks, kv heads, block_size, head_dim), as on the device.
    std::vector<std::vector<float>> keys_, values_;
};

}  // namespace qwen3
