// Rows of tokens for the tiles of their experts. Rows behind the last token are zeros.
#include "counts.h"
#include "live_tiles.h"

namespace {

constexpr uint32_t kRows = tt::CBIndex::c_0, kPlan = tt::CBIndex::c_3;
constexpr uint32_t kOtherPlan = tt::CBIndex::c_4;

using CountArgs = TensorAccessorArgs<0>;
using InArgs = TensorAccessorArgs<CountArgs::next_compile_time_args_offset()>;
using ListArgs = TensorAccessorArgs<InArgs::next_compile_time_args_offset()>;

uint32_t word(uint32_t i) {
    return get_common_arg_val<uint32_t>(i);
}

// The same page for both other kernels.
void tell(const LiveTiles& tiles, uint32_t plan) {
    const Counts<CountArgs> counts(8, get_write_ptr(tt::CBIndex::c_6));
    counts.read_all(tiles.experts);
    const uint32_t other = get_write_ptr(kOtherPlan);
    cb_reserve_back(kPlan, 1);
    cb_reserve_back(kOtherPlan, 1);
    for (uint32_t e = 0; e < tiles.experts; ++e) {
        const uint32_t count = counts[e], kept = count < tiles.tokens ? count : tiles.tokens;
        at<uint32_t>(plan + 4 * (1 + e)) = kept;
        at<uint32_t>(other + 4 * (1 + e)) = kept;
    }
    const uint32_t blocks = tiles.own_blocks();
    at<uint32_t>(plan) = blocks;
    at<uint32_t>(other) = blocks;
    cb_push_back(kPlan, 1);
    cb_push_back(kOtherPlan, 1);
}

using Lists = TensorAccessor<tensor_accessor::SpecOf<ListArgs>>;

// Tokens of a block's rows; those of the next one come while rows are read.
struct Tokens {
    uint32_t expert, row, live, column;

    Tokens(LiveTiles& tiles, const Lists& lists, uint32_t block, uint32_t to) {
        tiles.seek(block);
        expert = tiles.expert;
        row = tiles.row;
        column = tiles.column;
        const uint32_t left = tiles.count(expert) - 32 * row;
        live = left < 32 ? left : 32;
        noc_async_read(lists.get_noc_addr(expert, 128 * row), to, live * 4);
    }
};

}  // namespace

void kernel_main() {
    const uint32_t plan = get_write_ptr(kPlan), list = get_write_ptr(tt::CBIndex::c_5);
    LiveTiles tiles(plan);
    const auto in = TensorAccessor(InArgs(), word(4), word(5));
    const Lists lists(ListArgs(), word(6), word(7));
    tell(tiles, plan);
    const uint32_t bytes = tiles.width * 64, zeros = get_write_ptr(tt::CBIndex::c_7);
    const uint32_t blocks = tiles.blocks();
    if (blocks == 0) return;
    Tokens now(tiles, lists, 0, list);
    fill(zeros, bytes, 0);
    settle(zeros + bytes - 4);
    noc_async_read_barrier();
    for (uint32_t block = 0; block < blocks; ++block) {
        const uint32_t tokens = list + block % 2 * 128;
        cb_reserve_back(kRows, tiles.width);
        uint32_t to = get_write_ptr(kRows);
        for (uint32_t i = 0; i < now.live; ++i, to += bytes)
            noc_async_read(in.get_noc_addr(at<uint32_t>(tokens + 4 * i), now.column * 64), to,
                           bytes);
        for (uint32_t i = now.live; i < 32; ++i, to += bytes)
            noc_async_read(get_noc_addr(zeros), to, bytes);
        if (block + 1 < blocks) now = Tokens(tiles, lists, block + 1, list + 128 - block % 2 * 128);
        noc_async_read_barrier();
        cb_push_back(kRows, tiles.width);
    }
}
