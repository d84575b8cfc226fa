// Top-k: bitonic sorting of 64 numbers per column (two tiles, one above the other) together with
// their indices (the two tiles after them).
#include <algorithm>
#include <utility>

#include "tile/sfpu/tiles.hpp"

namespace ironbird::tile::sfpu {
namespace {

constexpr std::uint32_t kDatums = 64;

// Sixteen columns: the rows of two tiles' left or right faces, one after the other.
struct Columns {
    const SfpuTiles& t;
    std::uint32_t half;
    bool stable, ascending;  // ties: the smaller index first in this direction

    std::uint32_t* row(std::uint32_t tile, std::uint32_t r) const {
        return t.tile[t.index[0] + tile + r / 32].word.data() + place(r % 32, half * 16);
    }

    // Words order as sign and magnitude, which is the order of floats; both zeros are equal.
    static std::int32_t key(std::uint32_t word) {
        const auto size = static_cast<std::int32_t>(word & 0x7fffffffu);
        return word >> 31 != 0 ? -size : size;
    }

    // Rows a and b: the larger number goes to a, or to b when `up`. Without branches, so that the
    // sixteen columns go together.
    void exchange(std::uint32_t a, std::uint32_t b, bool up) const {
        std::uint32_t *va = row(0, a), *vb = row(0, b), *ia = row(2, a), *ib = row(2, b);
        if (up) {
            std::swap(va, vb);
            std::swap(ia, ib);
        }
        for (std::uint32_t c = 0; c < 16; ++c) {
            const std::int32_t ka = key(va[c]), kb = key(vb[c]);
            const bool later = ascending ? ia[c] < ib[c] : ia[c] > ib[c];
            const bool wrong = (ka < kb) | (stable & (ka == kb) & later);
            const std::uint32_t mask = wrong ? 0xffffffffu : 0u;
            const std::uint32_t value = (va[c] ^ vb[c]) & mask, index = (ia[c] ^ ib[c]) & mask;
            va[c] ^= value;
            vb[c] ^= value;
            ia[c] ^= index;
            ib[c] ^= index;
        }
    }
};

// Every pair `distance` apart within sequences of `length`, whose directions alternate.
void step(const Columns& columns, std::uint32_t distance, std::uint32_t length, bool first_up) {
    for (std::uint32_t i = 0; i < kDatums; ++i) {
        if ((i & distance) != 0) continue;
        columns.exchange(i, i + distance, first_up != ((i / length & 1) != 0));
    }
}

template <class Fn>
void each_half(const SfpuTiles& t, bool stable, bool ascending, Fn fn) {
    for (std::uint32_t half = 0; half < 2; ++half) fn(Columns{t, half, stable, ascending});
}

// Parameters: direction (1 up), last phase, first phase, last step, first step, stable. The first
// three phases always begin downwards.
void local_sort(const SfpuTiles& t) {
    const std::uint32_t* p = t.call->param;
    const std::uint32_t last = std::min(p[1], 5u), first = p[2];
    each_half(t, p[5] != 0, p[0] != 0, [&](const Columns& columns) {
        for (std::uint32_t phase = first; phase <= last; ++phase) {
            const std::uint32_t length = 2u << phase;
            const bool up = phase >= 3 && p[0] != 0;
            const bool one = phase >= 4 && p[1] == p[2];
            const std::uint32_t begin = one ? p[4] : phase + 1, end = one ? p[3] : 0;
            for (std::uint32_t s = begin; s > std::max(end, 4u); --s)
                step(columns, s == 5 ? 16 : 32, length, up);
            for (std::uint32_t s = std::min(phase + 1, 4u); s > 0; --s)
                step(columns, 1u << (s - 1), length, up);
        }
    });
}

// Parameters: iteration, k, the smaller ones are wanted, stable. The better half of two sequences
// goes to the first one.
void merge(const SfpuTiles& t) {
    const std::uint32_t* p = t.call->param;
    const std::uint32_t k = std::min(p[1], 32u);
    const std::uint32_t total = std::max(64u >> p[0], 2 * k), distance = std::min(32u, k << p[0]);
    each_half(t, p[3] != 0, p[2] != 0, [&](const Columns& columns) {
        for (std::uint32_t done = 0, base = 0; done < total; done += 2 * k, base += 2 * distance) {
            for (std::uint32_t i = base; i < base + k && i + distance < kDatums; ++i)
                columns.exchange(i, i + distance, p[2] != 0);
        }
    });
}

void sort_sequence(const Columns& columns, std::uint32_t base, std::uint32_t length, bool up) {
    for (std::uint32_t distance = length / 2; distance > 0; distance /= 2) {
        for (std::uint32_t i = 0; i < length; ++i) {
            if ((i & distance) == 0) columns.exchange(base + i, base + i + distance, up);
        }
    }
}

// Parameters: direction, iteration, k, log2 k, only the first sequence, stable. Sequences of k
// that rise and fall are put in order, in alternating directions.
void rebuild(const SfpuTiles& t) {
    const std::uint32_t* p = t.call->param;
    const std::uint32_t length = 1u << p[3];
    if (length < 4) return;
    const std::uint32_t k = p[2], m = p[1] + 1, spread = std::min(32u, k << m);
    const std::uint32_t apart = length > 16 ? length : spread;
    const std::uint32_t total = std::max(64u >> m, 2 * k) >> (p[4] & 1);
    const std::uint32_t count = length > 16 ? kDatums / length : total / length;
    each_half(t, p[5] != 0, p[0] != 0, [&](const Columns& columns) {
        for (std::uint32_t n = 0; n < count && n * apart + length <= kDatums; ++n) {
            const bool first_up = length >= 16 && p[0] != 0;
            sort_sequence(columns, n * apart, length, first_up != ((n & 1) != 0));
        }
    });
}

constexpr SfpuOp kSortingRows[] = {
    row("topk_local_sort", whole_tiles(local_sort, 4, 0),
        {.params = 6, .cycles = 3600, .note = "of 64 numbers per column: two tiles, then indices"}),
    row("topk_merge", whole_tiles(merge, 4, 0), {.params = 4, .cycles = 700}),
    row("topk_rebuild", whole_tiles(rebuild, 4, 0), {.params = 6, .cycles = 1400}),
};
static_assert(sorted(kSortingRows));

}  // namespace

Rows sorting_rows() {
    return kSortingRows;
}

}  // namespace ironbird::tile::sfpu
