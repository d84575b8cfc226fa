// The left matrix along the rows: from DRAM through the first core of each row, or from shards, the
// cores of a row sending in turn.
#include "../../examples/matmul_multicast/kernels/blocks.hpp"

namespace {

constexpr uint32_t kRows = get_compile_time_arg_val(0), kInner = get_compile_time_arg_val(1);
constexpr uint32_t kBlocks = get_compile_time_arg_val(2), kPitch = get_compile_time_arg_val(3);
constexpr uint32_t kRowCuts = get_compile_time_arg_val(4);
constexpr uint32_t kColumnCuts = get_compile_time_arg_val(5);
constexpr uint32_t kShardCuts = get_compile_time_arg_val(6);  // blocks of a shard; 0: no shards
constexpr auto kAccessor = TensorAccessorArgs<7>();
constexpr uint32_t kIn = tt::CBIndex::c_0, kShard = tt::CBIndex::c_2;

// A part of this core's shard, made contiguous where the block goes.
void gather(uint32_t part) {
    const uint32_t bytes = get_tile_size(kIn), row = kInner * bytes;
    uint32_t to = get_write_ptr(kIn), from = get_write_ptr(kShard) + part * row;
    for (uint32_t r = 0; r < kRows; ++r, to += row, from += row * kShardCuts)
        noc_async_read(get_noc_addr(from), to, row);
    noc_async_read_barrier();
}

void send_shard(const Mover& m, uint32_t part, uint32_t ready, uint32_t arrived) {
    const uint32_t bytes = kRows * kInner * get_tile_size(kIn), to = get_write_ptr(kIn);
    if constexpr (kShardCuts > 1) gather(part);
    noc_semaphore_wait(reinterpret_cast<Word>(ready), m.receivers);
    noc_semaphore_set(reinterpret_cast<Word>(ready), 0);
    const uint64_t all = get_noc_multicast_addr(m.x0, m.y0, m.x1, m.y1, to);
    if constexpr (kShardCuts > 1)
        noc_async_write_multicast(to, all, bytes, m.receivers);
    else
        noc_async_write_multicast_loopback_src(get_write_ptr(kShard), all, bytes, m.receivers + 1);
    noc_semaphore_set(reinterpret_cast<Word>(arrived), VALID);
    noc_semaphore_set_multicast(arrived, get_noc_multicast_addr(m.x0, m.y0, m.x1, m.y1, arrived),
                                m.receivers);
    noc_async_write_barrier();
}

// Arguments from 9 on: this core's column, then where the cores of the row are.
void move_shards(const Mover& m, uint32_t ready, uint32_t arrived) {
    const uint32_t column = get_arg_val<uint32_t>(9);
    for (uint32_t b = 0; b < kBlocks; ++b) {
        const uint32_t sender = b / kShardCuts;
        cb_reserve_back(kIn, kRows * kInner);
        if (sender == column) {
            send_shard(m, b % kShardCuts, ready, arrived);
        } else {
            Mover from = m;
            const uint32_t place = get_arg_val<uint32_t>(10 + sender);
            from.x0 = place >> 16;
            from.y0 = place & 0xffff;
            receive_block(from, ready, arrived);
        }
        cb_push_back(kIn, kRows * kInner);
    }
}

}  // namespace

void kernel_main() {
    const Mover mover(0);
    const uint32_t ready = get_semaphore(get_arg_val<uint32_t>(7));
    const uint32_t arrived = get_semaphore(get_arg_val<uint32_t>(8));
    if constexpr (kShardCuts != 0) {
        move_shards(mover, ready, arrived);
    } else {
        const auto matrix = TensorAccessor(kAccessor, mover.address, get_tile_size(kIn));
        for (uint32_t r = 0; r < kRowCuts; ++r)
            for (uint32_t c = 0; c < kColumnCuts; ++c) {
                Mover part = mover;
                part.tile += r * kRows * kPitch;
                move_blocks({kIn, kRows, kInner, kPitch}, part, matrix, kBlocks, kInner, ready,
                            arrived);
            }
    }
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
