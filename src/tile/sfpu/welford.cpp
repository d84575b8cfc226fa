// Running statistics and averages down the columns: mean and squared deviations by Welford's
// method, exponential averages, sums. The unit's registers hold one number per column.
#include "tile/sfpu/tiles.hpp"

namespace ironbird::tile::sfpu {
namespace {

constexpr std::uint32_t kColumns = 32;

// The registers as the operations share them: they lie in the same place on the chip too.
struct Registers {
    std::span<std::uint32_t> word;
    float get(std::uint32_t which, std::uint32_t column) const {
        return std::bit_cast<float>(word[which * kColumns + column]);
    }
    void set(std::uint32_t which, std::uint32_t column, float value) {
        word[which * kColumns + column] = bits(value);
    }
    void clear(std::uint32_t which) {
        for (std::uint32_t c = 0; c < kColumns; ++c) set(which, c, 0);
    }
};
enum : std::uint32_t { kMean, kSquares, kPrevious, kFactors, kCarry };

// Saved statistics lie in the even columns of four rows: even and odd columns of the left half,
// then of the right half.
std::uint32_t saved_place(std::uint32_t group, std::uint32_t column) {
    const std::uint32_t lane_row = column / 16 * 2 + column % 2;
    return lane_place(group * 4, lane_row * 8 + column % 16 / 2);
}

void welford_clear(const SfpuTiles& t) {
    Registers r{t.state};
    r.clear(kMean);
    r.clear(kSquares);
}

void welford_row(const SfpuTiles& t) {
    Registers r{t.state};
    const Grid x = grid(t, t.index[0]);
    const auto share = std::bit_cast<float>(t.call->param[1]);
    for (std::uint32_t c = 0; c < kColumns; ++c) {
        const float value = x(t.call->param[0], c), mean = r.get(kMean, c);
        const float next = std::fma(value - mean, share, mean);
        r.set(kSquares, c, std::fma(value - mean, value - next, r.get(kSquares, c)));
        r.set(kMean, c, next);
    }
}

void save(const SfpuTiles& t, float factor) {
    Registers r{t.state};
    const std::uint32_t group = t.call->param[0];
    for (std::uint32_t c = 0; c < kColumns; ++c) {
        const std::uint32_t at = saved_place(group, c);
        t.tile[t.index[0]].word[at] = word_of(r.get(kMean, c), t.call->dst);
        t.tile[t.index[1]].word[at] = word_of(r.get(kSquares, c) * factor, t.call->dst);
    }
}

void welford_save(const SfpuTiles& t) {
    save(t, 1.0f);
}

void welford_restore(const SfpuTiles& t) {
    Registers r{t.state};
    for (std::uint32_t c = 0; c < kColumns; ++c) {
        const std::uint32_t at = saved_place(t.call->param[0], c);
        r.set(kMean, c, number_of(t.tile[t.index[0]].word[at], t.call->dst));
        r.set(kSquares, c, number_of(t.tile[t.index[1]].word[at], t.call->dst));
    }
}

void welford_to_face(const SfpuTiles& t) {
    save(t, std::bit_cast<float>(t.call->param[1]));
}

// Mean and variance into row 0; the three rows under it become zero.
void welford_to_row(const SfpuTiles& t) {
    Registers r{t.state};
    const auto factor = std::bit_cast<float>(t.call->param[0]);
    Grid mean = grid(t, t.index[0]), variance = grid(t, t.index[1]);
    for (std::uint32_t c = 0; c < kColumns; ++c) {
        mean.set(0, c, r.get(kMean, c));
        variance.set(0, c, r.get(kSquares, c) * factor);
        for (std::uint32_t row = 1; row < 4; ++row) {
            mean.set(row, c, 0);
            variance.set(row, c, 0);
        }
    }
}

void ema_init(const SfpuTiles& t) {
    t.state[kFactors * kColumns] = t.call->param[0];
    t.state[kFactors * kColumns + 1] = t.call->param[1];
}

void ema_clear(const SfpuTiles& t) {
    Registers{t.state}.clear(kPrevious);
}

void ema(const SfpuTiles& t) {
    Registers r{t.state};
    const float keep = r.get(kFactors, 0), take = r.get(kFactors, 1);
    const Grid in = grid(t, t.index[0]);
    Grid out = grid(t, t.index[1]);
    for (std::uint32_t c = 0; c < kColumns; ++c) {
        float previous = r.get(kPrevious, c);
        for (std::uint32_t row = 0; row < 32; ++row) {
            previous = std::fma(take, in(row, c), keep * previous);
            out.set(row, c, previous);
        }
        r.set(kPrevious, c, previous);
    }
}

void cumsum(const SfpuTiles& t) {
    Registers r{t.state};
    if (t.call->param[0] != 0) r.clear(kCarry);
    Grid x = grid(t, t.index[0]);
    for (std::uint32_t c = 0; c < kColumns; ++c) {
        float sum = r.get(kCarry, c);
        for (std::uint32_t row = 0; row < 32; ++row) {
            sum += x(row, c);
            x.set(row, c, sum);
        }
        r.set(kCarry, c, sum);
    }
}

constexpr SfpuOp kWelfordRows[] = {
    row("cumsum", whole_tiles(cumsum),
        {.params = 1,
         .cycles = 420,
         .note = "sums down the columns; parameter 1 starts anew, else the last tile's go on"}),
    row("ema", whole_tiles(ema, 2, 0),
        {.cycles = 460,
         .note = "alpha * previous + beta * x down the columns, into the next tile"}),
    row("ema_clear", whole_tiles(ema_clear, 0, 0), {.cycles = 2}),
    row("ema_init", whole_tiles(ema_init, 0, 0), {.params = 2, .cycles = 8}),
    row("welford_clear", whole_tiles(welford_clear, 0, 0), {.cycles = 4}),
    row("welford_restore", whole_tiles(welford_restore, 2, 0), {.params = 1, .cycles = 8}),
    row("welford_row", whole_tiles(welford_row, 1, 0),
        {.params = 2,
         .cycles = 14,
         .note = "parameters: the row, 1 / the number of rows with it; a tile is 32 calls"}),
    row("welford_save", whole_tiles(welford_save, 2, 0), {.params = 1, .cycles = 8}),
    row("welford_to_face", whole_tiles(welford_to_face, 2, 0), {.params = 2, .cycles = 12}),
    row("welford_to_row", whole_tiles(welford_to_row, 2, 0), {.params = 1, .cycles = 24}),
};
static_assert(sorted(kWelfordRows));

}  // namespace

Rows welford_rows() {
    return kWelfordRows;
}

}  // namespace ironbird::tile::sfpu
