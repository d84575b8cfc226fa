// A whole logical row of the input in L1, then a look-up for every index of it. Both processors of
// a core run this: each loads half of the row, and looks half of the indices up.
#include "../../../kernels/local_copy.h"
#include "gather.h"

namespace {

constexpr uint32_t kRow = tt::CBIndex::c_0, kIndex = tt::CBIndex::c_1, kOutput = tt::CBIndex::c_16;
constexpr uint32_t kAlign = get_compile_time_arg_val(2);  // of reads
constexpr uint32_t kHalf = get_compile_time_arg_val(3);   // which processor this is
constexpr auto kInArgs = TensorAccessorArgs<4>();
constexpr auto kIndexArgs = TensorAccessorArgs<kInArgs.next_compile_time_args_offset()>();
constexpr auto kOutArgs = TensorAccessorArgs<kIndexArgs.next_compile_time_args_offset()>();

constexpr uint32_t kAtOnce = 32;  // index tiles
constexpr uint32_t kSegment = kFaceSide * kElement, kIndexSegment = kFaceSide * kIndexBytes;
// Bytes from segment to segment in L1.
constexpr uint32_t kSlot = kSegment < kAlign ? kAlign : kSegment;
constexpr uint32_t kIndexSlot = kIndexSegment < kAlign ? kAlign : kIndexSegment;

using Flag = volatile tt_l1_ptr uint32_t*;

// Indices of a row in so many tiles, without padding.
uint32_t at_end(const Shapes& shapes, uint32_t tile, uint32_t tiles) {
    const uint32_t left = shapes.out_width - tile * 32;
    return left < tiles * 32 ? left : tiles * 32;
}

// Both processors have come so far.
void meet(uint32_t turn) {
    const Flag mine = reinterpret_cast<Flag>(get_semaphore(kHalf));
    const Flag other = reinterpret_cast<Flag>(get_semaphore(1 - kHalf));
    noc_semaphore_set(mine, turn);
    noc_semaphore_wait_min(other, turn);
}

// Segments of 16 elements; memory is read in aligned pieces, so a slot may hold the line next to
// it.
template <typename Matrix>
void load(const Shapes& shapes, const Matrix& in, uint32_t tile_row, uint32_t line) {
    const uint32_t offset = line * kElement / kSlot * kSlot;
    uint32_t to = get_write_ptr(kRow) + kHalf * 2 * kSlot;
    for (uint32_t t = kHalf; t < shapes.in_tiles; t += 2, to += 4 * kSlot) {
        const uint64_t from = in.get_noc_addr(tile_row * shapes.in_tiles + t, offset);
        noc_async_read(from, to, kSlot);
        noc_async_read(from + kFace * kElement, to + kSlot, kSlot);
    }
    noc_async_read_barrier();
}

template <typename Index, typename Out>
void look_up(const Shapes& shapes, const Index& index, const Out& out, uint32_t row, uint32_t line,
             uint32_t first, uint32_t last) {
    const uint32_t index_at = get_write_ptr(kIndex) + kHalf * kAtOnce * 2 * kIndexSlot;
    const uint32_t out_at = get_write_ptr(kOutput) + kHalf * kAtOnce * 2 * kSegment;
    const uint32_t inside = line * kElement % kSlot;
    const uint32_t base = get_write_ptr(kRow) + inside;
    const uint32_t index_offset = line * kIndexBytes / kIndexSlot * kIndexSlot;
    for (uint32_t tile = first; tile < last; tile += kAtOnce) {
        const uint32_t tiles = last - tile < kAtOnce ? last - tile : kAtOnce;
        for (uint32_t i = 0; i < tiles; ++i)
            for (uint32_t half = 0; half < 2; ++half)
                noc_async_read(index.get_noc_addr(row * shapes.out_tiles + tile + i,
                                                  index_offset + half * kFace * kIndexBytes),
                               index_at + (2 * i + half) * kIndexSlot, kIndexSlot);
        noc_async_read_barrier();
        noc_async_writes_flushed();
        const uint32_t count = at_end(shapes, tile, tiles);
        Elements to = reinterpret_cast<Elements>(out_at);
        for (uint32_t segment = 0; segment * kFaceSide < count; ++segment) {
            const Indices indices = reinterpret_cast<Indices>(index_at + segment * kIndexSlot +
                                                              line * kIndexBytes % kIndexSlot);
            const uint32_t left = count - segment * kFaceSide;
            const uint32_t n = left < kFaceSide ? left : kFaceSide;
            for (uint32_t c = 0; c < n; ++c, ++to) {
                const uint32_t at = shapes.at_most(indices[c]);
                *to = *reinterpret_cast<Elements>(base + at / kFaceSide * kSlot +
                                                  at % kFaceSide * kElement);
            }
        }
        settle(out_at + (count - 1) * kElement);
        for (uint32_t i = 0; i < tiles; ++i)
            for (uint32_t half = 0; half < 2; ++half)
                noc_async_write(out_at + (2 * i + half) * kSegment,
                                out.get_noc_addr(row * shapes.out_tiles + tile + i,
                                                 (line + half * kFace) * kElement),
                                kSegment);
    }
    noc_async_write_barrier();
}

}  // namespace

// Arguments: units first, first + 1, …: a unit is a part of a logical row.
void kernel_main() {
    const Shapes shapes;
    const auto in = TensorAccessor(kInArgs, shapes.input);
    const auto index = TensorAccessor(kIndexArgs, shapes.index);
    const auto out = TensorAccessor(kOutArgs, shapes.output);
    const uint32_t parts = get_common_arg_val<uint32_t>(Shapes::kExtra);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    uint32_t turn = 0, loaded = ~0u;
    for (uint32_t unit = first; unit < first + count; ++unit) {
        const uint32_t logical = unit / parts, part = unit % parts;
        const uint32_t row =
            logical / shapes.height * shapes.matrix_rows + logical % shapes.height / 32;
        const uint32_t line = line_of(logical % shapes.height % 32);
        if (logical != loaded) {
            meet(++turn);  // the other one has done with the row before
            load(shapes, in, shapes.input_row(row), line);
            meet(++turn);
            loaded = logical;
        }
        const uint32_t begin = shapes.out_tiles * (2 * part + kHalf) / (2 * parts);
        const uint32_t end = shapes.out_tiles * (2 * part + kHalf + 1) / (2 * parts);
        look_up(shapes, index, out, row, line, begin, end);
    }
}
