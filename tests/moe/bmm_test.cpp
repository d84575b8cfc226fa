// Products of experts' matrices, the earlier projections and the users of a row of the mesh.
#include <cmath>

#include "routing.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::test {
namespace {

using experimental::moe_bmm, experimental::moe_gated_bmm;
using operations::experimental::moe::BmmVariant;
using ::testing::HasSubstr;

class MoeBmm : public OnDevice {};

struct Case {
    std::uint32_t experts, tokens, inner, columns;
    DataType a = DataType::BFLOAT16, b = DataType::BFLOAT16;
};

// Rows of `a` times the matrices; rows beyond the counts are zero.
Doubles products(const Doubles& a, const Doubles& b, const Doubles& counts, const Case& c) {
    Doubles out(std::size_t{c.experts} * c.tokens * c.columns, 0);
    for (std::size_t e = 0; e < c.experts; e++)
        for (std::size_t i = 0; i < static_cast<std::size_t>(counts[e]); i++) {
            double* to = &out[(e * c.tokens + i) * c.columns];
            for (std::size_t k = 0; k < c.inner; k++) {
                const double x = a[(e * c.tokens + i) * c.inner + k];
                const double* row = &b[(e * c.inner + k) * c.columns];
                for (std::size_t n = 0; n < c.columns; n++) to[n] += x * row[n];
            }
        }
    return out;
}

struct Factors {
    Tensor a, b, counts;
    Doubles want;
};

// All rows of the first factor hold something, also those that have no token.
Factors draw_factors(std::mt19937& random, const Case& c, const Doubles& counts, MeshDevice& device,
                     bool whole = false) {
    const auto tiles = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z, DataType dtype) {
        return tensor_of(draw(random, std::size_t{x} * y * z, -1, whole ? 2 : 1, whole),
                         spec_of(shape_of({x, y, z}), dtype), &device);
    };
    Factors f{tiles(c.experts, c.tokens, c.inner, c.a),
              tiles(c.experts, c.inner, c.columns, c.b),
              tensor_of(counts, rows_spec({c.experts, 1}, DataType::UINT32), &device),
              {}};
    f.want = products(values_of(f.a), values_of(f.b), counts, c);
    return f;
}

// As the format allows; rows without tokens are exactly zero.
void expect_near(const Doubles& got, const Doubles& want, DataType dtype) {
    const bool small = dtype == DataType::BFLOAT8_B;
    EXPECT_GT(ironbird::statistics::pcc(got, want), 0.9999);
    EXPECT_LT(relative_error(got, want), small ? 5e-2 : 1e-2);
    for (std::size_t i = 0; i < got.size(); i++)
        if (want[i] == 0) {
            ASSERT_EQ(got[i], 0) << "element " << i;
        }
}

Doubles draw_counts(std::mt19937& random, const Case& c) {
    Doubles counts;
    for (std::uint32_t e = 0; e < c.experts; e++)
        counts.push_back(e % 3 == 1 ? 0.0 : static_cast<double>(1 + random() % c.tokens));
    return counts;
}

TEST_F(MoeBmm, AllVariants) {
    const auto b8 = DataType::BFLOAT8_B;
    std::mt19937 random(42 + chip_seed());
    // The inner dimension of 2880 is 90 tiles; 7 experts and 11 columns divide nothing.
    for (const Case& c : {Case{8, 64, 128, 96},
                          {2, 70, 2880, 64, b8, b8},
                          {7, 33, 96, 352},
                          {3, 32, 32, 32, DataType::BFLOAT16, b8},
                          {16, 40, 64, 768, b8}}) {
        SCOPED_TRACE(::testing::Message() << c.experts << " experts of " << c.inner << "x"
                                          << c.columns << ", " << c.tokens << " tokens");
        const Factors f = draw_factors(random, c, draw_counts(random, c), device());
        for (const BmmVariant variant :
             {BmmVariant::grid, BmmVariant::multi_core, BmmVariant::single_core}) {
            poison(device());
            const Tensor got = moe_bmm(f.a, f.b, f.counts, std::nullopt, DataType::BFLOAT16,
                                       std::nullopt, variant);
            expect_near(values_of(got), f.want, c.b);
        }
    }
}

// Minus one, zero and one: sums are whole numbers that BFLOAT16 holds, so that nothing may be lost.
TEST_F(MoeBmm, WholeNumbers) {
    const auto b8 = DataType::BFLOAT8_B;
    std::mt19937 random(3 + chip_seed());
    for (const Case& c : {Case{3, 40, 96, 352}, {2, 33, 2880, 64, b8, b8}, {5, 64, 64, 768, b8}}) {
        const Factors f = draw_factors(random, c, draw_counts(random, c), device(), true);
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
            poison(device());
            const Tensor got = moe_bmm(f.a, f.b, f.counts, std::nullopt, DataType::BFLOAT16,
                                       std::nullopt, BmmVariant::grid, true, layout);
            EXPECT_EQ(got.layout(), layout);
            EXPECT_EQ(values_of(got), f.want) << c.inner << "x" << c.columns;
        }
    }
}

// Two products in one program, and the gate of the first.
TEST_F(MoeBmm, GatedProducts) {
    const auto b8 = DataType::BFLOAT8_B;
    std::mt19937 random(5 + chip_seed());
    for (const Case& c : {Case{5, 70, 96, 352}, {4, 64, 64, 768, b8, b8}, {2, 33, 2880, 96}}) {
        const Factors gate = draw_factors(random, c, draw_counts(random, c), device());
        Factors up = draw_factors(random, c, draw_counts(random, c), device());
        up.want = products(values_of(gate.a), values_of(up.b), values_of(gate.counts), c);
        for (std::size_t i = 0; i < up.want.size(); i++)
            up.want[i] *= gate.want[i] / (1 + std::exp(-gate.want[i]));
        for (const BmmVariant variant :
             {BmmVariant::grid, BmmVariant::multi_core, BmmVariant::single_core}) {
            poison(device());
            const Tensor got = moe_gated_bmm(gate.a, gate.b, up.b, gate.counts, std::nullopt,
                                             DataType::BFLOAT16, std::nullopt, variant);
            expect_near(values_of(got), up.want, c.b);
        }
    }
    const Factors f = draw_factors(random, {4, 64, 64, 64}, {1, 2, 3, 4}, device());
    const Factors other = draw_factors(random, {4, 64, 64, 32}, {1, 2, 3, 4}, device());
    EXPECT_THAT(thrown([&] { moe_gated_bmm(f.a, f.b, other.b, f.counts); }),
                HasSubstr("it must be like gate"));
}

// Four columns of tiles together in a bank: read in another order, the same bits.
TEST_F(MoeBmm, ColumnsInBanks) {
    std::mt19937 random(6);
    const Case c{5, 40, 96, 1024};
    const Factors f = draw_factors(random, c, {40, 0, 3, 33, 1}, device());
    const auto banks = static_cast<std::size_t>(device().num_dram_channels());
    const MemoryConfig by_columns(
        BufferType::DRAM,
        tt::tt_metal::NdShardSpec{shape_of({1, c.inner, 128}),
                                  CoreRangeSet(CoreRange({0, 0}, {banks - 1, 0}))});
    const Tensor b = ttnn::to_memory_config(f.b, by_columns);
    for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
        poison(device());
        const Tensor got = moe_bmm(f.a, b, f.counts, std::nullopt, std::nullopt, std::nullopt,
                                   BmmVariant::grid, true, layout);
        EXPECT_EQ(values_of(got), values_of(moe_bmm(f.a, f.b, f.counts)));
    }
}

// A strip of columns that L1 does not hold is streamed.
TEST_F(MoeBmm, LongInnerDimension) {
    std::mt19937 random(1);
    const Case c{1, 32, 12800, 32};
    const Factors f = draw_factors(random, c, {32}, device());
    const Tensor got = moe_bmm(f.a, f.b, f.counts);
    EXPECT_GT(ironbird::statistics::pcc(values_of(got), f.want), 0.9999);
}

TEST_F(MoeBmm, TypesAndPrograms) {
    std::mt19937 random(2);
    const Case c{4, 64, 64, 64, DataType::BFLOAT8_B, DataType::BFLOAT8_B};
    std::size_t before = 0;
    std::vector<Tensor> keep;
    for (int i = 0; i < 3; i++) {
        const Factors f = draw_factors(random, c, draw_counts(random, c), device());
        const Tensor got = moe_bmm(f.a, f.b, f.counts);
        EXPECT_EQ(got.dtype(), DataType::BFLOAT8_B);
        EXPECT_GT(ironbird::statistics::pcc(values_of(got), f.want), 0.999);
        keep.insert(keep.end(), {f.a, f.b, f.counts, got});
        if (i == 0) before = device().num_program_cache_entries();
    }
    EXPECT_EQ(device().num_program_cache_entries(), before);
}

TEST_F(MoeBmm, Refusals) {
    std::mt19937 random(2);
    const Factors f = draw_factors(random, {4, 64, 64, 64}, {1, 2, 3, 4}, device());
    const auto said = [&](const Tensor& a, const Tensor& b, const Tensor& n) {
        return thrown([&] { moe_bmm(a, b, n); });
    };
    const auto zeros = [&](std::initializer_list<std::uint32_t> dims, DataType dtype) {
        std::size_t count = 1;
        for (const std::uint32_t d : dims) count *= d;
        return tensor_of(Doubles(count, 0), spec_of(shape_of(dims), dtype), &device());
    };
    EXPECT_THAT(said(zeros({4, 64, 64}, DataType::FLOAT32), f.b, f.counts),
                HasSubstr("input is of type DataType::FLOAT32, it must be DataType::BFLOAT16 or "
                          "DataType::BFLOAT8_B"));
    EXPECT_THAT(said(zeros({4, 64, 33}, DataType::BFLOAT16), f.b, f.counts),
                HasSubstr("dimension 2 of input is 33, it must be a multiple of 32"));
    EXPECT_THAT(said(f.a, zeros({4, 96, 64}, DataType::BFLOAT16), f.counts),
                HasSubstr("dimension 1 of weights is 96, it must be 64"));
    EXPECT_THAT(said(f.a, zeros({3, 64, 64}, DataType::BFLOAT16), f.counts),
                HasSubstr("dimension 0 of weights is 3, it must be 4"));
    EXPECT_THAT(said(f.a, f.b, f.a), HasSubstr("num_routed_tokens is of type DataType::BFLOAT16"));
}

// Products of packed rows, and back to the tokens.
TEST_F(MoeBmm, Projections) {
    std::mt19937 random(9);
    const std::uint32_t tokens = 40, width = 64, inner = 96, here = 5, chosen = 3;
    const Choices choices = draw_choices(random, tokens, chosen, 8);
    const Lists lists = expected_lists(choices, {6, 2, 0, 7, 1});
    const auto up = [&](const Doubles& v, std::initializer_list<std::uint32_t> dims,
                        DataType dtype) { return tensor_of(v, rows_spec(dims, dtype), &device()); };
    const Doubles hidden = draw(random, tokens * width, -1, 1, false);
    const Tensor rows = up(hidden, {tokens, width}, DataType::BFLOAT16);
    const Tensor counts = up(lists.counts, {here, 1}, DataType::UINT32);
    const Tensor routed = up(lists.tokens, {here, lists.width}, DataType::UINT32);
    const Tensor shares = up(lists.weights, {here, lists.width}, DataType::BFLOAT16);
    const Tensor first = up(draw(random, here * width * inner, -1, 1, false), {here, width, inner},
                            DataType::BFLOAT16);
    const Tensor second = up(draw(random, here * inner * width, -1, 1, false), {here, inner, width},
                             DataType::BFLOAT16);
    poison(device());
    const Tensor packed = moe_up_projection(rows, routed, counts, first, chosen, std::nullopt);
    const Doubles got = values_of(packed), in = values_of(rows), w1 = values_of(first);
    Doubles want(std::size_t{chosen} * tokens * inner, 0);
    std::size_t row = 0;
    for (std::size_t e = 0; e < here; e++)
        for (std::size_t i = 0; i < lists.count(e); i++, row++)
            for (std::size_t k = 0; k < width; k++)
                for (std::size_t n = 0; n < inner; n++)
                    want[row * inner + n] +=
                        in[static_cast<std::size_t>(lists.token(e, i)) * width + k] *
                        w1[(e * width + k) * inner + n];
    EXPECT_GT(ironbird::statistics::pcc(got, want), 0.9999);
    EXPECT_EQ(Doubles(got.begin() + row * inner, got.end()),
              Doubles(want.begin() + row * inner, want.end()));

    const Tensor back = moe_down_projection(packed, routed, routed, counts, shares, second, tokens,
                                            chosen, std::nullopt);
    const Doubles w2 = values_of(second), out = values_of(back);
    Doubles sums(std::size_t{here} * tokens * width, 0);
    row = 0;
    for (std::size_t e = 0; e < here; e++)
        for (std::size_t i = 0; i < lists.count(e); i++, row++)
            for (std::size_t k = 0; k < inner; k++)
                for (std::size_t n = 0; n < width; n++)
                    sums[(e * tokens + static_cast<std::size_t>(lists.token(e, i))) * width + n] +=
                        lists.weight(e, i) * got[row * inner + k] * w2[(e * inner + k) * width + n];
    EXPECT_GT(ironbird::statistics::pcc(out, sums), 0.9999);
    for (std::size_t i = 0; i < sums.size(); i++)
        if (sums[i] == 0) {
            ASSERT_EQ(out[i], 0);
        }
}

TEST_F(MoeBmm, UsersOfARow) {
    std::mt19937 random(4);
    const Tensor place = tensor_of({1}, rows_spec({1}, DataType::INT32), &device());
    const Tensor prefill = tensor_of(draw(random, 4 * 40 * 64, -8, 8, true),
                                     spec_of(shape_of({4, 40, 64}), DataType::BFLOAT16), &device());
    const Tensor some = extract_attention_input(prefill, place, 2, DataType::BFLOAT8_B);
    EXPECT_EQ(some.logical_shape(), shape_of({2, 1, 40, 64}));
    EXPECT_EQ(some.dtype(), DataType::BFLOAT8_B);
    const Doubles all = values_of(prefill);
    EXPECT_EQ(values_of(some), Doubles(all.begin() + 2 * 40 * 64, all.end()));
    const Tensor decode =
        tensor_of(draw(random, 64 * 64, -8, 8, true),
                  spec_of(shape_of({1, 1, 64, 64}), DataType::BFLOAT16), &device());
    const Tensor half = extract_attention_input(decode, place, 2);
    const Doubles users = values_of(decode);
    EXPECT_EQ(values_of(half), Doubles(users.begin() + 32 * 64, users.end()));
    EXPECT_THAT(thrown([&] { extract_attention_input(decode, place, 4); }),
                HasSubstr("a row of the mesh has 16 users, they must be a multiple of 32"));
    EXPECT_THAT(thrown([&] { extract_attention_input(prefill, place, 3); }),
                HasSubstr("4 users cannot be divided by 3 rows of the mesh"));
}

}  // namespace
}  // namespace ttnn::test
