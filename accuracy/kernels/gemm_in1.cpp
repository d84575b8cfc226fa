// The right matrix down the columns; after each block of the result its tiles to DRAM, unless they
// stay where they are.
#include "../../examples/matmul_multicast/kernels/blocks.hpp"

namespace {

constexpr uint32_t kColumns = get_compile_time_arg_val(0), kInner = get_compile_time_arg_val(1);
constexpr uint32_t kBlocks = get_compile_time_arg_val(2), kPitch = get_compile_time_arg_val(3);
constexpr uint32_t kRowCuts = get_compile_time_arg_val(4);
constexpr uint32_t kColumnCuts = get_compile_time_arg_val(5);
constexpr uint32_t kRows = get_compile_time_arg_val(6);
constexpr uint32_t kSubRows = get_compile_time_arg_val(7);
constexpr uint32_t kSubColumns = get_compile_time_arg_val(8);
constexpr bool kWrites = get_compile_time_arg_val(9) != 0;
constexpr auto kInAccessor = TensorAccessorArgs<10>();
constexpr auto kOutAccessor = TensorAccessorArgs<kInAccessor.next_compile_time_args_offset()>();
constexpr uint32_t kIn = tt::CBIndex::c_1, kOut = tt::CBIndex::c_16;

template <typename Matrix>
void write_block(const Matrix& out, uint32_t first) {
    const uint32_t bytes = get_tile_size(kOut);
    for (uint32_t r = 0; r < kRows; r += kSubRows)
        for (uint32_t c = 0; c < kColumns; c += kSubColumns) {
            cb_wait_front(kOut, kSubRows * kSubColumns);
            uint32_t from = get_read_ptr(kOut);
            for (uint32_t i = 0; i < kSubRows; ++i)
                for (uint32_t j = 0; j < kSubColumns; ++j, from += bytes)
                    noc_async_write_page(first + (r + i) * kPitch + c + j, out, from);
            noc_async_writes_flushed();
            cb_pop_front(kOut, kSubRows * kSubColumns);
        }
}

}  // namespace

void kernel_main() {
    const Mover mover(0);
    const uint32_t ready = get_semaphore(get_arg_val<uint32_t>(7));
    const uint32_t arrived = get_semaphore(get_arg_val<uint32_t>(8));
    const auto matrix = TensorAccessor(kInAccessor, mover.address, get_tile_size(kIn));
    const auto out = TensorAccessor(kOutAccessor, get_arg_val<uint32_t>(9), get_tile_size(kOut));
    const uint32_t first = get_arg_val<uint32_t>(10);
    for (uint32_t r = 0; r < kRowCuts; ++r)
        for (uint32_t c = 0; c < kColumnCuts; ++c) {
            Mover part = mover;
            part.tile += c * kColumns;
            move_blocks({kIn, kInner, kColumns, kPitch}, part, matrix, kBlocks, kInner * kPitch,
                        ready, arrived);
            if constexpr (kWrites) write_block(out, first + r * kRows * kPitch + c * kColumns);
        }
    if constexpr (!kWrites) cb_wait_front(kOut, kRows * kColumns);
    noc_async_write_barrier();
    noc_async_atomic_barrier();
}
