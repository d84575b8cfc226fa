// Operations on whole tiles: sorting, statistics, reductions, moves, random numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "words.hpp"

namespace ironbird::tile {
namespace {

struct Dst {
    std::vector<DstTile> tiles = std::vector<DstTile>(8);
    std::array<std::uint32_t, kSfpuStateWords> state{};
    std::array<std::uint32_t, kSfpuLanes> lanes{};
    std::mt19937 random{3};

    static std::size_t at(std::size_t row, std::size_t column) {
        return (row / 16 * 2 + column / 16) * kFaceDatums + row % 16 * 16 + column % 16;
    }
    std::uint32_t& word(std::size_t tile, std::size_t row, std::size_t column) {
        return tiles[tile].word[at(row, column)];
    }
    float number(std::size_t tile, std::size_t row, std::size_t column) {
        return std::bit_cast<float>(word(tile, row, column));
    }
    void randomize(std::size_t tile) {
        std::uniform_real_distribution<float> even(-10, 10);
        for (auto& w : tiles[tile].word) w = bits(even(random));
    }
    void run(std::string_view name, std::array<std::uint32_t, 4> index,
             std::array<std::uint32_t, kSfpuParams> params = {}, Format format = Format::none) {
        const SfpuOp* op = find_sfpu_op(name);
        ASSERT_NE(op, nullptr) << name;
        SfpuCall call;
        call.param = params.data();
        call.dst = DstKind::fp32;
        call.format = format;
        call.random = lanes.data();
        if (op->apply_tiles != nullptr)
            return op->apply_tiles({tiles.data(), index.data(), &call, state});
        call.in[0] = tiles[index[0]].word.data();
        call.out = tiles[index[op->inputs]].word.data();
        op->apply(call);
    }
};

float key(Dst& dst, std::size_t r, std::size_t c) {
    return dst.number(r / 32, r % 32, c);
}
std::uint32_t index_at(Dst& dst, std::size_t r, std::size_t c) {
    return dst.word(2 + r / 32, r % 32, c);
}
void number_rows(Dst& dst) {
    for (std::size_t r = 0; r < 64; ++r) {
        for (std::size_t c = 0; c < 32; ++c)
            dst.word(2 + r / 32, r % 32, c) = static_cast<std::uint32_t>(r);
    }
}

TEST(TopK, SortsSixtyFourNumbersAndTheirIndices) {
    for (const std::uint32_t up : {0u, 1u}) {
        Dst dst;
        dst.randomize(0);
        dst.randomize(1);
        number_rows(dst);
        Dst before = dst;
        dst.run("topk_local_sort", {0, 1, 2, 3}, {up, 5});
        for (std::size_t c = 0; c < 32; ++c) {
            for (std::size_t r = 0; r < 64; ++r) {
                ASSERT_EQ(key(dst, r, c), key(before, index_at(dst, r, c), c));
                const float step = r > 0 ? key(dst, r, c) - key(dst, r - 1, c) : 0;
                ASSERT_GE(up == 1 ? step : -step, 0);
            }
        }
    }
}

// Sorted runs of k, then merge and rebuild until the k best of 64 are on top.
TEST(TopK, MergesAndRebuilds) {
    for (const std::uint32_t log_k : {2u, 3u, 4u, 5u}) {
        const std::uint32_t k = 1u << log_k;
        Dst dst;
        dst.randomize(0);
        dst.randomize(1);
        number_rows(dst);
        Dst before = dst;
        dst.run("topk_local_sort", {0, 1, 2, 3}, {0, log_k - 1});
        for (std::uint32_t m = 0; k << m < 64; ++m) {
            dst.run("topk_merge", {0, 1, 2, 3}, {m, k, 0});
            dst.run("topk_rebuild", {0, 1, 2, 3}, {0, m, k, log_k, 0});
        }
        for (std::size_t c = 0; c < 32; ++c) {
            std::vector<float> all;
            for (std::size_t r = 0; r < 64; ++r) all.push_back(key(before, r, c));
            std::ranges::sort(all, std::greater());
            for (std::size_t r = 0; r < k; ++r) {
                ASSERT_EQ(key(dst, r, c), all[r]) << "k " << k << ", row " << r;
                ASSERT_EQ(key(before, index_at(dst, r, c), c), all[r]);
            }
        }
    }
}

TEST(TopK, StableSortingKeepsTheOrderOfEquals) {
    for (const std::uint32_t up : {0u, 1u}) {
        Dst dst;
        number_rows(dst);
        for (std::size_t r = 0; r < 64; ++r) {
            for (std::size_t c = 0; c < 32; ++c) dst.word(r / 32, r % 32, c) = bits(float(r % 5));
        }
        dst.run("topk_local_sort", {0, 1, 2, 3}, {up, 5, 0, 0, 0, 1});
        for (std::size_t r = 1; r < 64; ++r) {
            const bool equal = key(dst, r - 1, 7) == key(dst, r, 7);
            ASSERT_TRUE(!equal || index_at(dst, r - 1, 7) < index_at(dst, r, 7));
        }
    }
}

TEST(Statistics, WelfordGivesMeanAndVariance) {
    Dst dst;
    dst.randomize(0);
    dst.run("welford_clear", {});
    for (std::uint32_t r = 0; r < 32; ++r)
        dst.run("welford_row", {0}, {r, bits(1.0f / float(r + 1))});
    dst.run("welford_save", {2, 3}, {1});
    dst.run("welford_clear", {});
    dst.run("welford_restore", {2, 3}, {1});
    dst.run("welford_to_row", {4, 5}, {bits(1.0f / 32)});
    for (std::size_t c = 0; c < 32; ++c) {
        double mean = 0, variance = 0;
        for (std::size_t r = 0; r < 32; ++r) mean += dst.number(0, r, c) / 32.0;
        for (std::size_t r = 0; r < 32; ++r)
            variance += std::pow(dst.number(0, r, c) - mean, 2) / 32;
        EXPECT_NEAR(dst.number(4, 0, c), mean, 1e-5);
        EXPECT_NEAR(dst.number(5, 0, c), variance, 1e-4);
        EXPECT_EQ(dst.number(4, 1, c), 0);
    }
}

TEST(Statistics, RunningSumsGoOnFromTileToTile) {
    Dst dst;
    dst.randomize(0);
    dst.tiles[1] = dst.tiles[0];
    const auto before = dst.tiles[0];
    dst.run("cumsum", {0}, {1});
    dst.run("cumsum", {1}, {0});
    for (std::size_t c = 0; c < 32; ++c) {
        double sum = 0;
        for (std::size_t r = 0; r < 64; ++r) {
            sum += static_cast<double>(std::bit_cast<float>(before.word[Dst::at(r % 32, c)]));
            ASSERT_NEAR(dst.number(r / 32, r % 32, c), sum, 1e-3);
        }
    }
}

TEST(Statistics, ExponentialAverages) {
    Dst dst;
    dst.randomize(0);
    dst.run("ema_init", {}, {bits(0.75f), bits(0.25f)});
    dst.run("ema_clear", {});
    dst.run("ema", {0, 1});
    double y = 0;
    for (std::size_t r = 0; r < 32; ++r) {
        y = 0.75 * y + 0.25 * static_cast<double>(dst.number(0, r, 9));
        EXPECT_NEAR(dst.number(1, r, 9), y, 1e-5);
    }
}

TEST(Reductions, ColumnsAndRows) {
    Dst dst;
    for (std::uint32_t i = 0; i < kTileDatums; ++i)
        dst.tiles[0].word[i] = dst.tiles[1].word[i] = i * 2654435761u;
    const auto before = dst.tiles[0];
    dst.run("sfpu_reduce", {0, 0}, {2, 1, 1, 1}, Format::int32);  // maximum of columns
    for (std::size_t c = 0; c < 32; ++c) {
        std::int32_t most = std::numeric_limits<std::int32_t>::min();
        for (std::size_t r = 0; r < 32; ++r)
            most = std::max(most, static_cast<std::int32_t>(before.word[Dst::at(r, c)]));
        EXPECT_EQ(static_cast<std::int32_t>(dst.word(0, 0, c)), most);
    }
    dst.run("sfpu_reduce", {1, 1}, {0, 0, 1, 1}, Format::uint32);  // sums of rows
    for (std::size_t r = 0; r < 32; ++r) {
        std::uint32_t sum = 0;
        for (std::size_t c = 0; c < 32; ++c) sum += before.word[Dst::at(r, c)];
        EXPECT_EQ(dst.word(1, r, 0), sum);
    }
}

TEST(Reductions, MaximumWithItsIndex) {
    Dst dst;
    dst.randomize(0);
    number_rows(dst);
    Dst before = dst;
    dst.run("max_reduce_with_indices", {0, 2}, {9, 0, 0, 0});
    for (std::size_t c = 0; c < 32; ++c) {
        std::size_t best = 0;
        for (std::size_t r = 1; r < 9; ++r) {
            if (before.number(0, r, c) > before.number(0, best, c)) best = r;
        }
        EXPECT_EQ(dst.number(0, 0, c), before.number(0, best, c));
        EXPECT_EQ(dst.word(2, 0, c), best);
    }
}

TEST(Moves, BroadcastsOfARowAndAColumn) {
    Dst dst;
    dst.randomize(0);
    dst.randomize(1);
    Dst before = dst;
    dst.run("sfpu_bcast", {0, 1}, {3, 1});  // minus column 0
    EXPECT_EQ(dst.number(0, 20, 30), before.number(0, 20, 30) - before.number(1, 20, 0));
    dst = before;
    dst.run("sfpu_bcast", {0, 1}, {0, 2});  // times row 0
    EXPECT_EQ(dst.number(0, 20, 30), before.number(0, 20, 30) * before.number(1, 0, 30));
}

TEST(Moves, RowsAreAddedWhereTheListSays) {
    Dst dst;
    dst.randomize(0);
    // Rows 0 and 1 to row 5, row 2 nowhere, the others to row 31.
    const std::uint32_t rest = 0x1f1f1f1f;
    dst.run("reshuffle_rows", {0, 1}, {0, 0x1fff0505, rest, rest, rest});
    EXPECT_EQ(dst.number(1, 5, 3), dst.number(0, 0, 3) + dst.number(0, 1, 3));
    EXPECT_EQ(dst.number(1, 2, 3), 0);
}

TEST(Moves, ComplexNumbersTurn) {
    Dst dst;
    dst.randomize(0);
    Dst before = dst;
    dst.run("alt_complex_rotate90", {0});
    EXPECT_EQ(dst.number(0, 3, 18), -before.number(0, 3, 19));
    EXPECT_EQ(dst.number(0, 3, 19), before.number(0, 3, 18));
}

TEST(Random, IsUniformAndFollowsItsSeed) {
    Dst dst, same;
    for (Dst* d : {&dst, &same}) {
        d->run("seed", {}, {42});
        d->run("rand", {0}, {bits(-1), bits(4)});
    }
    EXPECT_EQ(dst.tiles[0].word, same.tiles[0].word);
    double mean = 0;
    int high = 0;
    for (const std::uint32_t w : dst.tiles[0].word) {
        const float x = std::bit_cast<float>(w);
        ASSERT_GE(x, -1);
        ASSERT_LT(x, 3);
        mean += static_cast<double>(x) / kTileDatums;
        high += x > 2 ? 1 : 0;
    }
    EXPECT_NEAR(mean, 1, 0.15);
    EXPECT_NEAR(high, 256, 60);
    dst.run("rand", {0}, {bits(-1), bits(4)});
    EXPECT_NE(dst.tiles[0].word, same.tiles[0].word);
}

TEST(Random, DropoutZeroesTheShareAndScalesTheRest) {
    Dst dst;
    dst.run("seed", {}, {7});
    dst.tiles[0].word.fill(bits(1));
    dst.run("dropout", {0, 0}, {static_cast<std::uint32_t>(0.25 * 0x1p31), bits(2)});
    int dropped = 0;
    for (const std::uint32_t w : dst.tiles[0].word) {
        ASSERT_TRUE(w == 0 || w == bits(2));
        dropped += w == 0 ? 1 : 0;
    }
    EXPECT_NEAR(dropped, 256, 60);
}

}  // namespace
}  // namespace ironbird::tile
