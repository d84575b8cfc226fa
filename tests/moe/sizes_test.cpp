// The experts' operations at the sizes of real models.
#include "sizes.hpp"

namespace ttnn::test {
namespace {

using ironbird::statistics::pcc;

struct BmmRow {
    std::uint32_t experts, tokens, inner, columns;
    DataType dtype = DataType::BFLOAT8_B;
    bool whole = false;
};
constexpr auto kBf16 = DataType::BFLOAT16;
constexpr BmmRow kBmmRows[] = {{8, 32, 32, 32, kBf16, true}, {16, 256, 32, 32, kBf16},
                               {32, 1024, 2048, 768, kBf16}, {32, 64, 2048, 768, kBf16, true},
                               {8, 64, 2880, 2880},          {32, 64, 4096, 1536},
                               {32, 64, 1536, 4096},         {32, 64, 2048, 768},
                               {32, 64, 768, 2048},          {32, 64, 2880, 2880},
                               {64, 64, 7168, 2048},         {64, 64, 2048, 7168}};

// The first, a middle and the last row of an expert; others would tell nothing more.
std::vector<std::size_t> checked_rows(std::size_t count) {
    std::vector<std::size_t> out{0, count / 2, count - 1};
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

void expect_product(const Doubles& got, const Drawn& a, const Drawn& b, const Doubles& counts,
                    const BmmRow& r) {
    Doubles some, want;
    for (std::size_t e = 0; e < r.experts; e++) {
        const auto count = static_cast<std::size_t>(counts[e]);
        const auto rows = checked_rows(count);
        Doubles sums(rows.size() * r.columns, 0);
        for (std::size_t k = 0; k < r.inner; k++)
            for (std::size_t n = 0; n < r.columns; n++) {
                const double weight = b.at((e * r.inner + k) * r.columns + n);
                for (std::size_t i = 0; i < rows.size(); i++)
                    sums[i * r.columns + n] +=
                        weight * a.at((e * r.tokens + rows[i]) * r.inner + k);
            }
        for (const std::size_t row : rows)
            some.insert(some.end(), got.begin() + (e * r.tokens + row) * r.columns,
                        got.begin() + (e * r.tokens + row + 1) * r.columns);
        want.insert(want.end(), sums.begin(), sums.end());
        const auto behind = got.begin() + (e * r.tokens + count) * r.columns;
        const auto end = got.begin() + (e + 1) * std::size_t{r.tokens} * r.columns;
        EXPECT_EQ(std::count_if(behind, end, [](double x) { return x != 0; }), 0) << e;
    }
    if (r.whole) {
        EXPECT_EQ(some, want);
        return;
    }
    const bool small = r.dtype == DataType::BFLOAT8_B;
    EXPECT_GT(pcc(some, want), small ? 0.995 : 0.999);
    EXPECT_LT(relative_error(some, want), small ? 5e-2 : 1e-2);
}

TEST_F(MoeSizes, EveryRowOfBmm) {
    std::mt19937 random(42);
    for (std::size_t row = 0; row < std::size(kBmmRows); row++) {
        const BmmRow& r = kBmmRows[row];
        Doubles counts(r.experts);
        for (double& count : counts) count = static_cast<double>(1 + random() % r.tokens);
        if (!taken("bmm", row, std::uint64_t{r.experts} * r.inner * r.columns)) continue;
        SCOPED_TRACE(
            fmt::format("{} experts, {} tokens, {}x{}", r.experts, r.tokens, r.inner, r.columns));
        const Drawn a{1, r.whole}, b{2, r.whole};
        const auto spec = [&](std::uint32_t x, std::uint32_t y) {
            return spec_of(shape_of({r.experts, x, y}), r.dtype);
        };
        const Tensor got = experimental::moe_bmm(
            a.tensor(spec(r.tokens, r.inner), device()),
            b.tensor(spec(r.inner, r.columns), device()),
            tensor_of(counts, rows_spec({r.experts, 1}, DataType::UINT32), &device()));
        expect_product(values_of(of_one(got)), a, b, counts, r);
    }
}

struct ListRow {
    std::uint32_t tokens, chosen, experts, width = 0;
};

TEST_F(MoeSizes, EveryRowOfRouting) {
    std::mt19937 random(42);
    std::size_t row = 0;
    for (const std::uint32_t tokens : {32u, 128u})
        for (const std::uint32_t chosen : {4u, 8u})
            for (const std::uint32_t experts : {8u, 32u, 128u}) {
                const Choices choices = draw_choices(random, tokens, chosen, experts);
                if (!taken("routing", row++)) continue;
                std::vector<std::uint32_t> mapping(std::min(experts, 64u));
                std::iota(mapping.begin(), mapping.end(), experts - mapping.size());
                const Lists want = expected_lists(choices, mapping);
                const auto got = prepare_moe_routing_tensors(
                    choices.selected_tensor(&device()), choices.weights_tensor(&device()),
                    mapping_tensor(mapping, &device()), experts);
                EXPECT_EQ(values_of(of_one(got[0])), want.counts);
                EXPECT_EQ(values_of(of_one(got[1])), want.tokens);
                EXPECT_EQ(values_of(of_one(got[2])), want.weights);
                EXPECT_EQ(values_of(of_one(got[3])), want.tokens);
            }
}

// Lists of all experts, in tensors.
struct Listed {
    Lists lists;
    Tensor counts, tokens, weights;
};
Listed draw_lists(std::mt19937& random, const ListRow& r, MeshDevice& device) {
    std::vector<std::uint32_t> mapping(r.experts);
    std::iota(mapping.begin(), mapping.end(), 0u);
    const Lists lists =
        expected_lists(draw_choices(random, r.tokens, r.chosen, r.experts), mapping);
    const auto put = [&](const Doubles& values, std::uint32_t columns, DataType dtype) {
        return tensor_of(values, rows_spec({r.experts, columns}, dtype), &device);
    };
    return {lists, put(lists.counts, 1, DataType::UINT32),
            put(lists.tokens, lists.width, DataType::UINT32),
            put(lists.weights, lists.width, DataType::BFLOAT16)};
}

TEST_F(MoeSizes, EveryRowOfScatter) {
    std::mt19937 random(42);
    constexpr ListRow kRows[] = {{32, 4, 8, 256},     {32, 4, 32, 128},  {64, 4, 32, 256},
                                 {128, 4, 32, 256},   {128, 8, 32, 512}, {256, 4, 128, 256},
                                 {1024, 8, 128, 2048}};
    for (std::size_t row = 0; row < std::size(kRows); row++) {
        if (!taken("scatter", row)) continue;
        const ListRow& r = kRows[row];
        SCOPED_TRACE(fmt::format("{} tokens, {} experts", r.tokens, r.experts));
        const Listed l = draw_lists(random, r, device());
        const Drawn rows{3, true};
        const Tensor hidden =
            rows.tensor(rows_spec({r.tokens, r.width}, DataType::BFLOAT16), device());
        const auto got = of_one(scatter_moe_input(hidden, l.counts, l.tokens)).to_vector<float>();
        std::size_t wrong = 0;
        for (std::size_t e = 0, at = 0; e < r.experts; e++)
            for (std::size_t i = 0; i < r.tokens; i++) {
                const bool there = i < l.lists.count(e);
                const auto from =
                    there ? static_cast<std::size_t>(l.lists.token(e, i)) * r.width : 0;
                for (std::size_t h = 0; h < r.width; h++)
                    wrong += got[at++] != (there ? rows.at(from + h) : 0);
            }
        EXPECT_EQ(wrong, 0u);
    }
}

TEST_F(MoeSizes, EveryRowOfLocalReduce) {
    std::mt19937 random(42);
    constexpr ListRow kRows[] = {
        {128, 8, 16, 2048}, {1024, 8, 16, 2048}, {128, 8, 8, 2880}, {8, 2, 2, 2048}};
    for (std::size_t row = 0; row < std::size(kRows); row++) {
        if (!taken("reduce", row)) continue;
        const ListRow& r = kRows[row];
        SCOPED_TRACE(fmt::format("{} tokens, {} experts", r.tokens, r.experts));
        const Listed l = draw_lists(random, r, device());
        const Drawn rows{4, false};
        const Tensor in =
            rows.tensor(rows_spec({r.experts, r.tokens, r.width}, DataType::BFLOAT16), device());
        const Doubles got =
            values_of(of_one(local_reduce_moe_output(in, l.tokens, l.weights, l.counts)));
        Doubles want(got.size(), 0);
        for (std::size_t e = 0; e < r.experts; e++)
            for (std::size_t i = 0; i < l.lists.count(e); i++)
                for (std::size_t h = 0; h < r.width; h++)
                    want[static_cast<std::size_t>(l.lists.token(e, i)) * r.width + h] +=
                        rows.at((e * r.tokens + i) * r.width + h) * l.lists.weight(e, i);
        EXPECT_GT(pcc(got, want), 0.999);
        EXPECT_LT(relative_error(got, want), 1e-2);
    }
}

TEST_F(MoeSizes, EveryRowOfProjections) {
    struct Row {
        ListRow list;
        std::uint32_t inner;
    };
    std::mt19937 random(42);
    constexpr Row kRows[] = {
        {{8, 2, 8, 128}, 64}, {{128, 4, 16, 256}, 128}, {{256, 8, 128, 2048}, 768}};
    for (std::size_t row = 0; row < std::size(kRows); row++) {
        const auto& [r, inner] = kRows[row];
        if (!taken("projections", row, std::uint64_t{r.experts} * r.width * inner)) continue;
        SCOPED_TRACE(fmt::format("{} tokens, {} experts", r.tokens, r.experts));
        const Listed l = draw_lists(random, r, device());
        const Drawn in{5, true}, matrix{6, true};
        const Tensor projected = projection_to_intermediate(
            in.tensor(rows_spec({r.tokens, r.width}, DataType::BFLOAT16), device()), l.tokens,
            l.counts,
            matrix.tensor(rows_spec({r.experts, r.width, inner}, DataType::BFLOAT16), device()),
            r.chosen);
        const Doubles got = values_of(of_one(projected));
        std::size_t first = 0;
        for (std::size_t e = 0; e < r.experts; first += l.lists.count(e), e++) {
            if (l.lists.count(e) == 0) continue;
            Doubles want(inner, 0);
            const auto from = static_cast<std::size_t>(l.lists.token(e, 0)) * r.width;
            for (std::size_t k = 0; k < r.width; k++)
                for (std::size_t n = 0; n < inner; n++)
                    want[n] += in.at(from + k) * matrix.at((e * r.width + k) * inner + n);
            const auto at = got.begin() + static_cast<std::ptrdiff_t>(first * inner);
            ASSERT_EQ(Doubles(at, at + inner), want) << "expert " << e;
        }
        const auto rest = got.begin() + static_cast<std::ptrdiff_t>(first * inner);
        EXPECT_EQ(std::count(rest, got.end(), 0.0), got.end() - rest);
    }
}

// Users of a row of the mesh, of 512 prompts; how many rows there are is the mesh's.
TEST_F(MoeSizes, EveryRowOfAttentionInput) {
    constexpr std::uint32_t kUsers = 512, kLength = 128, kWidth = 2048;
    const Drawn drawn{7, true};
    std::optional<Tensor> hidden;
    std::size_t row = 0;
    for (const std::uint32_t parts : {1u, 2u, 4u, 8u})
        for (const DataType dtype : {DataType::BFLOAT16, DataType::BFLOAT8_B}) {
            if (!taken("attention input", row++)) continue;
            if (!hidden)
                hidden = drawn.tensor(
                    spec_of(shape_of({kUsers, kLength, kWidth}), DataType::BFLOAT16), device());
            const std::uint32_t place = parts - 1;
            const Tensor mine =
                tensor_of({static_cast<double>(place)}, rows_spec({1}, DataType::INT32), &device());
            const auto got =
                of_one(extract_attention_input(*hidden, mine, parts, dtype)).to_vector<float>();
            const std::size_t from = std::size_t{kUsers / parts * place} * kLength * kWidth;
            ASSERT_EQ(got.size(), std::size_t{kUsers / parts} * kLength * kWidth);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < got.size(); i++) wrong += got[i] != drawn.at(from + i);
            EXPECT_EQ(wrong, 0u) << parts << " rows, " << dtype;
        }
}

}  // namespace
}  // namespace ttnn::test
