// Index tiles that are kept while the input streams by: every index is held against each batch of
// tiles, or only against batches that some index needs, or the indices are sorted by tile first.
#include "gather.h"

namespace {

enum class Match : uint32_t { all = 0, bitmap = 1, buckets = 2 };
constexpr uint32_t kInput = tt::CBIndex::c_0, kIndex = tt::CBIndex::c_1,
                   kOutput = tt::CBIndex::c_16;
constexpr uint32_t kTable = tt::CBIndex::c_3;  // bitmap, or buckets: ends, then entries
constexpr Match kMatch = Match(get_compile_time_arg_val(2));
constexpr auto kIndexArgs = TensorAccessorArgs<3>();
constexpr auto kOutArgs = TensorAccessorArgs<kIndexArgs.next_compile_time_args_offset()>();

using Table = volatile tt_l1_ptr uint32_t*;

// The index tiles of a core in one pass over a row.
struct Kept {
    uint32_t index = get_write_ptr(kIndex), output = get_write_ptr(kOutput);
    uint32_t table = get_write_ptr(kTable);
    uint32_t row = 0, first = 0, step = 0, count = 0;  // tiles first, first + step, …
    uint32_t valid = 32, rows = 32;                    // without and with padding

    uint32_t tile(uint32_t i) const { return first + i * step; }
    Indices indices(uint32_t i) const {
        return reinterpret_cast<Indices>(index + i * kTile * kIndexBytes);
    }
    Elements outputs(uint32_t i) const {
        return reinterpret_cast<Elements>(output + i * kTile * kElement);
    }
};

// Every entry that counts: f(tile, position in the tile, first position of its line).
template <typename F>
void for_entries(const Shapes& shapes, const Kept& kept, F f) {
    for (uint32_t i = 0; i < kept.count; ++i) {
        const uint32_t columns = shapes.valid_columns(kept.tile(i));
        for (uint32_t row = 0; row < kept.valid; ++row) {
            const uint32_t line = line_of(row);
            for (uint32_t c = 0; c < columns; ++c) f(i, place_of(line, c), line);
        }
    }
}

template <typename Matrix>
void load(const Shapes& shapes, const Kept& kept, const Matrix& indices) {
    for (uint32_t i = 0; i < kept.count; ++i) {
        const uint32_t page = kept.row * shapes.out_tiles + kept.tile(i);
        for_faces(kept.rows, [&](uint32_t offset, uint32_t elements) {
            noc_async_read(indices.get_noc_addr(page, offset * kIndexBytes),
                           kept.index + (i * kTile + offset) * kIndexBytes, elements * kIndexBytes);
        });
    }
    noc_async_read_barrier();
}

template <typename Matrix>
void store(const Shapes& shapes, const Kept& kept, const Matrix& out) {
    for (uint32_t i = 0; i < kept.count; ++i) {
        const uint32_t page = kept.row * shapes.out_tiles + kept.tile(i);
        for_faces(kept.rows, [&](uint32_t offset, uint32_t elements) {
            noc_async_write(kept.output + (i * kTile + offset) * kElement,
                            out.get_noc_addr(page, offset * kElement), elements * kElement);
        });
    }
    noc_async_write_barrier();
}

// Padding that is looked up points to the first element.
void blank_padding(const Shapes& shapes, const Kept& kept) {
    for (uint32_t i = 0; i < kept.count; ++i)
        for (uint32_t row = 0; row < kept.rows; ++row)
            for (uint32_t c = row < kept.valid ? shapes.valid_columns(kept.tile(i)) : 0; c < 32;
                 ++c)
                kept.indices(i)[place_of(line_of(row), c)] = 0;
}

void clamp(const Shapes& shapes, const Kept& kept) {
    blank_padding(shapes, kept);
    for_entries(shapes, kept, [&](uint32_t i, uint32_t at, uint32_t) {
        const Indices indices = kept.indices(i);
        const uint32_t index = indices[at];
        if (const uint32_t allowed = shapes.at_most(index); allowed != index) indices[at] = allowed;
    });
}

// One index tile against input tiles: those from `first` on, which lie from an address on.
void scan_tile(const Kept& kept, uint32_t i, uint32_t from, uint32_t first, uint32_t tiles) {
    const Indices indices = kept.indices(i);
    const Elements out = kept.outputs(i);
    const Elements in = reinterpret_cast<Elements>(from);
    for (uint32_t line = 0; line < 2 * kept.rows; ++line) {
        const uint32_t row = line / 2, above = line_of(row);
        uint32_t at = above + line % 2 * kFace;
        for (const uint32_t end = at + kFaceSide; at < end; ++at) {
            const uint32_t index = indices[at], column = index % 32;
            uint32_t place = place_of(above, column);
            // A compiler for the chip finds the place before it asks whether the index is wanted.
            asm("" : "+r"(place));
            const uint32_t tile = index / 32 - first;
            if (tile < tiles) out[at] = in[tile * kTile + place];
        }
    }
}

// Which tiles of the input any index needs.
void mark(const Shapes& shapes, const Kept& kept) {
    const Table bits = reinterpret_cast<Table>(kept.table);
    for (uint32_t w = 0; w <= shapes.in_tiles / 32; ++w) bits[w] = 0;
    for_entries(shapes, kept, [&](uint32_t i, uint32_t at, uint32_t) {
        const uint32_t tile = kept.indices(i)[at] / 32;
        bits[tile / 32] = bits[tile / 32] | 1u << tile % 32;
    });
}

bool is_marked(const Kept& kept, uint32_t first, uint32_t tiles) {
    const Table bits = reinterpret_cast<Table>(kept.table);
    for (uint32_t t = first; t < first + tiles; ++t)
        if (bits[t / 32] >> t % 32 & 1) return true;
    return false;
}

// A counting sort by tile: afterwards ends[t] is where the entries of tile t end. An entry is where
// the element goes, and below 10 bits where it lies in its tile.
void sort(const Shapes& shapes, const Kept& kept) {
    const Table ends = reinterpret_cast<Table>(kept.table), entries = ends + shapes.in_tiles;
    for (uint32_t t = 0; t < shapes.in_tiles; ++t) ends[t] = 0;
    for_entries(shapes, kept, [&](uint32_t i, uint32_t at, uint32_t) {
        const uint32_t tile = shapes.at_most(kept.indices(i)[at]) / 32;
        ends[tile] = ends[tile] + 1;
    });
    uint32_t sum = 0;
    for (uint32_t t = 0; t < shapes.in_tiles; ++t) {
        const uint32_t count = ends[t];
        ends[t] = sum;
        sum += count;
    }
    for_entries(shapes, kept, [&](uint32_t i, uint32_t at, uint32_t line) {
        const uint32_t index = shapes.at_most(kept.indices(i)[at]), slot = ends[index / 32];
        entries[slot] = (i * kTile + at) << 10 | place_of(line, index % 32);
        ends[index / 32] = slot + 1;
    });
}

void empty_buckets(const Shapes& shapes, const Kept& kept, uint32_t first, uint32_t tiles) {
    const Table ends = reinterpret_cast<Table>(kept.table), entries = ends + shapes.in_tiles;
    const Elements out = kept.outputs(0);
    Elements in = reinterpret_cast<Elements>(get_read_ptr(kInput));
    uint32_t e = first == 0 ? 0 : ends[first - 1];
    for (uint32_t t = first; t < first + tiles; ++t, in += kTile)
        for (const uint32_t end = ends[t]; e < end; ++e) {
            const uint32_t entry = entries[e];
            out[entry >> 10] = in[entry & (kTile - 1)];
        }
}

void prepare(const Shapes& shapes, const Kept& kept) {
    if constexpr (kMatch == Match::buckets) return sort(shapes, kept);
    clamp(shapes, kept);
    if constexpr (kMatch == Match::bitmap) mark(shapes, kept);
}

void match(const Shapes& shapes, const Kept& kept, uint32_t first, uint32_t batch) {
    const uint32_t left = shapes.in_tiles - first, tiles = left < batch ? left : batch;
    if constexpr (kMatch == Match::buckets) {
        empty_buckets(shapes, kept, first, tiles);
    } else {
        if (kMatch == Match::bitmap && !is_marked(kept, first, tiles)) return;
        const uint32_t at_once = get_common_arg_val<uint32_t>(Shapes::kExtra + 3);
        uint32_t from = get_read_ptr(kInput);
        for (uint32_t t = 0; t < tiles; t += at_once, from += at_once * kTile * kElement) {
            const uint32_t n = tiles - t < at_once ? tiles - t : at_once;
            for (uint32_t i = 0; i < kept.count; ++i) scan_tile(kept, i, from, first + t, n);
        }
    }
}

}  // namespace

// Arguments: rows; groups of index tiles in a row; first index tile of the core and how far its
// tiles are apart.
void kernel_main() {
    const Shapes shapes;
    const auto indices = TensorAccessor(kIndexArgs, shapes.index);
    const auto out = TensorAccessor(kOutArgs, shapes.output);
    const uint32_t batch = get_common_arg_val<uint32_t>(Shapes::kExtra);
    const uint32_t most = get_common_arg_val<uint32_t>(Shapes::kExtra + 1);      // tiles of a group
    const bool padding = get_common_arg_val<uint32_t>(Shapes::kExtra + 2) != 0;  // looked up, too
    const uint32_t first_row = get_arg_val<uint32_t>(0), rows = get_arg_val<uint32_t>(1);
    const uint32_t groups = get_arg_val<uint32_t>(2);
    const uint32_t own = get_arg_val<uint32_t>(3), step = get_arg_val<uint32_t>(4);
    if (groups == 0) return;
    Kept kept;
    kept.step = step;
    for (kept.row = first_row; kept.row < first_row + rows; ++kept.row)
        for (uint32_t g = 0; g < groups; ++g) {
            kept.first = own + g * most * step;
            kept.count = 0;
            while (kept.count < most && kept.tile(kept.count) < shapes.out_tiles) ++kept.count;
            kept.valid = shapes.valid_rows(kept.row);
            kept.rows = padding ? 32 : kept.valid;
            load(shapes, kept, indices);
            prepare(shapes, kept);
            for (uint32_t first = 0; first < shapes.in_tiles; first += batch) {
                cb_wait_front(kInput, batch);
                match(shapes, kept, first, batch);
                cb_pop_front(kInput, batch);
            }
            store(shapes, kept, out);
        }
}
