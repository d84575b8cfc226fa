// Attention in all its forms against sums in double precision.
#include <algorithm>

#include "harness.hpp"
#include "ttnn/operations/transformer/sdpa/sdpa.hpp"
#include "ttnn/operations/transformer/sdpa_decode/sdpa_decode.hpp"

namespace ttnn::test {
namespace {

using testing::HasSubstr;

class Attention : public OnDevice {
 protected:
    static Tensor make(const Shape& shape, DataType dtype = DataType::BFLOAT16) {
        return tensor_of(draw(random_, shape.volume(), -2, 2, false), spec_of(shape, dtype),
                         &device());
    }
    static Tensor whole_numbers(const Doubles& values, const Shape& shape) {
        return tensor_of(values, spec_of(shape, DataType::INT32, Layout::ROW_MAJOR), &device());
    }

    static inline std::mt19937 random_{5};
};

// Matrices of rows.
struct Rows {
    const double* at;
    std::size_t count, size;
    const double* operator[](std::size_t i) const { return at + i * size; }
};

// One query: what it sees of the keys is said by `bias`, which may be minus infinity.
void attend(const double* q, const Rows& k, const Rows& v, double scale, double* out,
            const std::function<double(std::size_t)>& bias, double sink = -INFINITY) {
    Doubles score(k.count);
    double most = sink, sum = 0;
    for (std::size_t i = 0; i < k.count; i++) {
        for (std::size_t d = 0; d < k.size; d++) score[i] += q[d] * k[i][d];
        score[i] = score[i] * scale + bias(i);
        most = std::max(most, score[i]);
    }
    std::fill_n(out, v.size, 0.0);
    for (std::size_t i = 0; i < k.count; i++) {
        const double weight = std::exp(score[i] - most);
        sum += weight;
        for (std::size_t d = 0; d < v.size; d++) out[d] += weight * v[i][d];
    }
    sum += std::exp(sink - most);
    for (std::size_t d = 0; d < v.size; d++) out[d] /= sum;
}

// Of every head: `bias(batch, head, query, key)`.
using Bias = std::function<double(std::size_t, std::size_t, std::size_t, std::size_t)>;
Doubles attention(const Tensor& q, const Tensor& k, const Tensor& v, const Bias& bias) {
    const Shape &of_q = q.logical_shape(), &of_k = k.logical_shape(), &of_v = v.logical_shape();
    const Doubles x = values_of(q), y = values_of(k), z = values_of(v);
    const std::size_t size = of_q[3], wide = of_v[3], keys = of_k[2];
    const std::size_t group = of_q[1] / of_k[1];
    Doubles out(std::size_t(of_q[0]) * of_q[1] * of_q[2] * wide);
    for (std::size_t i = 0; i < out.size() / wide; i++) {
        const std::size_t query = i % of_q[2], head = i / of_q[2] % of_q[1];
        const std::size_t batch = i / of_q[2] / of_q[1];
        const std::size_t from = (batch * of_k[1] + head / group) * keys;
        attend(&x[i * size], {&y[from * size], keys, size}, {&z[from * wide], keys, wide},
               1 / std::sqrt(static_cast<double>(size)), &out[i * wide],
               [&](std::size_t key) { return bias(batch, head, query, key); });
    }
    return out;
}

double seen(bool yes) {
    return yes ? 0 : -INFINITY;
}

constexpr Tolerance kTolerance{0, 0.04};

ComputeKernelConfig precise() {
    return {.math_fidelity = tt::tt_metal::MathFidelity::HiFi4};
}

struct Case {
    std::uint32_t batch, heads, kv_heads, queries, keys, size;
    bool causal;
    std::uint32_t window = 0;
    DataType dtype = DataType::BFLOAT16;
    std::uint32_t q_chunk = 0, k_chunk = 0;
};

TEST_F(Attention, OfSequences) {
    const Case cases[] = {{1, 2, 1, 96, 96, 64, true},
                          {2, 2, 2, 40, 70, 32, false},
                          {1, 1, 1, 200, 200, 64, true, 50, DataType::BFLOAT16, 64, 64},
                          {1, 2, 1, 130, 130, 64, false, 40, DataType::BFLOAT8_B, 32, 32},
                          {1, 3, 3, 64, 320, 96, false, 0, DataType::FLOAT32, 64, 128}};
    for (const Case& c : cases) {
        const Tensor q = make(Shape({c.batch, c.heads, c.queries, c.size}), c.dtype);
        const Tensor k = make(Shape({c.batch, c.kv_heads, c.keys, c.size}), c.dtype);
        const Tensor v = make(Shape({c.batch, c.kv_heads, c.keys, c.size}), c.dtype);
        std::optional<operations::transformer::SDPAProgramConfig> config;
        if (c.q_chunk != 0)
            config = {.compute_with_storage_grid_size = {2, 2},
                      .sub_core_grids = std::nullopt,
                      .q_chunk_size = c.q_chunk,
                      .k_chunk_size = c.k_chunk,
                      .exp_approx_mode = std::nullopt};
        const Tensor got = transformer::scaled_dot_product_attention(
            q, k, v, std::nullopt, c.causal, std::nullopt,
            c.window != 0 ? std::optional(c.window) : std::nullopt, std::nullopt, config,
            precise());
        const auto sees = [&](std::size_t, std::size_t, std::size_t query, std::size_t key) {
            const auto far = static_cast<double>(query) - static_cast<double>(key);
            if (c.causal) return seen(far >= 0 && (c.window == 0 || far < c.window));
            const auto half = c.window / 2;
            return seen(c.window == 0 || std::abs(far) <= half);
        };
        expect_close(values_of(got), attention(q, k, v, sees), c.dtype, kTolerance,
                     fmt::format("{} queries, {} keys, {}", c.queries, c.keys, c.dtype));
    }
}

TEST_F(Attention, MasksAndSinks) {
    const Tensor q = make(Shape({2, 2, 64, 64})), k = make(Shape({2, 1, 90, 64}));
    const Tensor v = make(Shape({2, 1, 90, 64})), mask = make(Shape({2, 1, 64, 90}));
    const Doubles m = values_of(mask);
    expect_close(values_of(transformer::scaled_dot_product_attention(
                     q, k, v, mask, false, std::nullopt, std::nullopt, std::nullopt, std::nullopt,
                     precise())),
                 attention(q, k, v,
                           [&](std::size_t batch, std::size_t, std::size_t query, std::size_t key) {
                               return m[(batch * 64 + query) * 90 + key];
                           }),
                 DataType::BFLOAT16, kTolerance, "mask");
    EXPECT_THAT(thrown([&] { (void)transformer::scaled_dot_product_attention(q, k, v, mask); }),
                HasSubstr("attn_mask must not be provided when is_causal is true"));
    const Tensor ends = whole_numbers({0, 20, 64}, Shape({3}));
    const Tensor w = make(Shape({2, 2, 64, 64}));
    expect_close(values_of(transformer::scaled_dot_product_attention(
                     q, w, w, std::nullopt, false, std::nullopt, std::nullopt, std::nullopt,
                     std::nullopt, precise(), std::nullopt, ends)),
                 attention(q, w, w,
                           [](std::size_t, std::size_t, std::size_t query, std::size_t key) {
                               return seen((query < 20) == (key < 20));
                           }),
                 DataType::BFLOAT16, kTolerance, "windows");
}

// Queries that stand at the end of a paged sequence.
TEST_F(Attention, OfChunksOfSequences) {
    const std::uint32_t size = 64, block = 64, start = 96, queries = 64;
    const Tensor k = make(Shape({4, 1, block, size})), v = make(Shape({4, 1, block, size}));
    const Tensor q = make(Shape({1, 2, queries, size}));
    const std::vector<std::size_t> blocks{2, 0, 3};
    const Tensor table = whole_numbers({2, 0, 3}, Shape({1, 3}));
    const Doubles x = values_of(q), y = values_of(k), z = values_of(v);
    Doubles keys, values, want(x.size());
    for (const std::size_t b : blocks)
        for (std::size_t i = 0; i < block * size; i++) {
            keys.push_back(y[b * block * size + i]);
            values.push_back(z[b * block * size + i]);
        }
    for (std::size_t i = 0; i < 2 * queries; i++)
        attend(&x[i * size], {keys.data(), 192, size}, {values.data(), 192, size}, 0.125,
               &want[i * size], [&](std::size_t key) { return seen(key <= start + i % queries); });
    expect_close(values_of(transformer::chunked_scaled_dot_product_attention(
                     q, k, v, table, start, std::nullopt, std::nullopt, std::nullopt, precise())),
                 want, DataType::BFLOAT16, kTolerance, "chunk");
    expect_close(values_of(transformer::chunked_scaled_dot_product_attention(
                     q, k, v, table, whole_numbers({start}, Shape({1})), std::nullopt, std::nullopt,
                     std::nullopt, precise())),
                 want, DataType::BFLOAT16, kTolerance, "chunk, start in a tensor");
}

struct Decode {
    std::uint32_t users, heads, kv_heads, keys, size, window = 0;
    DataType cache = DataType::BFLOAT16;
};

// The queries of users [1, users, heads, d] to caches whose keys of a user are given by `from`.
Doubles decoded(const Tensor& q, const Decode& c, const std::vector<int>& positions,
                const std::function<Rows(std::size_t user, std::size_t head, bool values)>& from,
                double sink = -INFINITY) {
    const Doubles x = values_of(q);
    Doubles want(x.size());
    for (std::size_t i = 0; i < std::size_t(c.users) * c.heads; i++) {
        const std::size_t user = i / c.heads, head = i % c.heads / (c.heads / c.kv_heads);
        const int at = positions[user];
        if (at < 0) continue;
        attend(
            &x[i * c.size], from(user, head, false), from(user, head, true),
            1 / std::sqrt(static_cast<double>(c.size)), &want[i * c.size],
            [&](std::size_t key) {
                const int far = at - static_cast<int>(key);
                return seen(far >= 0 && (c.window == 0 || far < static_cast<int>(c.window)));
            },
            sink);
    }
    return want;
}

TEST_F(Attention, OfTokens) {
    const Decode cases[] = {
        {2, 4, 1, 128, 64}, {3, 8, 2, 160, 32, 40, DataType::BFLOAT8_B}, {1, 48, 3, 64, 64}};
    for (const Decode& c : cases) {
        const Tensor q = make(Shape({1, c.users, c.heads, c.size}));
        const Tensor k = make(Shape({c.users, c.kv_heads, c.keys, c.size}), c.cache);
        const Tensor v = make(Shape({c.users, c.kv_heads, c.keys, c.size}), c.cache);
        const Doubles y = values_of(k), z = values_of(v);
        const auto from = [&](std::size_t user, std::size_t head, bool values) {
            const Doubles& all = values ? z : y;
            return Rows{&all[(user * c.kv_heads + head) * c.keys * c.size], c.keys, c.size};
        };
        const auto window = c.window != 0 ? std::optional(c.window) : std::nullopt;
        for (const std::vector<int>& all : {std::vector{5, 70, 100}, {63, 31, 159}}) {
            const std::vector<int> at(all.begin(), all.begin() + c.users);
            const Tensor got = transformer::scaled_dot_product_attention_decode(
                q, k, v, true, std::nullopt, std::vector<std::uint32_t>(at.begin(), at.end()),
                std::nullopt, std::nullopt, std::nullopt, window, std::nullopt, std::nullopt,
                precise());
            expect_close(values_of(got), decoded(q, c, at, from), DataType::BFLOAT16, kTolerance,
                         fmt::format("{} users, {} heads", c.users, c.heads));
        }
    }
}

TEST_F(Attention, OfTokensInBlocks) {
    const Decode c{2, 8, 2, 128, 64};
    const std::uint32_t block = 32;
    const Tensor q = make(Shape({1, c.users, c.heads, c.size}));
    const Tensor k = make(Shape({9, c.kv_heads, block, c.size}));
    const Tensor v = make(Shape({9, c.kv_heads, block, c.size}));
    const std::vector<std::size_t> blocks{3, 1, 8, 0, 7, 2, 6, 5};
    const Doubles y = values_of(k), z = values_of(v);
    Doubles gathered[2][2][2];
    for (std::size_t user = 0; user < 2; user++)
        for (std::size_t head = 0; head < 2; head++)
            for (std::size_t i = 0; i < 4 * block * c.size; i++) {
                const std::size_t at =
                    (blocks[user * 4 + i / (block * c.size)] * 2 + head) * block * c.size +
                    i % (block * c.size);
                gathered[user][head][0].push_back(y[at]);
                gathered[user][head][1].push_back(z[at]);
            }
    const auto from = [&](std::size_t user, std::size_t head, bool values) {
        return Rows{gathered[user][head][values].data(), c.keys, c.size};
    };
    const Tensor table = whole_numbers(Doubles(blocks.begin(), blocks.end()), Shape({2, 4}));
    // Users with a negative position are skipped; sinks are given before they are scaled.
    Doubles sinks(8 * 32, 0);
    for (std::size_t i = 0; i < 8; i++) sinks[i * 32] = 1.5 * 8;
    const Tensor sink = tensor_of(sinks, spec_of(Shape({8, 32}), DataType::BFLOAT16), &device());
    for (const std::vector<int>& at : {std::vector{77, 120}, {-1, 33}}) {
        const Tensor positions = whole_numbers(Doubles(at.begin(), at.end()), Shape({2}));
        const bool with_sink = at[0] > 0;
        const Tensor got = transformer::paged_scaled_dot_product_attention_decode(
            q, k, v, table, true, std::nullopt, positions,
            with_sink ? std::optional<const Tensor>(sink) : std::nullopt, std::nullopt,
            std::nullopt, std::nullopt, std::nullopt, precise());
        expect_close(values_of(got), decoded(q, c, at, from, with_sink ? 1.5 : -INFINITY),
                     DataType::BFLOAT16, kTolerance, "paged");
    }
    EXPECT_THAT(thrown([&] {
                    (void)transformer::paged_scaled_dot_product_attention_decode(q, k, v, table);
                }),
                HasSubstr("Must have cur_pos tensor"));
}

TEST_F(Attention, OfLatents) {
    const Tensor q = make(Shape({1, 2, 64, 96})), k = make(Shape({1, 1, 64, 96}));
    const Doubles all = values_of(k);
    Doubles part;
    for (std::size_t i = 0; i < all.size(); i++)
        if (i % 96 < 64) part.push_back(all[i]);
    const Tensor v = tensor_of(part, spec_of(Shape({1, 1, 64, 64}), DataType::BFLOAT16), &device());
    expect_close(values_of(transformer::flash_mla_prefill(q, k, 64, std::nullopt, std::nullopt,
                                                          true, std::nullopt, std::nullopt,
                                                          std::nullopt, precise())),
                 attention(q, k, v,
                           [](std::size_t, std::size_t, std::size_t query, std::size_t key) {
                               return seen(key <= query);
                           }),
                 DataType::BFLOAT16, kTolerance, "latents");
}

}  // namespace
}  // namespace ttnn::test
