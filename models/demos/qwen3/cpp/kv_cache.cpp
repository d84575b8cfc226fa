// The paged cache of the reference.
#include "kv_cache.hpp"

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace qwen3 {

std::vector<std::int32_t> block_order(const Limits& limits, std::uint64_t seed) {
    const std::int64_t per_user = (limits.max_seq_len + limits.block_size - 1) / limits.block_size;
    std::vector<std::int32_t> order(limits.max_batch_size * per_user);
    std::iota(order.begin(), order.end(), 0);
    Random random(seed);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

KvCache::KvCache(const Config& config, const Limits& limits, std::uint64_t seed)
    : heads_(config.num_key_value_heads),
      width_(config.head_dim),
      block_size_(limits.block_size),
      blocks_per_user_((limits.max_seq_len + block_size_ - 1) / block_size_),
      page_table_(block_order(limits, seed)) {
    const std::vector<float> layer(page_table_.size() * heads_ * block_size_ * width_);
    keys_.assign(config.num_hidden_layers, layer);
    values_ = keys_;
}

std::size_t KvCache::at(std::int64_t user, std::int64_t position, std::int64_t head) const {
    const std::int64_t block = page_table_[user * blocks_per_user_ + position / block_size_];
    return ((block * heads_ + head) * block_size_ + position % block_size_) * width_;
}

void KvCache::store(std::int64_t layer, std::int64_t user, std::int64_t position,
                    std::span<const float> key, std::span<const float> value) {
    for (std::int64_t head = 0; head < heads_; ++head) {
        const std::size_t to = at(user, position, head);
        std::copy_n(key.begin() + head * width_, width_, keys_[layer].begin() + to);
        std::copy_n(value.begin() + head * width_, width_, values_[layer].begin() + to);
    }
}

std::span<const float> KvCache::key(std::int64_t layer, std::int64_t user, std::int64_t position,
                                    std::int64_t head) const {
    return std::span(keys_[layer]).subspan(at(user, position, head), width_);
}

std::span<const float> KvCache::value(std::int64_t layer, std::int64_t user, std::int64_t position,
                                      std::int64_t head) const {
    return std::span(values_[layer]).subspan(at(user, position, head), width_);
}

}  // namespace qwen3
