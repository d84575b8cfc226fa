// Results of units: whole tiles, or of heads that share a tile with those of other units, rows.
#include "attention.h"

namespace {

constexpr uint32_t kOut = tt::CBIndex::c_16;
constexpr bool kRows = get_compile_time_arg_val(1) != 0;
constexpr auto kArgs = TensorAccessorArgs<2>();

template <typename Accessor>
void write_rows(const Attention& all, const Unit& unit, const Accessor& to, uint32_t from) {
    const uint32_t bytes = page_bytes(kOut), half = bytes / 64;  // sixteen elements
    const uint32_t end = unit.head + all.heads / all.kv_heads;
    // The last ones have the padding with them.
    for (uint32_t head = unit.head; head < (end == all.heads ? all.rows * 32 : end); ++head) {
        const uint32_t i = head / 32 - unit.row;
        for (uint32_t d = 0; d < all.value_width; ++d)
            for (uint32_t h = 0; h < 2; ++h) {
                const uint32_t at = half_row(head % 32, h) / 16 * half;
                noc_async_write(from + (i * all.value_width + d) * bytes + at,
                                to.get_noc_addr(unit.line(all, i) * all.value_width + d, at), half);
            }
    }
}

template <typename Accessor>
void write_tiles(const Attention& all, const Unit& unit, const Accessor& to, uint32_t from) {
    const uint32_t bytes = page_bytes(kOut);
    for (uint32_t i = 0; i < all.height && unit.row + i < all.rows; ++i)
        for (uint32_t d = 0; d < all.value_width; ++d)
            noc_async_write_page(unit.line(all, i) * all.value_width + d, to,
                                 from + (i * all.value_width + d) * bytes);
}

}  // namespace

void kernel_main() {
    const Attention all;
    const auto to = TensorAccessor(kArgs, common(8), page_bytes(kOut));
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    const uint32_t tiles = all.height * all.value_width;
    for (uint32_t number = first; number < first + count; ++number) {
        const Unit unit(all, number);
        cb_wait_front(kOut, tiles);
        if constexpr (kRows)
            write_rows(all, unit, to, get_read_ptr(kOut));
        else
            write_tiles(all, unit, to, get_read_ptr(kOut));
        noc_async_writes_flushed();
        cb_pop_front(kOut, tiles);
    }
    noc_async_write_barrier();
}
