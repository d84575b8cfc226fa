// Lists of tokens, their rows and the sums of them, with memory that held something else before.
#include "routing.hpp"

#include "ttnn/operations/core/core.hpp"

namespace ttnn::test {
namespace {

using ::testing::HasSubstr;

class MoeRouting : public OnDevice {};

struct Case {
    std::uint32_t tokens, chosen, experts, here, width;
    Pattern pattern = Pattern::even;
};

// The last ones: not whole tiles, all tokens at one expert, some without any, everybody at all.
std::vector<Case> cases() {
    return {{32, 4, 8, 8, 256},
            {128, 8, 128, 16, 128},
            {33, 2, 8, 3, 40},
            {70, 1, 8, 8, 1024, Pattern::one_expert},
            {95, 2, 16, 16, 1030, Pattern::few_experts},
            {40, 20, 20, 5, 2}};
}

std::vector<std::uint32_t> some_experts(std::mt19937& random, const Case& c) {
    std::vector<std::uint32_t> all(c.experts);
    std::iota(all.begin(), all.end(), 0u);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(c.here);
    return all;
}

Doubles gathered(const Doubles& rows, const Lists& lists, std::uint32_t tokens,
                 std::uint32_t width) {
    Doubles out(lists.counts.size() * tokens * width, 0);
    for (std::size_t e = 0; e < lists.counts.size(); e++)
        for (std::size_t i = 0; i < lists.count(e); i++)
            std::copy_n(rows.begin() + static_cast<std::size_t>(lists.token(e, i)) * width, width,
                        out.begin() + (e * tokens + i) * width);
    return out;
}

Doubles summed(const Doubles& rows, const Lists& lists, std::uint32_t tokens, std::uint32_t width) {
    Doubles out(std::size_t{tokens} * width, 0);
    for (std::size_t e = 0; e < lists.counts.size(); e++)
        for (std::size_t i = 0; i < lists.count(e); i++)
            for (std::uint32_t h = 0; h < width; h++)
                out[static_cast<std::size_t>(lists.token(e, i)) * width + h] +=
                    rows[(e * tokens + i) * width + h] * lists.weight(e, i);
    return out;
}

// What the operations are given, all of it there before they run: memory that is given out next is
// then poisoned.
struct Given {
    Tensor selected, weights, selected_tiles, weights_tiles, mapping, rows;
};
Given give(const Choices& choices, const std::vector<std::uint32_t>& mapping, const Doubles& hidden,
           const Case& c, MeshDevice& device) {
    const auto tiles = [&](const Doubles& values, DataType dtype) {
        return tensor_of(values, spec_of(shape_of({c.tokens, c.chosen}), dtype), &device);
    };
    return {choices.selected_tensor(&device),
            choices.weights_tensor(&device),
            tiles(choices.selected, DataType::UINT32),
            tiles(choices.weights, DataType::FLOAT32),
            mapping_tensor(mapping, &device),
            tensor_of(hidden, rows_spec({c.tokens, c.width}, DataType::BFLOAT16), &device)};
}

// The result of `call`, in memory that held something else.
template <class Call>
auto on_poison(MeshDevice& device, Call call) {
    const Poison poison(device);
    auto made = call();
    if constexpr (std::is_same_v<std::decay_t<decltype(made)>, Tensor>)
        EXPECT_TRUE(poison.holds(made));
    else
        for (const Tensor& tensor : made) EXPECT_TRUE(poison.holds(tensor));
    return made;
}

TEST_F(MoeRouting, ListsRowsAndSums) {
    std::mt19937 random(42 + chip_seed());
    for (const Case& c : cases()) {
        SCOPED_TRACE(::testing::Message() << c.tokens << " tokens, " << c.experts << " experts");
        const Choices choices = draw_choices(random, c.tokens, c.chosen, c.experts, c.pattern);
        const auto mapping = some_experts(random, c);
        const Lists want = expected_lists(choices, mapping);
        const Doubles hidden =
            draw(random, std::size_t{c.tokens} * c.width, -8, 8, true);  // exact in all formats
        const Given given = give(choices, mapping, hidden, c, device());
        const auto lists = on_poison(device(), [&] {
            return prepare_moe_routing_tensors(given.selected, given.weights, given.mapping,
                                               c.experts);
        });
        ASSERT_EQ(lists.size(), 4u);
        EXPECT_EQ(lists[0].logical_shape(), shape_of({c.here, 1}));
        EXPECT_EQ(values_of(lists[0]), want.counts);
        EXPECT_EQ(values_of(lists[1]), want.tokens);
        EXPECT_EQ(values_of(lists[2]), want.weights);
        EXPECT_EQ(values_of(lists[3]), want.tokens);
        const auto of_tiles = on_poison(device(), [&] {
            return prepare_moe_routing_tensors(given.selected_tiles, given.weights_tiles,
                                               given.mapping, c.experts);
        });
        for (std::size_t i = 0; i < lists.size(); i++)
            EXPECT_EQ(values_of(of_tiles[i]), values_of(lists[i])) << "list " << i;

        const Tensor spread =
            on_poison(device(), [&] { return scatter_moe_input(given.rows, lists[0], lists[1]); });
        EXPECT_EQ(values_of(spread), gathered(hidden, want, c.tokens, c.width));
        if (c.width % 32 == 0) {
            const Tensor tiles = on_poison(device(), [&] {
                return scatter_moe_input(given.rows, lists[0], lists[1], std::nullopt, true,
                                         Layout::TILE);
            });
            EXPECT_EQ(values_of(tiles), gathered(hidden, want, c.tokens, c.width));
        }

        const Tensor sums = on_poison(device(), [&] {
            return local_reduce_moe_output(spread, lists[3], lists[2], lists[0]);
        });
        expect_close(values_of(sums),
                     summed(gathered(hidden, want, c.tokens, c.width), want, c.tokens, c.width),
                     DataType::BFLOAT16, {}, "sums");
    }
}

// In tiles: few tokens are summed as rows, many by products. Lists need not be in order.
TEST_F(MoeRouting, SumsInTiles) {
    std::mt19937 random(17 + chip_seed());
    for (const Case& c :
         {Case{40, 2, 8, 3, 64}, Case{1050, 3, 20, 6, 96},
          Case{1024, 1, 8, 8, 128, Pattern::one_expert}, Case{2079, 12, 12, 7, 64}}) {
        SCOPED_TRACE(::testing::Message() << c.tokens << " tokens, " << c.here << " experts");
        const Choices choices = draw_choices(random, c.tokens, c.chosen, c.experts, c.pattern);
        Lists lists = expected_lists(choices, some_experts(random, c));
        for (std::uint32_t e = 0; e < c.here; e++) {  // the last tokens first
            const auto begin = static_cast<std::ptrdiff_t>(e) * lists.width;
            const auto end = begin + static_cast<std::ptrdiff_t>(lists.count(e));
            std::reverse(lists.tokens.begin() + begin, lists.tokens.begin() + end);
            std::reverse(lists.weights.begin() + begin, lists.weights.begin() + end);
        }
        const Doubles rows = draw(random, std::size_t{c.here} * c.tokens * c.width, -8, 8, true);
        const Tensor given =
            tensor_of(rows, rows_spec({c.here, c.tokens, c.width}, DataType::BFLOAT16), &device());
        const Tensor map =
            tensor_of(lists.tokens, rows_spec({c.here, lists.width}, DataType::UINT32), &device());
        const Tensor shares = tensor_of(
            lists.weights, rows_spec({c.here, lists.width}, DataType::BFLOAT16), &device());
        const Tensor counts =
            tensor_of(lists.counts, rows_spec({c.here, 1}, DataType::UINT32), &device());
        const Tensor sums = on_poison(device(), [&] {
            return local_reduce_moe_output(given, map, shares, counts, std::nullopt,
                                           DRAM_MEMORY_CONFIG, Layout::TILE);
        });
        EXPECT_EQ(sums.layout(), Layout::TILE);
        expect_close(values_of(sums), summed(rows, lists, c.tokens, c.width), DataType::BFLOAT16,
                     {}, "sums");
    }
}

// Scores of few different numbers have equals, of which the lower expert comes first.
Doubles best_first(const Doubles& scores, std::uint32_t experts, std::uint32_t chosen) {
    Doubles out;
    std::vector<std::uint32_t> order(experts);
    for (std::size_t row = 0; row < scores.size(); row += experts) {
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return scores[row + a] > scores[row + b];
        });
        out.insert(out.end(), order.begin(), order.begin() + chosen);
    }
    return out;
}
Doubles shares_of(const Doubles& scores, const Doubles& chosen, std::uint32_t experts,
                  std::uint32_t each) {
    Doubles out;
    for (std::size_t i = 0; i < chosen.size(); i += each) {
        const auto row = scores.begin() + static_cast<std::ptrdiff_t>(i / each * experts);
        double sum = 0;
        for (std::size_t k = 0; k < each; k++)
            sum += std::exp(row[static_cast<std::ptrdiff_t>(chosen[i + k])]);
        for (std::size_t k = 0; k < each; k++)
            out.push_back(std::exp(row[static_cast<std::ptrdiff_t>(chosen[i + k])]) / sum);
    }
    return out;
}

TEST_F(MoeRouting, ChosenExpertsAndTheirShares) {
    std::mt19937 random(7 + chip_seed());
    for (const auto& [tokens, experts, chosen] : std::vector<std::array<std::uint32_t, 3>>{
             {32, 32, 4}, {50, 64, 1}, {96, 128, 8}, {64, 96, 32}, {33, 256, 8}}) {
        SCOPED_TRACE(::testing::Message() << tokens << " tokens, " << experts << " experts");
        Doubles scores = draw(random, std::size_t{tokens} * experts, -6, 6, false);
        for (double& score : scores) score = std::round(score * 16) / 16;
        const Tensor given =
            tensor_of(scores, spec_of(shape_of({tokens, experts}), DataType::FLOAT32), &device());
        const Doubles want = best_first(scores, experts, chosen);
        const auto found =
            on_poison(device(), [&] { return experimental::moe_choose_experts(given, chosen); });
        ASSERT_EQ(found.size(), 2u);
        EXPECT_EQ(values_of(found[0]), want);
        expect_close(values_of(found[1]), shares_of(scores, want, experts, chosen),
                     DataType::FLOAT32, {}, "shares");
        const auto plain = experimental::moe_choose_experts(given, chosen, false);
        Doubles best;
        for (std::size_t i = 0; i < want.size(); i++)
            best.push_back(scores[i / chosen * experts + static_cast<std::size_t>(want[i])]);
        EXPECT_EQ(values_of(plain[0]), want);
        EXPECT_EQ(values_of(plain[1]), best);
    }
}

// What the other tests rely on; not for the checker, which reports such reads.
TEST_F(MoeRouting, PoisonIsThere) {
    const Poison poison(device());
    const Tensor fresh = ttnn::empty(shape_of({kPoisonRows, 2048}), DataType::UINT32,
                                     Layout::ROW_MAJOR, &device(), DRAM_MEMORY_CONFIG);
    EXPECT_TRUE(poison.holds(fresh));
    EXPECT_EQ(values_of(fresh), Doubles(std::size_t{kPoisonRows} * 2048, kPoison));
    const Tensor more = ttnn::empty(shape_of({32, 32}), DataType::UINT32, Layout::ROW_MAJOR,
                                    &device(), DRAM_MEMORY_CONFIG);
    EXPECT_FALSE(poison.holds(more));
}

// Counts in one row, and rows of padding that nobody asked for.
TEST_F(MoeRouting, CountsOfOneDimension) {
    std::mt19937 random(7);
    const Choices choices = draw_choices(random, 50, 2, 20);
    std::vector<std::uint32_t> mapping(20);
    std::iota(mapping.begin(), mapping.end(), 0u);
    const Lists want = expected_lists(choices, mapping);
    const Tensor counts = tensor_of(want.counts, rows_spec({20}, DataType::UINT32), &device());
    const Tensor tokens =
        tensor_of(want.tokens, rows_spec({20, want.width}, DataType::UINT32), &device());
    const Doubles hidden = draw(random, 50 * 64, -8, 8, true);
    const Tensor rows = tensor_of(hidden, rows_spec({50, 64}, DataType::BFLOAT16), &device());
    EXPECT_EQ(values_of(scatter_moe_input(rows, counts, tokens)), gathered(hidden, want, 50, 64));
    const Doubles some = values_of(scatter_moe_input(rows, counts, tokens, std::nullopt, false));
    const Doubles all = gathered(hidden, want, 50, 64);
    for (std::size_t e = 0; e < 20; e++)
        for (std::size_t i = 0; i < std::min<std::size_t>(50, 32) * 64; i++)
            ASSERT_EQ(some[e * 50 * 64 + i], all[e * 50 * 64 + i]) << "expert " << e;
}

// The worked example of two devices: sums over both are the rows times 1.
TEST_F(MoeRouting, TwoDevices) {
    const Choices choices{
        4, 2, 4, {0, 3, 2, 0, 1, 2, 3, 1}, {.75, .25, .5, .5, .625, .375, .875, .125}};
    const Doubles rows = {0, 0, 1, 10, 2, 20, 3, 30};
    const std::vector<std::vector<std::uint32_t>> mappings = {{0, 1}, {2, 3}};
    const std::vector<Doubles> tokens = {{0, 1, 2, 3}, {1, 2, 0, 3}};
    const std::vector<Doubles> weights = {{.75, .5, .625, .125}, {.5, .375, .25, .875}};
    Doubles total(8, 0);
    for (std::size_t d = 0; d < 2; d++) {
        const auto lists = prepare_moe_routing_tensors(choices.selected_tensor(&device()),
                                                       choices.weights_tensor(&device()),
                                                       mapping_tensor(mappings[d], &device()), 4);
        EXPECT_EQ(values_of(lists[0]), Doubles({2, 2}));
        const Doubles got = values_of(lists[1]), shares = values_of(lists[2]);
        for (std::size_t i = 0; i < 4; i++) {
            EXPECT_EQ(got[i / 2 * 32 + i % 2], tokens[d][i]);
            EXPECT_EQ(shares[i / 2 * 32 + i % 2], weights[d][i]);
        }
        const Tensor hidden = tensor_of(rows, rows_spec({4, 2}, DataType::BFLOAT16), &device());
        const Tensor sums = local_reduce_moe_output(scatter_moe_input(hidden, lists[0], lists[1]),
                                                    lists[3], lists[2], lists[0]);
        const Doubles part = values_of(sums);
        for (std::size_t i = 0; i < 8; i++) total[i] += part[i];
        if (d == 0) {
            EXPECT_EQ(part, Doubles({0, 0, .5, 5, 1.25, 12.5, .375, 3.75}));
        }
    }
    EXPECT_EQ(total, rows);
}

TEST_F(MoeRouting, DenseWeights) {
    std::mt19937 random(3);
    expect_built_once(device(), [&] {
        const Choices choices = draw_choices(random, 45, 3, 20);
        const Tensor selected = choices.selected_tensor(&device());
        const Tensor weights = choices.weights_tensor(&device());
        const Poison poison(device());
        const Tensor got = prepare_moe_mapping_tensor(selected, weights, 20);
        EXPECT_TRUE(poison.holds(got));
        Doubles want(45 * 20, 0);
        for (std::size_t i = 0; i < choices.selected.size(); i++)
            want[i / 3 * 20 + static_cast<std::size_t>(choices.selected[i])] = choices.weights[i];
        EXPECT_EQ(values_of(got), want);
        return std::vector<Tensor>{selected, weights, got};
    });
}

TEST_F(MoeRouting, SecondCallsBuildNothing) {
    std::mt19937 random(11);
    expect_built_once(device(), [&] {
        const Choices choices = draw_choices(random, 64, 2, 8);
        const Lists want = expected_lists(choices, {0, 1, 2, 3});
        const auto lists = prepare_moe_routing_tensors(choices.selected_tensor(&device()),
                                                       choices.weights_tensor(&device()),
                                                       mapping_tensor({0, 1, 2, 3}, &device()), 8);
        const Doubles hidden = draw(random, 64 * 32, -8, 8, true);
        const Tensor rows = tensor_of(hidden, rows_spec({64, 32}, DataType::BFLOAT16), &device());
        const Tensor spread = scatter_moe_input(rows, lists[0], lists[1]);
        const Tensor tiles =
            scatter_moe_input(rows, lists[0], lists[1], std::nullopt, true, Layout::TILE);
        const Tensor sums = local_reduce_moe_output(spread, lists[3], lists[2], lists[0]);
        const Doubles moved = gathered(hidden, want, 64, 32);
        EXPECT_EQ(values_of(spread), moved);
        EXPECT_EQ(values_of(tiles), moved);
        expect_close(values_of(sums), summed(moved, want, 64, 32), DataType::BFLOAT16, {}, "sums");
        return std::vector<Tensor>{rows,     spread,   tiles,    sums,
                                   lists[0], lists[1], lists[2], lists[3]};
    });
}

TEST_F(MoeRouting, Refusals) {
    std::mt19937 random(5);
    const Choices choices = draw_choices(random, 32, 4, 8);
    const Tensor selected = choices.selected_tensor(&device());
    const Tensor weights = choices.weights_tensor(&device());
    const Tensor mapping = mapping_tensor({0, 1}, &device());
    const auto routing = [&](const Tensor& s, const Tensor& w, const Tensor& m, std::uint32_t n) {
        return thrown([&] { prepare_moe_routing_tensors(s, w, m, n); });
    };
    EXPECT_THAT(
        routing(weights, weights, mapping, 8),
        HasSubstr("selected_experts is of type DataType::BFLOAT16, it must be DataType::UINT32"));
    EXPECT_THAT(routing(selected, weights, selected, 8), HasSubstr("device_expert_mapping"));
    EXPECT_THAT(routing(selected, weights, mapping, 3),
                HasSubstr("4 experts are selected for each token, num_experts is 3"));
    EXPECT_THAT(routing(choices.selected_tensor(nullptr), weights, mapping, 8),
                HasSubstr("need to be on device! selected_experts is on the host"));
    EXPECT_THAT(routing(selected, weights, mapping_tensor({0, 1}, nullptr), 8),
                HasSubstr("device_expert_mapping is on the host"));
    const Tensor two = tensor_of(Doubles(4, 0), rows_spec({2, 2}, DataType::INT32), &device());
    EXPECT_THAT(routing(selected, weights, two, 8),
                HasSubstr("it must be (experts) or (1, experts)"));
    const auto lists = prepare_moe_routing_tensors(selected, weights, mapping, 8);
    const Tensor rows =
        tensor_of(Doubles(65 * 32, 0), rows_spec({65, 32}, DataType::BFLOAT16), &device());
    EXPECT_THAT(thrown([&] { scatter_moe_input(rows, lists[0], lists[1]); }),
                HasSubstr("dimension 1 of routed_tokens is 32, it must be 96"));
    const Tensor odd =
        tensor_of(Doubles(32 * 40, 0), rows_spec({32, 40}, DataType::BFLOAT16), &device());
    EXPECT_THAT(thrown([&] {
                    scatter_moe_input(odd, lists[0], lists[1], std::nullopt, true, Layout::TILE);
                }),
                HasSubstr("is 40, for tiles it must be a multiple of 32"));
    EXPECT_THAT(thrown([&] { local_reduce_moe_output(rows, lists[3], lists[2], lists[0]); }),
                HasSubstr("input_hidden_state has rank 2, it must have rank 3"));
}

}  // namespace
}  // namespace ttnn::test
