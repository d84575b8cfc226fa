// Heads, rotary embeddings and caches against plain loops.
#include <numeric>

#include "harness.hpp"
#include "ttnn/operations/experimental/paged_cache/paged_cache.hpp"
#include "ttnn/operations/experimental/transformer/create_qkv_heads/create_qkv_heads.hpp"
#include "ttnn/operations/experimental/transformer/create_qkv_heads_from_separate_tensors/create_qkv_heads_from_separate_tensors.hpp"
#include "ttnn/operations/experimental/transformer/nlp_concat_heads/nlp_concat_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_concat_heads_decode/nlp_concat_heads_decode.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads/nlp_create_qkv_heads.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_decode/nlp_create_qkv_heads_decode.hpp"
#include "ttnn/operations/experimental/transformer/nlp_create_qkv_heads_segformer/nlp_create_qkv_heads_segformer.hpp"
#include "ttnn/operations/experimental/transformer/nlp_kv_cache_load_slice/nlp_kv_cache_load_slice.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding/rotary_embedding.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_hf/rotary_embedding_hf.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_llama/rotary_embedding_llama.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_llama_fused_qk/rotary_embedding_llama_fused_qk.hpp"
#include "ttnn/operations/experimental/transformer/rotate_half/rotate_half.hpp"
#include "ttnn/operations/kv_cache/kv_cache.hpp"
#include "ttnn/operations/transformer/attention_softmax/attention_softmax.hpp"
#include "ttnn/operations/transformer/concatenate_heads/concatenate_heads.hpp"
#include "ttnn/operations/transformer/split_query_key_value_and_split_heads/split_query_key_value_and_split_heads.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;
using tt::tt_metal::BufferType;
using tt::tt_metal::ShardSpec;
using tt::tt_metal::TensorMemoryLayout;

class Transformer : public OnDevice {
 protected:
    static Tensor make(const Shape& shape, DataType dtype = DataType::BFLOAT16,
                       Layout layout = Layout::TILE, const MemoryConfig& memory = {}) {
        return tensor_of(draw(random_, shape.volume(), -2, 2, false),
                         spec_of(shape, dtype, layout, memory), &device());
    }
    static Tensor whole_numbers(const Doubles& values, const Shape& shape) {
        return tensor_of(values, spec_of(shape, DataType::INT32, Layout::ROW_MAJOR), &device());
    }
    // Users on cores of their own.
    static MemoryConfig by_user(std::uint32_t users, std::uint32_t rows, std::uint32_t columns,
                                std::uint32_t first = 0) {
        const CoreRangeSet cores(CoreRange({0, first}, {users - 1, first}));
        return MemoryConfig(TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
                            ShardSpec(cores, {rows, columns}));
    }

    static inline std::mt19937 random_{11};
};

// Heads of [b, s, w]: element (b, h, s, d) is that at column(h) + d.
Doubles heads_of(const Tensor& from, std::uint32_t heads, std::uint32_t size,
                 const std::function<std::uint32_t(std::uint32_t)>& column, bool transposed) {
    const auto& shape = from.logical_shape();
    const std::uint32_t batch = shape[0], rows = shape[-2], width = shape[-1];
    const Doubles x = values_of(from);
    Doubles out(std::size_t(batch) * heads * rows * size);
    for (std::uint32_t b = 0; b < batch; b++)
        for (std::uint32_t h = 0; h < heads; h++)
            for (std::uint32_t s = 0; s < rows; s++)
                for (std::uint32_t d = 0; d < size; d++) {
                    const std::size_t in =
                        transposed ? std::size_t(d) * rows + s : std::size_t(s) * size + d;
                    out[(std::size_t(b) * heads + h) * rows * size + in] =
                        x[(std::size_t(b) * rows + s) * width + column(h) + d];
                }
    return out;
}

TEST_F(Transformer, HeadsOfProjections) {
    const Tensor x = make(Shape({2, 40, 8 * 64}));
    const auto [q, k, v] = transformer::split_query_key_value_and_split_heads(x, std::nullopt, 4, 2,
                                                                              true, std::nullopt);
    EXPECT_EQ(q.logical_shape(), Shape({2, 4, 40, 64}));
    EXPECT_EQ(k.logical_shape(), Shape({2, 2, 64, 40}));
    EXPECT_EQ(values_of(q), heads_of(x, 4, 64, [](auto h) { return h * 64; }, false));
    EXPECT_EQ(values_of(k), heads_of(x, 2, 64, [](auto h) { return 256 + h * 64; }, true));
    EXPECT_EQ(values_of(v), heads_of(x, 2, 64, [](auto h) { return 384 + h * 64; }, false));
    const Tensor back = transformer::concatenate_heads(q);
    EXPECT_EQ(back.logical_shape(), Shape({2, 40, 256}));
    EXPECT_EQ(values_of(experimental::nlp_concat_heads(q)), values_of(back));
    const Doubles all = values_of(x), joined = values_of(back);
    for (std::size_t i = 0; i < joined.size(); i++)
        ASSERT_EQ(joined[i], all[i / 256 * 512 + i % 256]);
    EXPECT_THAT(thrown([&] {
                    (void)transformer::split_query_key_value_and_split_heads(
                        make(Shape({1, 32, 96})), std::nullopt, 2, 2, true, std::nullopt);
                }),
                HasSubstr("The head size must be a multiple of the tile width"));
}

TEST_F(Transformer, HeadsInGroups) {
    const Tensor x = make(Shape({1, 1, 32, 12 * 32}), DataType::BFLOAT8_B);
    const auto [q, k, v] = experimental::create_qkv_heads(x, 8, 2, false);
    EXPECT_EQ(values_of(q),
              heads_of(x, 8, 32, [](auto h) { return h / 4 * 192 + h % 4 * 32; }, false));
    EXPECT_EQ(values_of(k), heads_of(x, 2, 32, [](auto h) { return h * 192 + 128; }, false));
    EXPECT_EQ(values_of(v), heads_of(x, 2, 32, [](auto h) { return h * 192 + 160; }, false));
    const auto [one, two, three] = experimental::nlp_create_qkv_heads_segformer(x, std::nullopt);
    EXPECT_EQ(values_of(one), heads_of(x, 12, 32, [](auto h) { return h * 32; }, false));
    const Tensor kv = make(Shape({1, 1, 32, 4 * 32})), only = make(Shape({1, 1, 32, 4 * 32}));
    const auto [a, b, c] =
        experimental::create_qkv_heads_from_separate_tensors(only, kv, 4, 2, true);
    EXPECT_EQ(values_of(b), heads_of(kv, 2, 32, [](auto h) { return h * 64; }, true));
    EXPECT_EQ(values_of(c), heads_of(kv, 2, 32, [](auto h) { return h * 64 + 32; }, false));
    const auto [t0, t1, t2] =
        experimental::nlp_create_qkv_heads(only, std::nullopt, 2, 2, false, true);
    EXPECT_EQ(values_of(t1), values_of(t2));
}

TEST_F(Transformer, HeadsOfTokens) {
    const std::uint32_t users = 4, heads = 4, kv = 2, size = 32;
    const Tensor x = make(Shape({1, 1, users, (heads + 2 * kv) * size}));
    std::optional<std::array<Tensor, 3>> none;
    const auto [q, k, v] = experimental::nlp_create_qkv_heads_decode(x, heads, kv, none,
                                                                     /*overlap_qk_coregrid=*/false);
    EXPECT_EQ(q.logical_shape(), Shape({1, users, heads, size}));
    EXPECT_TRUE(k.is_sharded());
    EXPECT_FALSE(q.shard_spec()->grid.intersects(k.shard_spec()->grid));
    const Doubles all = values_of(x), of_q = values_of(q), of_v = values_of(v);
    const std::size_t width = (heads + 2 * kv) * size;
    for (std::size_t i = 0; i < of_q.size(); i++)
        ASSERT_EQ(of_q[i], all[i / (heads * size) * width + i % (heads * size)]);
    for (std::size_t i = 0; i < of_v.size(); i++)
        ASSERT_EQ(of_v[i], all[i / (kv * size) * width + (heads + kv) * size + i % (kv * size)]);
    const Tensor back = experimental::nlp_concat_heads_decode(q, heads);
    EXPECT_EQ(back.logical_shape(), Shape({1, 1, 32, heads * size}));
    const Doubles joined = values_of(back);
    for (std::size_t i = 0; i < users * heads * size; i++) ASSERT_EQ(joined[i], of_q[i]);
    const Tensor cache = make(Shape({1, 2, 96, 32}));
    const Doubles part = values_of(experimental::nlp_kv_cache_load_slice(cache, 32, 64));
    const Doubles whole = values_of(cache);
    for (std::size_t i = 0; i < part.size(); i++)
        ASSERT_EQ(part[i], whole[i / 1024 * 3072 + 1024 + i % 1024]);
}

// ---- rotary -------------------------------------------------------------------------------------

// x cos + turned sin; the row of the tables for a line of x is said by `row`.
Doubles rotated(const Doubles& x, const Doubles& cos, const Doubles& sin, std::size_t size,
                bool halves, const std::function<std::size_t(std::size_t)>& row) {
    Doubles out(x.size());
    for (std::size_t i = 0; i < x.size(); i++) {
        const std::size_t line = i / size, d = i % size, t = row(line) * size + d;
        const std::size_t half = size / 2;
        const double other = halves       ? d < half ? -x[i + half] : x[i - half]
                                   : d % 2 == 0 ? -x[i + 1]
                                          : x[i - 1];
        out[i] = x[i] * cos[t] + other * sin[t];
    }
    return out;
}

TEST_F(Transformer, RotaryOfHalves) {
    for (const std::uint32_t size : {32u, 64u, 128u}) {
        const auto type = size == 64 ? DataType::BFLOAT8_B : DataType::BFLOAT16;
        const Tensor x = make(Shape({2, 3, 40, size}), type);
        const Tensor cos = make(Shape({1, 1, 96, size})), sin = make(Shape({1, 1, 96, size}));
        const auto expect = [&](const Tensor& got, const auto& row) {
            expect_close(values_of(got),
                         rotated(values_of(x), values_of(cos), values_of(sin), size, true, row),
                         type, {1e-2, 4e-2}, fmt::format("rotary of {}", size));
        };
        expect(experimental::rotary_embedding(x, cos, sin), [](std::size_t l) { return l % 40; });
        expect(experimental::rotary_embedding(x, cos, sin, 37), [](std::size_t) { return 37; });
    }
    const Tensor x = make(Shape({1, 4, 8, 64})), cos = make(Shape({1, 4, 1, 64})),
                 sin = make(Shape({1, 4, 1, 64}));
    expect_close(values_of(experimental::rotary_embedding_hf(x, cos, sin, true)),
                 rotated(values_of(x), values_of(cos), values_of(sin), 64, true,
                         [](std::size_t l) { return l / 8; }),
                 DataType::BFLOAT16, {1e-2, 2e-2}, "rotary of users");
    const Doubles before = values_of(x), after = values_of(experimental::rotate_half(x));
    for (std::size_t i = 0; i < after.size(); i++)
        ASSERT_EQ(after[i], i % 64 < 32 ? -before[i + 32] : before[i - 32]);
}

TEST_F(Transformer, RotaryOfNeighbours) {
    Doubles matrix(32 * 32);
    for (std::size_t i = 0; i < 32; i += 2) {
        matrix[i * 32 + i + 1] = 1;
        matrix[(i + 1) * 32 + i] = -1;
    }
    const Tensor turn =
        tensor_of(matrix, spec_of(Shape({1, 1, 32, 32}), DataType::BFLOAT16), &device());
    const Tensor x = make(Shape({1, 2, 64, 64})), cos = make(Shape({1, 1, 64, 64})),
                 sin = make(Shape({1, 1, 64, 64}));
    expect_close(values_of(experimental::rotary_embedding_llama(x, cos, sin, turn)),
                 rotated(values_of(x), values_of(cos), values_of(sin), 64, false,
                         [](std::size_t l) { return l % 64; }),
                 DataType::BFLOAT16, {1e-2, 2e-2}, "prefill");
    const Tensor q =
        make(Shape({1, 2, 8, 64}), DataType::BFLOAT16, Layout::TILE, by_user(2, 32, 64));
    const Tensor k =
        make(Shape({1, 2, 2, 64}), DataType::BFLOAT16, Layout::TILE, by_user(2, 32, 64, 1));
    const Tensor c = make(Shape({1, 4, 1, 64})), s = make(Shape({1, 4, 1, 64}));
    const auto [q2, k2] = experimental::rotary_embedding_llama_fused_qk(q, k, c, s, turn);
    EXPECT_EQ(q2.memory_config(), q.memory_config());
    expect_close(values_of(q2),
                 rotated(values_of(q), values_of(c), values_of(s), 64, false,
                         [](std::size_t l) { return l / 8; }),
                 DataType::BFLOAT16, {1e-2, 2e-2}, "queries");
    expect_close(values_of(k2),
                 rotated(values_of(k), values_of(c), values_of(s), 64, false,
                         [](std::size_t l) { return 2 + l / 2; }),
                 DataType::BFLOAT16, {1e-2, 2e-2}, "keys");
    EXPECT_THAT(thrown([&] {
                    (void)experimental::rotary_embedding(make(Shape({1, 1, 32, 96})),
                                                         make(Shape({1, 1, 32, 96})),
                                                         make(Shape({1, 1, 32, 96})));
                }),
                HasSubstr("must be 32 or divisible by 64"));
}

// ---- caches -------------------------------------------------------------------------------------

// The token of a cache [users, heads, tokens, size].
double* token(Doubles& cache, const Shape& shape, std::size_t user, std::size_t head,
              std::size_t at) {
    return &cache[((user * shape[1] + head) * shape[2] + at) * shape[3]];
}

TEST_F(Transformer, CachesOfUsers) {
    for (const DataType type : {DataType::BFLOAT16, DataType::FLOAT32, DataType::BFLOAT8_B}) {
        const Shape shape({3, 2, 96, 64});
        const Tensor cache = make(shape, type);
        Doubles want = values_of(cache);
        const Tensor sequence = make(Shape({1, 2, 64, 64}), type);
        (void)fill_cache(cache, sequence, 1, 32);
        const Doubles filled = values_of(sequence);
        for (std::size_t h = 0; h < 2; h++)
            for (std::size_t s = 0; s < 64; s++)
                std::copy_n(&filled[(h * 64 + s) * 64], 64, token(want, shape, 1, h, 32 + s));
        EXPECT_EQ(values_of(cache), want);
        const Tensor rows = make(Shape({1, 2, 8, 64}), type);
        const Doubles tokens = values_of(rows);
        for (const std::uint32_t at : {5u, 77u}) {
            (void)update_cache(cache, rows, at, 2);
            for (std::size_t h = 0; h < 2; h++)
                for (std::size_t u = 0; u < 3; u++)
                    std::copy_n(&tokens[(h * 8 + 2 + u) * 64], 64, token(want, shape, u, h, at));
        }
        EXPECT_EQ(values_of(cache), want) << fmt::format("{}", type);
    }
    const Tensor cache = make(Shape({2, 2, 64, 32}));
    EXPECT_THAT(thrown([&] { (void)fill_cache(cache, make(Shape({1, 2, 32, 32})), 0, 16); }),
                HasSubstr("must be a multiple of TILE_HEIGHT"));
}

TEST_F(Transformer, CachesInBlocks) {
    using experimental::paged_fill_cache;
    using experimental::paged_update_cache;
    for (const DataType type : {DataType::BFLOAT16, DataType::BFLOAT8_B}) {
        const Shape shape({8, 2, 64, 32});
        const Tensor cache = make(shape, type);
        Doubles want = values_of(cache);
        const std::vector<std::size_t> blocks{7, 0, 3, 5, 2, 6};  // of two users
        const Tensor table = whole_numbers(Doubles(blocks.begin(), blocks.end()), Shape({2, 3}));
        const Tensor sequence = make(Shape({1, 2, 96, 32}), type);
        const Doubles filled = values_of(sequence);
        (void)paged_fill_cache(cache, sequence, table, std::nullopt, 1);
        for (std::size_t h = 0; h < 2; h++)
            for (std::size_t s = 0; s < 96; s++)
                std::copy_n(&filled[(h * 96 + s) * 32], 32,
                            token(want, shape, blocks[3 + s / 64], h, s % 64));
        EXPECT_EQ(values_of(cache), want);
        const Tensor rows =
            make(Shape({1, 2, 2, 32}), type == DataType::BFLOAT16 ? type : DataType::FLOAT32,
                 Layout::TILE, by_user(2, 32, 32));
        (void)paged_update_cache(cache, rows, {}, whole_numbers({-1, 130}, Shape({2})),
                                 std::nullopt, table);
        const Doubles tokens = values_of(rows);
        for (std::size_t h = 0; h < 2; h++)
            std::copy_n(&tokens[(2 + h) * 32], 32, token(want, shape, blocks[3 + 2], h, 2));
        expect_close(values_of(cache), want, type, {}, "updated in blocks");
    }
}

TEST_F(Transformer, PositionsOfUsers) {
    const Shape shape({2, 1, 64, 32});
    const Tensor keys = make(shape), values = make(shape);
    const Tensor k =
        make(Shape({1, 2, 1, 32}), DataType::BFLOAT16, Layout::TILE, by_user(2, 32, 32));
    const Tensor v =
        make(Shape({1, 2, 1, 32}), DataType::BFLOAT16, Layout::TILE, by_user(2, 32, 32, 1));
    Doubles of_keys = values_of(keys), of_values = values_of(values);
    for (const std::vector<std::uint32_t>& at :
         std::vector<std::vector<std::uint32_t>>{{3, 40}, {4, 63}}) {
        (void)experimental::paged_fused_update_cache(keys, k, values, v, at);
        for (std::size_t u = 0; u < 2; u++) {
            std::copy_n(&values_of(k)[u * 32], 32, token(of_keys, shape, u, 0, at[u]));
            std::copy_n(&values_of(v)[u * 32], 32, token(of_values, shape, u, 0, at[u]));
        }
    }
    EXPECT_EQ(values_of(keys), of_keys);
    EXPECT_EQ(values_of(values), of_values);
    EXPECT_THAT(thrown([&] { (void)experimental::paged_fused_update_cache(keys, k, values, k); }),
                HasSubstr("must not overlap"));
    EXPECT_THAT(thrown([&] {
                    (void)experimental::paged_update_cache(keys, k, {1, 2}, std::nullopt,
                                                           std::nullopt, std::nullopt, 0,
                                                           std::nullopt, std::nullopt, 32);
                }),
                HasSubstr("block_size_override is only supported in paged mode"));
}

TEST_F(Transformer, SoftmaxOfScores) {
    Tensor x = make(Shape({2, 2, 32, 64}));
    const Tensor mask = make(Shape({2, 1, 1, 64}));
    const Tensor got = transformer::attention_softmax(x, 64, mask);
    const Doubles want = values_of(scale_mask_softmax(x, 0.125f, mask));
    EXPECT_EQ(values_of(got), want);
    (void)transformer::attention_softmax_(x, 64, mask);
    EXPECT_EQ(values_of(x), want);
    // Scores beyond what powers of e reach.
    Tensor far = tensor_of(draw(random_, 32 * 64, -1000, 1000, false),
                           spec_of(Shape({1, 1, 32, 64}), DataType::BFLOAT16), &device());
    const Tensor all = make(Shape({1, 1, 32, 64}));
    const Doubles expected = values_of(scale_mask_softmax(far, 1.0f, all, std::nullopt, true));
    EXPECT_EQ(values_of(transformer::attention_softmax_(far, std::nullopt, all, {}, true)),
              expected);
    EXPECT_NEAR(std::accumulate(expected.begin(), expected.begin() + 64, 0.0), 1, 0.05);
}

}  // namespace
}  // namespace ttnn::test
