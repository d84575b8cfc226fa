// Products of experts' matrices, the earlier projections and the users of a row of the mesh.
#include <cmath>

#include "routing.hpp"
#include "ttnn/operations/copy/typecast/typecast.hpp"
#include "ttnn/operations/core/core.hpp"

namespace ttnn::test {
namespace {

using experimental::moe_bmm, experimental::moe_gated_bmm;
using operations::experimental::moe::BmmVariant;
using ::testing::HasSubstr;

class MoeBmm : public OnDevice {};

constexpr BmmVariant kVariants[] = {BmmVariant::grid, BmmVariant::multi_core,
                                    BmmVariant::single_core};

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
        for (const BmmVariant variant : kVariants) {
            const Poison poison(device());
            const Tensor got = moe_bmm(f.a, f.b, f.counts, std::nullopt, DataType::BFLOAT16,
                                       std::nullopt, variant);
            EXPECT_TRUE(poison.holds(got));
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
        const auto check = [&](BmmVariant variant, Layout layout) {
            const Poison poison(device());
            const Tensor got = moe_bmm(f.a, f.b, f.counts, std::nullopt, DataType::BFLOAT16,
                                       std::nullopt, variant, true, layout);
            EXPECT_EQ(got.layout(), layout);
            EXPECT_TRUE(poison.holds(got));
            EXPECT_EQ(values_of(got), f.want) << c.inner << "x" << c.columns;
        };
        for (const BmmVariant variant : kVariants) check(variant, Layout::TILE);
        check(BmmVariant::grid, Layout::ROW_MAJOR);
    }
}

// A gate of 64 leaves what it gates times 64, one of zero nothing. It has one weight in a column,
// anywhere, so that no tile of it may be lost.
Factors draw_gate(std::mt19937& random, const Case& c, const Factors& rows, MeshDevice& device) {
    Doubles gate(std::size_t{c.experts} * c.inner * c.columns, 0);
    for (std::size_t e = 0; e < c.experts; e++)
        for (std::size_t n = 0; n < c.columns; n++)
            gate[(e * c.inner + random() % c.inner) * c.columns + n] = 64;
    const Tensor b = tensor_of(
        gate, spec_of(shape_of({c.experts, c.inner, c.columns}), DataType::BFLOAT16), &device);
    return {rows.a, b, rows.counts, products(values_of(rows.a), gate, values_of(rows.counts), c)};
}

TEST_F(MoeBmm, GatedWholeNumbers) {
    std::mt19937 random(13 + chip_seed());
    const Case c{5, 70, 96, 352};
    expect_built_once(device(), [&] {
        Factors up = draw_factors(random, c, draw_counts(random, c), device(), true);
        up.a = tensor_of(draw(random, std::size_t{c.experts} * c.tokens * c.inner, 0, 2, true),
                         up.a.tensor_spec(), &device());
        up.want = products(values_of(up.a), values_of(up.b), values_of(up.counts), c);
        const Factors gate = draw_gate(random, c, up, device());
        for (std::size_t i = 0; i < up.want.size(); i++) up.want[i] *= gate.want[i];
        std::vector<Tensor> keep{up.a, up.b, up.counts, gate.b};
        for (const BmmVariant variant : kVariants) {
            const Poison poison(device());
            keep.push_back(moe_gated_bmm(up.a, gate.b, up.b, up.counts, std::nullopt, std::nullopt,
                                         std::nullopt, variant));
            EXPECT_TRUE(poison.holds(keep.back()));
            EXPECT_EQ(values_of(keep.back()), up.want);
        }
        return keep;
    });
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
        for (const BmmVariant variant : kVariants) {
            const Poison poison(device());
            const Tensor got = moe_gated_bmm(gate.a, gate.b, up.b, gate.counts, std::nullopt,
                                             DataType::BFLOAT16, std::nullopt, variant);
            EXPECT_TRUE(poison.holds(got));
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
        const Poison poison(device());
        const Tensor got = moe_bmm(f.a, b, f.counts, std::nullopt, std::nullopt, std::nullopt,
                                   BmmVariant::grid, true, layout);
        EXPECT_TRUE(poison.holds(got));
        EXPECT_EQ(values_of(got), values_of(moe_bmm(f.a, f.b, f.counts)));
    }
}

// Few rows in L1 are multiplied by cores that have a bank each: the same bits wherever columns lie.
TEST_F(MoeBmm, CoresOfBanks) {
    std::mt19937 random(8 + chip_seed());
    const auto banks = static_cast<std::size_t>(device().num_dram_channels());
    const auto b8 = DataType::BFLOAT8_B;
    for (const Case& c : {Case{5, 70, 128, 768, DataType::BFLOAT16, b8},
                          {4, 256, 96, 384},
                          {7, 33, 160, 1024, b8, b8}}) {
        SCOPED_TRACE(::testing::Message() << c.inner << "x" << c.columns);
        const Factors f = draw_factors(random, c, draw_counts(random, c), device(), true);
        const Factors gate = draw_gate(random, c, f, device());
        const Tensor rows = ttnn::to_memory_config(f.a, ttnn::L1_MEMORY_CONFIG);
        const MemoryConfig by_columns(
            BufferType::DRAM,
            tt::tt_metal::NdShardSpec{shape_of({1, c.inner, 128}),
                                      CoreRangeSet(CoreRange({0, 0}, {banks - 1, 0}))});
        for (const Tensor& b : {f.b, ttnn::to_memory_config(f.b, by_columns)})
            for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
                const Poison poison(device());
                const Tensor got =
                    moe_bmm(rows, b, f.counts, DRAM_MEMORY_CONFIG, DataType::BFLOAT16, std::nullopt,
                            BmmVariant::grid, true, layout);
                EXPECT_TRUE(poison.holds(got));
                EXPECT_EQ(values_of(got), f.want);
            }
        const auto gated = [&](const Tensor& in, const MemoryConfig& memory) {
            return values_of(moe_gated_bmm(in, gate.b, ttnn::typecast(f.b, DataType::BFLOAT16),
                                           f.counts, memory, DataType::BFLOAT16));
        };
        const Doubles want = gated(f.a, DRAM_MEMORY_CONFIG);
        EXPECT_EQ(gated(rows, DRAM_MEMORY_CONFIG), want);
        EXPECT_EQ(gated(rows, ttnn::L1_MEMORY_CONFIG), want);
    }
}

// Groups of cores have as many of them each, whichever experts they are of.
TEST_F(MoeBmm, ManyRows) {
    std::mt19937 random(12 + chip_seed());
    const auto b8 = DataType::BFLOAT8_B;
    for (const auto& [c, counts] : std::vector<std::pair<Case, Doubles>>{
             {{3, 2080, 64, 96}, {2080, 0, 71}},
             {{5, 2050, 96, 352, DataType::BFLOAT16, b8}, {1, 33, 0, 500, 2050}},
             {{2, 2048, 32, 768}, {0, 0}}}) {
        SCOPED_TRACE(::testing::Message() << c.tokens << " tokens, " << c.columns << " columns");
        const Factors f = draw_factors(random, c, counts, device(), true);
        for (const Layout layout : {Layout::TILE, Layout::ROW_MAJOR}) {
            const Tensor got = moe_bmm(f.a, f.b, f.counts, std::nullopt, DataType::BFLOAT16,
                                       std::nullopt, BmmVariant::grid, true, layout);
            EXPECT_EQ(values_of(got), f.want);
        }
        const Factors gate = draw_gate(random, c, f, device());
        const Tensor up = ttnn::typecast(f.b, DataType::BFLOAT16);
        Doubles want = f.want;
        for (std::size_t i = 0; i < want.size(); i++)
            want[i] *= gate.want[i] / (1 + std::exp(-gate.want[i]));
        const Doubles got =
            values_of(moe_gated_bmm(f.a, gate.b, up, f.counts, std::nullopt, DataType::BFLOAT16));
        if (counts[0] == 0 && counts[1] == 0)
            EXPECT_EQ(got, want);
        else
            expect_near(got, want, DataType::BFLOAT16);
    }
}

// A strip of columns that L1 does not hold is streamed.
TEST_F(MoeBmm, LongInnerDimension) {
    std::mt19937 random(1);
    const Case c{1, 32, 12800, 32};
    const Factors f = draw_factors(random, c, {32}, device());
    expect_near(values_of(moe_bmm(f.a, f.b, f.counts)), f.want, c.b);
}

TEST_F(MoeBmm, TypesAndPrograms) {
    std::mt19937 random(2);
    const Case c{4, 64, 64, 64, DataType::BFLOAT8_B, DataType::BFLOAT8_B};
    expect_built_once(device(), [&] {
        const Factors f = draw_factors(random, c, draw_counts(random, c), device());
        const Tensor got = moe_bmm(f.a, f.b, f.counts);
        EXPECT_EQ(got.dtype(), DataType::BFLOAT8_B);
        expect_near(values_of(got), f.want, c.b);
        return std::vector<Tensor>{f.a, f.b, f.counts, got};
    });
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
    EXPECT_THAT(said(f.a, ttnn::from_device(f.b), f.counts),
                HasSubstr("need to be on device! weights is on the host"));
    EXPECT_THAT(said(f.a, f.b, ttnn::from_device(f.counts)),
                HasSubstr("num_routed_tokens is on the host"));
}

// Rows of tokens, their lists, and matrices up and down: what the earlier projections take.
struct Projected {
    static constexpr std::uint32_t kTokens = 40, kWidth = 64, kInner = 96, kHere = 5, kChosen = 3;
    Lists lists;
    Tensor rows, counts, routed, shares, first, second;
};

// Of whole numbers with weights of one, sums are whole, and BFLOAT16 holds them.
Projected draw_projected(std::mt19937& random, MeshDevice& device, bool whole) {
    using P = Projected;
    Choices choices = draw_choices(random, P::kTokens, P::kChosen, 8);
    if (whole) choices.weights.assign(choices.weights.size(), 1);
    const Lists lists = expected_lists(choices, {6, 2, 0, 7, 1});
    const auto up = [&](const Doubles& values, std::initializer_list<std::uint32_t> dims,
                        DataType dtype) {
        return tensor_of(values, rows_spec(dims, dtype), &device);
    };
    const auto drawn = [&](std::initializer_list<std::uint32_t> dims) {
        std::size_t count = 1;
        for (const std::uint32_t dim : dims) count *= dim;
        return up(draw(random, count, -1, whole ? 2 : 1, whole), dims, DataType::BFLOAT16);
    };
    return {lists,
            drawn({P::kTokens, P::kWidth}),
            up(lists.counts, {P::kHere, 1}, DataType::UINT32),
            up(lists.tokens, {P::kHere, lists.width}, DataType::UINT32),
            up(lists.weights, {P::kHere, lists.width}, DataType::BFLOAT16),
            drawn({P::kHere, P::kWidth, P::kInner}),
            drawn({P::kHere, P::kInner, P::kWidth})};
}

// A row of `a` times an expert's matrix, added to a row of the result.
struct Product {
    const Doubles &a, &b;
    std::size_t inner, columns;

    void add(Doubles& to, std::size_t row, std::size_t from, std::size_t e, double share) const {
        for (std::size_t k = 0; k < inner; k++)
            for (std::size_t n = 0; n < columns; n++)
                to[row * columns + n] +=
                    share * a[from * inner + k] * b[(e * inner + k) * columns + n];
    }
};

void expect_projected(const Doubles& got, const Doubles& want, bool whole) {
    if (whole)
        EXPECT_EQ(got, want);
    else
        expect_near(got, want, DataType::BFLOAT16);
}

// Products of packed rows, and back to the tokens.
TEST_F(MoeBmm, Projections) {
    std::mt19937 random(9);
    using P = Projected;
    bool whole = false;
    expect_built_once(device(), [&] {
        const Projected p = draw_projected(random, device(), whole);
        const Poison poison(device());
        const Tensor packed =
            moe_up_projection(p.rows, p.routed, p.counts, p.first, P::kChosen, std::nullopt);
        const Doubles in = values_of(p.rows), w1 = values_of(p.first), got = values_of(packed);
        Doubles want(std::size_t{P::kChosen} * P::kTokens * P::kInner, 0);
        const Product up{in, w1, P::kWidth, P::kInner};
        std::size_t row = 0;
        for (std::size_t e = 0; e < P::kHere; e++)
            for (std::size_t i = 0; i < p.lists.count(e); i++)
                up.add(want, row++, static_cast<std::size_t>(p.lists.token(e, i)), e, 1);
        expect_projected(got, want, whole);

        const Tensor back = moe_down_projection(packed, p.routed, p.routed, p.counts, p.shares,
                                                p.second, P::kTokens, P::kChosen, std::nullopt);
        const Doubles w2 = values_of(p.second);
        Doubles sums(std::size_t{P::kHere} * P::kTokens * P::kWidth, 0);
        const Product down{got, w2, P::kInner, P::kWidth};
        row = 0;
        for (std::size_t e = 0; e < P::kHere; e++)
            for (std::size_t i = 0; i < p.lists.count(e); i++)
                down.add(sums, e * P::kTokens + static_cast<std::size_t>(p.lists.token(e, i)),
                         row++, e, p.lists.weight(e, i));
        expect_projected(values_of(back), sums, whole);
        whole = !whole;
        return std::vector<Tensor>{p.rows,  p.counts, p.routed, p.shares,
                                   p.first, p.second, packed,   back};
    });
}

TEST_F(MoeBmm, UsersOfARow) {
    std::mt19937 random(4);
    const auto drawn = [&](std::initializer_list<std::uint32_t> dims, std::size_t count) {
        return tensor_of(draw(random, count, -8, 8, true),
                         spec_of(shape_of(dims), DataType::BFLOAT16), &device());
    };
    std::uint32_t row = 1;
    expect_built_once(device(), [&] {
        const Tensor place =
            tensor_of({static_cast<double>(row)}, rows_spec({1}, DataType::INT32), &device());
        const Tensor prefill = drawn({4, 40, 64}, 4 * 40 * 64),
                     decode = drawn({1, 1, 64, 64}, 64 * 64);
        const Poison poison(device());
        const Tensor some = extract_attention_input(prefill, place, 2, DataType::BFLOAT8_B);
        const Tensor half = extract_attention_input(decode, place, 2);
        EXPECT_TRUE(poison.holds(some) && poison.holds(half));
        EXPECT_EQ(some.logical_shape(), shape_of({2, 1, 40, 64}));
        EXPECT_EQ(some.dtype(), DataType::BFLOAT8_B);
        const auto part = [&](const Tensor& whole) {
            const Doubles all = values_of(whole);
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row * all.size() / 2);
            return Doubles(begin, begin + static_cast<std::ptrdiff_t>(all.size() / 2));
        };
        EXPECT_EQ(values_of(some), part(prefill));
        EXPECT_EQ(values_of(half), part(decode));
        row = 1 - row;
        return std::vector<Tensor>{place, prefill, decode, some, half};
    });
    const Tensor place = tensor_of({1}, rows_spec({1}, DataType::INT32), &device());
    const Tensor prefill = drawn({4, 40, 64}, 4 * 40 * 64), decode = drawn({1, 1, 64, 64}, 64 * 64);
    EXPECT_THAT(thrown([&] { extract_attention_input(decode, place, 4); }),
                HasSubstr("a row of the mesh has 16 users, they must be a multiple of 32"));
    EXPECT_THAT(thrown([&] { extract_attention_input(prefill, place, 3); }),
                HasSubstr("4 users cannot be divided by 3 rows of the mesh"));
}

// As a block calls them: rows without tokens are neither moved nor written, and nobody reads them.
TEST_F(MoeBmm, WithoutPadding) {
    std::mt19937 random(17);
    const std::uint32_t tokens = 50, width = 64, here = 4;
    const Choices choices = draw_choices(random, tokens, 2, 8);
    const std::vector<std::uint32_t> mapping = {3, 0, 7, 5};
    const auto lists = prepare_moe_routing_tensors(choices.selected_tensor(&device()),
                                                   choices.weights_tensor(&device()),
                                                   mapping_tensor(mapping, &device()), 8);
    const auto matrix = [&] {
        return tensor_of(draw(random, std::size_t{here} * width * width, -1, 1, false),
                         spec_of(shape_of({here, width, width}), DataType::BFLOAT16), &device());
    };
    const Tensor hidden = tensor_of(draw(random, std::size_t{tokens} * width, -1, 1, false),
                                    rows_spec({tokens, width}, DataType::BFLOAT16), &device());
    const Tensor gate = matrix(), up = matrix(), down = matrix();
    const auto sums = [&](bool zeros) {
        const Tensor in =
            scatter_moe_input(hidden, lists[0], lists[1], std::nullopt, zeros, Layout::TILE);
        const Tensor inner = moe_gated_bmm(in, gate, up, lists[0], std::nullopt, std::nullopt,
                                           std::nullopt, BmmVariant::grid, zeros);
        const Tensor out = moe_bmm(inner, down, lists[0], std::nullopt, std::nullopt, std::nullopt,
                                   BmmVariant::grid, zeros, Layout::ROW_MAJOR);
        return values_of(local_reduce_moe_output(out, lists[3], lists[2], lists[0]));
    };
    const Doubles want = sums(true);
    EXPECT_EQ(sums(false), want);
    EXPECT_GT(*std::ranges::max_element(want), 0);
}

}  // namespace
}  // namespace ttnn::test
