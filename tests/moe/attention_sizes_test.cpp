// What attention is made of, at the sizes of real models: sums in double precision are expected.
#include "sizes.hpp"
#include "ttnn/operations/ccl/all_reduce/all_reduce.hpp"
#include "ttnn/operations/experimental/paged_cache/paged_cache.hpp"
#include "ttnn/operations/experimental/transformer/rotary_embedding_hf/rotary_embedding_hf.hpp"
#include "ttnn/operations/transformer/sdpa/sdpa.hpp"

namespace ttnn::test {
namespace {

using ironbird::statistics::pcc;

constexpr ComputeKernelConfig kPrecise{.math_fidelity = tt::tt_metal::MathFidelity::HiFi4,
                                       .math_approx_mode = false,
                                       .fp32_dest_acc_en = true};

void expect_near(const Doubles& got, const Doubles& want) {
    ASSERT_EQ(got.size(), want.size());
    EXPECT_GT(pcc(got, want), 0.999);
    EXPECT_LT(relative_error(got, want), 1e-2);
}

// Rows of queries, keys and values of one head.
void attend(const double* q, const double* k, const double* v, std::size_t length, std::size_t size,
            bool causal, double* out) {
    for (std::size_t row = 0; row < length; row++) {
        const std::size_t seen = causal ? row + 1 : length;
        Doubles weights(seen, 0);
        for (std::size_t i = 0; i < seen; i++)
            for (std::size_t d = 0; d < size; d++)
                weights[i] += q[row * size + d] * k[i * size + d];
        double sum = 0;
        for (double& weight : weights)
            sum += weight = std::exp(weight / std::sqrt(static_cast<double>(size)));
        for (std::size_t d = 0; d < size; d++) {
            double& to = out[row * size + d] = 0;
            for (std::size_t i = 0; i < seen; i++) to += weights[i] / sum * v[i * size + d];
        }
    }
}

TEST_F(MoeSizes, EveryRowOfAttention) {
    constexpr std::uint32_t kHeads = 32, kLength = 9, kSize = 128;
    const TensorSpec spec = spec_of(shape_of({1, kHeads, kLength, kSize}), DataType::BFLOAT16);
    const Tensor q = Drawn{11, false}.tensor(spec, device());
    const Tensor k = Drawn{12, false}.tensor(spec, device());
    const Tensor v = Drawn{13, false}.tensor(spec, device());
    const Doubles x = values_of(of_one(q)), y = values_of(of_one(k)), z = values_of(of_one(v));
    for (const bool causal : {false, true}) {
        Doubles want(x.size());
        for (std::size_t at = 0; at < x.size(); at += kLength * kSize)
            attend(&x[at], &y[at], &z[at], kLength, kSize, causal, &want[at]);
        expect_near(values_of(of_one(transformer::scaled_dot_product_attention(
                        q, k, v, std::nullopt, causal, std::nullopt, std::nullopt, std::nullopt,
                        std::nullopt, kPrecise))),
                    want);
    }
}

TEST_F(MoeSizes, EveryRowOfRotation) {
    constexpr std::uint32_t kUsers = 8, kHeads = 32, kSize = 128, kHalf = kSize / 2;
    std::size_t row = 0;
    for (const std::uint32_t length : {64u, 128u, 512u}) {
        if (!taken("rotation", row++)) continue;
        const auto table = [&](double (*of)(double)) {
            Doubles out;
            for (std::uint32_t at = 0; at < length; at++)
                for (std::uint32_t i = 0; i < kSize; i++)
                    out.push_back(of(at * std::pow(1e6, -2.0 * (i % kHalf) / kSize)));
            return tensor_of(out, spec_of(shape_of({1, 1, length, kSize}), DataType::BFLOAT16),
                             &device());
        };
        const Tensor cosines = table(std::cos), sines = table(std::sin);
        const Drawn drawn{14, false};
        const Tensor in = drawn.tensor(
            spec_of(shape_of({kUsers, kHeads, length, kSize}), DataType::BFLOAT16), device());
        const Doubles x = values_of(of_one(in)), c = values_of(of_one(cosines)),
                      s = values_of(of_one(sines));
        Doubles want(x.size());
        for (std::size_t i = 0; i < x.size(); i++) {
            const std::size_t at = i % (std::size_t{length} * kSize), place = i % kSize;
            const double other = place < kHalf ? -x[i + kHalf] : x[i - kHalf];
            want[i] = x[i] * c[at] + other * s[at];
        }
        expect_near(values_of(of_one(experimental::rotary_embedding_hf(in, cosines, sines, false))),
                    want);
    }
}

// A cache of 8 users with 512 positions of 64 heads each, in blocks in any order, and `length` new
// tokens of each user: a sequence from position 0 on, or one token anywhere.
struct Cache {
    static constexpr std::uint32_t kUsers = 8, kPositions = 512, kHeads = 64, kSize = 128;
    static constexpr std::uint32_t kBlock = 32, kEach = kPositions / kBlock;
    static constexpr Drawn kDrawn{15, true};

    Cache(MeshDevice& on, std::uint32_t tokens)
        : device(on), length(tokens), order(kUsers * kEach) {
        std::mt19937 random(42);
        std::iota(order.begin(), order.end(), 0.0);
        std::shuffle(order.begin(), order.end(), random);
        table = tensor_of(order, rows_spec({kUsers, kEach}, DataType::INT32), &device);
        blocks = zeros(shape_of({kUsers * kEach, kHeads, kBlock, kSize}), DataType::BFLOAT16,
                       Layout::TILE, device, DRAM_MEMORY_CONFIG);
    }

    static float number(std::size_t user, std::size_t head, std::size_t at, std::size_t i) {
        return kDrawn.at(((user * kPositions + at) * kHeads + head) * kSize + i);
    }
    std::size_t first(std::size_t user) const { return length > 1 ? 0 : 63 * user; }
    // (heads, tokens, size)
    void append_tokens(std::size_t user, Doubles& to) const {
        for (std::size_t head = 0; head < kHeads; head++)
            for (std::size_t at = first(user); at < first(user) + length; at++)
                for (std::size_t i = 0; i < kSize; i++) to.push_back(number(user, head, at, i));
    }

    void fill() const {
        const TensorSpec spec = spec_of(shape_of({1, kHeads, length, kSize}), DataType::BFLOAT16);
        for (std::uint32_t user = 0; user < kUsers; user++) {
            Doubles rows;
            append_tokens(user, rows);
            experimental::paged_fill_cache(blocks, tensor_of(rows, spec, &device), table,
                                           std::nullopt, user);
        }
    }
    void update() const {
        Doubles rows, places;
        for (std::size_t user = 0; user < kUsers; user++) {
            places.push_back(static_cast<double>(first(user)));
            append_tokens(user, rows);
        }
        const MemoryConfig core_each(
            TensorMemoryLayout::HEIGHT_SHARDED, BufferType::L1,
            tt::tt_metal::ShardSpec(CoreRangeSet(CoreRange({0, 0}, {kUsers - 1, 0})),
                                    {kHeads, kSize}));
        const TensorSpec spec = spec_of(shape_of({1, kUsers, kHeads, kSize}), DataType::BFLOAT16);
        const Tensor in = ttnn::to_memory_config(tensor_of(rows, spec, &device), core_each);
        const Tensor at = tensor_of(places, rows_spec({kUsers}, DataType::INT32), &device);
        experimental::paged_update_cache(blocks, in, {}, at, std::nullopt, table);
    }

    // `got` are all blocks: what is not a new token is zero.
    std::size_t wrong(const std::vector<float>& got) const {
        std::size_t count = 0;
        for (std::size_t row = 0; row < got.size() / kSize; row++) {
            const std::size_t at = row % kPositions, head = row / kPositions % kHeads;
            const std::size_t user = row / kPositions / kHeads;
            const bool there = at >= first(user) && at < first(user) + length;
            const auto block = static_cast<std::size_t>(order[user * kEach + at / kBlock]);
            const std::size_t from = ((block * kHeads + head) * kBlock + at % kBlock) * kSize;
            for (std::size_t i = 0; i < kSize; i++)
                count += got[from + i] != (there ? number(user, head, at, i) : 0);
        }
        return count;
    }

    MeshDevice& device;
    std::uint32_t length;
    Doubles order;
    Tensor table, blocks;
};

TEST_F(MoeSizes, EveryRowOfCache) {
    std::size_t row = 0;
    for (const std::uint32_t length : {64u, 1u}) {
        if (!taken("cache", row++)) continue;
        const Cache cache(device(), length);
        length > 1 ? cache.fill() : cache.update();
        EXPECT_EQ(cache.wrong(of_one(cache.blocks).to_vector<float>()), 0u) << length;
    }
}

TEST_F(MoeSizes, EveryRowOfAllReduce) {
    if (device().num_devices() == 1) GTEST_SKIP() << "one chip has nothing to add";
    std::size_t row = 0;
    for (const auto& [tokens, width] : {std::pair(64u, 512u), std::pair(4096u, 2048u)}) {
        if (!taken("all-reduce", row++)) continue;
        const Drawn drawn{16, true};
        Tensor sums =
            drawn.tensor(spec_of(shape_of({1, 1, tokens, width}), DataType::BFLOAT16), device());
        for (const std::uint32_t axis : {1u, 0u})
            if (device().shape()[static_cast<int>(axis)] > 1) sums = all_reduce(sums, axis);
        const auto chips = static_cast<float>(device().num_devices());
        for (const Tensor& part : ttnn::distributed::get_device_tensors(sums)) {
            const auto got = part.to_vector<float>();
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < got.size(); i++) wrong += got[i] != chips * drawn.at(i);
            EXPECT_EQ(wrong, 0u) << tokens;
        }
    }
}

}  // namespace
}  // namespace ttnn::test
