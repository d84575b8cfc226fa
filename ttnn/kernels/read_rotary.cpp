// Lines of tiles of a tensor, each with the lines of two tables that go with it.
#include "padding.h"
#include "pages.h"

namespace {

constexpr uint32_t kX = tt::CBIndex::c_0, kCos = tt::CBIndex::c_1, kSin = tt::CBIndex::c_2,
                   kTurn = tt::CBIndex::c_3;
constexpr uint32_t kTurns = get_compile_time_arg_val(0);  // 1: a matrix is read, 2: made, 0: none
constexpr auto kArgs = TensorAccessorArgs<1>();
constexpr auto kCosArgs = TensorAccessorArgs<kArgs.next_compile_time_args_offset()>();
constexpr auto kSinArgs = TensorAccessorArgs<kCosArgs.next_compile_time_args_offset()>();
constexpr auto kTurnArgs = TensorAccessorArgs<kSinArgs.next_compile_time_args_offset()>();

uint32_t common(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

template <typename Accessor>
void read_line(uint32_t cb, const Accessor& from, uint32_t line, uint32_t width) {
    cb_reserve_back(cb, width);
    uint32_t to = get_write_ptr(cb);
    for (uint32_t i = 0; i < width; ++i, to += page_bytes(cb))
        noc_async_read_page(line * width + i, from, to);
}

// Swaps the halves of a row of 32 and changes the sign of what comes first.
void make_turn() {
    constexpr uint32_t kHalf = 16, kFace = 256;
    constexpr uint16_t kOne = 0x3f80, kMinusOne = 0xbf80;
    cb_reserve_back(kTurn, 1);
    const uint32_t tile = get_write_ptr(kTurn);
    fill_tile_part<uint16_t>(tile, 0, 0, 0);
    auto* element = reinterpret_cast<volatile tt_l1_ptr uint16_t*>(tile);
    for (uint32_t i = 0; i < kHalf; ++i) {
        element[kFace + i * kHalf + i] = kOne;           // row i, column 16 + i
        element[2 * kFace + i * kHalf + i] = kMinusOne;  // row 16 + i, column i
    }
    cb_push_back(kTurn, 1);
}

}  // namespace

void kernel_main() {
    const auto x = TensorAccessor(kArgs, common(0));
    const auto cos = TensorAccessor(kCosArgs, common(1));
    const auto sin = TensorAccessor(kSinArgs, common(2));
    const uint32_t width = common(4), rows = common(5), middle = common(6);
    const uint32_t first_line = common(7), of_middle = common(8), of_row = common(9);
    const uint32_t first = get_arg_val<uint32_t>(0), count = get_arg_val<uint32_t>(1);
    if constexpr (kTurns == 1) {
        read_line(kTurn, TensorAccessor(kTurnArgs, common(3)), 0, 1);
        noc_async_read_barrier();
        cb_push_back(kTurn, 1);
    }
    if constexpr (kTurns == 2) make_turn();
    for (uint32_t line = first; line < first + count; ++line) {
        const uint32_t table = first_line + line / rows % middle * of_middle + line % rows * of_row;
        read_line(kX, x, line, width);
        read_line(kCos, cos, table, width);
        read_line(kSin, sin, table, width);
        noc_async_read_barrier();
        cb_push_back(kX, width);
        cb_push_back(kCos, width);
        cb_push_back(kSin, width);
    }
}
