// Operations that reach across the numbers of a tile: reductions, broadcasts, moves.
#include "tile/sfpu/tiles.hpp"

#include <algorithm>

namespace ironbird::tile::sfpu {
namespace {

// ---- reductions: parameters are pool, dimension, tiles across, tiles down

enum : std::uint32_t { kSum, kAverage, kMax, kMin };
enum : std::uint32_t { kAlongRow, kAlongColumn };

// Numbers of a tile by the format that the call names; integers are exact in doubles.
struct Values {
    const SfpuTiles& t;
    bool is(Format format) const { return t.call->format == format; }
    double get(std::uint32_t tile, std::uint32_t row, std::uint32_t column) const {
        const std::uint32_t word = t.tile[tile].word[place(row, column)];
        if (is(Format::int32)) return static_cast<std::int32_t>(word);
        if (is(Format::uint32)) return word;
        if (is(Format::uint16)) return is_wide(t.call->dst) ? word & 0xffff : word >> 16;
        return static_cast<double>(number_of(word, t.call->dst));
    }
    void set(std::uint32_t tile, std::uint32_t row, std::uint32_t column, double value) const {
        std::uint32_t& word = t.tile[tile].word[place(row, column)];
        const auto whole = static_cast<std::uint32_t>(static_cast<std::int64_t>(value));
        if (is(Format::int32) || is(Format::uint32)) {
            word = whole;
        } else if (is(Format::uint16)) {
            word = is_wide(t.call->dst) ? whole & 0xffff : whole << 16;
        } else {
            word = word_of(static_cast<float>(value), t.call->dst);
        }
    }
    bool floats() const { return !is(Format::int32) && !is(Format::uint32) && !is(Format::uint16); }
    double combine(std::uint32_t pool, double a, double b) const {
        if (pool == kMax) return std::max(a, b);
        if (pool == kMin) return std::min(a, b);
        return floats() ? static_cast<double>(static_cast<float>(a + b)) : a + b;
    }
    double finish(std::uint32_t pool, double value, double count) const {
        if (pool != kAverage) return value;
        return floats() ? value / count : std::trunc(value / count);
    }
};

void reduce(const SfpuTiles& t) {
    const std::uint32_t* p = t.call->param;
    const Values v{t};
    if (p[1] == kAlongColumn) {
        for (std::uint32_t c = 0; c < 32; ++c) {
            double sum = v.get(t.index[0], 0, c);
            for (std::uint32_t r = 1; r < 32; ++r)
                sum = v.combine(p[0], sum, v.get(t.index[0], r, c));
            v.set(t.index[0], 0, c, v.finish(p[0], sum, 32));
        }
        return;
    }
    for (std::uint32_t r = 0; r < 32 * p[3]; ++r) {
        const std::uint32_t first = t.index[0] + r / 32 * p[2];
        double sum = v.get(first, r % 32, 0);
        for (std::uint32_t c = 1; c < 32 * p[2]; ++c)
            sum = v.combine(p[0], sum, v.get(first + c / 32, r % 32, c % 32));
        v.set(first, r % 32, 0, v.finish(p[0], sum, 32 * p[2]));
    }
}

// Parameters: rows, row-major, accumulate, chunk. The largest of each column and its index go to
// row 0 of their tiles; the running ones lie in the tiles after them.
void max_with_indices(const SfpuTiles& t) {
    const std::uint32_t* p = t.call->param;
    const std::uint32_t rows = p[0] <= 9 ? 9 : 32;
    const auto at = [&](std::uint32_t row, std::uint32_t column) {
        return p[1] != 0 ? row * 32 + column : place(row, column);
    };
    DstTile &values = t.tile[t.index[0]], &indices = t.tile[t.index[1]];
    for (std::uint32_t c = 0; c < 32; ++c) {
        const std::uint32_t top = at(0, c);
        std::uint32_t best = values.word[top], index = indices.word[top];
        const auto offer = [&](std::uint32_t value, std::uint32_t its) {
            if (number_of(value, t.call->dst) <= number_of(best, t.call->dst)) return;
            best = value;
            index = its;
        };
        for (std::uint32_t r = 1; r < rows; ++r)
            offer(values.word[at(r, c)], indices.word[at(r, c)]);
        if (p[2] != 0) {
            std::uint32_t &value = t.tile[t.index[0] + 1].word[top],
                          &its = t.tile[t.index[1] + 1].word[top];
            if (p[3] > 0) offer(value, its);
            value = best;
            its = index;
        }
        values.word[top] = best;
        indices.word[top] = index;
    }
}

// Row r of the upper four gets rows r, r + 4, … of the tile.
void sum_int_column(const SfpuTiles& t) {
    DstTile& x = t.tile[t.index[0]];
    for (std::uint32_t c = 0; c < 32; ++c) {
        for (std::uint32_t r = 0; r < 4; ++r) {
            std::uint32_t sum = 0;
            for (std::uint32_t from = r; from < 32; from += 4) sum += x.word[place(from, c)];
            x.word[place(r, c)] = sum;
        }
    }
}

// An even column of the left half gets itself, its neighbour, and both of the right half.
void sum_int_row(const SfpuTiles& t) {
    DstTile& x = t.tile[t.index[0]];
    for (std::uint32_t r = 0; r < 32; ++r) {
        for (std::uint32_t c = 0; c < 16; c += 2) {
            x.word[place(r, c)] +=
                x.word[place(r, c + 1)] + x.word[place(r, c + 16)] + x.word[place(r, c + 17)];
        }
    }
}

void add_top_row(const SfpuTiles& t) {
    const bool whole = t.call->format != Format::float32;
    for (std::uint32_t c = 0; c < 32; ++c) {
        const std::uint32_t at = place(0, c);
        const std::uint32_t a = t.tile[t.index[0]].word[at], b = t.tile[t.index[1]].word[at];
        const float sum = number_of(a, t.call->dst) + number_of(b, t.call->dst);
        t.tile[t.index[2]].word[at] = whole ? a + b : word_of(sum, t.call->dst);
    }
}

// ---- broadcasts: parameters are the operation (multiply 0, add 2, subtract 3) and 1 for a column

// A row of a face is 16 words in a line, which become vectors where format and operation are
// constants.
template <DstKind dst, class Op>
void bcast_rows(const SfpuTiles& t, Op op) {
    const bool column = t.call->param[1] == 1;
    DstTile& data = t.tile[t.index[0]];
    const DstTile& other = t.tile[t.index[1]];
    for (std::uint32_t i = 0; i < 64; ++i) {
        const std::uint32_t row = i / 2, left = i % 2 * 16;
        const std::uint32_t* from = &other.word[column ? place(row, 0) : place(0, left)];
        std::uint32_t* to = &data.word[place(row, left)];
        float by[16];
        for (std::uint32_t c = 0; c < 16; ++c) by[c] = number_of(from[column ? 0 : c], dst);
        for (std::uint32_t c = 0; c < 16; ++c)
            to[c] = word_of(op(number_of(to[c], dst), by[c]), dst);
    }
}

template <DstKind dst>
void bcast_in(const SfpuTiles& t) {
    const std::uint32_t op = t.call->param[0];
    if (op == 0) return bcast_rows<dst>(t, [](float a, float b) { return a * b; });
    if (op == 2) return bcast_rows<dst>(t, [](float a, float b) { return a + b; });
    bcast_rows<dst>(t, [](float a, float b) { return a - b; });
}

void bcast(const SfpuTiles& t) {
    if (is_wide(t.call->dst)) return bcast_in<DstKind::fp32>(t);
    if (t.call->dst == DstKind::fp16) return bcast_in<DstKind::fp16>(t);
    bcast_in<DstKind::bf16>(t);
}

// ---- moves

// Pairs of neighbours are complex numbers: (re, im) becomes (-im, re).
void rotate90(const SfpuTiles& t) {
    DstTile& x = t.tile[t.index[0]];
    for (std::uint32_t i = 0; i < kTileDatums; i += 2) {
        const std::uint32_t re = x.word[i];
        x.word[i] = x.word[i + 1] ^ 0x80000000u;
        x.word[i + 1] = re;
    }
}

// Parameters: the first of 16 rows, then 16 bytes saying where each goes. Rows add up in the next
// tile; a number above 31 drops the row.
void reshuffle_rows(const SfpuTiles& t) {
    const std::uint32_t* p = t.call->param;
    const Grid in = grid(t, t.index[0]);
    Grid out = grid(t, t.index[1]);
    for (std::uint32_t i = 0; i < 16; ++i) {
        const std::uint32_t to = p[1 + i / 4] >> (8 * (i % 4)) & 0xff;
        if (to >= 32) continue;
        for (std::uint32_t c = 0; c < 32; ++c) out.set(to, c, out(to, c) + in(p[0] + i, c));
    }
}

// Products along the unit's way through a face; the last one goes on into the next face.
void tiled_product(const SfpuTiles& t) {
    DstTile& x = t.tile[t.index[0]];
    for (std::uint32_t face = 0; face < 4; ++face) {
        for (std::uint32_t lane = 0; lane < kSfpuLanes; ++lane) {
            float product = 1;
            for (std::uint32_t d = 0; d < 9 && face * 16 + 2 * d < 64; ++d) {
                std::uint32_t& word = x.word[lane_place(face * 16 + 2 * d, lane)];
                product *= number_of(word, t.call->dst);
                word = word_of(product, t.call->dst);
            }
        }
    }
}

constexpr SfpuOp kTileRows[] = {
    row("alt_complex_rotate90", whole_tiles(rotate90), {.cycles = 160}),
    row("max_reduce_with_indices", whole_tiles(max_with_indices, 2, 0),
        {.params = 4,
         .cycles = 260,
         .note = "9 or 32 rows; parameters: rows, row-major, accumulate, chunk"}),
    row("reshuffle_rows", whole_tiles(reshuffle_rows, 2, 0),
        {.params = 5, .cycles = 400, .note = "16 rows a call, added to the next tile"}),
    row("sfpu_add_top_row", whole_tiles(add_top_row, 2, 1), {.cycles = 16}),
    row("sfpu_bcast", whole_tiles(bcast, 2, 0),
        {.params = 2, .cycles = 420, .note = "in place; row 0 or column 0 of the second tile"}),
    row("sfpu_reduce", whole_tiles(reduce),
        {.params = 4,
         .cycles = 300,
         .note = "sum, average, maximum, minimum down the columns, or along rows of tiles"}),
    row("sum_int_col", whole_tiles(sum_int_column), {.cycles = 140}),
    row("sum_int_row", whole_tiles(sum_int_row), {.cycles = 140}),
    row("tiled_prod", whole_tiles(tiled_product), {.cycles = 200}),
};
static_assert(sorted(kTileRows));

}  // namespace

Rows tile_rows() {
    return kTileRows;
}

}  // namespace ironbird::tile::sfpu
