// Projections, norms of heads, rotation, caches.
#include "tt/attention.hpp"

#include <cmath>

#include "error.hpp"
#include "kv_cache.hpp"
#include "plan.hpp"
#include "tt/matmul.hpp"
#include "ttnn/operations/ccl/all_gather/all_gather.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/core/core.hpp"
#include "ttnn/operations/creation/creation.hpp"
#include "ttnn/operations/data_movement/concat/concat.hpp"
#include "ttnn/operations/data_movement/slice/slice.hpp"
#include "ttnn/operations/embedding/embedding.hpp"
#include "ttnn/operations/experimental/moe/moe.hpp"
#include "ttnn/operations/experimental/paged_cache/paged_cache.hpp"
#include "ttnn/operations/experimental/transformer/nlp_concat_heads/nlp_concat_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads/nlp_create_qkv_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_decode/nlp_create_qkv_heads_decode.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_hf/rotary_embedding_hf.hpp"
#include "ttnn/operations/normalization/rmsnorm/rmsnorm.hpp"
#include "ttnn/operations/transformer/sdpa/sdpa.hpp"
#include "ttnn/operations/transformer/sdpa_decode/sdpa_decode.hpp"

namespace qwen3::device {

using ttnn::Shape;

namespace {

constexpr std::uint32_t kUnit = kUserUnit;  // users that decode takes at a time

Tensor part(const Tensor& tensor, std::array<std::uint32_t, 4> begin,
            std::array<std::uint32_t, 4> end) {
    return ttnn::slice<std::uint32_t>(tensor,
                                      ttsl::SmallVector<std::uint32_t>(begin.begin(), begin.end()),
                                      ttsl::SmallVector<std::uint32_t>(end.begin(), end.end()),
                                      ttsl::SmallVector<std::uint32_t>{1, 1, 1, 1});
}

// Columns of (in, out) for the rows of an (out, in) weight that belong to a head.
class Columns {
 public:
    Columns(std::int64_t inputs, std::int64_t head, std::int64_t heads)
        : inputs_(inputs), head_(head), width_(heads * head), out_(inputs * width_) {}

    void add(const Values& weight, std::int64_t number) {
        for (std::int64_t row = 0; row < head_; ++row, ++next_)
            for (std::int64_t i = 0; i < inputs_; ++i)
                out_[i * width_ + next_] = weight[(number * head_ + row) * inputs_ + i];
    }
    Values take() { return std::move(out_); }

 private:
    std::int64_t inputs_, head_, width_, next_ = 0;
    Values out_;
};

}  // namespace

Heads Heads::of(const Config& config, std::int64_t columns) {
    const std::int64_t queries = config.num_attention_heads, keys = config.num_key_value_heads;
    const std::int64_t repeats = kv_replication(keys, columns);
    if (queries % columns != 0 || queries % (keys * repeats) != 0)
        fail("{} heads with {} key heads cannot be divided by {} columns of the mesh", queries,
             keys, columns);
    return {queries / columns, keys * repeats / columns, repeats};
}

Limits limits_of_row(const Chips& chips, Limits limits) {
    limits.max_batch_size = users_of_row(limits.max_batch_size, chips.mesh().rows);
    return limits;
}

Positions::Positions(const Chips& chips, const Config& config, const Limits& limits) {
    const std::int64_t length = limits.max_seq_len, width = config.head_dim, half = width / 2;
    Values cosine(length * width), sine(length * width);
    for (std::int64_t at = 0; at < length; ++at)
        for (std::int64_t i = 0; i < width; ++i) {
            const double frequency =
                std::pow(config.rope_theta,
                         -2.0 * static_cast<double>(i % half) / static_cast<double>(width));
            const double angle = static_cast<double>(at) * frequency;
            cosine[at * width + i] = static_cast<float>(std::cos(angle));
            sine[at * width + i] = static_cast<float>(std::sin(angle));
        }
    const Shape shape({extent(length), extent(width)});
    cosines = chips.same(cosine, shape, DataType::BFLOAT16, Layout::ROW_MAJOR);
    sines = chips.same(sine, shape, DataType::BFLOAT16, Layout::ROW_MAJOR);
    const auto blocks = block_order(limits);
    table = chips.numbers(
        blocks,
        Shape({extent(limits.max_batch_size), extent(std::ssize(blocks) / limits.max_batch_size)}),
        DataType::INT32);
    const auto row_of = [&](std::int64_t chip) {
        const std::int64_t row_of_mesh = chip / chips.mesh().columns;
        return Values{static_cast<float>(row_of_mesh)};
    };
    row = chips.each(row_of, Shape({1}), DataType::INT32, Layout::ROW_MAJOR);
}

Turn turn_for_prefill(const Positions& positions, std::uint32_t length) {
    const auto rows = [&](const Tensor& all) {
        const std::uint32_t width = all.logical_shape()[1];
        const Tensor four = ttnn::reshape(all, Shape({1, 1, all.logical_shape()[0], width}));
        return ttnn::to_layout(part(four, {0, 0, 0, 0}, {1, 1, length, width}), Layout::TILE);
    };
    return {rows(positions.cosines), rows(positions.sines), Tensor()};
}

Turn turn_for_decode(const Positions& positions, const Tensor& numbers, const Tensor& places) {
    const auto rows = [&](const Tensor& all) {
        const Tensor some = ttnn::embedding(numbers, all, std::nullopt, Layout::TILE);
        return ttnn::reshape(some,
                             Shape({1, numbers.logical_shape()[0], 1, all.logical_shape()[1]}));
    };
    return {rows(positions.cosines), rows(positions.sines), places};
}

AttentionBlock::AttentionBlock(const Uploads& uploads, const std::string& name,
                               const Config& config, const Limits& limits, DataType dtype,
                               const Weights& weights)
    : chips_(uploads.chips()),
      config_(config),
      heads_(Heads::of(config, chips_.mesh().columns)),
      users_(limits.max_batch_size) {
    const std::int64_t hidden = config.hidden_size, head = config.head_dim;
    const std::int64_t all = heads_.queries + 2 * heads_.keys, width = heads_.queries * head;
    qkv_ = uploads.each(name + "qkv", {Shape({1, 1, extent(hidden), extent(all * head)}), dtype},
                        [&] { return qkv_columns(weights); });
    o_ = uploads.each(name + "o", {Shape({1, 1, extent(width), extent(hidden)}), dtype},
                      [&] { return output_rows(weights); });
    const auto norm = [&](const std::string& which) {
        return uploads.same(name + which, {Shape({1, 1, 1, extent(head)})},
                            [&] { return weights(which); });
    };
    q_norm_ = norm("q_norm");
    k_norm_ = norm("k_norm");
    const Shape cache({extent(std::ssize(block_order(limits))), extent(heads_.keys),
                       extent(limits.block_size), extent(head)});
    for (Tensor* tensor : {&keys_, &values_})
        *tensor = ttnn::zeros(cache, DataType::BFLOAT16, Layout::TILE, chips_.device(),
                              ttnn::DRAM_MEMORY_CONFIG);
}

// Columns of the query heads of a chip, then of its key heads, then of its value heads.
OfChip AttentionBlock::qkv_columns(const Weights& weights) const {
    return [this, q = weights("q_proj"), k = weights("k_proj"),
            v = weights("v_proj")](std::int64_t chip) {
        const std::int64_t column = chip % chips_.mesh().columns;
        Columns columns(config_.hidden_size, config_.head_dim, heads_.queries + 2 * heads_.keys);
        for (std::int64_t i = 0; i < heads_.queries; ++i)
            columns.add(q, column * heads_.queries + i);
        for (const Values* weight : {&k, &v})
            for (std::int64_t i = 0; i < heads_.keys; ++i)
                columns.add(*weight, (column * heads_.keys + i) / heads_.repeats);
        return columns.take();
    };
}

OfChip AttentionBlock::output_rows(const Weights& weights) const {
    return [this, o = weights("o_proj")](std::int64_t chip) {
        const std::int64_t column = chip % chips_.mesh().columns, hidden = config_.hidden_size;
        const std::int64_t width = heads_.queries * config_.head_dim, wide = config_.query_width();
        Values rows(width * hidden);
        for (std::int64_t i = 0; i < width; ++i)
            for (std::int64_t h = 0; h < hidden; ++h)
                rows[i * hidden + h] = o[h * wide + column * width + i];
        return rows;
    };
}

Tensor AttentionBlock::norm(const Tensor& heads, const Tensor& weight) const {
    return ttnn::rms_norm(heads, static_cast<float>(config_.rms_norm_eps), weight);
}

Tensor AttentionBlock::joined(const Tensor& heads) const {
    const Tensor sums = multiplied(heads, o_);
    return chips_.mesh().columns > 1 ? ttnn::all_reduce(sums, 1) : sums;
}

Tensor AttentionBlock::prefill(const Tensor& x, const Turn& turn,
                               const Positions& positions) const {
    const auto& shape = x.logical_shape();
    if (shape[0] <= users_) return prefill_row(x, turn, positions);
    const Tensor own = ttnn::extract_attention_input(
        ttnn::reshape(x, Shape({shape[0], shape[2], shape[3]})), positions.row);
    return ttnn::all_gather(prefill_row(own, turn, positions), 0, 0);
}

Tensor AttentionBlock::decode(const Tensor& x, const Turn& turn, const Positions& positions) const {
    if (x.logical_shape()[2] <= users_) return decode_row(x, turn, positions);
    const Tensor own = ttnn::extract_attention_input(x, positions.row);
    return ttnn::all_gather(decode_row(own, turn, positions), 2, 0);
}

Tensor AttentionBlock::prefill_row(const Tensor& x, const Turn& turn,
                                   const Positions& positions) const {
    auto [q, k, v] = ttnn::experimental::nlp_create_qkv_heads(
        multiplied(x, qkv_), std::nullopt, extent(heads_.queries), extent(heads_.keys), false);
    using ttnn::experimental::rotary_embedding_hf;
    q = rotary_embedding_hf(norm(q, q_norm_), turn.cosines, turn.sines, false);
    k = rotary_embedding_hf(norm(k, k_norm_), turn.cosines, turn.sines, false);
    const std::uint32_t users = x.logical_shape()[0];
    for (std::uint32_t user = 0; user < users; ++user) {
        const auto one = [&](const Tensor& all) {
            const auto& s = all.logical_shape();
            return users == 1 ? all : part(all, {user, 0, 0, 0}, {user + 1, s[1], s[2], s[3]});
        };
        using ttnn::experimental::paged_fill_cache;
        paged_fill_cache(keys_, one(k), positions.table, std::nullopt, user);
        paged_fill_cache(values_, one(v), positions.table, std::nullopt, user);
    }
    const Tensor seen = ttnn::transformer::scaled_dot_product_attention(
        q, k, v, std::nullopt, true, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
        precise());
    return joined(ttnn::experimental::nlp_concat_heads(seen));
}

Tensor AttentionBlock::decode_some(const Tensor& qkv, const Turn& turn, const Tensor& table) const {
    std::optional<std::array<Tensor, 3>> none;
    auto [q, k, v] = ttnn::experimental::nlp_create_qkv_heads_decode(qkv, extent(heads_.queries),
                                                                     extent(heads_.keys), none);
    const ttnn::MemoryConfig spread = k.memory_config();
    const auto turned = [&](const Tensor& heads, const Tensor& weight) {
        const Tensor plain = ttnn::to_memory_config(heads, ttnn::DRAM_MEMORY_CONFIG);
        return ttnn::experimental::rotary_embedding_hf(norm(plain, weight), turn.cosines,
                                                       turn.sines, true);
    };
    q = turned(q, q_norm_);
    k = ttnn::to_memory_config(turned(k, k_norm_), spread);
    using ttnn::experimental::paged_update_cache;
    paged_update_cache(keys_, k, {}, turn.positions, std::nullopt, table);
    paged_update_cache(values_, v, {}, turn.positions, std::nullopt, table);
    const Tensor seen = ttnn::transformer::paged_scaled_dot_product_attention_decode(
        q, keys_, values_, table, true, std::nullopt, turn.positions, std::nullopt, std::nullopt,
        std::nullopt, ttnn::DRAM_MEMORY_CONFIG, std::nullopt, precise());
    const std::uint32_t users = qkv.logical_shape()[2];
    return ttnn::reshape(seen, Shape({1, 1, users, extent(heads_.queries * config_.head_dim)}));
}

Tensor AttentionBlock::decode_row(const Tensor& x, const Turn& turn,
                                  const Positions& positions) const {
    const Tensor qkv = multiplied(x, qkv_);
    const std::uint32_t users = x.logical_shape()[2], width = qkv.logical_shape()[3];
    const std::uint32_t blocks = positions.table.logical_shape()[1];
    std::vector<Tensor> parts;
    for (std::uint32_t first = 0; first < users; first += kUnit) {
        const std::uint32_t end = std::min(first + kUnit, users);
        const auto rows = [&](const Tensor& list, std::uint32_t columns) {
            const Tensor four = ttnn::reshape(
                list, Shape({1, 1, extent(list.logical_volume() / columns), columns}));
            return part(four, {0, 0, first, 0}, {1, 1, end, columns});
        };
        const auto of_users = [&](const Tensor& all) {
            return users <= kUnit
                       ? all
                       : part(all, {0, first, 0, 0}, {1, end, 1, all.logical_shape()[3]});
        };
        const bool whole = first == 0 && end == positions.table.logical_shape()[0];
        const Tensor table =
            whole ? positions.table
                  : ttnn::reshape(rows(positions.table, blocks), Shape({end - first, blocks}));
        const Tensor places = users <= kUnit
                                  ? turn.positions
                                  : ttnn::reshape(rows(turn.positions, 1), Shape({end - first}));
        const Tensor some = users <= kUnit ? qkv : rows(qkv, width);
        parts.push_back(
            decode_some(some, {of_users(turn.cosines), of_users(turn.sines), places}, table));
    }
    return joined(parts.size() == 1 ? parts.front() : ttnn::concat(parts, 2));
}

}  // namespace qwen3::device
