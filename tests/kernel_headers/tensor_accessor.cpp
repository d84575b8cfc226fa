// Tensor accessors as constants: the words of their arguments and where pages lie.
#include <ironbird/prelude.h>

// Word 0 is another's. An interleaved tensor in DRAM; a 5x4 tensor in 2x4 shards over two cores,
// one shard after the other; the same with runs of shards per bank, in 3 banks of DRAM.
#define KERNEL_COMPILE_TIME_ARGS                                                          \
    99, 2, 64, /**/ 1, 32, 2, 2, 5, 4, 2, 4, 0x13121213, /**/ 3, 32, 1, 0x80000003, 6, 1, \
        0x01000200, 0
#include <ironbird/kernel_begin.h>

constexpr uint64_t at(uint64_t x, uint64_t y, uint64_t local) {
    return y << 42 | x << 36 | local;
}

using Interleaved = TensorAccessorArgs<1>;
static_assert(!Interleaved::is_sharded && Interleaved::is_dram);
static_assert(Interleaved::AlignedPageSize == 64 && Interleaved::num_compile_time_args() == 2);

using Sharded = TensorAccessorArgs<Interleaved::next_compile_time_args_offset()>;
static_assert(Sharded::is_sharded && !Sharded::is_dram && Sharded::RankCT == 2);
static_assert(Sharded::NumBanksCT == 2 && !Sharded::is_shard_contiguous);
static_assert(Sharded::next_compile_time_args_offset() == 12);

// Cores (18,19) and (19,18): page (r,c) is row r % 2 of shard r / 2, shards alternate.
constexpr TensorAccessor kSharded(Sharded(), 0x1000);
static_assert(kSharded.dspec().tensor_volume() == 20 && kSharded.dspec().num_shards() == 3);
static_assert(kSharded.get_noc_addr(0) == at(18, 19, 0x1000));
static_assert(kSharded.get_noc_addr(7) == at(18, 19, 0x1000 + 7 * 32));
static_assert(kSharded.get_noc_addr(9) == at(19, 18, 0x1000 + 1 * 32));
static_assert(kSharded.get_noc_addr(17, 4) == at(18, 19, 0x1000 + (8 + 1) * 32 + 4));
static_assert(kSharded.get_noc_addr(std::array<uint32_t, 2>{2, 1}) == kSharded.get_noc_addr(9));
static_assert(kSharded.get_shard_noc_addr(2) == at(18, 19, 0x1000 + 8 * 32));

// Six pages of one shard each, two neighbours to a bank; banks 2, 1 and 0 in that order.
using Runs = TensorAccessorArgs<Sharded::next_compile_time_args_offset()>;
static_assert(Runs::is_dram && Runs::is_shard_contiguous && Runs::NumBanksCT == 3);
constexpr TensorAccessor kRuns(Runs(), 0);
static_assert(kRuns.get_noc_addr(0) == get_noc_addr_from_bank_id<true>(2, 0));
static_assert(kRuns.get_noc_addr(1) == get_noc_addr_from_bank_id<true>(2, 32));
static_assert(kRuns.get_noc_addr(2) == get_noc_addr_from_bank_id<true>(1, 0));
static_assert(kRuns.get_noc_addr(5) == get_noc_addr_from_bank_id<true>(0, 32));

constexpr auto kBoth = make_tensor_accessor_args_tuple<2, 1>();
static_assert(std::get<1>(kBoth).next_compile_time_args_offset() == 12);

void kernel_main() {
    // Interleaved accessors and iteration are for run time; they must at least compile.
    const TensorAccessor pages(Interleaved(), get_arg_val<uint32_t>(0));
    for (const auto& page : pages.pages(0, 4)) noc_async_read(page.noc_addr(), 0, 64);
    for (const auto& page : kSharded.shard_pages(2)) noc_async_read(page.noc_addr(), 0, 32);
    Noc().async_read(kSharded, CoreLocalMem<uint32_t>(0x100), 32, {.page_id = 3},
                     {.offset_bytes = 4});
}
#include <ironbird/kernel_end.h>
