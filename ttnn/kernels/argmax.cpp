// The places of the greatest elements of row-major rows, by the data mover itself: of every row, of
// all rows together, or column by column over rows that lie apart.
#include <cstdint>

#include "api/dataflow/dataflow_api.h"

namespace {

constexpr uint32_t kRow = tt::CBIndex::c_0, kResult = tt::CBIndex::c_1, kKeys = tt::CBIndex::c_2;
constexpr uint32_t kBytes = get_compile_time_arg_val(0);  // of an element
constexpr bool kDown = get_compile_time_arg_val(1) != 0;  // column by column
constexpr auto kFrom = TensorAccessorArgs<2>();
constexpr auto kTo = TensorAccessorArgs<kFrom.next_compile_time_args_offset()>();

using Words = volatile tt_l1_ptr uint32_t*;

// What the bits of negative and of other elements are changed by, so that greater elements have
// greater keys.
struct Flips {
    const uint32_t negative = get_common_arg_val<uint32_t>(6);
    const uint32_t other = get_common_arg_val<uint32_t>(7);
};

uint32_t key(const Flips& flips, uint32_t row, uint32_t i) {
    const uint32_t bits = kBytes == 4
                              ? reinterpret_cast<Words>(row)[i]
                              : reinterpret_cast<volatile tt_l1_ptr uint16_t*>(row)[i] << 16;
    return bits ^ (bits >> 31 != 0 ? flips.negative : flips.other);
}

template <typename Accessor>
uint32_t read_row(const Accessor& from, uint32_t page) {
    const uint32_t row = get_write_ptr(kRow);
    noc_async_read_page(page, from, row);
    noc_async_read_barrier();
    return row;
}

// Of so many rows behind each other.
template <typename Accessor>
uint32_t greatest_in(const Flips& flips, const Accessor& from, uint32_t page, uint32_t rows,
                     uint32_t width) {
    uint32_t best = 0, place = 0;
    for (uint32_t r = 0; r < rows; ++r) {
        const uint32_t row = read_row(from, page + r);
        for (uint32_t i = 0; i < width; ++i) {
            const uint32_t now = key(flips, row, i);
            if (now <= best && (r | i) != 0) continue;
            best = now;
            place = r * width + i;
        }
    }
    return place;
}

// Of so many rows, each a stride on from the one before, for every column.
template <typename Accessor>
void greatest_down(const Flips& flips, const Accessor& from, uint32_t page, uint32_t rows,
                   uint32_t stride, uint32_t width, Words result) {
    const Words best = reinterpret_cast<Words>(get_write_ptr(kKeys));
    for (uint32_t r = 0; r < rows; ++r, page += stride) {
        const uint32_t row = read_row(from, page);
        for (uint32_t i = 0; i < width; ++i) {
            const uint32_t now = key(flips, row, i);
            if (r != 0 && now <= best[i]) continue;
            best[i] = now;
            result[i] = r;
        }
    }
}

}  // namespace

void kernel_main() {
    const auto from =
        TensorAccessor(kFrom, get_common_arg_val<uint32_t>(0), get_common_arg_val<uint32_t>(8));
    const auto to =
        TensorAccessor(kTo, get_common_arg_val<uint32_t>(1), get_common_arg_val<uint32_t>(9));
    const Flips flips;
    const uint32_t width = get_common_arg_val<uint32_t>(2);
    const uint32_t rows = get_common_arg_val<uint32_t>(3);    // that make one result
    const uint32_t stride = get_common_arg_val<uint32_t>(4);  // down: from row to row
    const uint32_t results =
        get_common_arg_val<uint32_t>(5);  // of a page; down: as many as columns
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const Words result = reinterpret_cast<Words>(get_write_ptr(kResult));
    for (uint32_t page = first; page < first + count; ++page) {
        if constexpr (kDown) {
            const uint32_t start = page / stride * stride * rows + page % stride;
            greatest_down(flips, from, start, rows, stride, width, result);
        } else {
            for (uint32_t i = 0; i < results; ++i)
                result[i] = greatest_in(flips, from, (page * results + i) * rows, rows, width);
        }
        // The last one is loaded back, so that stores are there before the NoC takes them.
        (void)result[results - 1];
        noc_async_write(get_write_ptr(kResult), to.get_noc_addr(page), results * 4);
        noc_async_write_barrier();
    }
}
